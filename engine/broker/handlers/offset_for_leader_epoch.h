#pragma once

#include "engine/broker/handlers/handler.h"
#include "engine/protocol/messages/offset_for_leader_epoch.h"

namespace hw::handlers {

/// Where a leader epoch ends in the leader's log (KIP-101). Brokers find divergence by Fetch
/// instead; consumers ask to find out whether their position was cut away (KIP-320).  Kafka:
/// KafkaApis.handleOffsetForLeaderEpochRequest.
struct OffsetForLeaderEpochHandler : Handles<protocol::OffsetForLeaderEpochRequest, 0, 4>
{
    static void handle(broker::Services& services, const broker::RequestContext& context,
                       Request request, broker::Responder<Response> responder);
};

} // namespace hw::handlers
