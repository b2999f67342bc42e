#pragma once

#include "engine/broker/handlers/handler.h"
#include "engine/protocol/messages/controlled_shutdown.h"

namespace hw::handlers {

/// A broker wants to stop and asks the controller to take its leaderships.
/// Kafka: KafkaApis.handleControlledShutdownRequest.
struct ControlledShutdownHandler : Handles<protocol::ControlledShutdownRequest, 3, 3>
{
    static constexpr bool kAdvertised = false; // between brokers only

    static void handle(broker::Services& services, const broker::RequestContext& context,
                       Request request, broker::Responder<Response> responder);
};

} // namespace hw::handlers
