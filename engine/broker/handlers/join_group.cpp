#include "engine/broker/handlers/join_group.h"

#include <algorithm>

#include "engine/broker/group/group_coordinator.h"
#include "engine/broker/handlers/opaque_bytes.h"

namespace hw::handlers {

static group::JoinRequest fromWire(const broker::RequestContext& context,
                                   protocol::JoinGroupRequest request)
{
    group::JoinRequest join;
    join.group = std::move(request.groupId);
    join.memberId = std::move(request.memberId);
    join.instanceId = std::move(request.groupInstanceId);
    join.clientId = context.clientId;
    join.clientHost = context.clientHost;
    join.requireKnownMemberId = context.version.value() >= 4;
    join.supportsSkippingAssignment = context.version.value() >= 9;
    join.sessionTimeout = fromMs(request.sessionTimeoutMs);
    join.rebalanceTimeout = context.version.value() >= 1
                                ? fromMs(std::max(request.rebalanceTimeoutMs, 0))
                                : join.sessionTimeout;
    join.protocolType = std::move(request.protocolType);
    for (auto& offered : request.protocols)
        join.protocols.push_back({std::move(offered.name), Slice(std::move(offered.metadata))});
    join.reason = request.reason.value_or("");
    return join;
}

static protocol::JoinGroupResponse toWire(group::JoinResult result, protocol::ApiVersion version)
{
    protocol::JoinGroupResponse response;
    response.errorCode = result.error;
    response.generationId = result.generation;
    response.protocolType = std::move(result.protocolType);
    response.protocolName = std::move(result.protocol);
    if (!response.protocolName && version.value() < 7)
        response.protocolName = "";
    response.leader = std::move(result.leader);
    response.skipAssignment = result.skipAssignment;
    response.memberId = std::move(result.memberId);
    for (group::JoinedMember& member : result.members)
        response.members.push_back({.memberId = std::move(member.memberId),
                                    .groupInstanceId = std::move(member.instanceId),
                                    .metadata = copyOf(member.metadata)});
    return response;
}

void JoinGroupHandler::handle(broker::Services& services, const broker::RequestContext& context,
                              Request request, broker::Responder<Response> responder)
{
    services.groups.join(fromWire(context, std::move(request)),
                         [responder = std::move(responder),
                          version = context.version](group::JoinResult result) mutable {
                             responder.reply(toWire(std::move(result), version));
                         });
}

} // namespace hw::handlers
