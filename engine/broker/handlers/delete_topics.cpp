#include "engine/broker/handlers/delete_topics.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "engine/controller/controller.h"

namespace hw::handlers {

using controller::TopicResult;
using protocol::DeleteTopicsRequest;
using protocol::DeleteTopicsResponse;
using protocol::ErrorCode;
using Answer = DeleteTopicsResponse::DeletableTopicResult;

/// Since when a broker may say TOPIC_DELETION_DISABLED.
static constexpr protocol::ApiVersion kWithDisabled{3};
static constexpr protocol::ApiVersion kWithIds{6};

static void refuse(Answer& answer, ErrorCode error, std::string message)
{
    answer.errorCode = error;
    answer.errorMessage = std::move(message);
}

/// One per topic that is asked for, in order; those that are found have no error.
static std::vector<Answer> resolve(const controller::Controller& controller,
                                   const DeleteTopicsRequest& request, protocol::ApiVersion version)
{
    std::vector<Answer> answers;
    if (version < kWithIds) {
        std::set<std::string> seen;
        for (const std::string& name : request.topicNames)
            if (seen.insert(name).second)
                answers.emplace_back().name = name;
        return answers;
    }
    for (const auto& asked : request.topics) {
        Answer& answer = answers.emplace_back();
        answer.name = asked.name;
        answer.topicId = asked.topicId;
        if (!asked.topicId.isZero())
            answer.name = controller.topicOf(asked.topicId);
        if (!answer.name && !asked.topicId.isZero())
            refuse(answer, ErrorCode::UnknownTopicId,
                   fmt::format("there is no topic with the id {}", asked.topicId.text()));
        else if (!answer.name)
            refuse(answer, ErrorCode::InvalidRequest, "name a topic, or give its id");
    }
    return answers;
}

static void refuseAll(std::vector<Answer>& answers, ErrorCode error, const std::string& message)
{
    for (Answer& answer : answers)
        refuse(answer, error, message);
}

/// Whether the request as a whole cannot be obeyed; says so in the answers.
static bool isRefused(const broker::Services& services, const DeleteTopicsRequest& request,
                      protocol::ApiVersion version, std::vector<Answer>& answers)
{
    const bool both = std::ranges::any_of(
        request.topics, [](const auto& asked) { return asked.name && !asked.topicId.isZero(); });
    if (!services.controller.active())
        refuseAll(answers, ErrorCode::NotController, "this broker is not the controller");
    else if (!services.config.deleteTopics)
        refuseAll(answers,
                  version < kWithDisabled ? ErrorCode::InvalidRequest
                                          : ErrorCode::TopicDeletionDisabled,
                  "delete.topic.enable is false");
    else if (both)
        refuseAll(answers, ErrorCode::InvalidRequest,
                  "a topic goes by its name or by its id, not by both");
    else
        return false;
    return true;
}

void DeleteTopicsHandler::handle(broker::Services& services, const broker::RequestContext& context,
                                 Request request, broker::Responder<Response> responder)
{
    Response response;
    response.responses = resolve(services.controller, request, context.version);
    if (isRefused(services, request, context.version, response.responses)) {
        responder.reply(std::move(response));
        return;
    }
    std::vector<std::string> topics;
    for (Answer& answer : response.responses) {
        if (answer.errorCode != ErrorCode::None)
            continue;
        // One that is being deleted is gone for clients already.
        if (services.metadata.topic(*answer.name))
            topics.push_back(*answer.name);
        else
            refuse(answer, ErrorCode::UnknownTopicOrPartition,
                   fmt::format("there is no topic \"{}\"", *answer.name));
    }
    services.controller.deleteTopics(
        std::move(topics), fromMs(std::max(request.timeoutMs, 0)),
        [response = std::move(response),
         responder = std::move(responder)](std::vector<TopicResult> results) mutable {
            auto next = results.begin();
            for (Answer& answer : response.responses) {
                if (answer.errorCode != ErrorCode::None || next == results.end())
                    continue;
                if (next->error != ErrorCode::None)
                    refuse(answer, next->error, std::move(next->message));
                ++next;
            }
            responder.reply(std::move(response));
        });
}

} // namespace hw::handlers
