#pragma once

#include <vector>

#include "engine/client/assignor.h"

namespace hw::client {

/// Even first, then with as few moves as possible: everyone keeps of what was owned as much as
/// an even share allows, the rest is dealt out. What two members claim belongs to the one of the
/// newer generation; of the same generation, to neither.
///
/// With equal subscriptions no two members differ by more than one. With unequal ones a partition
/// moves only where that brings two members that may both have it nearer to each other.
/// Members are taken in the order of their ids. Kafka: AbstractStickyAssignor.
GroupAssignment assignSticky(const std::vector<AssignorMember>& members,
                             const PartitionCounts& counts);

/// The same, but what has another owner now is left out this time: it is assigned once that owner
/// has given it up and everyone has joined again. Kafka: CooperativeStickyAssignor, KIP-429.
GroupAssignment assignCooperativeSticky(const std::vector<AssignorMember>& members,
                                        const PartitionCounts& counts);

} // namespace hw::client
