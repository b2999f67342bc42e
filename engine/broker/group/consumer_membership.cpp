#include "engine/broker/group/consumer_membership.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/broker/core/metadata_cache.h"
#include "engine/broker/group/consumer_records.h"
#include "engine/broker/group/reconciliation.h"
#include "engine/broker/group/server_assignors.h"

namespace hw::group {

namespace fact = observe::fact;
using fact::RebalanceKind;

namespace {

std::vector<std::string> sortedOnce(std::vector<std::string> names)
{
    std::ranges::sort(names);
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
}

/// With all of the fields that a member must send when it joins.
bool isFull(const ConsumerHeartbeat& request)
{
    return request.epoch == kJoinEpoch ||
           (request.rebalanceTimeout && request.topics && request.owned);
}

SubscribedTopic readTopic(const broker::MetadataCache& metadata, const broker::TopicMetadata& known)
{
    SubscribedTopic topic{known.id, static_cast<std::int32_t>(known.partitions.size()), {}};
    for (const auto& [number, partition] : known.partitions)
        for (const BrokerId replica : partition.replicas)
            if (const auto* broker = metadata.broker(replica); broker && !broker->rack.empty())
                topic.racks[number].insert(broker->rack);
    return topic;
}

std::string describeChange(const std::map<std::string, SubscribedTopic>& before,
                           const std::map<std::string, SubscribedTopic>& after)
{
    for (const auto& [name, topic] : after) {
        const auto old = before.find(name);
        if (old == before.end())
            return fmt::format("topic {} is there with {} partitions", name, topic.partitions);
        if (old->second.id != topic.id)
            return fmt::format("topic {} was made anew", name);
        if (old->second.partitions != topic.partitions)
            return fmt::format("topic {} has {} partitions, {} before", name, topic.partitions,
                               old->second.partitions);
    }
    for (const auto& [name, topic] : before)
        if (!after.contains(name))
            return fmt::format("topic {} is gone", name);
    return "the racks of its topics changed";
}

} // namespace

void ConsumerMembership::refuse(Done<ConsumerHeartbeatResult> done, Refusal refusal)
{
    ConsumerHeartbeatResult result;
    result.error = refusal.error;
    result.message = std::move(refusal.message);
    answerLater(m_setting.loop, std::move(done), std::move(result));
}

void ConsumerMembership::heartbeat(ConsumerHeartbeat request, Done<ConsumerHeartbeatResult> done)
{
    if (auto refusal = checkForm(request))
        return refuse(std::move(done), std::move(*refusal));
    if (request.epoch < kJoinEpoch)
        return leave(request, std::move(done));
    const GroupPtr known = m_store.find(request.group);
    if (auto refusal = admit(known.get(), request))
        return refuse(std::move(done), std::move(*refusal));

    const GroupPtr group = groupFor(request.group);
    if (request.memberId.empty())
        request.memberId = m_setting.loop.random().uuid().text();
    ConsumerMember& member = update(group, request);
    lookAtTopics(group);
    if (group->generation > group->consumer->targetEpoch)
        assign(group);
    const IdPartitions before = member.progress.assigned;
    step(group, member, request.owned);
    touch(group, member);

    ConsumerHeartbeatResult result = answerFor(member);
    if (isFull(request) || member.progress.assigned != before)
        result.assignment = member.progress.assigned;
    flush(group,
          [this, result = std::move(result), done = std::move(done)](ErrorCode error) mutable {
              if (error != ErrorCode::None)
                  return refuse(std::move(done), {error, "the change could not be stored"});
              answerLater(m_setting.loop, std::move(done), std::move(result));
          });
}

/// In an empty group one may also come from the classic protocol: its members are gone, its offsets
/// stay.
GroupPtr ConsumerMembership::groupFor(const std::string& id)
{
    GroupPtr group = m_store.find(id);
    if (!group)
        group = m_store.create(id);
    if (!group->consumer)
        turnIntoConsumers(*group);
    return group;
}

void ConsumerMembership::turnIntoConsumers(Group& group)
{
    if (group.generation > Generation{0}) {
        protocol::BatchBuilder batch;
        batch.add(m_setting.loop.wallTime(), encodeGroupKey(group.id), std::nullopt);
        m_store.append(group, batch.build(), [](broker::PartitionPort::Appended) {
            // Should it be lost: the records that follow make it a group of consumers all the same.
        });
    }
    group.pending.clear();
    group.generation = Generation{0};
    group.protocol.reset();
    group.roster = Roster();
    group.roster.setProtocolType(std::string(kConsumerType));
    group.consumer = std::make_unique<ConsumerGroup>(m_setting.loop);
    group.subscribed = std::set<std::string>();
}

ConsumerMember& ConsumerMembership::update(const GroupPtr& group, const ConsumerHeartbeat& request)
{
    ConsumerGroup& consumers = *group->consumer;
    ConsumerMember* member = consumers.find(request.memberId);
    ConsumerMember* away =
        request.instanceId ? consumers.findInstance(*request.instanceId) : nullptr;
    const bool isNew = !member && !away;
    const bool comesBack = away && request.epoch == kJoinEpoch;
    if (isNew) {
        auto joining = std::make_unique<ConsumerMember>(m_setting.loop);
        joining->id = request.memberId;
        joining->instanceId = request.instanceId;
        member = &consumers.add(std::move(joining));
        consumers.unwritten.members.insert(member->id);
    } else if (comesBack) {
        member = &takePlace(*group, *away, request.memberId);
    }

    const auto change = [&](auto& field, const auto& value) {
        if (field == value)
            return false;
        field = value;
        consumers.unwritten.members.insert(member->id);
        return true;
    };
    if (request.rackId)
        change(member->rackId, request.rackId);
    if (request.rebalanceTimeout)
        change(member->rebalanceTimeout, *request.rebalanceTimeout);
    if (request.assignor)
        change(member->assignor, request.assignor);
    change(member->clientId, request.clientId);
    change(member->clientHost, request.clientHost);
    const bool resubscribed = request.topics && change(member->topics, sortedOnce(*request.topics));

    const EventId joined = isNew || comesBack || request.epoch == kJoinEpoch
                               ? reportJoined(*group, *member, !isNew)
                               : m_setting.loop.cause();
    if (resubscribed) {
        group->subscribed = consumers.subscribed();
        std::string unused;
        refreshTopics(*group, true, unused);
        if (!isNew)
            bump(group, {joined, RebalanceKind::SubscriptionChanged, member->id,
                         fmt::format("member {} changed its subscription", member->id)});
        else
            bump(group, {joined,
                         consumers.members().size() == 1 ? RebalanceKind::FirstMember
                                                         : RebalanceKind::Joined,
                         member->id, fmt::format("member {} joined", member->id)});
    }
    return *member;
}

/// A static member that went for a while comes back, mostly under a new id: it has its target as
/// before, and nobody else is concerned.
ConsumerMember& ConsumerMembership::takePlace(Group& group, ConsumerMember& old,
                                              const std::string& newId)
{
    ConsumerGroup& consumers = *group.consumer;
    IdPartitions target = consumers.targetOf(old.id);
    const auto gone = consumers.remove(old.id);
    auto back = std::make_unique<ConsumerMember>(m_setting.loop);
    back->id = newId;
    back->instanceId = gone->instanceId;
    back->rackId = gone->rackId;
    back->topics = gone->topics;
    back->assignor = gone->assignor;
    back->rebalanceTimeout = gone->rebalanceTimeout;
    back->progress = gone->progress;
    back->progress.epoch = kJoinEpoch;
    back->progress.previousEpoch = kJoinEpoch;
    consumers.target[newId] = std::move(target);
    consumers.unwritten.members.insert(newId);
    consumers.unwritten.targets.insert(newId);
    consumers.unwritten.progress.insert(newId);
    return consumers.add(std::move(back));
}

EventId ConsumerMembership::reportJoined(const Group& group, const ConsumerMember& member,
                                         bool again)
{
    return m_setting.journal.report(
        fact::MemberJoined{group.id, member.id, member.clientId, member.clientHost, again});
}

bool ConsumerMembership::refreshTopics(Group& group, bool subscriptionChanged, std::string& what)
{
    ConsumerGroup& consumers = *group.consumer;
    const broker::MetadataCache* metadata = m_setting.metadata;
    if (!metadata || (!subscriptionChanged && consumers.topicsAsOf == metadata->version()))
        return false;
    consumers.topicsAsOf = metadata->version();
    std::map<std::string, SubscribedTopic> topics;
    for (const std::string& name : consumers.subscribed())
        if (const auto* known = metadata->topic(name); known && !known->partitions.empty())
            topics[name] = readTopic(*metadata, *known);
    if (topics == consumers.topics)
        return false;
    what = describeChange(consumers.topics, topics);
    consumers.topics = std::move(topics);
    consumers.unwritten.topics = true;
    return true;
}

/// Kafka, too, notices with the next heartbeat of any member.
void ConsumerMembership::lookAtTopics(const GroupPtr& group)
{
    std::string what;
    if (refreshTopics(*group, false, what))
        bump(group, {m_setting.loop.cause(), RebalanceKind::PartitionsAdded, {}, what});
}

void ConsumerMembership::bump(const GroupPtr& group, fact::RebalanceCause cause)
{
    ++group->generation;
    group->consumer->unwritten.epoch = true;
    if (group->is(State::Assigning))
        return; // what made it begin is told already
    const CauseScope because(m_setting.loop, cause.event);
    group->lastCause = std::move(cause);
    m_rebalancer.changeState(*group, State::Assigning, group->lastCause.text);
}

/// Kafka: TargetAssignmentBuilder.
void ConsumerMembership::assign(const GroupPtr& group)
{
    ConsumerGroup& consumers = *group->consumer;
    AssignorInput input;
    for (const auto& [name, topic] : consumers.topics)
        input.partitions[topic.id] = topic.partitions;
    for (const auto& [id, member] : consumers.members()) {
        AssignorInput::Member& said = input.members[id];
        said.before = consumers.targetOf(id);
        for (const std::string& name : member->topics)
            if (const auto topic = consumers.topics.find(name); topic != consumers.topics.end())
                said.topics.insert(topic->second.id);
    }
    group->protocol = consumers.preferredAssignor();
    for (auto& [id, partitions] : assignBy(*group->protocol, input)) {
        const auto before = consumers.target.find(id);
        if (before != consumers.target.end() && before->second == partitions)
            continue;
        consumers.target[id] = partitions;
        consumers.unwritten.targets.insert(id);
    }
    consumers.targetEpoch = group->generation;
    consumers.unwritten.targetEpoch = true;
    const CauseScope because(m_setting.loop, group->step);
    consumers.formed = m_setting.journal.report(
        fact::GenerationFormed{group->id,
                               group->generation,
                               {},
                               *group->protocol,
                               static_cast<std::int32_t>(consumers.members().size())});
}

void ConsumerMembership::step(const GroupPtr& group, ConsumerMember& member,
                              const std::optional<IdPartitions>& owned)
{
    ConsumerGroup& consumers = *group->consumer;
    if (owned)
        member.owned = *owned;
    Progress next = reconcile(member.progress, consumers.targetEpoch, consumers.targetOf(member.id),
                              owned, [&](const Uuid& topic, std::int32_t partition) {
                                  return consumers.isHeld(topic, partition);
                              });
    if (next != member.progress) {
        consumers.setProgress(member, std::move(next));
        watchRevocation(group, member);
    }
    tell(*group, member);
}

void ConsumerMembership::tell(const Group& group, ConsumerMember& member)
{
    const ConsumerGroup& consumers = *group.consumer;
    const Progress& progress = member.progress;
    const bool whole = progress.isAt(group.generation) && member.owned == progress.assigned;
    auto now = std::tuple(progress.epoch, member.owned, progress.revoking, whole);
    if (member.told == now)
        return;
    member.told = std::move(now);
    m_setting.journal.report(fact::MemberReconciled{group.id, member.id, progress.epoch,
                                                    consumers.named(member.owned),
                                                    consumers.named(progress.revoking), whole});
}

ConsumerHeartbeatResult ConsumerMembership::answerFor(const ConsumerMember& member) const
{
    ConsumerHeartbeatResult result;
    result.memberId = member.id;
    result.epoch = member.progress.epoch;
    result.heartbeatInterval = m_setting.config.consumerHeartbeatInterval;
    return result;
}

} // namespace hw::group
