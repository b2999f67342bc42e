#pragma once

#include "engine/broker/handlers/handler.h"
#include "engine/protocol/messages/sync_group.h"

namespace hw::handlers {

/// The leader hands in the assignment, everybody gets his part.
/// Kafka: KafkaApis.handleSyncGroupRequest.
struct SyncGroupHandler : Handles<protocol::SyncGroupRequest, 0, 5>
{
    static void handle(broker::Services& services, const broker::RequestContext& context,
                       Request request, broker::Responder<Response> responder);
    static void describe(const Request& request, observe::Flight& flight)
    {
        flight.group = request.groupId;
    }
};

} // namespace hw::handlers
