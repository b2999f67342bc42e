#pragma once

#include "engine/broker/handlers/handler.h"
#include "engine/protocol/messages/alter_partition.h"

namespace hw::handlers {

/// A leader asks the controller to write down another ISR.
/// Kafka: KafkaApis.handleAlterPartitionRequest.
struct AlterPartitionHandler : Handles<protocol::AlterPartitionRequest, 3, 3>
{
    static constexpr bool kAdvertised = false; // between brokers only

    static void handle(broker::Services& services, const broker::RequestContext& context,
                       Request request, broker::Responder<Response> responder);
};

} // namespace hw::handlers
