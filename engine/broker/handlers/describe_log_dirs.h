#pragma once

#include "engine/broker/handlers/handler.h"
#include "engine/protocol/messages/describe_log_dirs.h"

namespace hw::handlers {

/// This broker's log directory, and how large the logs in it are (KIP-113, KIP-827).
/// Kafka: KafkaApis.handleDescribeLogDirsRequest, ReplicaManager.describeLogDirs.
struct DescribeLogDirsHandler : Handles<protocol::DescribeLogDirsRequest, 0, 4>
{
    static void handle(broker::Services& services, const broker::RequestContext& context,
                       Request request, broker::Responder<Response> responder);
};

} // namespace hw::handlers
