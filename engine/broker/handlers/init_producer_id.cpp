#include "engine/broker/handlers/init_producer_id.h"

#include "engine/broker/transaction/producer_ids.h"

namespace hw::handlers {

using protocol::ErrorCode;

/// What can be said without a fresh id; None if one is to be given.
static ErrorCode refusal(const protocol::InitProducerIdRequest& request)
{
    const bool hasId = request.producerId != kNoProducer;
    const bool hasEpoch = request.producerEpoch != ProducerEpoch(-1);
    if (hasId != hasEpoch)
        return ErrorCode::InvalidRequest;
    if (!request.transactionalId)
        return ErrorCode::None;
    return request.transactionalId->empty() ? ErrorCode::InvalidRequest
                                            : ErrorCode::CoordinatorNotAvailable;
}

void InitProducerIdHandler::handle(broker::Services& services, const broker::RequestContext&,
                                   Request request, broker::Responder<Response> responder)
{
    Response response;
    response.producerEpoch = ProducerEpoch(-1);
    response.errorCode = refusal(request);
    if (response.errorCode != ErrorCode::None) {
        responder.reply(std::move(response));
        return;
    }
    services.producerIds.next([response, responder = std::move(responder)](
                                  tl::expected<ProducerId, ErrorCode> given) mutable {
        if (given) {
            response.producerId = *given;
            response.producerEpoch = ProducerEpoch(0);
        } else {
            response.errorCode = given.error();
        }
        responder.reply(std::move(response));
    });
}

} // namespace hw::handlers
