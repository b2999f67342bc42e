#pragma once

#include "engine/broker/handlers/handler.h"
#include "engine/protocol/messages/describe_producers.h"

namespace hw::handlers {

/// What a replica knows of the producers that write to a partition. Any replica answers, not only
/// the leader.  Kafka: KafkaApis.handleDescribeProducersRequest, Partition.activeProducerState.
struct DescribeProducersHandler : Handles<protocol::DescribeProducersRequest, 0, 0>
{
    static void handle(broker::Services& services, const broker::RequestContext& context,
                       Request request, broker::Responder<Response> responder);
};

} // namespace hw::handlers
