#pragma once

#include "engine/broker/handlers/handler.h"
#include "engine/protocol/messages/describe_groups.h"

namespace hw::handlers {

/// State and members of groups, each with its own error.
/// Kafka: KafkaApis.handleDescribeGroupsRequest.
struct DescribeGroupsHandler : Handles<protocol::DescribeGroupsRequest, 0, 5>
{
    static void handle(broker::Services& services, const broker::RequestContext& context,
                       Request request, broker::Responder<Response> responder);
};

} // namespace hw::handlers
