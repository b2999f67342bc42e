#pragma once

#include "engine/broker/handlers/handler.h"
#include "engine/protocol/messages/consumer_group_describe.h"

namespace hw::handlers {

/// KIP-848; advertised like its heartbeat.  Kafka: KafkaApis.handleConsumerGroupDescribe.
struct ConsumerGroupDescribeHandler : Handles<protocol::ConsumerGroupDescribeRequest, 0, 1>
{
    static void handle(broker::Services& services, const broker::RequestContext& context,
                       Request request, broker::Responder<Response> responder);
};

} // namespace hw::handlers
