#include "engine/broker/handlers/create_partitions.h"

#include <algorithm>

#include "engine/controller/controller.h"

namespace hw::handlers {

using controller::MorePartitions;
using controller::TopicResult;
using protocol::CreatePartitionsRequest;
using protocol::ErrorCode;
using Asked = CreatePartitionsRequest::CreatePartitionsTopic;

static MorePartitions fromWire(const Asked& asked)
{
    MorePartitions wish;
    wish.topic = asked.name;
    wish.count = asked.count;
    if (asked.assignments) {
        wish.assignments.emplace();
        for (const auto& assignment : *asked.assignments)
            wish.assignments->push_back(assignment.brokerIds);
    }
    return wish;
}

static TopicResult check(const broker::Services& services, const CreatePartitionsRequest& request,
                         const Asked& asked)
{
    if (!services.controller.active())
        return {asked.name, ErrorCode::NotController, "this broker is not the controller"};
    if (std::ranges::count(request.topics, asked.name, &Asked::name) > 1)
        return {asked.name, ErrorCode::InvalidRequest,
                "the request names this topic more than once"};
    return {asked.name, ErrorCode::None, {}};
}

static protocol::CreatePartitionsResponse toWire(const std::vector<TopicResult>& results)
{
    protocol::CreatePartitionsResponse response;
    for (const TopicResult& result : results) {
        auto& to = response.results.emplace_back();
        to.name = result.topic;
        to.errorCode = result.error;
        to.errorMessage =
            result.error == ErrorCode::None ? std::nullopt : std::optional(result.message);
    }
    return response;
}

void CreatePartitionsHandler::handle(broker::Services& services, const broker::RequestContext&,
                                     Request request, broker::Responder<Response> responder)
{
    std::vector<TopicResult> results;
    std::vector<MorePartitions> good;
    for (const Asked& asked : request.topics) {
        results.push_back(check(services, request, asked));
        if (results.back().error == ErrorCode::None)
            good.push_back(fromWire(asked));
    }
    if (good.empty()) {
        responder.reply(toWire(results));
        return;
    }
    services.controller.createPartitions(
        std::move(good), request.validateOnly, fromMs(std::max(request.timeoutMs, 0)),
        [results = std::move(results),
         responder = std::move(responder)](std::vector<TopicResult> made) mutable {
            auto next = made.begin();
            for (TopicResult& result : results)
                if (result.error == ErrorCode::None && next != made.end())
                    result = std::move(*next++);
            responder.reply(toWire(results));
        });
}

} // namespace hw::handlers
