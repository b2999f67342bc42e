#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "engine/broker/group/group.h"
#include "engine/broker/group/partition_loader.h"
#include "engine/broker/group/setting.h"

namespace hw::group {

/// What clients are told instead of the error of an append to `__consumer_offsets`: the offsets
/// partition is not their business. `tooLarge` stands for a record over the topic's limits.
/// Kafka: GroupMetadataManager.storeGroup, storeOffsets.
ErrorCode coordinatorError(ErrorCode appended, ErrorCode tooLarge);

/// Which groups this broker coordinates, and their records in `__consumer_offsets`: loads them when
/// it becomes the leader of a partition, appends to it, forgets them when it resigns.
/// Kafka: GroupMetadataManager.
class GroupStore
{
public:
    struct Hooks
    {
        /// A group is back with its members: their sessions start anew.
        UniqueFunction<void(const GroupPtr&)> loaded;
        /// A group belongs to somebody else now: answer who waits. It is forgotten afterwards.
        UniqueFunction<void(const GroupPtr&)> unloaded;
    };
    GroupStore(Setting& setting, Hooks hooks);
    /// Groups may live on in appends under way: their timers stop, parked answers are dropped.
    ~GroupStore();

    void setPartitionCount(std::int32_t count) { m_partitionCount = count; }
    std::int32_t partitionCount() const { return m_partitionCount; }
    std::int32_t partitionFor(std::string_view group) const;

    void elected(std::int32_t partition, LeaderEpoch epoch);
    void resigned(std::int32_t partition, std::optional<LeaderEpoch> epoch);

    /// None, COORDINATOR_LOAD_IN_PROGRESS or NOT_COORDINATOR.
    ErrorCode standing(std::string_view group) const;
    bool isLoading() const;

    GroupPtr find(const std::string& group) const;
    /// Its partition must be loaded here.
    GroupPtr create(const std::string& group);
    void forget(const Group& group) { m_groups.erase(group.id); }
    /// A group of consumers that is deserted becomes a classic one without members; its offsets
    /// stay.  Kafka: GroupMetadataManager.maybeDeleteEmptyConsumerGroup.
    void turnIntoClassic(Group& group);
    /// Takes out all groups that are Dead.
    void forgetDead();
    const std::map<std::string, GroupPtr>& groups() const { return m_groups; }

    /// Writes the group as it is now, with these assignments (by member id; absent: empty). `done`
    /// gets the code to answer clients with. May run `done` at once: call it last.
    void storeGroup(const Group& group, const std::map<std::string, Slice>& assignments,
                    UniqueFunction<void(ErrorCode)> done);
    /// Appends a batch to the group's partition, acks=-1. May run `done` at once: call it last.
    void append(const Group& group, Bytes batch,
                UniqueFunction<void(broker::PartitionPort::Appended)> done);

private:
    struct Partition
    {
        LeaderEpoch epoch;
        std::unique_ptr<PartitionLoader> loader; ///< while it loads
    };

    void install(std::int32_t partition, PartitionLoader::Contents contents);
    GroupPtr restore(const std::string& id, const protocol::GroupMetadataValue* value);
    GroupPtr restoreOf(const std::string& id, const ConsumerContents& contents);
    void restoreMembers(Group& group, const protocol::GroupMetadataValue& value);

    Setting& m_setting;
    Hooks m_hooks;
    std::int32_t m_partitionCount;
    std::map<std::int32_t, Partition> m_partitions; ///< those that this broker leads
    std::map<std::string, GroupPtr> m_groups;
    std::shared_ptr<int> m_alive = std::make_shared<int>(0); ///< gone: answers find nobody
};

} // namespace hw::group
