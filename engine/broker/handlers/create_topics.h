#pragma once

#include "engine/broker/handlers/handler.h"
#include "engine/protocol/messages/create_topics.h"

namespace hw::handlers {

/// Makes topics, on the controller; other brokers answer NOT_CONTROLLER.
/// Kafka: KafkaApis.handleCreateTopicsRequest.
struct CreateTopicsHandler : Handles<protocol::CreateTopicsRequest, 0, 7>
{
    static void handle(broker::Services& services, const broker::RequestContext& context,
                       Request request, broker::Responder<Response> responder);
};

} // namespace hw::handlers
