#pragma once

#include "engine/broker/handlers/handler.h"
#include "engine/protocol/messages/list_groups.h"

namespace hw::handlers {

/// The groups that this broker coordinates, by state (v4+) and type (v5+) if asked.
/// Kafka: KafkaApis.handleListGroupsRequest.
struct ListGroupsHandler : Handles<protocol::ListGroupsRequest, 0, 5>
{
    static void handle(broker::Services& services, const broker::RequestContext& context,
                       Request request, broker::Responder<Response> responder);
};

} // namespace hw::handlers
