#pragma once

#include "engine/broker/handlers/handler.h"
#include "engine/protocol/messages/offset_commit.h"

namespace hw::handlers {

/// Stores positions of a group. Partitions that this broker has not heard of are refused one by
/// one, the others stored. The retention time of v2 to v4 is not obeyed: the broker's own setting
/// is. Kafka: KafkaApis.handleOffsetCommitRequest.
struct OffsetCommitHandler : Handles<protocol::OffsetCommitRequest, 2, 9>
{
    static void handle(broker::Services& services, const broker::RequestContext& context,
                       Request request, broker::Responder<Response> responder);
    static void describe(const Request& request, observe::Flight& flight)
    {
        flight.group = request.groupId;
    }
};

} // namespace hw::handlers
