#pragma once

#include "engine/broker/handlers/handler.h"
#include "engine/protocol/messages/elect_leaders.h"

namespace hw::handlers {

/// Elects preferred (or unclean) leaders, on the controller.
/// Kafka: KafkaApis.handleElectLeaders.
struct ElectLeadersHandler : Handles<protocol::ElectLeadersRequest, 0, 2>
{
    static void handle(broker::Services& services, const broker::RequestContext& context,
                       Request request, broker::Responder<Response> responder);
};

} // namespace hw::handlers
