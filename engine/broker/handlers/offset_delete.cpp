#include "engine/broker/handlers/offset_delete.h"

#include "engine/broker/group/group_coordinator.h"

namespace hw::handlers {

using protocol::ErrorCode;
using protocol::OffsetDeleteRequest;
using protocol::OffsetDeleteResponse;

/// `codes` belong to the partitions that exist, in the order asked.
static OffsetDeleteResponse toWire(const OffsetDeleteRequest& request,
                                   const std::vector<bool>& exist,
                                   const group::DeleteOffsetsResult& result)
{
    OffsetDeleteResponse response;
    response.errorCode = result.error;
    if (result.error != ErrorCode::None)
        return response;
    auto known = exist.begin();
    auto code = result.codes.begin();
    for (const auto& topic : request.topics) {
        auto& to = response.topics.emplace_back();
        to.name = topic.name;
        for (const auto& asked : topic.partitions)
            to.partitions.push_back(
                {.partitionIndex = asked.partitionIndex,
                 .errorCode = *known++ ? *code++ : ErrorCode::UnknownTopicOrPartition});
    }
    return response;
}

void OffsetDeleteHandler::handle(broker::Services& services, const broker::RequestContext&,
                                 Request request, broker::Responder<Response> responder)
{
    std::vector<TopicPartition> partitions;
    std::vector<bool> exist;
    for (const auto& topic : request.topics)
        for (const auto& asked : topic.partitions) {
            const TopicPartition partition{topic.name, asked.partitionIndex};
            exist.push_back(services.metadata.partition(partition) != nullptr);
            if (exist.back())
                partitions.push_back(partition);
        }
    const std::string group = request.groupId;
    services.groups.deleteOffsets(
        group, std::move(partitions),
        [request = std::move(request), exist = std::move(exist),
         responder = std::move(responder)](const group::DeleteOffsetsResult& result) mutable {
            responder.reply(toWire(request, exist, result));
        });
}

} // namespace hw::handlers
