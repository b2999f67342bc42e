#pragma once

#include "engine/broker/handlers/handler.h"
#include "engine/protocol/messages/describe_cluster.h"

namespace hw::handlers {

/// Who is alive and who is controller, for administrators.
/// Kafka: KafkaApis.handleDescribeCluster, AuthHelper.computeDescribeClusterResponse.
struct DescribeClusterHandler : Handles<protocol::DescribeClusterRequest, 0, 1>
{
    static void handle(broker::Services& services, const broker::RequestContext& context,
                       Request request, broker::Responder<Response> responder);
};

} // namespace hw::handlers
