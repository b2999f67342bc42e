#pragma once

#include "engine/broker/handlers/handler.h"
#include "engine/protocol/messages/delete_topics.h"

namespace hw::handlers {

/// Deletes topics by name, or by id from version 6 on; answered by the controller.
/// Kafka: KafkaApis.handleDeleteTopicsRequest.
struct DeleteTopicsHandler : Handles<protocol::DeleteTopicsRequest, 0, 6>
{
    static void handle(broker::Services& services, const broker::RequestContext& context,
                       Request request, broker::Responder<Response> responder);
};

} // namespace hw::handlers
