#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "engine/broker/core/partition_port.h"
#include "engine/broker/core/partition_roles.h"
#include "engine/broker/core/services.h"
#include "engine/broker/core/topic_configs.h"
#include "engine/broker/replica/delayed_delete_records.h"
#include "engine/broker/replica/delayed_fetch.h"
#include "engine/broker/replica/delayed_produce.h"
#include "engine/broker/replica/fetch_sessions.h"
#include "engine/broker/replica/fetchers.h"
#include "engine/broker/replica/follower_news.h"
#include "engine/broker/replica/partition.h"
#include "engine/log/log_manager.h"
#include "engine/protocol/messages/leader_and_isr.h"
#include "engine/protocol/messages/stop_replica.h"

namespace hw::replica {

struct ProduceItem
{
    TopicPartition partition;
    Slice records;
};

/// All replicas of one broker: obeys the controller, serves produces and fetches, follows other
/// leaders. Lives on the broker's loop.  Kafka: ReplicaManager.
class ReplicaManager final : public broker::PartitionPort
{
public:
    struct Needs
    {
        BrokerId self;
        world::Host& host;
        observe::Journal& journal;
        const broker::BrokerConfig& config;
        const broker::BrokerLife& life;
        broker::MetadataCache& metadata;
        broker::TopicConfigs& topicConfigs;
        log::LogManager& logs;
        IsrProposals& proposals;
        /// The disk failed: the broker cannot go on. Called once, in a later task.
        UniqueFunction<void(const Error&)> onDiskFailure;
    };
    /// All that `needs` refers to outlives it.
    explicit ReplicaManager(Needs needs);
    ~ReplicaManager() override;
    ReplicaManager(const ReplicaManager&) = delete;
    ReplicaManager& operator=(const ReplicaManager&) = delete;

    /// Begins to watch over ISRs. `roles` outlives it.
    void start(broker::PartitionRoles& roles);
    /// Stops following and serving; delayed requests are dropped unanswered.
    void stop();

    // --- the controller's orders (controller_orders.cpp) ---

    /// None, or STALE_CONTROLLER_EPOCH for an older controller than the newest seen. Remembers it.
    protocol::ErrorCode checkController(BrokerId controller, ControllerEpoch epoch);
    /// Answered once the settings of all topics are known and each partition has its role.
    void leaderAndIsr(protocol::LeaderAndIsrRequest request,
                      UniqueFunction<void(protocol::LeaderAndIsrResponse)> done);
    /// Answered once what was to be deleted stays so even after a power loss: else it could come
    /// back when the controller has long forgotten it.
    void stopReplica(const protocol::StopReplicaRequest& request,
                     UniqueFunction<void(protocol::StopReplicaResponse)> done);

    /// The settings of a topic have changed: its partitions obey them from now on.
    void topicConfigChanged(const std::string& topic);

    // --- clients and followers ---

    /// `done` runs at once for acks 0 and 1, else when all is committed, failed or timed out. One
    /// answer per item, in order.  Kafka: ReplicaManager.appendRecords.
    void produce(std::int16_t acks, Duration timeout, const std::vector<ProduceItem>& items,
                 log::AppendOrigin origin, ProduceDone done);
    /// Makes records below an offset unreadable; `done` runs when no live replica keeps them any
    /// more, with one answer per item, in order.  Kafka: ReplicaManager.deleteRecords.
    void deleteRecords(Duration timeout, const std::vector<DeleteRecordsItem>& items,
                       DeleteRecordsDone done);
    /// One answer per item, in order; see `find` for items.  Kafka: ReplicaManager.fetchMessages.
    void fetch(const FetchParams& params, std::vector<FetchItem> items, FetchDone done);
    /// The partition, or why there is none: NOT_LEADER_OR_FOLLOWER if others have it, else
    /// UNKNOWN_TOPIC_OR_PARTITION.
    Served<Partition*> find(const TopicPartition& id) const;
    FetchSessions& fetchSessions() { return m_fetchSessions; }

    // --- PartitionPort ---

    void appendAndReplicate(const TopicPartition& to, Slice batch, Duration timeout,
                            UniqueFunction<void(Appended)> done) override;
    std::optional<Bounds> leads(const TopicPartition& partition) const override;
    Result<Slice> read(const TopicPartition& from, Offset at, Offset limit,
                       std::uint32_t maxBytes) override;

    // --- the rest of the broker ---

    /// What the checkpoint file shall hold; none for a partition that is not known yet.
    std::optional<Offset> highWatermark(const TopicPartition& partition) const;
    std::uint64_t recordsIn() const { return m_recordsIn; } ///< appended by clients, since start
    std::size_t waiting() const { return m_purgatory.size(); }
    void report(std::vector<observe::ReplicaReport>& into) const;
    /// The metadata cache names other living brokers than before.
    void livingBrokersChanged();
    void diskFailed(const TopicPartition& partition, const std::string& why);
    /// The log directory cannot be written to any more: every partition goes offline (requests get
    /// KAFKA_STORAGE_ERROR), then the broker gives up.
    void directoryFailed(const std::string& why);
    /// Appends under flush.messages may have become acknowledgeable.
    void logFlushed(const TopicPartition& partition);

private:
    void shrinkIsrs();
    ProduceAnswer append(const ProduceItem& item, std::int16_t acks, log::AppendOrigin origin,
                         PendingAppend& pending);
    void apply(const protocol::LeaderAndIsrRequest& request,
               protocol::LeaderAndIsrResponse& response);
    protocol::ErrorCode apply(const PartitionState& state, const std::string& topic,
                              const Uuid& topicId, const protocol::LeaderAndIsrRequest& request);
    Served<Partition*> findOrCreate(const TopicPartition& id, const Uuid& topicId);
    void follow(Partition& partition, const protocol::LeaderAndIsrRequest& request);
    protocol::ErrorCode stopOne(const TopicPartition& id, LeaderEpoch epoch, bool remove);
    void retire(const TopicPartition& id);

    Needs m_needs;
    broker::PartitionRoles* m_roles = nullptr;
    broker::Wakeups m_wakeups;
    broker::Purgatory m_purgatory;
    PartitionContext m_context;
    std::map<TopicPartition, std::unique_ptr<Partition>> m_partitions;
    FollowerNews m_news;
    FetchSessions m_fetchSessions;
    std::vector<std::unique_ptr<Partition>> m_retired; ///< removed, until their waiters know
    Fetchers m_fetchers;
    ControllerEpoch m_controllerEpoch;
    std::uint64_t m_recordsIn = 0;
    bool m_diskFailed = false;
    bool m_isStopped = false;
    world::Timer m_isrTimer;
    broker::Lifeline m_life;
};

} // namespace hw::replica
