#include <algorithm>

#include "engine/broker/group/consumer_records.h"
#include "engine/broker/group/offset_keeper.h"
#include "engine/broker/group/offsets_records.h"
#include "engine/broker/group/subscriptions.h"
#include "engine/protocol/batch_builder.h"

/// The part of the OffsetKeeper that lets offsets and groups go.
namespace hw::group {

void OffsetKeeper::scheduleExpiry()
{
    m_expiryTimer.start(m_setting.config.offsetsRetentionCheck, [this] {
        const CauseScope because(m_setting.loop, kNoEvent);
        for (const auto& [id, group] : m_store.groups())
            expire(group);
        m_store.forgetDead();
        scheduleExpiry();
    });
}

/// Which offsets have outlived `offsets.retention.minutes`, counted from where the group's kind
/// says.  Kafka: GroupMetadata.removeExpiredOffsets (KIP-211, KIP-496).
std::vector<TopicPartition> OffsetKeeper::expiredOf(const Group& group) const
{
    const std::int64_t now = m_setting.loop.wallTime().ms();
    const std::int64_t retention = toMs(m_setting.config.offsetsRetention);
    const bool managed = group.roster.protocolType().has_value();
    std::vector<TopicPartition> expired;
    for (const auto& [partition, stored] : group.offsets) {
        std::int64_t since = stored.committed.committedAt.ms();
        if (group.consumer) {
            if (group.subscribed->contains(partition.topic))
                continue;
        } else if (managed && group.is(State::Empty))
            since = group.stateSince.ms();
        else if (managed && !(group.is(State::Stable) && group.subscribed &&
                              !group.subscribed->contains(partition.topic)))
            continue;
        if (now - since >= retention && !group.offsetsInFlight.contains(partition))
            expired.push_back(partition);
    }
    return expired;
}

void OffsetKeeper::expire(const GroupPtr& group)
{
    if (m_store.standing(group->id) != ErrorCode::None)
        return;
    const std::vector<TopicPartition> expired = expiredOf(*group);
    const bool isUseless = group->isDeserted() && group->offsetsInFlight.empty() &&
                           expired.size() == group->offsets.size();
    if (!expired.empty() || isUseless)
        remove(group, isUseless ? Scope::WholeGroup : Scope::Offsets, expired,
               "its offsets have expired", [](ErrorCode) {
                   // Should the tombstones be lost, the next coordinator expires them again.
               });
}

void OffsetKeeper::remove(const GroupPtr& group, Scope scope,
                          const std::vector<TopicPartition>& partitions, const char* why,
                          UniqueFunction<void(ErrorCode)> done)
{
    const WallTime now = m_setting.loop.wallTime();
    protocol::BatchBuilder batch;
    for (const TopicPartition& partition : partitions) {
        batch.add(now, encodeOffsetKey(group->id, partition), std::nullopt);
        group->offsets.erase(partition);
    }
    if (scope == Scope::WholeGroup) {
        // A group that never had a generation was never written.
        if (group->generation > Generation{0}) {
            if (group->consumer)
                addTombstones(batch, now, *group);
            else
                batch.add(now, encodeGroupKey(group->id), std::nullopt);
        }
        group->pending.clear();
        m_rebalancer.changeState(*group, State::Dead, why);
    }
    if (batch.empty())
        return done(ErrorCode::None);
    m_store.append(*group, batch.build(),
                   [done = std::move(done)](broker::PartitionPort::Appended appended) {
                       done(appended.error);
                   });
}

/// Kafka: GroupCoordinator.handleDeletedPartitions, GroupMetadataManager.cleanupGroupMetadata.
void OffsetKeeper::forgetPartitions(const std::vector<TopicPartition>& deleted)
{
    for (const auto& [id, group] : m_store.groups()) {
        if (m_store.standing(id) != ErrorCode::None)
            continue;
        std::vector<TopicPartition> stored;
        for (const TopicPartition& partition : deleted)
            if (group->offsets.contains(partition))
                stored.push_back(partition);
        if (stored.empty())
            continue;
        const bool isUseless = group->isDeserted() && group->offsetsInFlight.empty() &&
                               stored.size() == group->offsets.size();
        remove(group, isUseless ? Scope::WholeGroup : Scope::Offsets, stored,
               "its topic was deleted", [](ErrorCode) {
                   // Should the tombstones be lost, the offsets expire like any others.
               });
    }
    m_store.forgetDead();
}

/// A group whose offsets are gone ends with them if it has no members either.
void OffsetKeeper::deleteOffsets(const std::string& id, std::vector<TopicPartition> partitions,
                                 Done<DeleteOffsetsResult> done)
{
    DeleteOffsetsResult result;
    const GroupPtr group = m_store.find(id);
    if (!group || group->isOver())
        result.error = ErrorCode::GroupIdNotFound;
    else if (!group->is(State::Empty) && group->roster.protocolType() != kConsumerType)
        result.error = ErrorCode::NonEmptyGroup;
    if (result.error != ErrorCode::None)
        return answerLater(m_setting.loop, std::move(done), std::move(result));

    std::vector<TopicPartition> stored;
    for (const TopicPartition& partition : partitions) {
        // Where subscriptions cannot be read, any topic may be among them.
        const bool isRead = !group->is(State::Empty) &&
                            (!group->subscribed || group->subscribed->contains(partition.topic));
        result.codes.push_back(isRead ? ErrorCode::GroupSubscribedToTopic : ErrorCode::None);
        if (!isRead && group->offsets.contains(partition) &&
            std::ranges::find(stored, partition) == stored.end())
            stored.push_back(partition);
    }
    const bool all = stored.size() == group->offsets.size() && !stored.empty();
    const bool isUseless = all && group->isDeserted() && group->offsetsInFlight.empty();
    if (isUseless)
        m_store.forget(*group);
    remove(group, isUseless ? Scope::WholeGroup : Scope::Offsets, stored,
           "an administrator deleted its last offsets",
           [&loop = m_setting.loop, result = std::move(result),
            done = std::move(done)](ErrorCode) mutable {
               // As for whole groups: they are gone from memory, whatever came of the tombstones.
               answerLater(loop, std::move(done), std::move(result));
           });
}

void OffsetKeeper::deleteGroup(const std::string& id, UniqueFunction<void(ErrorCode)> done)
{
    const GroupPtr group = m_store.find(id);
    if (!group)
        return done(ErrorCode::GroupIdNotFound);
    if (!group->is(State::Empty))
        return done(ErrorCode::NonEmptyGroup);
    std::vector<TopicPartition> all;
    for (const auto& [partition, stored] : group->offsets)
        all.push_back(partition);
    m_store.forget(*group);
    remove(group, Scope::WholeGroup, all, "an administrator deleted the group",
           [done = std::move(done)](ErrorCode) {
               // Kafka answers success even if the tombstones fail: the group is gone from memory,
               // and would come back with the next coordinator.
               done(ErrorCode::None);
           });
}

} // namespace hw::group
