#pragma once

#include "engine/broker/handlers/handler.h"
#include "engine/protocol/messages/allocate_producer_ids.h"

namespace hw::handlers {

/// A broker asks the controller for a block of producer ids.
/// Kafka: KafkaApis.handleAllocateProducerIdsRequest.
struct AllocateProducerIdsHandler : Handles<protocol::AllocateProducerIdsRequest, 0, 0>
{
    static constexpr bool kAdvertised = false; // between brokers only

    static void handle(broker::Services& services, const broker::RequestContext& context,
                       Request request, broker::Responder<Response> responder);
};

} // namespace hw::handlers
