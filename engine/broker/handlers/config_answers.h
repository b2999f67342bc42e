#pragma once

#include <utility>

#include "engine/broker/handlers/config_alteration.h"

namespace hw::handlers {

/// What AlterConfigs and IncrementalAlterConfigs have in common: each resource's settings become
/// `ConfigOp`s (by `opOf`, from a request's config), and each gets its answer.
template <class Request, class OpOf>
void alterAndAnswer(broker::Services& services, Request request, bool replacesAll, OpOf opOf,
                    broker::Responder<typename Request::Response> responder)
{
    typename Request::Response response;
    std::vector<ConfigAlteration> alterations;
    for (auto& resource : request.resources) {
        auto& answer = response.responses.emplace_back();
        answer.resourceType = resource.resourceType;
        answer.resourceName = resource.resourceName;
        ConfigAlteration& alteration = alterations.emplace_back();
        alteration.type = resource.resourceType;
        alteration.name = std::move(resource.resourceName);
        alteration.replacesAll = replacesAll;
        for (auto& config : resource.configs)
            alteration.ops.push_back(
                {std::move(config.name), opOf(config), std::move(config.value)});
    }
    alterConfigs(services, std::move(alterations), request.validateOnly,
                 [response = std::move(response), responder = std::move(responder)](
                     const std::vector<AlteredConfig>& results) mutable {
                     for (std::size_t i = 0; i < results.size(); ++i) {
                         response.responses[i].errorCode = results[i].error;
                         response.responses[i].errorMessage.reset();
                         if (results[i].error != protocol::ErrorCode::None)
                             response.responses[i].errorMessage = results[i].message;
                     }
                     responder.reply(std::move(response));
                 });
}

} // namespace hw::handlers
