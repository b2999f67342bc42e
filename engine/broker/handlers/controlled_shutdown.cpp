#include "engine/broker/handlers/controlled_shutdown.h"

#include "engine/controller/controller.h"

namespace hw::handlers {

void ControlledShutdownHandler::handle(broker::Services& services, const broker::RequestContext&,
                                       Request request, broker::Responder<Response> responder)
{
    services.controller.controlledShutdown(
        request.brokerId, request.brokerEpoch,
        [responder = std::move(responder)](protocol::ErrorCode error,
                                           std::vector<TopicPartition> remaining) mutable {
            Response response;
            response.errorCode = error;
            for (TopicPartition& partition : remaining)
                response.remainingPartitions.push_back({.topicName = std::move(partition.topic),
                                                        .partitionIndex = partition.partition});
            responder.reply(std::move(response));
        });
}

} // namespace hw::handlers
