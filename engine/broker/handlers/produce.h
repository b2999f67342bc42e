#pragma once

#include "engine/broker/handlers/handler.h"
#include "engine/protocol/messages/produce.h"

namespace hw::handlers {

/// Appends record batches to partitions that this broker leads. Versions 0 to 2 carry older record
/// formats and are refused, but served, because clients infer features from the lowest version.
/// With acks=0 there is no answer; an error closes the connection, so that the client notices.
/// Kafka: KafkaApis.handleProduceRequest.
struct ProduceHandler : Handles<protocol::ProduceRequest, 0, 11>
{
    static void handle(broker::Services& services, const broker::RequestContext& context,
                       Request request, broker::Responder<Response> responder);
};

} // namespace hw::handlers
