#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/broker/core/broker_config.h"
#include "engine/broker/core/partition_port.h"
#include "engine/broker/core/partition_roles.h"
#include "engine/broker/group/consumer_requests.h"
#include "engine/broker/group/requests.h"
#include "engine/observe/event.h"
#include "engine/observe/report.h"
#include "engine/world/loop.h"

namespace hw::broker {
class MetadataCache;
}

namespace hw::group {

/// The group protocols of one broker, the classic one and (KIP-848) that of consumers: it
/// coordinates the groups whose partition of
/// `__consumer_offsets` this broker leads, and keeps them and their offsets in that partition.
///
/// A state machine over a Loop (time, timers) and a PartitionPort (the partitions); it opens no
/// file and sends nothing. Everything is called on the broker's loop; answers run in a later task.
/// Requests for groups of other brokers get NOT_COORDINATOR, for groups that are being loaded
/// COORDINATOR_LOAD_IN_PROGRESS.
///
/// Destroying it drops all parked answers unrun, which closes their connections. Every rebalance
/// reports its reason, with the chain MemberJoined or MemberLeft → PreparingRebalance →
/// GenerationFormed → AssignmentStored → Stable linked by causes.
///
/// Kafka: GroupCoordinator, GroupMetadataManager (the classic ones, 3.9).
class GroupCoordinator final : public broker::PartitionRoles
{
public:
    /// All but `config`, which is copied, outlive it.
    /// Without `metadata` groups of the consumer protocol know no topics.
    GroupCoordinator(BrokerId self, const broker::BrokerConfig& config, world::Loop& loop,
                     broker::PartitionPort& port, observe::Journal& journal,
                     const broker::MetadataCache* metadata = nullptr);
    ~GroupCoordinator() override;
    GroupCoordinator(const GroupCoordinator&) = delete;
    GroupCoordinator& operator=(const GroupCoordinator&) = delete;

    // --- which partitions ---

    /// How many partitions `__consumer_offsets` has (from the topic itself once it exists).
    /// Until told: `offsets.topic.num.partitions`. Must not change while groups are loaded.
    void setPartitionCount(std::int32_t count);
    std::int32_t partitionCount() const;
    /// The partition that holds `group`; its leader is the group's coordinator.
    std::int32_t partitionFor(std::string_view group) const;

    /// This broker leads that partition of `__consumer_offsets` (other topics are ignored): loads
    /// its groups and offsets in slices, in later tasks, then serves them. A newer epoch of a
    /// partition that is loaded already changes nothing but the epoch; an older one is ignored.
    void onElected(const TopicPartition& partition, LeaderEpoch epoch) override;
    /// It does not lead it (any more): from now on NOT_COORDINATOR, which parked joins and syncs
    /// get in a later task; its groups are forgotten. Unknown partitions are fine.
    void onResigned(const TopicPartition& partition, std::optional<LeaderEpoch> epoch) override;

    /// Topics were deleted: offsets in these partitions go, with tombstones; a group that has no
    /// members and loses its last ones ends.  Kafka: GroupCoordinator.onPartitionsDeleted.
    void partitionsDeleted(const std::vector<TopicPartition>& partitions);

    // --- requests ---

    /// Answered when the group's rebalance has completed (or at once with an error).
    void join(JoinRequest request, Done<JoinResult> done);
    /// Answered when the leader's assignment is stored.
    void sync(SyncRequest request, Done<SyncResult> done);
    ErrorCode heartbeat(const HeartbeatRequest& request);
    LeaveResult leave(const LeaveRequest& request);
    /// The consumer protocol (KIP-848). Answered when what it changed is replicated.
    void consumerHeartbeat(ConsumerHeartbeat request, Done<ConsumerHeartbeatResult> done);
    /// GROUP_ID_NOT_FOUND for one that does not exist or is of the classic protocol.
    ConsumerGroupDescription describeConsumers(const std::string& group) const;
    /// Answered when the offsets are replicated.
    void commit(CommitRequest request, Done<CommitResult> done);
    FetchOffsetsResult fetchOffsets(const FetchOffsetsRequest& request) const;
    GroupDescription describe(const std::string& group) const;
    ListGroupsResult list() const;
    /// Answered when the tombstones are replicated; in the order asked.
    void deleteGroups(std::vector<std::string> groups, Done<std::vector<DeletedGroup>> done);

    /// Answered when the tombstones are replicated. Errors of the group: GROUP_ID_NOT_FOUND,
    /// NON_EMPTY_GROUP for members that are no consumers; of a partition:
    /// GROUP_SUBSCRIBED_TO_TOPIC.  Kafka: GroupCoordinator.handleDeleteOffsets.
    void deleteOffsets(const std::string& group, std::vector<TopicPartition> partitions,
                       Done<DeleteOffsetsResult> done);

    // --- what can be seen ---

    /// All groups it coordinates, sorted by name. Posts nothing and changes nothing.
    std::vector<observe::GroupReport> reports() const;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace hw::group
