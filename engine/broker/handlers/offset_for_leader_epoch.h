#pragma once

#include "engine/broker/handlers/handler.h"
#include "engine/protocol/messages/offset_for_leader_epoch.h"

namespace hw::handlers {

/// Where a leader epoch ends in the leader's log (KIP-101). Brokers find divergence by Fetch
/// instead; this is for looking.  Kafka: KafkaApis.handleOffsetForLeaderEpochRequest.
struct OffsetForLeaderEpochHandler : Handles<protocol::OffsetForLeaderEpochRequest, 0, 4>
{
    static constexpr bool kAdvertised = false; // between brokers only

    static void handle(broker::Services& services, const broker::RequestContext& context,
                       Request request, broker::Responder<Response> responder);
};

} // namespace hw::handlers
