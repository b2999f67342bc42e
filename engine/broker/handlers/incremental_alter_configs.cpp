#include "engine/broker/handlers/incremental_alter_configs.h"

#include "engine/broker/handlers/config_answers.h"

namespace hw::handlers {

void IncrementalAlterConfigsHandler::handle(broker::Services& services,
                                            const broker::RequestContext&, Request request,
                                            broker::Responder<Response> responder)
{
    const auto asked = [](const auto& config) {
        return static_cast<ConfigOp::Kind>(config.configOperation);
    };
    alterAndAnswer(services, std::move(request), false, asked, std::move(responder));
}

} // namespace hw::handlers
