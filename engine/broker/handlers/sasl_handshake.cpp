#include "engine/broker/handlers/sasl_handshake.h"

namespace hw::handlers {

void SaslHandshakeHandler::handle(broker::Services&, const broker::RequestContext&, Request,
                                  broker::Responder<Response> responder)
{
    Response response;
    response.errorCode = protocol::ErrorCode::IllegalSaslState;
    responder.reply(std::move(response));
}

} // namespace hw::handlers
