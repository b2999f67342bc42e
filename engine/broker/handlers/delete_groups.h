#pragma once

#include "engine/broker/handlers/handler.h"
#include "engine/protocol/messages/delete_groups.h"

namespace hw::handlers {

/// Deletes groups without members, with their offsets.
/// Kafka: KafkaApis.handleDeleteGroupsRequest.
struct DeleteGroupsHandler : Handles<protocol::DeleteGroupsRequest, 0, 2>
{
    static void handle(broker::Services& services, const broker::RequestContext& context,
                       Request request, broker::Responder<Response> responder);
};

} // namespace hw::handlers
