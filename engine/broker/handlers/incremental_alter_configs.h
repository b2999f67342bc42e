#pragma once

#include "engine/broker/handlers/handler.h"
#include "engine/protocol/messages/incremental_alter_configs.h"

namespace hw::handlers {

/// Changes single settings of topics or brokers; the rest stays (KIP-339).
/// Kafka: KafkaApis.handleIncrementalAlterConfigsRequest, ZkAdminManager.incrementalAlterConfigs.
struct IncrementalAlterConfigsHandler : Handles<protocol::IncrementalAlterConfigsRequest, 0, 1>
{
    static void handle(broker::Services& services, const broker::RequestContext& context,
                       Request request, broker::Responder<Response> responder);
};

} // namespace hw::handlers
