#pragma once

#include "engine/broker/handlers/consumer_group_describe.h"
#include "engine/broker/handlers/consumer_group_heartbeat.h"
#include "engine/broker/handlers/delete_groups.h"
#include "engine/broker/handlers/describe_groups.h"
#include "engine/broker/handlers/handler.h"
#include "engine/broker/handlers/heartbeat.h"
#include "engine/broker/handlers/join_group.h"
#include "engine/broker/handlers/leave_group.h"
#include "engine/broker/handlers/list_groups.h"
#include "engine/broker/handlers/offset_commit.h"
#include "engine/broker/handlers/offset_delete.h"
#include "engine/broker/handlers/offset_fetch.h"
#include "engine/broker/handlers/sync_group.h"

namespace hw::handlers {

/// Handlers over the group coordinator.
using GroupHandlers =
    HandlerList<OffsetCommitHandler, OffsetFetchHandler, JoinGroupHandler, SyncGroupHandler,
                HeartbeatHandler, LeaveGroupHandler, DescribeGroupsHandler, ListGroupsHandler,
                DeleteGroupsHandler, OffsetDeleteHandler, ConsumerGroupHeartbeatHandler,
                ConsumerGroupDescribeHandler>;

} // namespace hw::handlers
