#include "engine/broker/handlers/all_handlers.h"

#include <algorithm>

#include "engine/broker/handlers/api_versions.h"
#include "engine/broker/handlers/group_handlers.h"
#include "engine/broker/handlers/handler.h"

namespace hw::handlers {

using ClusterHandlers = HandlerList<ApiVersionsHandler>;

broker::ApiTable allHandlers()
{
    std::vector<broker::ApiEntry> entries;
    addEntries(entries, ClusterHandlers{});
    addEntries(entries, GroupHandlers{});
    std::ranges::sort(entries, {}, &broker::ApiEntry::key);
    const auto twice = std::ranges::adjacent_find(entries, {}, &broker::ApiEntry::key);
    HW_ASSERT(twice == entries.end(), "an API has one handler");
    return broker::ApiTable(std::move(entries));
}

} // namespace hw::handlers
