#include "engine/broker/group/offsets_records.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/base/reader.h"
#include "engine/base/writer.h"
#include "engine/protocol/messages/consumer_group_record.h"
#include "engine/protocol/messages/consumer_protocol.h"
#include "engine/protocol/messages/offset_commit_record.h"

namespace hw::group {

using protocol::ApiVersion;

namespace {

constexpr ApiVersion kOffsetKeyVersion{1};
constexpr ApiVersion kGroupKeyVersion{2};
constexpr ApiVersion kOffsetValueVersion{3};
constexpr ApiVersion kGroupValueVersion{3};

template <class Message> Bytes encode(const Message& message, ApiVersion version)
{
    Writer to;
    to.i16(version.value());
    message.encode(to, version);
    return to.takeBytes();
}

template <class Message> Result<Message> decodeValue(ByteView value)
{
    Reader from(value);
    const ApiVersion version{from.i16()};
    if (!from.ok())
        return fail(Failure::Corrupt, fmt::format("{} has no version", Message::kName));
    return Message::decode(from, version);
}

/// Consumers may be newer than we are: they only ever add fields at the end.
template <class Message> std::optional<Message> decodeEmbedded(const Slice& bytes)
{
    Reader from(bytes);
    const ApiVersion version{from.i16()};
    if (!from.ok() || version < Message::kVersions.min)
        return std::nullopt;
    Result<Message> message = Message::decode(from, std::min(version, Message::kVersions.max));
    if (!message)
        return std::nullopt;
    return std::move(*message);
}

} // namespace

Bytes encodeOffsetKey(const std::string& group, const TopicPartition& partition)
{
    protocol::OffsetCommitKey key;
    key.group = group;
    key.topic = partition.topic;
    key.partition = partition.partition;
    return encode(key, kOffsetKeyVersion);
}

Bytes encodeGroupKey(const std::string& group)
{
    protocol::GroupMetadataKey key;
    key.group = group;
    return encode(key, kGroupKeyVersion);
}

Bytes encodeOffsetValue(const CommittedOffset& committed)
{
    protocol::OffsetCommitValue value;
    value.offset = committed.offset;
    value.leaderEpoch = committed.leaderEpoch;
    value.metadata = committed.metadata;
    value.commitTimestamp = committed.committedAt.ms();
    return encode(value, kOffsetValueVersion);
}

Bytes encodeGroupValue(const protocol::GroupMetadataValue& value)
{
    return encode(value, kGroupValueVersion);
}

template <class Key> static Result<RecordKey> consumerKey(Reader& from, std::int16_t version)
{
    auto key = Key::decode(from, ApiVersion{version});
    if (!key)
        return tl::unexpected(key.error());
    ConsumerKey known{static_cast<ConsumerKey::Kind>(version), std::move(key->groupId), {}};
    if constexpr (requires { key->memberId; })
        known.member = std::move(key->memberId);
    return known;
}

static Result<RecordKey> decodeConsumerKey(Reader& from, std::int16_t version)
{
    switch (static_cast<ConsumerKey::Kind>(version)) {
    case ConsumerKey::Kind::Epoch:
        return consumerKey<protocol::ConsumerGroupMetadataKey>(from, version);
    case ConsumerKey::Kind::Topics:
        return consumerKey<protocol::ConsumerGroupPartitionMetadataKey>(from, version);
    case ConsumerKey::Kind::Member:
        return consumerKey<protocol::ConsumerGroupMemberMetadataKey>(from, version);
    case ConsumerKey::Kind::TargetEpoch:
        return consumerKey<protocol::ConsumerGroupTargetAssignmentMetadataKey>(from, version);
    case ConsumerKey::Kind::Target:
        return consumerKey<protocol::ConsumerGroupTargetAssignmentMemberKey>(from, version);
    case ConsumerKey::Kind::Progress:
        break;
    }
    return consumerKey<protocol::ConsumerGroupCurrentMemberAssignmentKey>(from, version);
}

Result<RecordKey> decodeKey(ByteView bytes)
{
    Reader from(bytes);
    const std::int16_t version = from.i16();
    if (!from.ok())
        return fail(Failure::Corrupt, "a key in __consumer_offsets has no version");
    if (version == 0 || version == 1) {
        auto key = protocol::OffsetCommitKey::decode(from, ApiVersion{version});
        if (!key)
            return tl::unexpected(key.error());
        return OffsetKey{std::move(key->group), {std::move(key->topic), key->partition}};
    }
    if (version == 2) {
        auto key = protocol::GroupMetadataKey::decode(from, ApiVersion{version});
        if (!key)
            return tl::unexpected(key.error());
        return GroupKey{std::move(key->group)};
    }
    if (version >= 3 && version <= 8)
        return decodeConsumerKey(from, version);
    return ForeignKey{version};
}

Result<CommittedOffset> decodeOffsetValue(ByteView bytes)
{
    auto value = decodeValue<protocol::OffsetCommitValue>(bytes);
    if (!value)
        return tl::unexpected(value.error());
    return CommittedOffset{value->offset, value->leaderEpoch, std::move(value->metadata),
                           WallTime(value->commitTimestamp)};
}

Result<protocol::GroupMetadataValue> decodeGroupValue(ByteView bytes)
{
    return decodeValue<protocol::GroupMetadataValue>(bytes);
}

std::optional<std::vector<std::string>> subscribedTopics(const Slice& metadata)
{
    auto subscription = decodeEmbedded<protocol::ConsumerProtocolSubscription>(metadata);
    if (!subscription)
        return std::nullopt;
    return std::move(subscription->topics);
}

std::vector<TopicPartition> assignedPartitions(const Slice& assignment)
{
    std::vector<TopicPartition> list;
    const auto parsed = decodeEmbedded<protocol::ConsumerProtocolAssignment>(assignment);
    if (!parsed)
        return list;
    for (const auto& topic : parsed->assignedPartitions) {
        for (const std::int32_t partition : topic.partitions)
            list.push_back({topic.topic, partition});
    }
    return list;
}

} // namespace hw::group
