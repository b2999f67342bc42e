#include "engine/broker/handlers/offset_fetch.h"

#include "engine/broker/group/group_coordinator.h"

namespace hw::handlers {

using protocol::ErrorCode;

/// From here on the answer as a whole can carry an error, and "all topics" can be asked.
static constexpr protocol::ApiVersion kTopLevelError{2};
/// From here on a request names several groups, each with its own error (KIP-709).
static constexpr protocol::ApiVersion kSeveralGroups{8};

template <class Topic>
static void add(std::vector<Topic>& topics, group::FetchOffsetsResult::Entry entry, ErrorCode error)
{
    if (topics.empty() || topics.back().name != entry.partition.topic)
        topics.emplace_back().name = entry.partition.topic;
    topics.back().partitions.push_back({.partitionIndex = entry.partition.partition,
                                        .committedOffset = entry.offset,
                                        .committedLeaderEpoch = entry.leaderEpoch,
                                        .metadata = std::move(entry.metadata),
                                        .errorCode = error});
}

/// `topics` as the request has them; none: all.
template <class Topics>
static std::optional<std::vector<TopicPartition>> partitionsOf(const Topics* topics)
{
    if (!topics)
        return std::nullopt;
    std::vector<TopicPartition> partitions;
    for (const auto& topic : *topics)
        for (const std::int32_t partition : topic.partitionIndexes)
            partitions.push_back({topic.name, partition});
    return partitions;
}

static protocol::OffsetFetchResponse::OffsetFetchResponseGroup
answerFor(const broker::Services& services,
          protocol::OffsetFetchRequest::OffsetFetchRequestGroup& asked)
{
    group::FetchOffsetsResult result = services.groups.fetchOffsets(
        {asked.groupId, partitionsOf(asked.topics ? &*asked.topics : nullptr), asked.memberId,
         Generation{asked.memberEpoch}});
    protocol::OffsetFetchResponse::OffsetFetchResponseGroup answer;
    answer.groupId = std::move(asked.groupId);
    answer.errorCode = result.error;
    if (result.error == ErrorCode::None)
        for (auto& entry : result.offsets)
            add(answer.topics, std::move(entry), ErrorCode::None);
    return answer;
}

void OffsetFetchHandler::handle(broker::Services& services, const broker::RequestContext& context,
                                Request request, broker::Responder<Response> responder)
{
    Response response;
    if (context.version >= kSeveralGroups) {
        for (auto& group : request.groups)
            response.groups.push_back(answerFor(services, group));
        responder.reply(std::move(response));
        return;
    }
    auto partitions = partitionsOf(request.topics ? &*request.topics : nullptr);
    if (!partitions && context.version < kTopLevelError)
        partitions.emplace();
    group::FetchOffsetsResult result =
        services.groups.fetchOffsets({std::move(request.groupId), partitions});
    if (result.error == ErrorCode::None) {
        for (auto& entry : result.offsets)
            add(response.topics, std::move(entry), ErrorCode::None);
    } else if (context.version >= kTopLevelError) {
        response.errorCode = result.error;
    } else {
        for (const TopicPartition& partition : *partitions)
            add(response.topics, {.partition = partition, .metadata = {}}, result.error);
    }
    responder.reply(std::move(response));
}

} // namespace hw::handlers
