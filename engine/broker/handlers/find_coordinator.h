#pragma once

#include "engine/broker/handlers/handler.h"
#include "engine/protocol/messages/find_coordinator.h"

namespace hw::handlers {

/// Which broker coordinates a group (from v4 on: each of several): the leader of its partition of
/// `__consumer_offsets`. The first question makes that topic.  Kafka:
/// KafkaApis.handleFindCoordinatorRequest.
struct FindCoordinatorHandler : Handles<protocol::FindCoordinatorRequest, 0, 5>
{
    static void handle(broker::Services& services, const broker::RequestContext& context,
                       Request request, broker::Responder<Response> responder);
};

} // namespace hw::handlers
