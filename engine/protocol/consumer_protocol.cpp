#include "engine/protocol/consumer_protocol.h"

#include <algorithm>
#include <map>

#include "engine/base/reader.h"
#include "engine/base/writer.h"
#include "engine/protocol/messages/consumer_protocol.h"

namespace hw::protocol {

template <class Data> static Bytes encodeVersioned(const Data& data)
{
    Writer writer;
    writer.i16(0);
    data.encode(writer, ApiVersion{0});
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

Bytes encodeSubscription(const std::vector<std::string>& topics)
{
    ConsumerProtocolSubscription subscription;
    subscription.topics = topics;
    std::ranges::sort(subscription.topics);
    return encodeVersioned(subscription);
}

Bytes encodeAssignment(const std::vector<TopicPartition>& partitions)
{
    std::map<std::string, std::vector<std::int32_t>> topics;
    for (const TopicPartition& partition : partitions)
        topics[partition.topic].push_back(partition.partition);
    ConsumerProtocolAssignment assignment;
    for (auto& [topic, numbers] : topics)
        assignment.assignedPartitions.push_back({topic, std::move(numbers)});
    return encodeVersioned(assignment);
}

Result<std::vector<std::string>> decodeSubscription(const Bytes& bytes)
{
    auto subscription = decodeVersioned<ConsumerProtocolSubscription>(bytes);
    if (!subscription)
        return tl::unexpected(subscription.error());
    return std::move(subscription->topics);
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
