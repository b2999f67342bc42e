#pragma once

#include "engine/broker/group/group.h"
#include "engine/observe/report.h"

namespace hw::group {

/// What DescribeGroups tells. Null: a group that does not exist is Dead.
GroupDescription describeGroup(const std::string& id, const Group* group);

/// What ConsumerGroupDescribe tells. Null: a group that does not exist.
ConsumerGroupDescription describeConsumerGroup(const std::string& id, const Group* group);

/// What the window is told.
observe::GroupReport reportGroup(const Group& group, Instant now);

/// The members of a group of the consumer protocol (consumer_reports.cpp).
void reportConsumers(const Group& group, Instant now, std::vector<observe::MemberReport>& into);

} // namespace hw::group
