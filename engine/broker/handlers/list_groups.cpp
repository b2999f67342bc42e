#include "engine/broker/handlers/list_groups.h"

#include <algorithm>

#include "engine/broker/group/group_coordinator.h"

namespace hw::handlers {

static char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// An empty list lets everything through; letters' case does not matter.
static bool matches(const std::vector<std::string>& filter, const std::string& value)
{
    return filter.empty() || std::ranges::any_of(filter, [&](const std::string& wanted) {
               return std::ranges::equal(wanted, value, {}, lower, lower);
           });
}

void ListGroupsHandler::handle(broker::Services& services, const broker::RequestContext&,
                               Request request, broker::Responder<Response> responder)
{
    group::ListGroupsResult result = services.groups.list();
    Response response;
    response.errorCode = result.error;
    for (group::GroupListing& listing : result.groups) {
        if (matches(request.statesFilter, listing.state) &&
            matches(request.typesFilter, listing.type))
            response.groups.push_back({.groupId = std::move(listing.group),
                                       .protocolType = std::move(listing.protocolType),
                                       .groupState = std::move(listing.state),
                                       .groupType = std::move(listing.type)});
    }
    responder.reply(std::move(response));
}

} // namespace hw::handlers
