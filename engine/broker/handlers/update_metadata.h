#pragma once

#include "engine/broker/handlers/handler.h"
#include "engine/protocol/messages/update_metadata.h"

namespace hw::handlers {

/// The controller tells what the cluster looks like.
/// Kafka: KafkaApis.handleUpdateMetadataRequest.
struct UpdateMetadataHandler : Handles<protocol::UpdateMetadataRequest, 8, 8>
{
    static constexpr bool kAdvertised = false; // between brokers only
    static constexpr bool kBeforeReady = true;

    static void handle(broker::Services& services, const broker::RequestContext& context,
                       Request request, broker::Responder<Response> responder);
};

} // namespace hw::handlers
