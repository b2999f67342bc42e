#pragma once

#include "engine/broker/handlers/handler.h"
#include "engine/protocol/messages/api_versions.h"

namespace hw::handlers {

/// Tells a client which APIs and versions this broker serves: the list of handlers. No features are
/// reported, so that clients use the older transaction protocol. A version that is not served is
/// answered by the connection itself (KIP-511).  Kafka: KafkaApis.handleApiVersionsRequest.
struct ApiVersionsHandler : Handles<protocol::ApiVersionsRequest, 0, 4>
{
    static void introduce(const Request& request, broker::Exchange& exchange);
    static void handle(broker::Services& services, const broker::RequestContext& context,
                       Request request, broker::Responder<Response> responder);
};

} // namespace hw::handlers
