#pragma once

#include "engine/broker/handlers/handler.h"
#include "engine/protocol/messages/list_offsets.h"

namespace hw::handlers {

/// Where a partition begins and ends, and which offset belongs to a time.
/// Kafka: KafkaApis.handleListOffsetRequest.
struct ListOffsetsHandler : Handles<protocol::ListOffsetsRequest, 1, 9>
{
    static void handle(broker::Services& services, const broker::RequestContext& context,
                       Request request, broker::Responder<Response> responder);
};

} // namespace hw::handlers
