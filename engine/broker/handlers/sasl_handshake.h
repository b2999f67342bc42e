#pragma once

#include "engine/broker/handlers/handler.h"
#include "engine/protocol/messages/sasl_handshake.h"

namespace hw::handlers {

/// The listener speaks plain text: nobody has to prove who they are, and asking to is an error that
/// clients understand.  Kafka: KafkaApis.handleSaslHandshakeRequest.
struct SaslHandshakeHandler : Handles<protocol::SaslHandshakeRequest, 0, 1>
{
    static void handle(broker::Services& services, const broker::RequestContext& context,
                       Request request, broker::Responder<Response> responder);
};

} // namespace hw::handlers
