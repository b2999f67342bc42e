#pragma once

#include "engine/broker/handlers/handler.h"
#include "engine/protocol/messages/leader_and_isr.h"

namespace hw::handlers {

/// The controller tells which replicas this broker has, and who leads them.
/// Kafka: KafkaApis.handleLeaderAndIsrRequest.
struct LeaderAndIsrHandler : Handles<protocol::LeaderAndIsrRequest, 7, 7>
{
    static constexpr bool kAdvertised = false; // between brokers only
    static constexpr bool kBeforeReady = true;

    static void handle(broker::Services& services, const broker::RequestContext& context,
                       Request request, broker::Responder<Response> responder);
};

} // namespace hw::handlers
