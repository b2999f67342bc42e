#include "engine/broker/handlers/delete_records.h"

#include <algorithm>

#include "engine/broker/replica/replica_manager.h"

namespace hw::handlers {

using protocol::DeleteRecordsRequest;
using protocol::ErrorCode;
using replica::DeleteRecordsAnswer;
using replica::DeleteRecordsItem;

static ErrorCode check(const broker::Services& services, const TopicPartition& id)
{
    if (!services.metadata.partition(id))
        return ErrorCode::UnknownTopicOrPartition;
    return id.topic == broker::kOffsetsTopic ? ErrorCode::InvalidTopicException : ErrorCode::None;
}

void DeleteRecordsHandler::handle(broker::Services& services, const broker::RequestContext&,
                                  Request request, broker::Responder<Response> responder)
{
    Response response;
    std::vector<DeleteRecordsItem> items;
    for (const auto& topic : request.topics) {
        auto& to = response.topics.emplace_back();
        to.name = topic.name;
        for (const auto& asked : topic.partitions) {
            auto& answer = to.partitions.emplace_back();
            answer.partitionIndex = asked.partitionIndex;
            answer.lowWatermark = kNoOffset;
            const TopicPartition id{topic.name, asked.partitionIndex};
            answer.errorCode = check(services, id);
            if (answer.errorCode == ErrorCode::None)
                items.push_back({id, asked.offset});
        }
    }
    services.replicas.deleteRecords(
        fromMs(std::max(request.timeoutMs, 0)), items,
        [response = std::move(response),
         responder = std::move(responder)](const std::vector<DeleteRecordsAnswer>& made) mutable {
            auto next = made.begin();
            for (auto& topic : response.topics)
                for (auto& answer : topic.partitions) {
                    if (answer.errorCode != ErrorCode::None || next == made.end())
                        continue;
                    answer.errorCode = next->error;
                    answer.lowWatermark = next->lowWatermark;
                    ++next;
                }
            responder.reply(std::move(response));
        });
}

} // namespace hw::handlers
