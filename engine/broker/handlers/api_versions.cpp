#include "engine/broker/handlers/api_versions.h"

#include <algorithm>

namespace hw::handlers {

static bool isLetterOrDigit(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// `[a-zA-Z0-9](?:[a-zA-Z0-9\-.]*[a-zA-Z0-9])?`.  Kafka: ApiVersionsRequest.isValid.
static bool isSoftwareName(const std::string& text)
{
    return !text.empty() && isLetterOrDigit(text.front()) && isLetterOrDigit(text.back()) &&
           std::ranges::all_of(text,
                               [](char c) { return isLetterOrDigit(c) || c == '-' || c == '.'; });
}

static bool isValid(const protocol::ApiVersionsRequest& request, protocol::ApiVersion version)
{
    return version.value() < 3 || (isSoftwareName(request.clientSoftwareName) &&
                                   isSoftwareName(request.clientSoftwareVersion));
}

/// KIP-848: switched on by `group.coordinator.rebalance.protocols`.
static bool isConsumerProtocol(protocol::ApiKey key)
{
    return key == protocol::ApiKey::ConsumerGroupHeartbeat ||
           key == protocol::ApiKey::ConsumerGroupDescribe;
}

void ApiVersionsHandler::introduce(const Request& request, broker::Exchange& exchange)
{
    if (exchange.context().version.value() >= 3 && isValid(request, exchange.context().version))
        exchange.nameSoftware(request.clientSoftwareName, request.clientSoftwareVersion);
}

void ApiVersionsHandler::handle(broker::Services& services, const broker::RequestContext& context,
                                Request request, broker::Responder<Response> responder)
{
    Response response;
    if (!isValid(request, context.version)) {
        response.errorCode = protocol::ErrorCode::InvalidRequest;
        responder.reply(std::move(response));
        return;
    }
    for (const broker::ApiEntry& api : services.apis.entries())
        if (api.advertised && (services.config.consumerProtocol || !isConsumerProtocol(api.key)))
            response.apiKeys.push_back({.apiKey = static_cast<std::int16_t>(api.key),
                                        .minVersion = api.versions.min.value(),
                                        .maxVersion = api.versions.max.value()});
    responder.reply(std::move(response));
}

} // namespace hw::handlers
