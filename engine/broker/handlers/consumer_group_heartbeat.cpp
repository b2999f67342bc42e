#include "engine/broker/handlers/consumer_group_heartbeat.h"

#include "engine/broker/group/group_coordinator.h"

namespace hw::handlers {

/// From here on members make their ids themselves.
static constexpr protocol::ApiVersion kMemberNamesItself{1};

static group::ConsumerHeartbeat heartbeatFrom(const broker::RequestContext& context,
                                              protocol::ConsumerGroupHeartbeatRequest request)
{
    group::ConsumerHeartbeat heartbeat;
    heartbeat.group = std::move(request.groupId);
    heartbeat.memberId = std::move(request.memberId);
    heartbeat.epoch = Generation{request.memberEpoch};
    heartbeat.instanceId = std::move(request.instanceId);
    heartbeat.rackId = std::move(request.rackId);
    if (request.rebalanceTimeoutMs >= 0)
        heartbeat.rebalanceTimeout = fromMs(request.rebalanceTimeoutMs);
    heartbeat.topics = std::move(request.subscribedTopicNames);
    heartbeat.topicRegex = std::move(request.subscribedTopicRegex);
    heartbeat.assignor = std::move(request.serverAssignor);
    if (request.topicPartitions) {
        heartbeat.owned.emplace();
        for (const auto& topic : *request.topicPartitions)
            for (const std::int32_t partition : topic.partitions)
                (*heartbeat.owned)[topic.topicId].insert(partition);
    }
    heartbeat.clientId = context.clientId;
    heartbeat.clientHost = context.clientHost;
    heartbeat.mustNameItself = context.version >= kMemberNamesItself;
    return heartbeat;
}

static protocol::ConsumerGroupHeartbeatResponse
heartbeatAnswer(const group::ConsumerHeartbeatResult& result)
{
    protocol::ConsumerGroupHeartbeatResponse response;
    response.errorCode = result.error;
    if (result.error != protocol::ErrorCode::None) {
        if (!result.message.empty())
            response.errorMessage = result.message;
        return response;
    }
    response.memberId = result.memberId;
    response.memberEpoch = result.epoch.value();
    response.heartbeatIntervalMs = static_cast<std::int32_t>(toMs(result.heartbeatInterval));
    if (result.assignment) {
        response.assignment = protocol::ConsumerGroupHeartbeatResponse::Assignment();
        for (const auto& [topic, partitions] : *result.assignment)
            response.assignment->topicPartitions.push_back(
                {topic, {partitions.begin(), partitions.end()}});
    }
    return response;
}

void ConsumerGroupHeartbeatHandler::handle(broker::Services& services,
                                           const broker::RequestContext& context, Request request,
                                           broker::Responder<Response> responder)
{
    if (!services.config.consumerProtocol) {
        Response refused;
        refused.errorCode = protocol::ErrorCode::UnsupportedVersion;
        responder.reply(std::move(refused));
        return;
    }
    services.groups.consumerHeartbeat(
        heartbeatFrom(context, std::move(request)),
        [responder = std::move(responder)](const group::ConsumerHeartbeatResult& result) mutable {
            responder.reply(heartbeatAnswer(result));
        });
}

} // namespace hw::handlers
