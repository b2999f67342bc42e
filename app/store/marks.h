#pragma once

#include <optional>
#include <string>
#include <utility>

#include "engine/cluster/playback.h"
#include "engine/observe/event.h"

namespace hw::store {

/// What the timeline marks of an event: its kind and whom it is about; none: not marked.
std::optional<cluster::Mark> markOf(const observe::Event& event);
/// `leader`, `isr`, `group`, `fault`, `broker`, `loss`.
std::string_view textOf(cluster::MarkKind kind);

} // namespace hw::store
