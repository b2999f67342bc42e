#include "engine/broker/handlers/alter_partition.h"

#include "engine/controller/controller.h"

namespace hw::handlers {

void AlterPartitionHandler::handle(broker::Services& services, const broker::RequestContext&,
                                   Request request, broker::Responder<Response> responder)
{
    services.controller.alterPartition(
        std::move(request), [responder = std::move(responder)](Response response) mutable {
            responder.reply(std::move(response));
        });
}

} // namespace hw::handlers
