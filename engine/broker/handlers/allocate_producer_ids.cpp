#include "engine/broker/handlers/allocate_producer_ids.h"

#include "engine/controller/controller.h"

namespace hw::handlers {

void AllocateProducerIdsHandler::handle(broker::Services& services, const broker::RequestContext&,
                                        Request request, broker::Responder<Response> responder)
{
    services.controller.allocateProducerIds(
        std::move(request), [responder = std::move(responder)](Response response) mutable {
            responder.reply(std::move(response));
        });
}

} // namespace hw::handlers
