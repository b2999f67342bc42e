#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string_view>

#include "engine/base/ids.h"
#include "engine/observe/snapshot.h"

namespace hw::app {

/// Finds a client by its name; `other` is the other end of the link that is meant. Empty: none is
/// known.
using Names = std::function<std::optional<NodeId>(std::string_view name, NodeId other)>;

/// Embedded producers and consumers by their names; outside programs by client id or address (the
/// connection that leads to `other`, or any).
Names namesOf(std::shared_ptr<const observe::Snapshot> snapshot);
/// Takes every word for a name: for looking at a line before it is its turn.
Names anyName();

} // namespace hw::app
