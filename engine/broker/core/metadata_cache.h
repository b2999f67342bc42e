#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/function.h"
#include "engine/base/ids.h"
#include "engine/base/uuid.h"
#include "engine/observe/report.h"
#include "engine/world/network.h"

namespace hw::protocol {
struct UpdateMetadataRequest;
}

namespace hw::broker {

struct LiveBroker
{
    BrokerId id;
    world::Endpoint endpoint;
    std::string rack; ///< empty: none
    bool operator==(const LiveBroker&) const = default;
};

/// One partition as the controller last told it.
struct PartitionMetadata
{
    BrokerId leader = kNoBroker;
    LeaderEpoch leaderEpoch = kNoLeaderEpoch;
    ControllerEpoch controllerEpoch;
    PartitionEpoch partitionEpoch;
    std::vector<BrokerId> isr;
    std::vector<BrokerId> replicas;
    std::vector<BrokerId> offline;
};

struct TopicMetadata
{
    Uuid id;
    std::map<std::int32_t, PartitionMetadata> partitions;
};

/// What this broker knows of the cluster, from the controller's UpdateMetadata requests only. It
/// answers clients' Metadata from here; it may be older than the truth, never newer.
/// Kafka: ZkMetadataCache.
class MetadataCache
{
public:
    /// Replaces the brokers and merges the partitions; a leader of -2 deletes the partition.
    /// Returns the partitions that were deleted. The caller has checked the epochs.
    std::vector<TopicPartition> apply(const protocol::UpdateMetadataRequest& request);

    /// Called after each `apply`.
    void setListener(UniqueFunction<void()> onChange) { m_onChange = std::move(onChange); }

    /// Whether one UpdateMetadata was taken: before, a broker serves nobody.
    bool ready() const { return m_ready; }
    BrokerId controller() const { return m_controller; } ///< kNoBroker: not known
    const std::map<BrokerId, LiveBroker>& brokers() const { return m_brokers; }
    const LiveBroker* broker(BrokerId id) const;
    bool isAlive(BrokerId id) const { return broker(id) != nullptr; }
    /// Rises when a broker joins or leaves the living ones.
    std::uint64_t livingVersion() const { return m_livingVersion; }

    /// Sorted by name.
    const std::map<std::string, TopicMetadata>& topics() const { return m_topics; }
    const TopicMetadata* topic(const std::string& name) const;
    const PartitionMetadata* partition(const TopicPartition& of) const;
    /// The name of the topic that has this id now; null if none has.
    const std::string* topicName(const Uuid& id) const;
    /// How many partitions it has, 0 if it is not known.
    std::int32_t partitionCount(const std::string& topic) const;
    /// Rises with every change.
    std::uint64_t version() const { return m_version; }

    void report(std::vector<observe::ToldPartition>& into) const;

private:
    void remove(const TopicPartition& partition);
    void rename(const std::string& topic, TopicMetadata& known, const Uuid& id);

    bool m_ready = false;
    BrokerId m_controller = kNoBroker;
    std::map<BrokerId, LiveBroker> m_brokers;
    std::map<std::string, TopicMetadata> m_topics;
    std::map<Uuid, std::string> m_names; ///< of `m_topics`, by id
    std::uint64_t m_version = 0;
    std::uint64_t m_livingVersion = 0;
    UniqueFunction<void()> m_onChange;
};

} // namespace hw::broker
