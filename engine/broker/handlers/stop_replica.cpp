#include "engine/broker/handlers/stop_replica.h"

#include "engine/broker/replica/replica_manager.h"

namespace hw::handlers {

void StopReplicaHandler::handle(broker::Services& services, const broker::RequestContext&,
                                Request request, broker::Responder<Response> responder)
{
    if (services.life.isStale(request.brokerEpoch)) {
        Response stale;
        stale.errorCode = protocol::ErrorCode::StaleBrokerEpoch;
        return responder.reply(std::move(stale));
    }
    services.replicas.stopReplica(request,
                                  [responder = std::move(responder)](Response response) mutable {
                                      responder.reply(std::move(response));
                                  });
}

} // namespace hw::handlers
