#pragma once

#include "engine/broker/handlers/handler.h"
#include "engine/protocol/messages/alter_partition_reassignments.h"

namespace hw::handlers {

/// Moves partitions to other brokers, or gives that up; answered by the controller.
/// Kafka: KafkaApis.handleAlterPartitionReassignmentsRequest.
struct AlterPartitionReassignmentsHandler
    : Handles<protocol::AlterPartitionReassignmentsRequest, 0, 0>
{
    static void handle(broker::Services& services, const broker::RequestContext& context,
                       Request request, broker::Responder<Response> responder);
};

} // namespace hw::handlers
