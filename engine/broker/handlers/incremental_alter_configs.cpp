#include "engine/broker/handlers/incremental_alter_configs.h"

#include "engine/broker/handlers/config_alteration.h"

namespace hw::handlers {

using protocol::ErrorCode;

void IncrementalAlterConfigsHandler::handle(broker::Services& services,
                                            const broker::RequestContext&, Request request,
                                            broker::Responder<Response> responder)
{
    Response response;
    std::vector<ConfigAlteration> alterations;
    for (auto& resource : request.resources) {
        auto& answer = response.responses.emplace_back();
        answer.resourceType = resource.resourceType;
        answer.resourceName = resource.resourceName;
        ConfigAlteration& alteration = alterations.emplace_back();
        alteration.type = resource.resourceType;
        alteration.name = std::move(resource.resourceName);
        alteration.replacesAll = false;
        for (auto& config : resource.configs)
            alteration.ops.push_back({std::move(config.name),
                                      static_cast<ConfigOp::Kind>(config.configOperation),
                                      std::move(config.value)});
    }
    alterConfigs(services, std::move(alterations), request.validateOnly,
                 [response = std::move(response), responder = std::move(responder)](
                     const std::vector<AlteredConfig>& results) mutable {
                     for (std::size_t i = 0; i < results.size(); ++i) {
                         response.responses[i].errorCode = results[i].error;
                         if (results[i].error != ErrorCode::None)
                             response.responses[i].errorMessage = results[i].message;
                     }
                     responder.reply(std::move(response));
                 });
}

} // namespace hw::handlers
