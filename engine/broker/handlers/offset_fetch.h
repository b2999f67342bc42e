#pragma once

#include "engine/broker/handlers/handler.h"
#include "engine/protocol/messages/offset_fetch.h"

namespace hw::handlers {

/// Tells the stored positions of a group, -1 where there is none. Errors are each group's from v8
/// on, the answer's from v2 on, each partition's before. There are no open transactions yet, so
/// every position is stable, as RequireStable wants.
/// Kafka: KafkaApis.handleOffsetFetchRequest.
struct OffsetFetchHandler : Handles<protocol::OffsetFetchRequest, 1, 9>
{
    static void handle(broker::Services& services, const broker::RequestContext& context,
                       Request request, broker::Responder<Response> responder);
    static void describe(const Request& request, observe::Flight& flight)
    {
        flight.group = request.groupId;
    }
};

} // namespace hw::handlers
