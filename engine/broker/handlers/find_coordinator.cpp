#include "engine/broker/handlers/find_coordinator.h"

#include "engine/broker/group/group_coordinator.h"

namespace hw::handlers {

using protocol::ErrorCode;

static constexpr std::int8_t kGroup = 0;
/// From here on a request names several keys (KIP-699).
static constexpr protocol::ApiVersion kSeveral{4};

/// What is said of one key.
using Found = protocol::FindCoordinatorResponse::Coordinator;

static Found notFound(ErrorCode error, const char* message)
{
    return {.nodeId = kNoBroker, .port = -1, .errorCode = error, .errorMessage = message};
}

/// Kafka: KafkaApis.getCoordinator.
static Found find(broker::Services& services, std::int8_t keyType, const std::string& key)
{
    const broker::MetadataCache& cache = services.metadata;
    if (keyType != kGroup)
        return notFound(ErrorCode::InvalidRequest, "only groups have coordinators here");
    if (!cache.topic(broker::kOffsetsTopic)) {
        services.topicMaker.makeTopic(broker::kOffsetsTopic);
        return notFound(ErrorCode::CoordinatorNotAvailable, "the offsets topic is being made");
    }
    const std::int32_t number = services.groups.partitionFor(key);
    const auto* partition = cache.partition({broker::kOffsetsTopic, number});
    const auto* leader = partition ? cache.broker(partition->leader) : nullptr;
    if (!leader)
        return notFound(ErrorCode::CoordinatorNotAvailable,
                        "the group's partition of the offsets topic has no leader");
    return {.nodeId = leader->id,
            .host = leader->endpoint.host,
            .port = leader->endpoint.port,
            .errorMessage = std::nullopt};
}

void FindCoordinatorHandler::handle(broker::Services& services,
                                    const broker::RequestContext& context, Request request,
                                    broker::Responder<Response> responder)
{
    Response response;
    if (context.version >= kSeveral) {
        for (std::string& key : request.coordinatorKeys) {
            Found found = find(services, request.keyType, key);
            found.key = std::move(key);
            response.coordinators.push_back(std::move(found));
        }
    } else {
        Found found = find(services, request.keyType, request.key);
        response.errorCode = found.errorCode;
        response.errorMessage = std::move(found.errorMessage);
        response.nodeId = found.nodeId;
        response.host = std::move(found.host);
        response.port = found.port;
    }
    responder.reply(std::move(response));
}

} // namespace hw::handlers
