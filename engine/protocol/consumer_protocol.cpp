#include "engine/protocol/consumer_protocol.h"

#include <algorithm>
#include <map>

#include "engine/base/reader.h"
#include "engine/base/writer.h"
#include "engine/protocol/messages/consumer_protocol.h"

namespace hw::protocol {

template <class Data>
static Bytes encodeVersioned(const Data& data, ApiVersion version = ApiVersion{0})
{
    Writer writer;
    writer.i16(version.value());
    data.encode(writer, version);
    return writer.takeBytes();
}

template <class Data> static Result<Data> decodeVersioned(const Bytes& bytes)
{
    if (bytes.empty())
        return Data();
    Reader reader{ByteView(bytes)};
    const ApiVersion version{reader.i16()};
    if (version < ApiVersion{0})
        return fail(Failure::Unsupported, std::string(Data::kName) + " has a negative version");
    return Data::decode(reader, std::min(version, Data::kVersions.max));
}

static std::map<std::string, std::vector<std::int32_t>>
byTopic(const std::vector<TopicPartition>& partitions)
{
    std::map<std::string, std::vector<std::int32_t>> topics;
    for (const TopicPartition& partition : partitions)
        topics[partition.topic].push_back(partition.partition);
    return topics;
}

/// Kafka: StickyAssignor's STICKY_ASSIGNOR_USER_DATA_V1.
static Bytes stickyUserData(const Subscription& subscription)
{
    Writer writer;
    const auto topics = byTopic(subscription.owned);
    writer.i32(static_cast<std::int32_t>(topics.size()));
    for (const auto& [topic, numbers] : topics) {
        writer.i16(static_cast<std::int16_t>(topic.size()));
        writer.text(topic);
        writer.i32(static_cast<std::int32_t>(numbers.size()));
        for (const std::int32_t number : numbers)
            writer.i32(number);
    }
    writer.i32(subscription.generation.value());
    return writer.takeBytes();
}

static Result<void> readStickyUserData(const Bytes& bytes, Subscription& into)
{
    Reader reader{ByteView(bytes)};
    const std::int32_t topics = reader.i32();
    std::vector<TopicPartition> owned;
    for (std::int32_t i = 0; i < topics && reader.ok(); ++i) {
        const std::string topic = reader.text(reader.i16());
        const std::int32_t count = reader.i32();
        for (std::int32_t n = 0; n < count && reader.ok(); ++n)
            owned.push_back({topic, reader.i32()});
    }
    // Version 0 ends here.
    const Generation generation = reader.left() >= 4 ? Generation{reader.i32()} : Generation{-1};
    if (!reader.ok())
        return fail(Failure::Corrupt, "the sticky assignor's user data ends early");
    into.owned = std::move(owned);
    into.generation = generation;
    return {};
}

Bytes encodeSubscription(const Subscription& subscription, bool sticky)
{
    ConsumerProtocolSubscription data;
    data.topics = subscription.topics;
    std::ranges::sort(data.topics);
    if (sticky) {
        data.userData = stickyUserData(subscription);
        return encodeVersioned(data);
    }
    if (subscription.owned.empty() && subscription.generation == Generation{-1})
        return encodeVersioned(data);
    for (auto& [topic, numbers] : byTopic(subscription.owned))
        data.ownedPartitions.push_back({topic, numbers});
    data.generationId = subscription.generation;
    return encodeVersioned(data, ApiVersion{2});
}

Bytes encodeWishes(const std::vector<std::string>& topics,
                   const std::vector<TopicPartition>& wished)
{
    ConsumerProtocolSubscription data;
    data.topics = topics;
    std::ranges::sort(data.topics);
    data.userData = encodeAssignment(wished);
    return encodeVersioned(data);
}

Result<std::vector<TopicPartition>> decodeWishes(const Bytes& bytes)
{
    const auto data = decodeVersioned<ConsumerProtocolSubscription>(bytes);
    if (!data)
        return tl::unexpected(data.error());
    return decodeAssignment(data->userData.value_or(Bytes()));
}

Bytes encodeAssignment(const std::vector<TopicPartition>& partitions)
{
    auto topics = byTopic(partitions);
    ConsumerProtocolAssignment assignment;
    for (auto& [topic, numbers] : topics)
        assignment.assignedPartitions.push_back({topic, std::move(numbers)});
    return encodeVersioned(assignment);
}

Result<Subscription> decodeSubscription(const Bytes& bytes, bool sticky)
{
    auto data = decodeVersioned<ConsumerProtocolSubscription>(bytes);
    if (!data)
        return tl::unexpected(data.error());
    Subscription subscription;
    subscription.topics = std::move(data->topics);
    if (sticky) {
        if (data->userData)
            static_cast<void>(readStickyUserData(*data->userData, subscription));
        return subscription;
    }
    for (const auto& topic : data->ownedPartitions)
        for (const std::int32_t number : topic.partitions)
            subscription.owned.push_back({topic.topic, number});
    subscription.generation = data->generationId;
    return subscription;
}

Result<std::vector<TopicPartition>> decodeAssignment(const Bytes& bytes)
{
    const auto assignment = decodeVersioned<ConsumerProtocolAssignment>(bytes);
    if (!assignment)
        return tl::unexpected(assignment.error());
    std::vector<TopicPartition> partitions;
    for (const auto& topic : assignment->assignedPartitions)
        for (const std::int32_t number : topic.partitions)
            partitions.push_back({topic.topic, number});
    std::ranges::sort(partitions);
    return partitions;
}

} // namespace hw::protocol
