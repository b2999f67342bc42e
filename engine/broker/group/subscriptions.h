#pragma once

#include <optional>
#include <set>
#include <string>

#include "engine/broker/group/group.h"

namespace hw::group {

/// The topics that the members of the present generation ask for; empty for a group without
/// members. None if it cannot be known: another protocol type, or bytes that cannot be read. Then
/// no offset may be expired as "not subscribed".  Kafka: GroupMetadata.computeSubscribedTopics.
std::optional<std::set<std::string>> subscribedBy(const Group& group);

} // namespace hw::group
