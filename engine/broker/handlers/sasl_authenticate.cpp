#include "engine/broker/handlers/sasl_authenticate.h"

namespace hw::handlers {

void SaslAuthenticateHandler::handle(broker::Services&, const broker::RequestContext&, Request,
                                     broker::Responder<Response> responder)
{
    Response response;
    response.errorCode = protocol::ErrorCode::IllegalSaslState;
    response.errorMessage = "this listener needs no authentication";
    responder.reply(std::move(response));
}

} // namespace hw::handlers
