#pragma once

#include "engine/broker/handlers/handler.h"
#include "engine/protocol/messages/join_group.h"

namespace hw::handlers {

/// A member enters its group's next generation; answered when the rebalance is complete. From v4 on
/// a member without an id is given one first (KIP-394).  Kafka: KafkaApis.handleJoinGroupRequest.
struct JoinGroupHandler : Handles<protocol::JoinGroupRequest, 0, 9>
{
    static void handle(broker::Services& services, const broker::RequestContext& context,
                       Request request, broker::Responder<Response> responder);
    static void describe(const Request& request, observe::Flight& flight)
    {
        flight.group = request.groupId;
    }
};

} // namespace hw::handlers
