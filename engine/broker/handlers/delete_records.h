#pragma once

#include "engine/broker/handlers/handler.h"
#include "engine/protocol/messages/delete_records.h"

namespace hw::handlers {

/// Makes the oldest records of partitions unreadable; answered by their leaders (KIP-107).
/// Kafka: KafkaApis.handleDeleteRecordsRequest.
struct DeleteRecordsHandler : Handles<protocol::DeleteRecordsRequest, 0, 2>
{
    static void handle(broker::Services& services, const broker::RequestContext& context,
                       Request request, broker::Responder<Response> responder);
};

} // namespace hw::handlers
