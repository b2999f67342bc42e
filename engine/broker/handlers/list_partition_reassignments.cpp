#include "engine/broker/handlers/list_partition_reassignments.h"

#include "engine/controller/controller.h"

namespace hw::handlers {

using protocol::ErrorCode;

void ListPartitionReassignmentsHandler::handle(broker::Services& services,
                                               const broker::RequestContext&, Request request,
                                               broker::Responder<Response> responder)
{
    Response response;
    if (!services.controller.active()) {
        response.errorCode = ErrorCode::NotController;
        response.errorMessage = "this broker is not the controller";
        responder.reply(std::move(response));
        return;
    }
    std::optional<std::vector<TopicPartition>> asked;
    if (request.topics) {
        asked.emplace();
        for (const auto& topic : *request.topics)
            for (const std::int32_t partition : topic.partitionIndexes)
                asked->push_back({topic.name, partition});
    }
    for (const controller::OngoingReassignment& move : services.controller.reassignments(asked)) {
        if (response.topics.empty() || response.topics.back().name != move.partition.topic)
            response.topics.emplace_back().name = move.partition.topic;
        auto& partition = response.topics.back().partitions.emplace_back();
        partition.partitionIndex = move.partition.partition;
        partition.replicas = move.assignment.replicas;
        partition.addingReplicas = move.assignment.adding;
        partition.removingReplicas = move.assignment.removing;
    }
    responder.reply(std::move(response));
}

} // namespace hw::handlers
