#include "engine/broker/group/group_store.h"

#include <fmt/format.h>

#include "engine/broker/core/services.h"
#include "engine/broker/group/offsets_records.h"
#include "engine/broker/group/subscriptions.h"
#include "engine/protocol/batch_builder.h"
#include "engine/protocol/hashes.h"

namespace hw::group {

ErrorCode coordinatorError(ErrorCode appended, ErrorCode tooLarge)
{
    switch (appended) {
    case ErrorCode::UnknownTopicOrPartition:
    case ErrorCode::NotEnoughReplicas:
    case ErrorCode::NotEnoughReplicasAfterAppend:
        return ErrorCode::CoordinatorNotAvailable;
    case ErrorCode::NotLeaderOrFollower:
    case ErrorCode::KafkaStorageError:
        return ErrorCode::NotCoordinator;
    case ErrorCode::MessageTooLarge:
    case ErrorCode::RecordListTooLarge:
    case ErrorCode::InvalidFetchSize:
        return tooLarge;
    default:
        return appended;
    }
}

namespace {

/// What clients are told when a group's record could not be written.
/// Kafka: GroupMetadataManager.storeGroup.
ErrorCode answerFor(ErrorCode appended)
{
    return appended == ErrorCode::RequestTimedOut
               ? ErrorCode::RebalanceInProgress
               : coordinatorError(appended, ErrorCode::UnknownServerError);
}

Bytes bytesOf(const Slice& slice) { return {slice.view().begin(), slice.view().end()}; }

protocol::GroupMetadataValue valueOf(const Group& group,
                                     const std::map<std::string, Slice>& assignments)
{
    protocol::GroupMetadataValue value;
    value.protocolType = group.roster.protocolType().value_or("");
    value.generation = group.generation;
    value.protocol = group.protocol;
    value.leader =
        group.roster.leader().empty() ? std::nullopt : std::optional(group.roster.leader());
    value.currentStateTimestamp = group.stateSince.ms();
    for (const auto& [id, member] : group.roster.all()) {
        auto& stored = value.members.emplace_back();
        stored.memberId = id;
        stored.groupInstanceId = member->instanceId;
        stored.clientId = member->clientId;
        stored.clientHost = member->clientHost;
        stored.rebalanceTimeout = static_cast<std::int32_t>(toMs(member->rebalanceTimeout));
        stored.sessionTimeout = static_cast<std::int32_t>(toMs(member->sessionTimeout));
        if (const Slice* metadata = member->metadataFor(group.protocol.value_or("")))
            stored.subscription = bytesOf(*metadata);
        if (const auto assigned = assignments.find(id); assigned != assignments.end())
            stored.assignment = bytesOf(assigned->second);
    }
    return value;
}

} // namespace

GroupStore::GroupStore(Setting& setting, Hooks hooks)
    : m_setting(setting)
    , m_hooks(std::move(hooks))
    , m_partitionCount(setting.config.offsetsTopicPartitions)
{
}

GroupStore::~GroupStore()
{
    for (const auto& [id, group] : m_groups) {
        group->joinTimer.cancel();
        group->syncTimer.cancel();
        group->pending.clear();
        group->roster = Roster();
        group->consumer.reset();
    }
}

std::int32_t GroupStore::partitionFor(std::string_view group) const
{
    return protocol::coordinatingPartition(group, m_partitionCount);
}

void GroupStore::elected(std::int32_t partition, LeaderEpoch epoch)
{
    const auto [it, isNew] = m_partitions.try_emplace(partition);
    if (!isNew) {
        it->second.epoch = std::max(it->second.epoch, epoch);
        return;
    }
    it->second.epoch = epoch;
    it->second.loader = std::make_unique<PartitionLoader>(
        m_setting, TopicPartition{broker::kOffsetsTopic, partition},
        [this, partition](PartitionLoader::Contents contents) {
            install(partition, std::move(contents));
        });
}

void GroupStore::resigned(std::int32_t partition, std::optional<LeaderEpoch> epoch)
{
    const auto it = m_partitions.find(partition);
    if (it == m_partitions.end() || (epoch && *epoch < it->second.epoch))
        return;
    m_partitions.erase(it);
    const EventId unloaded =
        m_setting.journal.report(observe::fact::CoordinatorUnloaded{partition, m_setting.self});
    const CauseScope because(m_setting.loop, unloaded);
    for (auto group = m_groups.begin(); group != m_groups.end();) {
        if (group->second->offsetsPartition != partition) {
            ++group;
            continue;
        }
        m_hooks.unloaded(group->second);
        group = m_groups.erase(group);
    }
}

ErrorCode GroupStore::standing(std::string_view group) const
{
    const auto it = m_partitions.find(partitionFor(group));
    if (it == m_partitions.end())
        return ErrorCode::NotCoordinator;
    return it->second.loader ? ErrorCode::CoordinatorLoadInProgress : ErrorCode::None;
}

bool GroupStore::isLoading() const
{
    for (const auto& [number, partition] : m_partitions) {
        if (partition.loader)
            return true;
    }
    return false;
}

GroupPtr GroupStore::find(const std::string& group) const
{
    const auto it = m_groups.find(group);
    return it == m_groups.end() ? nullptr : it->second;
}

GroupPtr GroupStore::create(const std::string& id)
{
    GroupPtr group = std::make_shared<Group>(id, partitionFor(id), m_setting.loop);
    group->stateSince = m_setting.loop.wallTime();
    const bool isNew = m_groups.emplace(id, group).second;
    HW_ASSERT(isNew, "a group is made once");
    return group;
}

void GroupStore::turnIntoClassic(Group& group)
{
    protocol::BatchBuilder batch;
    addTombstones(batch, m_setting.loop.wallTime(), group);
    group.consumer.reset();
    group.generation = Generation{0};
    group.protocol.reset();
    group.roster.setProtocolType(std::nullopt);
    append(group, batch.build(), [](broker::PartitionPort::Appended) {
        // Should they be lost: the classic group's own record counts once it has a generation.
    });
}

void GroupStore::forgetDead()
{
    std::erase_if(m_groups, [](const auto& entry) { return entry.second->isOver(); });
}

void GroupStore::storeGroup(const Group& group, const std::map<std::string, Slice>& assignments,
                            UniqueFunction<void(ErrorCode)> done)
{
    const Bytes key = encodeGroupKey(group.id);
    const Bytes value = encodeGroupValue(valueOf(group, assignments));
    protocol::BatchBuilder batch;
    batch.add(m_setting.loop.wallTime(), key, value);
    append(group, batch.build(),
           [done = std::move(done)](broker::PartitionPort::Appended appended) {
               done(answerFor(appended.error));
           });
}

void GroupStore::append(const Group& group, Bytes batch,
                        UniqueFunction<void(broker::PartitionPort::Appended)> done)
{
    world::Loop& loop = m_setting.loop;
    m_setting.port.appendAndReplicate(
        {broker::kOffsetsTopic, group.offsetsPartition}, Slice(std::move(batch)),
        m_setting.config.offsetsCommitTimeout,
        [&loop, cause = loop.cause(), alive = std::weak_ptr<int>(m_alive),
         done = std::move(done)](broker::PartitionPort::Appended appended) {
            if (alive.expired())
                return;
            const CauseScope because(loop, cause);
            done(appended);
        });
}

void GroupStore::install(std::int32_t partition, PartitionLoader::Contents contents)
{
    m_partitions.at(partition).loader.reset();

    std::vector<GroupPtr> restored;
    for (const auto& [id, value] : contents.groups)
        restored.push_back(restore(id, &value));
    for (const auto& [id, consumers] : contents.consumers)
        if (consumers.epoch && !find(id))
            restored.push_back(restoreOf(id, consumers));
    for (auto& [id, offsets] : contents.offsets) {
        if (offsets.empty())
            continue;
        GroupPtr group = find(id);
        if (!group)
            restored.push_back(group = restore(id, nullptr));
        group->offsets = std::move(offsets);
    }

    const EventId loaded = m_setting.journal.report(observe::fact::CoordinatorLoaded{
        partition, m_setting.self, static_cast<std::int32_t>(restored.size())});
    const CauseScope because(m_setting.loop, loaded);
    for (const GroupPtr& group : restored) {
        group->step = loaded;
        group->lastCause = {loaded,
                            observe::fact::RebalanceKind::CoordinatorMoved,
                            {},
                            fmt::format("the coordinator moved to broker {}: members and "
                                        "generation {} were read from {}-{}",
                                        m_setting.self, group->generation, broker::kOffsetsTopic,
                                        partition)};
        m_hooks.loaded(group);
    }
}

GroupPtr GroupStore::restore(const std::string& id, const protocol::GroupMetadataValue* value)
{
    GroupPtr group = std::make_shared<Group>(id, partitionFor(id), m_setting.loop);
    m_groups[id] = group;
    group->stateSince = m_setting.loop.wallTime();
    if (!value)
        return group;
    group->generation = value->generation;
    group->protocol = value->protocol;
    if (value->currentStateTimestamp >= 0)
        group->stateSince = WallTime(value->currentStateTimestamp);
    restoreMembers(*group, *value);
    group->state = group->roster.empty() ? State::Empty : State::Stable;
    group->subscribed = subscribedBy(*group);
    return group;
}

GroupPtr GroupStore::restoreOf(const std::string& id, const ConsumerContents& contents)
{
    GroupPtr group = std::make_shared<Group>(id, partitionFor(id), m_setting.loop);
    m_groups[id] = group;
    group->stateSince = m_setting.loop.wallTime();
    restoreConsumers(*group, contents, m_setting.loop);
    const ConsumerGroup& consumers = *group->consumer;
    group->state = consumers.empty()                           ? State::Empty
                   : group->generation > consumers.targetEpoch ? State::Assigning
                   : consumers.isReconciled()                  ? State::Stable
                                                               : State::Reconciling;
    return group;
}

void GroupStore::restoreMembers(Group& group, const protocol::GroupMetadataValue& value)
{
    for (const auto& stored : value.members) {
        if (group.roster.find(stored.memberId))
            continue;
        auto member = std::make_unique<Member>(m_setting.loop);
        member->id = stored.memberId;
        member->instanceId = stored.groupInstanceId;
        member->clientId = stored.clientId;
        member->clientHost = stored.clientHost;
        member->sessionTimeout = fromMs(stored.sessionTimeout);
        // Older records have none: the session timeout, as for JoinGroup v0.
        member->rebalanceTimeout =
            fromMs(stored.rebalanceTimeout < 0 ? stored.sessionTimeout : stored.rebalanceTimeout);
        member->protocols = {{value.protocol.value_or(""), Slice(stored.subscription)}};
        member->assignment = Slice(stored.assignment);
        member->lastSeen = m_setting.loop.now();
        group.roster.add(std::move(member), value.protocolType);
    }
    if (group.roster.empty() && !value.protocolType.empty())
        group.roster.setProtocolType(value.protocolType);
    if (value.leader && group.roster.find(*value.leader))
        group.roster.setLeader(*value.leader);
}

} // namespace hw::group
