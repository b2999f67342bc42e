#include "engine/broker/handlers/offset_fetch.h"

#include "engine/broker/group/group_coordinator.h"

namespace hw::handlers {

/// From here on the answer as a whole can carry an error, and "all topics" can be asked.
static constexpr protocol::ApiVersion kTopLevelError{2};

static void add(protocol::OffsetFetchResponse& response, group::FetchOffsetsResult::Entry entry,
                protocol::ErrorCode error)
{
    if (response.topics.empty() || response.topics.back().name != entry.partition.topic)
        response.topics.emplace_back().name = entry.partition.topic;
    response.topics.back().partitions.push_back({.partitionIndex = entry.partition.partition,
                                                 .committedOffset = entry.offset,
                                                 .committedLeaderEpoch = entry.leaderEpoch,
                                                 .metadata = std::move(entry.metadata),
                                                 .errorCode = error});
}

void OffsetFetchHandler::handle(broker::Services& services, const broker::RequestContext& context,
                                Request request, broker::Responder<Response> responder)
{
    group::FetchOffsetsRequest fetch;
    fetch.group = std::move(request.groupId);
    const bool all = !request.topics && context.version >= kTopLevelError;
    if (!all)
        fetch.partitions.emplace();
    if (request.topics) {
        for (const auto& topic : *request.topics) {
            for (const std::int32_t partition : topic.partitionIndexes)
                fetch.partitions->push_back({topic.name, partition});
        }
    }

    group::FetchOffsetsResult result = services.groups.fetchOffsets(fetch);
    Response response;
    if (result.error == protocol::ErrorCode::None) {
        for (auto& entry : result.offsets)
            add(response, std::move(entry), protocol::ErrorCode::None);
    } else if (context.version >= kTopLevelError) {
        response.errorCode = result.error;
    } else {
        for (const TopicPartition& partition : *fetch.partitions)
            add(response, {.partition = partition, .metadata = {}}, result.error);
    }
    responder.reply(std::move(response));
}

} // namespace hw::handlers
