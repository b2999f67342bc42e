#pragma once

#include <optional>

#include "engine/observe/command.h"
#include "engine/world/faults/host_faults.h"

namespace hw::cluster {

/// What a message that is to be held looks like on its way, without the rule's number. Its kind is
/// named as in lists of messages: Kafka's APIs (`Fetch`), ZooKeeper's operations between an
/// ensemble server and its clients (`SetData`, `WatchEvent`), or the messages between two ensemble
/// servers (`Proposal`). None if no such message goes there: a name that is not known, or an answer
/// to what nothing answers.
std::optional<world::HoldRule> holdRuleOf(const observe::command::HoldMessage& hold);

} // namespace hw::cluster
