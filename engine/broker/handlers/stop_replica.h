#pragma once

#include "engine/broker/handlers/handler.h"
#include "engine/protocol/messages/stop_replica.h"

namespace hw::handlers {

/// The controller takes replicas away.  Kafka: KafkaApis.handleStopReplicaRequest.
struct StopReplicaHandler : Handles<protocol::StopReplicaRequest, 4, 4>
{
    static constexpr bool kAdvertised = false; // between brokers only
    static constexpr bool kBeforeReady = true;

    static void handle(broker::Services& services, const broker::RequestContext& context,
                       Request request, broker::Responder<Response> responder);
};

} // namespace hw::handlers
