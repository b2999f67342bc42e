#include "engine/broker/handlers/describe_groups.h"

#include "engine/broker/group/group_coordinator.h"
#include "engine/broker/handlers/authorized_operations.h"
#include "engine/broker/handlers/opaque_bytes.h"

namespace hw::handlers {

static protocol::DescribeGroupsResponse::DescribedGroup toWire(group::GroupDescription told)
{
    protocol::DescribeGroupsResponse::DescribedGroup described;
    described.errorCode = told.error;
    described.groupId = std::move(told.group);
    described.groupState = std::move(told.state);
    described.protocolType = std::move(told.protocolType);
    described.protocolData = std::move(told.protocol);
    for (auto& member : told.members)
        described.members.push_back({.memberId = std::move(member.memberId),
                                     .groupInstanceId = std::move(member.instanceId),
                                     .clientId = std::move(member.clientId),
                                     .clientHost = std::move(member.clientHost),
                                     .memberMetadata = copyOf(member.metadata),
                                     .memberAssignment = copyOf(member.assignment)});
    return described;
}

void DescribeGroupsHandler::handle(broker::Services& services, const broker::RequestContext&,
                                   Request request, broker::Responder<Response> responder)
{
    Response response;
    for (const std::string& group : request.groups) {
        response.groups.push_back(toWire(services.groups.describe(group)));
        if (request.includeAuthorizedOperations)
            response.groups.back().authorizedOperations = kAllGroupOperations;
    }
    responder.reply(std::move(response));
}

} // namespace hw::handlers
