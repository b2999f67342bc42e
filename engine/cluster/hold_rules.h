#pragma once

#include <optional>
#include <string>

#include "engine/observe/command.h"
#include "engine/world/faults/host_faults.h"

namespace hw::cluster {

/// What a message that is to be held looks like on its way, without the rule's number. Its kind is
/// named as in lists of messages: Kafka's APIs (`Fetch`), ZooKeeper's operations between an
/// ensemble server and its clients (`SetData`, `WatchEvent`), or the messages between two ensemble
/// servers (`Proposal`). None if no such message goes there: a name that is not known, or an answer
/// to what nothing answers.
std::optional<world::HoldRule> holdRuleOf(const observe::command::HoldMessage& hold);

/// What a message that was caught is: `Fetch v13`, `Fetch v13 response`, `SetData`, `Proposal`;
/// `response` if it is not known any more what it answers, `message` if nothing is known.
std::string heldName(const world::HoldNews& held);

} // namespace hw::cluster
