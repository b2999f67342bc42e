#pragma once

#include "engine/broker/group/group.h"
#include "engine/observe/report.h"

namespace hw::group {

/// What DescribeGroups tells. Null: a group that does not exist is Dead.
GroupDescription describeGroup(const std::string& id, const Group* group);

/// What the window is told.
observe::GroupReport reportGroup(const Group& group, Instant now);

} // namespace hw::group
