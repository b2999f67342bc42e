#pragma once

#include "engine/broker/handlers/handler.h"
#include "engine/protocol/messages/describe_configs.h"

namespace hw::handlers {

/// All settings of topics and of this broker, and where their values are from.
/// Kafka: ConfigHelper.handleDescribeConfigsRequest.
struct DescribeConfigsHandler : Handles<protocol::DescribeConfigsRequest, 0, 4>
{
    static void handle(broker::Services& services, const broker::RequestContext& context,
                       Request request, broker::Responder<Response> responder);
};

} // namespace hw::handlers
