#include "engine/broker/handlers/heartbeat.h"

#include "engine/broker/group/group_coordinator.h"

namespace hw::handlers {

void HeartbeatHandler::handle(broker::Services& services, const broker::RequestContext&,
                              Request request, broker::Responder<Response> responder)
{
    Response response;
    response.errorCode =
        services.groups.heartbeat({.group = std::move(request.groupId),
                                   .generation = request.generationId,
                                   .memberId = std::move(request.memberId),
                                   .instanceId = std::move(request.groupInstanceId)});
    responder.reply(std::move(response));
}

} // namespace hw::handlers
