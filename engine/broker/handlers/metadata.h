#pragma once

#include "engine/broker/handlers/handler.h"
#include "engine/protocol/messages/metadata.h"

namespace hw::handlers {

/// Who is alive, who is controller, which topics there are and who leads them. A topic that does
/// not exist may be made by being asked for.  Kafka: KafkaApis.handleTopicMetadataRequest.
struct MetadataHandler : Handles<protocol::MetadataRequest, 0, 12>
{
    static void handle(broker::Services& services, const broker::RequestContext& context,
                       Request request, broker::Responder<Response> responder);
};

} // namespace hw::handlers
