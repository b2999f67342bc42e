#pragma once

#include "engine/broker/handlers/handler.h"
#include "engine/protocol/messages/init_producer_id.h"

namespace hw::handlers {

/// Gives an idempotent producer an id that nobody had before, with epoch 0, whatever it had until
/// now. Ids for a transactional id need a transaction coordinator, which there is not yet: they are
/// refused as by one that is not available, so that clients go on asking until their time is up.
/// Kafka: KafkaApis.handleInitProducerIdRequest, TransactionCoordinator.handleInitProducerId.
struct InitProducerIdHandler : Handles<protocol::InitProducerIdRequest, 0, 5>
{
    static void handle(broker::Services& services, const broker::RequestContext& context,
                       Request request, broker::Responder<Response> responder);
};

} // namespace hw::handlers
