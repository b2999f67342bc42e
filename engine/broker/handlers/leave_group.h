#pragma once

#include "engine/broker/handlers/handler.h"
#include "engine/protocol/messages/leave_group.h"

namespace hw::handlers {

/// Members leave; from v3 on several at once, also by instance id (KIP-345). Before, the one
/// member's error is the answer's.  Kafka: KafkaApis.handleLeaveGroupRequest.
struct LeaveGroupHandler : Handles<protocol::LeaveGroupRequest, 0, 5>
{
    static void handle(broker::Services& services, const broker::RequestContext& context,
                       Request request, broker::Responder<Response> responder);
    static void describe(const Request& request, observe::Flight& flight)
    {
        flight.group = request.groupId;
    }
};

} // namespace hw::handlers
