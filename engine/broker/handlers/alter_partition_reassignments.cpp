#include "engine/broker/handlers/alter_partition_reassignments.h"

#include <map>

#include "engine/controller/controller.h"

namespace hw::handlers {

using controller::PartitionResult;
using controller::ReassignmentWish;
using protocol::AlterPartitionReassignmentsRequest;
using protocol::AlterPartitionReassignmentsResponse;
using protocol::ErrorCode;

/// One wish per partition, sorted: of a partition that is named twice the last one counts.
static std::vector<ReassignmentWish> fromWire(const AlterPartitionReassignmentsRequest& request)
{
    std::map<TopicPartition, std::optional<std::vector<BrokerId>>> wanted;
    for (const auto& topic : request.topics)
        for (const auto& partition : topic.partitions)
            wanted[{topic.name, partition.partitionIndex}] = partition.replicas;
    std::vector<ReassignmentWish> wishes;
    for (auto& [partition, replicas] : wanted)
        wishes.push_back({partition, std::move(replicas)});
    return wishes;
}

static AlterPartitionReassignmentsResponse toWire(const std::vector<PartitionResult>& results)
{
    AlterPartitionReassignmentsResponse response;
    for (const PartitionResult& result : results) {
        if (result.error == ErrorCode::NotController) {
            // The controller moved meanwhile: that is said of the request as a whole.
            response = {};
            response.errorCode = result.error;
            response.errorMessage = result.message;
            return response;
        }
        auto& topics = response.responses;
        if (topics.empty() || topics.back().name != result.partition.topic)
            topics.emplace_back().name = result.partition.topic;
        auto& partition = topics.back().partitions.emplace_back();
        partition.partitionIndex = result.partition.partition;
        partition.errorCode = result.error;
        if (result.error != ErrorCode::None)
            partition.errorMessage = result.message;
    }
    return response;
}

void AlterPartitionReassignmentsHandler::handle(broker::Services& services,
                                                const broker::RequestContext&, Request request,
                                                broker::Responder<Response> responder)
{
    if (!services.controller.active()) {
        Response response;
        response.errorCode = ErrorCode::NotController;
        response.errorMessage = "this broker is not the controller";
        responder.reply(std::move(response));
        return;
    }
    services.controller.reassign(
        fromWire(request),
        [responder = std::move(responder)](const std::vector<PartitionResult>& results) mutable {
            responder.reply(toWire(results));
        });
}

} // namespace hw::handlers
