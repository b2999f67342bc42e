#include "engine/broker/handlers/create_topics.h"

#include <algorithm>
#include <map>

#include "engine/broker/core/config_catalogue.h"
#include "engine/controller/controller.h"

namespace hw::handlers {

using controller::NewTopic;
using controller::NewTopicResult;
using protocol::CreateTopicsRequest;
using protocol::CreateTopicsResponse;
using protocol::ErrorCode;

static NewTopic fromWire(const CreateTopicsRequest::CreatableTopic& asked)
{
    NewTopic topic;
    topic.name = asked.name;
    topic.partitions = asked.numPartitions;
    topic.replicationFactor = asked.replicationFactor;
    for (const auto& assignment : asked.assignments)
        topic.assignment[assignment.partitionIndex] = assignment.brokerIds;
    for (const auto& config : asked.configs)
        if (config.value)
            topic.configs[config.name] = *config.value;
    return topic;
}

/// What is wrong with it in itself; None if nothing.
static NewTopicResult check(const CreateTopicsRequest& request,
                            const CreateTopicsRequest::CreatableTopic& asked)
{
    NewTopicResult result;
    result.name = asked.name;
    const auto sameName =
        std::ranges::count(request.topics, asked.name, &CreateTopicsRequest::CreatableTopic::name);
    if (sameName > 1) {
        result.error = ErrorCode::InvalidRequest;
        result.message = "the request names this topic more than once";
        return result;
    }
    for (const auto& config : asked.configs) {
        if (config.value)
            continue;
        result.error = ErrorCode::InvalidConfig; // Kafka: ZkAdminManager.createTopics
        result.message = "the setting " + config.name + " has a null value";
        return result;
    }
    if (const auto good = broker::checkTopicConfigs(fromWire(asked).configs); !good) {
        result.error = ErrorCode::InvalidConfig;
        result.message = good.error().message;
    }
    return result;
}

using Configs = std::vector<CreateTopicsResponse::CreatableTopicConfigs>;

/// All settings that the topic then has (KIP-525).
static Configs configsOf(const broker::Services& services, const NewTopic& topic)
{
    Configs configs;
    for (const auto& entry : broker::describeTopic(topic.configs, services.dynamicConfig)) {
        auto& config = configs.emplace_back();
        config.name = entry.name;
        config.value = entry.value;
        config.configSource = static_cast<std::int8_t>(entry.source);
    }
    return configs;
}

static CreateTopicsResponse toWire(const broker::Services& services,
                                   const CreateTopicsRequest& request,
                                   const std::vector<NewTopicResult>& results)
{
    CreateTopicsResponse response;
    for (std::size_t i = 0; i < results.size(); ++i) {
        const NewTopicResult& result = results[i];
        auto& topic = response.topics.emplace_back();
        topic.name = result.name;
        topic.errorCode = result.error;
        if (result.error != ErrorCode::None) {
            topic.errorMessage = result.message;
            continue;
        }
        topic.errorMessage.reset();
        topic.topicId = result.id;
        topic.configs = configsOf(services, fromWire(request.topics[i]));
        topic.numPartitions = result.partitions;
        topic.replicationFactor = static_cast<std::int16_t>(result.replicationFactor);
    }
    return response;
}

void CreateTopicsHandler::handle(broker::Services& services, const broker::RequestContext&,
                                 Request request, broker::Responder<Response> responder)
{
    std::vector<NewTopicResult> results;
    std::vector<NewTopic> good;
    for (const auto& asked : request.topics) {
        NewTopicResult result = check(request, asked);
        if (!services.controller.active()) {
            result.error = ErrorCode::NotController;
            result.message = "this broker is not the controller";
        }
        if (result.error == ErrorCode::None)
            good.push_back(fromWire(asked));
        results.push_back(std::move(result));
    }
    if (good.empty()) {
        responder.reply(toWire(services, request, results));
        return;
    }
    const bool validateOnly = request.validateOnly;
    const Duration timeout = fromMs(std::max(request.timeoutMs, 0));
    services.controller.createTopics(
        std::move(good), validateOnly, timeout,
        [&services, request = std::move(request), results = std::move(results),
         responder = std::move(responder)](std::vector<NewTopicResult> made) mutable {
            auto next = made.begin();
            for (NewTopicResult& result : results)
                if (result.error == ErrorCode::None && next != made.end())
                    result = std::move(*next++);
            responder.reply(toWire(services, request, results));
        });
}

} // namespace hw::handlers
