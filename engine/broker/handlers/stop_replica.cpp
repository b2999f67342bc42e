#include "engine/broker/handlers/stop_replica.h"

#include "engine/broker/replica/replica_manager.h"

namespace hw::handlers {

void StopReplicaHandler::handle(broker::Services& services, const broker::RequestContext&,
                                Request request, broker::Responder<Response> responder)
{
    Response response;
    if (services.life.isStale(request.brokerEpoch))
        response.errorCode = protocol::ErrorCode::StaleBrokerEpoch;
    else
        response = services.replicas.stopReplica(request);
    responder.reply(std::move(response));
}

} // namespace hw::handlers
