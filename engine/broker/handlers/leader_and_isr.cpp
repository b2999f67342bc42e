#include "engine/broker/handlers/leader_and_isr.h"

#include "engine/broker/replica/replica_manager.h"

namespace hw::handlers {

void LeaderAndIsrHandler::handle(broker::Services& services, const broker::RequestContext&,
                                 Request request, broker::Responder<Response> responder)
{
    if (services.life.isStale(request.brokerEpoch)) {
        Response response;
        response.errorCode = protocol::ErrorCode::StaleBrokerEpoch;
        responder.reply(std::move(response));
        return;
    }
    services.replicas.leaderAndIsr(std::move(request),
                                   [responder = std::move(responder)](Response response) mutable {
                                       responder.reply(std::move(response));
                                   });
}

} // namespace hw::handlers
