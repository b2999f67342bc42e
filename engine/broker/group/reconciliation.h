#pragma once

#include <functional>
#include <optional>

#include "engine/broker/group/consumer_group.h"

namespace hw::group {

/// Asks whether anybody still has a partition.
using IsHeld = std::function<bool(const Uuid& topic, std::int32_t partition)>;

/// The next step of one member towards its target: first it gives up what is no longer meant for
/// it, in the epoch it is in; once it says that it has, it goes to the target's epoch and gets what
/// is free; what others still have follows when they have given it up.
///
///     Stable --target moved--> UnrevokedPartitions --given up--> UnreleasedPartitions or Stable
///        ^                                                              |
///        `------------------------ the others gave theirs up -----------'
///
/// `owned` is what the member says it has; unset: it does not say, so nothing counts as given up.
/// Kafka: CurrentAssignmentBuilder.
Progress reconcile(const Progress& now, Generation targetEpoch, const IdPartitions& target,
                   const std::optional<IdPartitions>& owned, const IsHeld& isHeld);

} // namespace hw::group
