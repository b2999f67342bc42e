#pragma once

#include "engine/broker/handlers/handler.h"
#include "engine/protocol/messages/offset_delete.h"

namespace hw::handlers {

/// Forgets stored positions of a group, but for topics that its members read (KIP-496).
/// Kafka: KafkaApis.handleOffsetDeleteRequest.
struct OffsetDeleteHandler : Handles<protocol::OffsetDeleteRequest, 0, 0>
{
    static void handle(broker::Services& services, const broker::RequestContext& context,
                       Request request, broker::Responder<Response> responder);
};

} // namespace hw::handlers
