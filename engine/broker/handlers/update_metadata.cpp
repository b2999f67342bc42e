#include "engine/broker/handlers/update_metadata.h"

#include "engine/broker/group/group_coordinator.h"
#include "engine/broker/replica/replica_manager.h"

namespace hw::handlers {

void UpdateMetadataHandler::handle(broker::Services& services, const broker::RequestContext&,
                                   Request request, broker::Responder<Response> responder)
{
    Response response;
    if (services.life.isStale(request.brokerEpoch))
        response.errorCode = protocol::ErrorCode::StaleBrokerEpoch;
    else
        response.errorCode =
            services.replicas.checkController(request.controllerId, request.controllerEpoch);
    if (response.errorCode == protocol::ErrorCode::None) {
        const std::uint64_t before = services.metadata.livingVersion();
        const std::vector<TopicPartition> deleted = services.metadata.apply(request);
        if (!deleted.empty())
            services.groups.partitionsDeleted(deleted);
        if (services.metadata.livingVersion() != before)
            services.replicas.livingBrokersChanged();
    }
    responder.reply(std::move(response));
}

} // namespace hw::handlers
