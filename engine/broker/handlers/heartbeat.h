#pragma once

#include "engine/broker/handlers/handler.h"
#include "engine/protocol/messages/heartbeat.h"

namespace hw::handlers {

/// A member is alive, and learns whether it has to rejoin.
/// Kafka: KafkaApis.handleHeartbeatRequest.
struct HeartbeatHandler : Handles<protocol::HeartbeatRequest, 0, 4>
{
    static void handle(broker::Services& services, const broker::RequestContext& context,
                       Request request, broker::Responder<Response> responder);
    static void describe(const Request& request, observe::Flight& flight)
    {
        flight.group = request.groupId;
    }
};

} // namespace hw::handlers
