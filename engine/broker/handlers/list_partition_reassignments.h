#pragma once

#include "engine/broker/handlers/handler.h"
#include "engine/protocol/messages/list_partition_reassignments.h"

namespace hw::handlers {

/// Which partitions are being moved; answered by the controller.
/// Kafka: KafkaApis.handleListPartitionReassignmentsRequest.
struct ListPartitionReassignmentsHandler
    : Handles<protocol::ListPartitionReassignmentsRequest, 0, 0>
{
    static void handle(broker::Services& services, const broker::RequestContext& context,
                       Request request, broker::Responder<Response> responder);
};

} // namespace hw::handlers
