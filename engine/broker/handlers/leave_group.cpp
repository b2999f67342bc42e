#include "engine/broker/handlers/leave_group.h"

#include "engine/broker/group/group_coordinator.h"

namespace hw::handlers {

/// From here on a request names several members, and the answer has an error for each.
static constexpr protocol::ApiVersion kSeveralMembers{3};

void LeaveGroupHandler::handle(broker::Services& services, const broker::RequestContext& context,
                               Request request, broker::Responder<Response> responder)
{
    group::LeaveRequest leave;
    leave.group = std::move(request.groupId);
    if (context.version < kSeveralMembers)
        leave.members.push_back({std::move(request.memberId), std::nullopt, {}});
    for (auto& member : request.members)
        leave.members.push_back({std::move(member.memberId), std::move(member.groupInstanceId),
                                 member.reason.value_or("")});

    group::LeaveResult result = services.groups.leave(leave);
    Response response;
    response.errorCode = result.error;
    if (context.version < kSeveralMembers) {
        if (result.error == protocol::ErrorCode::None && !result.members.empty())
            response.errorCode = result.members.front().error;
    } else {
        for (auto& member : result.members)
            response.members.push_back({.memberId = std::move(member.memberId),
                                        .groupInstanceId = std::move(member.instanceId),
                                        .errorCode = member.error});
    }
    responder.reply(std::move(response));
}

} // namespace hw::handlers
