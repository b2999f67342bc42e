#include "engine/broker/handlers/delete_groups.h"

#include "engine/broker/group/group_coordinator.h"

namespace hw::handlers {

void DeleteGroupsHandler::handle(broker::Services& services, const broker::RequestContext&,
                                 Request request, broker::Responder<Response> responder)
{
    services.groups.deleteGroups(
        std::move(request.groupsNames),
        [responder = std::move(responder)](std::vector<group::DeletedGroup> deleted) mutable {
            Response response;
            for (group::DeletedGroup& each : deleted)
                response.results.push_back(
                    {.groupId = std::move(each.group), .errorCode = each.error});
            responder.reply(std::move(response));
        });
}

} // namespace hw::handlers
