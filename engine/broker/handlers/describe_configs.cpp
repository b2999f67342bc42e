#include "engine/broker/handlers/describe_configs.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/broker/core/config_catalogue.h"
#include "engine/broker/handlers/config_resource.h"

namespace hw::handlers {

using broker::ConfigSource;
using broker::DescribedConfig;
using protocol::DescribeConfigsRequest;
using protocol::DescribeConfigsResponse;
using protocol::ErrorCode;
using Result = DescribeConfigsResponse::DescribeConfigsResult;
using Resource = DescribeConfigsRequest::DescribeConfigsResource;

namespace {

/// Says only whether a value is a default.
constexpr protocol::ApiVersion kWithoutSources{0};

/// One request on its way: settings of topics are read first.
struct Description
{
    DescribeConfigsRequest request;
    protocol::ApiVersion version;
    DescribeConfigsResponse response;
    broker::Responder<DescribeConfigsResponse> responder;
    std::size_t open = 1;

    void finished()
    {
        if (--open == 0)
            responder.reply(std::move(response));
    }
};

void addConfigs(Result& to, const Resource& asked, const Description& description,
                const std::vector<DescribedConfig>& entries)
{
    const DescribeConfigsRequest& request = description.request;
    for (const DescribedConfig& entry : entries) {
        const auto& keys = asked.configurationKeys;
        if (keys && !keys->empty() && std::ranges::find(*keys, entry.name) == keys->end())
            continue;
        auto& config = to.configs.emplace_back();
        config.name = entry.name;
        config.value = entry.value;
        config.readOnly = entry.readOnly;
        config.configSource = static_cast<std::int8_t>(entry.source);
        if (description.version == kWithoutSources)
            config.isDefault = entry.source == ConfigSource::Default;
        config.configType = static_cast<std::int8_t>(entry.type);
        if (request.includeDocumentation)
            config.documentation = std::string(entry.documentation);
        if (request.includeSynonyms)
            for (const DescribedConfig::Place& place : entry.places)
                config.synonyms.push_back(
                    {place.name, place.value, static_cast<std::int8_t>(place.source)});
    }
}

broker::BrokerIdentity identityOf(const broker::Services& services)
{
    broker::BrokerIdentity identity{services.self, services.host.disk().absolute(""), {}};
    if (const broker::LiveBroker* self = services.metadata.broker(services.self))
        identity.listener = "PLAINTEXT://" + self->endpoint.text();
    return identity;
}

void describe(broker::Services& services, const std::shared_ptr<Description>& description,
              std::size_t index)
{
    const Resource& asked = description->request.resources[index];
    Result& result = description->response.results[index];
    result.resourceType = asked.resourceType;
    result.resourceName = asked.resourceName;
    // There are no loggers here whose levels could be told.
    if (asked.resourceType == static_cast<std::int8_t>(ResourceType::BrokerLogger) &&
        asked.resourceName == fmt::format("{}", services.self))
        return;
    const auto entity = entityOf(services, asked.resourceType, asked.resourceName);
    if (!entity) {
        result.errorCode = entity.error().code;
        result.errorMessage = entity.error().message;
        return;
    }
    if (asked.resourceType == static_cast<std::int8_t>(ResourceType::Broker)) {
        addConfigs(result, asked, *description,
                   asked.resourceName.empty()
                       ? broker::describeClusterDefaults(services.dynamicConfig)
                       : broker::describeBroker(services.dynamicConfig, identityOf(services)));
        return;
    }
    ++description->open;
    services.configStore.read(
        *entity, [&services, description, index](const hw::Result<broker::ConfigValues>& own) {
            Result& into = description->response.results[index];
            if (own) {
                addConfigs(into, description->request.resources[index], *description,
                           broker::describeTopic(*own, services.dynamicConfig));
            } else {
                into.errorCode = ErrorCode::UnknownServerError;
                into.errorMessage = own.error().message;
            }
            description->finished();
        });
}

} // namespace

void DescribeConfigsHandler::handle(broker::Services& services,
                                    const broker::RequestContext& context, Request request,
                                    broker::Responder<Response> responder)
{
    auto description = std::make_shared<Description>(
        Description{std::move(request), context.version, {}, std::move(responder)});
    description->response.results.resize(description->request.resources.size());
    for (std::size_t i = 0; i < description->request.resources.size(); ++i)
        describe(services, description, i);
    description->finished();
}

} // namespace hw::handlers
