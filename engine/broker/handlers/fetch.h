#pragma once

#include "engine/broker/handlers/handler.h"
#include "engine/protocol/messages/fetch.h"

namespace hw::handlers {

/// Reads record batches, for consumers and followers; waits for enough of them. Every answer has
/// session id 0, which tells clients to send whole requests (KIP-227).
/// Kafka: KafkaApis.handleFetchRequest.
struct FetchHandler : Handles<protocol::FetchRequest, 4, 12>
{
    static void handle(broker::Services& services, const broker::RequestContext& context,
                       Request request, broker::Responder<Response> responder);
};

} // namespace hw::handlers
