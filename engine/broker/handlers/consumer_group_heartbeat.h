#pragma once

#include "engine/broker/handlers/handler.h"
#include "engine/protocol/messages/consumer_group_heartbeat.h"

namespace hw::handlers {

/// KIP-848. Advertised only if `group.coordinator.rebalance.protocols` has `consumer`; answered
/// with UNSUPPORTED_VERSION otherwise.  Kafka: KafkaApis.handleConsumerGroupHeartbeat.
struct ConsumerGroupHeartbeatHandler : Handles<protocol::ConsumerGroupHeartbeatRequest, 0, 1>
{
    static void handle(broker::Services& services, const broker::RequestContext& context,
                       Request request, broker::Responder<Response> responder);
    static void describe(const Request& request, observe::Flight& flight)
    {
        flight.group = request.groupId;
    }
};

} // namespace hw::handlers
