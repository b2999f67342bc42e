#include "engine/broker/handlers/alter_configs.h"

#include "engine/broker/handlers/config_answers.h"

namespace hw::handlers {

void AlterConfigsHandler::handle(broker::Services& services, const broker::RequestContext&,
                                 Request request, broker::Responder<Response> responder)
{
    const auto set = [](const auto&) { return ConfigOp::Kind::Set; };
    alterAndAnswer(services, std::move(request), true, set, std::move(responder));
}

} // namespace hw::handlers
