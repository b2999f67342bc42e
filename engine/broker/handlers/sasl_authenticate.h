#pragma once

#include "engine/broker/handlers/handler.h"
#include "engine/protocol/messages/sasl_authenticate.h"

namespace hw::handlers {

/// See SaslHandshakeHandler.  Kafka: KafkaApis.handleSaslAuthenticateRequest.
struct SaslAuthenticateHandler : Handles<protocol::SaslAuthenticateRequest, 0, 2>
{
    static void handle(broker::Services& services, const broker::RequestContext& context,
                       Request request, broker::Responder<Response> responder);
};

} // namespace hw::handlers
