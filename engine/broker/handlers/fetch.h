#pragma once

#include "engine/broker/handlers/handler.h"
#include "engine/protocol/messages/fetch.h"

namespace hw::handlers {

/// Reads record batches, for consumers and followers; waits for enough of them. Within a session
/// (KIP-227) requests and answers hold only what changed.  Kafka: KafkaApis.handleFetchRequest.
struct FetchHandler : Handles<protocol::FetchRequest, 4, 17>
{
    static void handle(broker::Services& services, const broker::RequestContext& context,
                       Request request, broker::Responder<Response> responder);
};

} // namespace hw::handlers
