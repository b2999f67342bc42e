#pragma once

#include <algorithm>
#include <vector>

#include "engine/base/ids.h"

namespace hw::controller {

inline bool contains(const std::vector<BrokerId>& list, BrokerId id)
{
    return std::find(list.begin(), list.end(), id) != list.end();
}

/// Those of `list` that `other` lacks, in the same order.
inline std::vector<BrokerId> without(std::vector<BrokerId> list, const std::vector<BrokerId>& other)
{
    std::erase_if(list, [&](BrokerId id) { return contains(other, id); });
    return list;
}

/// The replicas of one partition, and how far its reassignment is.
///
///     [1,2,3] to become [4,1]:   replicas [4,1,2,3]   adding [4]   removing [2,3]
///
/// While it is under way all of them are replicas: any may lead and be in sync.
/// Kafka: ReplicaAssignment; KIP-455.
struct ReplicaAssignment
{
    std::vector<BrokerId> replicas; ///< preferred leader first
    std::vector<BrokerId> adding;
    std::vector<BrokerId> removing;

    bool isBeingReassigned() const { return !adding.empty() || !removing.empty(); }
    /// What it was before.
    std::vector<BrokerId> origin() const { return without(replicas, adding); }
    /// What it will be.
    std::vector<BrokerId> target() const { return without(replicas, removing); }
    /// Towards `target` (no broker twice), instead of wherever it goes now.
    ReplicaAssignment reassignTo(const std::vector<BrokerId>& target) const
    {
        const std::vector<BrokerId> before = origin();
        ReplicaAssignment next{target, without(target, before), without(before, target)};
        next.replicas.insert(next.replicas.end(), next.removing.begin(), next.removing.end());
        return next;
    }
    bool operator==(const ReplicaAssignment&) const = default;
};

} // namespace hw::controller
