#pragma once

#include "engine/broker/handlers/handler.h"
#include "engine/protocol/messages/create_partitions.h"

namespace hw::handlers {

/// Gives topics more partitions; answered by the controller.
/// Kafka: KafkaApis.handleCreatePartitionsRequest.
struct CreatePartitionsHandler : Handles<protocol::CreatePartitionsRequest, 0, 3>
{
    static void handle(broker::Services& services, const broker::RequestContext& context,
                       Request request, broker::Responder<Response> responder);
};

} // namespace hw::handlers
