#pragma once

#include <vector>

#include "engine/broker/group/group_store.h"
#include "engine/broker/group/rebalancer.h"
#include "engine/broker/group/setting.h"

namespace hw::group {

/// Commits and fetches positions, and lets old ones and empty groups go. Its callers have checked
/// that the group belongs here and is loaded.
/// Kafka: GroupCoordinator.doCommitOffsets, GroupMetadataManager.storeOffsets,
/// cleanupGroupMetadata.
class OffsetKeeper
{
public:
    OffsetKeeper(Setting& setting, GroupStore& store, Rebalancer& rebalancer);

    void commit(CommitRequest request, Done<CommitResult> done);
    FetchOffsetsResult fetch(const FetchOffsetsRequest& request) const;
    /// One group: with its tombstones replicated, or refused. Needs no check before.
    void deleteGroup(const std::string& id, UniqueFunction<void(ErrorCode)> done);
    void deleteOffsets(const std::string& id, std::vector<TopicPartition> partitions,
                       Done<DeleteOffsetsResult> done);

    /// These partitions do not exist any more: nobody can have offsets in them.
    void forgetPartitions(const std::vector<TopicPartition>& deleted);

private:
    ErrorCode check(const Group& group, const CommitRequest& request) const;
    static ErrorCode checkMember(const Group& group, const CommitRequest& request);
    void store(const GroupPtr& group, CommitRequest request, Done<CommitResult> done);
    void onStored(Group& group, const CommitRequest& request, const CommitResult& checked,
                  WallTime at, broker::PartitionPort::Appended appended);

    void scheduleExpiry();
    void expire(const GroupPtr& group);
    std::vector<TopicPartition> expiredOf(const Group& group) const;
    enum class Scope
    {
        Offsets,
        WholeGroup
    };
    /// Removes these offsets, or with all of them the group, and writes tombstones.
    void remove(const GroupPtr& group, Scope scope, const std::vector<TopicPartition>& partitions,
                const char* why, UniqueFunction<void(ErrorCode)> done);

    Setting& m_setting;
    GroupStore& m_store;
    Rebalancer& m_rebalancer;
    world::Timer m_expiryTimer;
};

} // namespace hw::group
