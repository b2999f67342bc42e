#include "engine/broker/handlers/elect_leaders.h"

#include "engine/controller/controller.h"

namespace hw::handlers {

using controller::ElectionResult;
using controller::ElectionType;
using protocol::ElectLeadersRequest;
using protocol::ElectLeadersResponse;
using protocol::ErrorCode;

static std::vector<TopicPartition> partitionsOf(const ElectLeadersRequest& request)
{
    std::vector<TopicPartition> partitions;
    if (request.topicPartitions)
        for (const auto& topic : *request.topicPartitions)
            for (const std::int32_t partition : topic.partitions)
                partitions.push_back({topic.topic, partition});
    return partitions;
}

static ElectLeadersResponse toWire(const std::vector<ElectionResult>& results)
{
    ElectLeadersResponse response;
    for (const ElectionResult& result : results) {
        auto& topics = response.replicaElectionResults;
        if (topics.empty() || topics.back().topic != result.partition.topic)
            topics.emplace_back().topic = result.partition.topic;
        auto& partition = topics.back().partitionResult.emplace_back();
        partition.partitionId = result.partition.partition;
        partition.errorCode = result.error;
        partition.errorMessage =
            result.error == ErrorCode::None ? std::nullopt : std::optional(result.message);
    }
    return response;
}

/// The request as a whole is fine; each of its partitions, or of all that there are, is told where
/// it went wrong.  Kafka: KafkaController.processReplicaLeaderElection.
static ElectLeadersResponse refusalOf(const broker::Services& services,
                                      const ElectLeadersRequest& request,
                                      std::vector<TopicPartition> partitions)
{
    if (!request.topicPartitions)
        for (const auto& [name, topic] : services.metadata.topics())
            for (const auto& [number, partition] : topic.partitions)
                partitions.push_back({name, number});
    std::vector<ElectionResult> refused;
    for (TopicPartition& partition : partitions)
        refused.push_back(
            {std::move(partition), ErrorCode::NotController, "this broker is not the controller"});
    return toWire(refused);
}

void ElectLeadersHandler::handle(broker::Services& services, const broker::RequestContext&,
                                 Request request, broker::Responder<Response> responder)
{
    std::vector<TopicPartition> partitions = partitionsOf(request);
    if (!services.controller.active()) {
        responder.reply(refusalOf(services, request, partitions));
        return;
    }
    if (request.electionType != 0 && request.electionType != 1) {
        Response response;
        response.errorCode = ErrorCode::InvalidRequest;
        responder.reply(std::move(response));
        return;
    }
    if (request.topicPartitions && partitions.empty()) { // of none; all would be null
        responder.reply(Response{});
        return;
    }
    // Who asks for all does not want to hear of those that are right already.
    const bool all = !request.topicPartitions;
    services.controller.electLeaders(
        static_cast<ElectionType>(request.electionType), std::move(partitions),
        [all, responder = std::move(responder)](std::vector<ElectionResult> results) mutable {
            if (all)
                std::erase_if(results, [](const ElectionResult& result) {
                    return result.error == ErrorCode::ElectionNotNeeded;
                });
            responder.reply(toWire(results));
        });
}

} // namespace hw::handlers
