#include "engine/broker/handlers/create_topics.h"

#include <algorithm>
#include <map>

#include "engine/broker/core/topic_config.h"
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
    if (const auto good = broker::checkTopicConfigs(fromWire(asked).configs); !good) {
        result.error = ErrorCode::InvalidConfig;
        result.message = good.error().message;
    }
    return result;
}

static CreateTopicsResponse toWire(const std::vector<NewTopicResult>& results)
{
    CreateTopicsResponse response;
    for (const NewTopicResult& result : results) {
        auto& topic = response.topics.emplace_back();
        topic.name = result.name;
        topic.topicId = result.id;
        topic.errorCode = result.error;
        topic.errorMessage =
            result.error == ErrorCode::None ? std::nullopt : std::optional(result.message);
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
        responder.reply(toWire(results));
        return;
    }
    services.controller.createTopics(
        std::move(good), request.validateOnly, fromMs(std::max(request.timeoutMs, 0)),
        [results = std::move(results),
         responder = std::move(responder)](std::vector<NewTopicResult> made) mutable {
            auto next = made.begin();
            for (NewTopicResult& result : results)
                if (result.error == ErrorCode::None && next != made.end())
                    result = std::move(*next++);
            responder.reply(toWire(results));
        });
}

} // namespace hw::handlers
