#include "engine/broker/handlers/find_coordinator.h"

#include "engine/broker/group/group_coordinator.h"

namespace hw::handlers {

using protocol::ErrorCode;

static constexpr std::int8_t kGroup = 0;

static void fail(protocol::FindCoordinatorResponse& response, ErrorCode error,
                 const std::string& message)
{
    response.errorCode = error;
    response.errorMessage = message;
    response.nodeId = kNoBroker;
    response.port = -1;
}

void FindCoordinatorHandler::handle(broker::Services& services, const broker::RequestContext&,
                                    Request request, broker::Responder<Response> responder)
{
    Response response;
    const broker::MetadataCache& cache = services.metadata;
    if (request.keyType != kGroup) {
        fail(response, ErrorCode::InvalidRequest, "only groups have coordinators here");
    } else if (!cache.topic(broker::kOffsetsTopic)) {
        services.topicMaker.makeTopic(broker::kOffsetsTopic);
        fail(response, ErrorCode::CoordinatorNotAvailable, "the offsets topic is being made");
    } else {
        const std::int32_t number = services.groups.partitionFor(request.key);
        const auto* partition = cache.partition({broker::kOffsetsTopic, number});
        const auto* leader = partition ? cache.broker(partition->leader) : nullptr;
        if (!leader) {
            fail(response, ErrorCode::CoordinatorNotAvailable,
                 "the group's partition of the offsets topic has no leader");
        } else {
            response.errorMessage = std::nullopt;
            response.nodeId = leader->id;
            response.host = leader->endpoint.host;
            response.port = leader->endpoint.port;
        }
    }
    responder.reply(std::move(response));
}

} // namespace hw::handlers
