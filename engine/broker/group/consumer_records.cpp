#include "engine/broker/group/consumer_records.h"

#include "engine/base/reader.h"
#include "engine/base/writer.h"

namespace hw::group {

using protocol::ApiVersion;
using Kind = ConsumerKey::Kind;

namespace {

constexpr ApiVersion kConsumerValueVersion{0};

template <class Message> Bytes encodeAs(const Message& message, ApiVersion version)
{
    Writer to;
    to.i16(version.value());
    message.encode(to, version);
    return to.takeBytes();
}

template <class Message> Result<Message> decodeAs(ByteView value)
{
    Reader from(value);
    const ApiVersion version{from.i16()};
    if (!from.ok())
        return fail(Failure::Corrupt, std::string(Message::kName) + " has no version");
    return Message::decode(from, version);
}

template <class Value> Result<void> put(std::optional<Value>& into, std::optional<ByteView> bytes)
{
    if (!bytes) {
        into.reset();
        return {};
    }
    auto value = decodeAs<Value>(*bytes);
    if (!value)
        return tl::unexpected(value.error());
    into = std::move(*value);
    return {};
}

template <class Value>
Result<void> put(std::map<std::string, Value>& into, const std::string& member,
                 std::optional<ByteView> bytes)
{
    if (!bytes) {
        into.erase(member);
        return {};
    }
    auto value = decodeAs<Value>(*bytes);
    if (!value)
        return tl::unexpected(value.error());
    into[member] = std::move(*value);
    return {};
}

template <class Key> Bytes keyOf(const ConsumerKey& key)
{
    Key message;
    message.groupId = key.group;
    if constexpr (requires { message.memberId; })
        message.memberId = key.member;
    return encodeAs(message, Key::kVersions.min);
}

template <class Entry> std::vector<Entry> listOf(const IdPartitions& partitions)
{
    std::vector<Entry> list;
    for (const auto& [topic, numbers] : partitions)
        list.push_back({topic, {numbers.begin(), numbers.end()}});
    return list;
}

template <class List> IdPartitions partitionsIn(const List& list)
{
    IdPartitions partitions;
    for (const auto& entry : list)
        for (const std::int32_t number : entry.partitions)
            partitions[entry.topicId].insert(number);
    return partitions;
}

Bytes topicsValue(const ConsumerGroup& consumers)
{
    protocol::ConsumerGroupPartitionMetadataValue value;
    for (const auto& [name, topic] : consumers.topics) {
        auto& told = value.topics.emplace_back();
        told.topicId = topic.id;
        told.topicName = name;
        told.numPartitions = topic.partitions;
        for (const auto& [number, racks] : topic.racks)
            told.partitionMetadata.push_back({number, {racks.begin(), racks.end()}});
    }
    return encodeAs(value, kConsumerValueVersion);
}

Bytes memberValue(const ConsumerMember& member)
{
    protocol::ConsumerGroupMemberMetadataValue value;
    value.instanceId = member.instanceId;
    value.rackId = member.rackId;
    value.clientId = member.clientId;
    value.clientHost = member.clientHost;
    value.subscribedTopicNames = member.topics;
    value.rebalanceTimeoutMs = static_cast<std::int32_t>(toMs(member.rebalanceTimeout));
    value.serverAssignor = member.assignor;
    return encodeAs(value, kConsumerValueVersion);
}

Bytes targetValue(const IdPartitions& target)
{
    protocol::ConsumerGroupTargetAssignmentMemberValue value;
    value.topicPartitions =
        listOf<protocol::ConsumerGroupTargetAssignmentMemberValue::TopicPartition>(target);
    return encodeAs(value, kConsumerValueVersion);
}

Bytes progressValue(const Progress& progress)
{
    using Value = protocol::ConsumerGroupCurrentMemberAssignmentValue;
    Value value;
    value.memberEpoch = progress.epoch.value();
    value.previousMemberEpoch = progress.previousEpoch.value();
    value.state = static_cast<std::int8_t>(progress.state);
    value.assignedPartitions = listOf<Value::TopicPartitions>(progress.assigned);
    value.partitionsPendingRevocation = listOf<Value::TopicPartitions>(progress.revoking);
    return encodeAs(value, kConsumerValueVersion);
}

Bytes epochValue(Generation epoch)
{
    protocol::ConsumerGroupMetadataValue value;
    value.epoch = epoch.value();
    return encodeAs(value, kConsumerValueVersion);
}

Bytes targetEpochValue(Generation epoch)
{
    protocol::ConsumerGroupTargetAssignmentMetadataValue value;
    value.assignmentEpoch = epoch.value();
    return encodeAs(value, kConsumerValueVersion);
}

Progress progressIn(const protocol::ConsumerGroupCurrentMemberAssignmentValue& value)
{
    Progress progress;
    progress.epoch = Generation{value.memberEpoch};
    progress.previousEpoch = Generation{value.previousMemberEpoch};
    // Of a state that only newer coordinators know, the next heartbeat makes one that is known.
    progress.state = value.state == 0   ? MemberState::Stable
                     : value.state == 1 ? MemberState::UnrevokedPartitions
                                        : MemberState::UnreleasedPartitions;
    progress.assigned = partitionsIn(value.assignedPartitions);
    progress.revoking = partitionsIn(value.partitionsPendingRevocation);
    return progress;
}

} // namespace

Bytes encodeConsumerKey(const ConsumerKey& key)
{
    switch (key.kind) {
    case Kind::Epoch:
        return keyOf<protocol::ConsumerGroupMetadataKey>(key);
    case Kind::Topics:
        return keyOf<protocol::ConsumerGroupPartitionMetadataKey>(key);
    case Kind::Member:
        return keyOf<protocol::ConsumerGroupMemberMetadataKey>(key);
    case Kind::TargetEpoch:
        return keyOf<protocol::ConsumerGroupTargetAssignmentMetadataKey>(key);
    case Kind::Target:
        return keyOf<protocol::ConsumerGroupTargetAssignmentMemberKey>(key);
    case Kind::Progress:
        break;
    }
    return keyOf<protocol::ConsumerGroupCurrentMemberAssignmentKey>(key);
}

Result<void> ConsumerContents::apply(const ConsumerKey& key, std::optional<ByteView> value)
{
    switch (key.kind) {
    case Kind::Epoch:
        return put(epoch, value);
    case Kind::Topics:
        return put(topics, value);
    case Kind::Member:
        return put(members, key.member, value);
    case Kind::TargetEpoch:
        return put(targetEpoch, value);
    case Kind::Target:
        return put(targets, key.member, value);
    case Kind::Progress:
        break;
    }
    return put(progress, key.member, value);
}

void addRecords(protocol::BatchBuilder& batch, WallTime at, const Group& group,
                const Unwritten& changed)
{
    const ConsumerGroup& consumers = *group.consumer;
    const auto add = [&](Kind kind, const std::string& member, const std::optional<Bytes>& value) {
        const Bytes key = encodeConsumerKey({kind, group.id, member});
        batch.add(at, key, value ? std::optional<ByteView>(*value) : std::nullopt);
    };
    for (const std::string& id : changed.progress)
        if (!consumers.find(id))
            add(Kind::Progress, id, std::nullopt);
    for (const std::string& id : changed.targets)
        if (!consumers.find(id))
            add(Kind::Target, id, std::nullopt);
    for (const std::string& id : changed.members) {
        const ConsumerMember* member = consumers.find(id);
        add(Kind::Member, id, member ? std::optional(memberValue(*member)) : std::nullopt);
    }
    if (changed.topics)
        add(Kind::Topics, {}, topicsValue(consumers));
    if (changed.epoch)
        add(Kind::Epoch, {}, epochValue(group.generation));
    for (const std::string& id : changed.targets)
        if (consumers.find(id))
            add(Kind::Target, id, targetValue(consumers.targetOf(id)));
    if (changed.targetEpoch)
        add(Kind::TargetEpoch, {}, targetEpochValue(consumers.targetEpoch));
    for (const std::string& id : changed.progress)
        if (const ConsumerMember* member = consumers.find(id))
            add(Kind::Progress, id, progressValue(member->progress));
}

void addTombstones(protocol::BatchBuilder& batch, WallTime at, const Group& group)
{
    for (const Kind kind : {Kind::TargetEpoch, Kind::Topics, Kind::Epoch})
        batch.add(at, encodeConsumerKey({kind, group.id, {}}), std::nullopt);
}

void restoreConsumers(Group& group, const ConsumerContents& contents, world::Loop& loop)
{
    group.generation = Generation{contents.epoch->epoch};
    group.consumer = std::make_unique<ConsumerGroup>(loop);
    ConsumerGroup& consumers = *group.consumer;
    if (contents.targetEpoch)
        consumers.targetEpoch = Generation{contents.targetEpoch->assignmentEpoch};
    consumers.storedEpoch = consumers.targetEpoch;
    if (contents.topics)
        for (const auto& told : contents.topics->topics) {
            SubscribedTopic& topic = consumers.topics[told.topicName];
            topic.id = told.topicId;
            topic.partitions = told.numPartitions;
            for (const auto& partition : told.partitionMetadata)
                topic.racks[partition.partition] = {partition.racks.begin(), partition.racks.end()};
        }
    for (const auto& [id, value] : contents.members) {
        auto member = std::make_unique<ConsumerMember>(loop);
        member->id = id;
        member->instanceId = value.instanceId;
        member->rackId = value.rackId;
        member->clientId = value.clientId;
        member->clientHost = value.clientHost;
        member->topics = value.subscribedTopicNames;
        member->assignor = value.serverAssignor;
        member->rebalanceTimeout = fromMs(std::max(value.rebalanceTimeoutMs, 0));
        if (const auto said = contents.progress.find(id); said != contents.progress.end())
            member->progress = progressIn(said->second);
        member->owned = member->progress.assigned;
        consumers.add(std::move(member));
        if (const auto target = contents.targets.find(id); target != contents.targets.end())
            consumers.target[id] = partitionsIn(target->second.topicPartitions);
    }
    group.subscribed = consumers.subscribed();
    group.roster.setProtocolType(std::string(kConsumerType));
    group.protocol = consumers.preferredAssignor();
}

} // namespace hw::group
