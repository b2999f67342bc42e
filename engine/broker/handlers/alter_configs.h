#pragma once

#include "engine/broker/handlers/handler.h"
#include "engine/protocol/messages/alter_configs.h"

namespace hw::handlers {

/// Replaces all settings that topics or brokers have of their own.
/// Kafka: KafkaApis.handleAlterConfigsRequest, ZkAdminManager.alterConfigs.
struct AlterConfigsHandler : Handles<protocol::AlterConfigsRequest, 0, 2>
{
    static void handle(broker::Services& services, const broker::RequestContext& context,
                       Request request, broker::Responder<Response> responder);
};

} // namespace hw::handlers
