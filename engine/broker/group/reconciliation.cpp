#include "engine/broker/group/reconciliation.h"

#include <algorithm>

namespace hw::group {

namespace {

void put(IdPartitions& into, const Uuid& topic, std::int32_t partition)
{
    into[topic].insert(partition);
}

bool has(const IdPartitions& partitions, const Uuid& topic, std::int32_t partition)
{
    const auto numbers = partitions.find(topic);
    return numbers != partitions.end() && numbers->second.contains(partition);
}

/// A member that does not say what it owns is taken to own it still.
bool mayOwnAnyOf(const IdPartitions& revoked, const std::optional<IdPartitions>& owned)
{
    if (!owned)
        return true;
    return std::ranges::any_of(revoked, [&](const auto& one) {
        return std::ranges::any_of(
            one.second, [&](std::int32_t partition) { return has(*owned, one.first, partition); });
    });
}

/// From `epoch`, having what was assigned before, towards the target.
Progress stepFrom(Generation epoch, const Progress& now, Generation targetEpoch,
                  const IdPartitions& target, const std::optional<IdPartitions>& owned,
                  const IsHeld& isHeld)
{
    IdPartitions kept, revoked, added;
    bool waits = false;
    for (const auto& [topic, numbers] : now.assigned)
        for (const std::int32_t partition : numbers)
            put(has(target, topic, partition) ? kept : revoked, topic, partition);
    for (const auto& [topic, numbers] : target)
        for (const std::int32_t partition : numbers) {
            if (has(kept, topic, partition))
                continue;
            if (isHeld(topic, partition))
                waits = true;
            else
                put(added, topic, partition);
        }

    Progress next;
    next.assigned = std::move(kept);
    if (!revoked.empty() && mayOwnAnyOf(revoked, owned)) {
        next.state = MemberState::UnrevokedPartitions;
        next.epoch = epoch;
        next.revoking = std::move(revoked);
    } else {
        next.state = waits ? MemberState::UnreleasedPartitions : MemberState::Stable;
        next.epoch = targetEpoch;
        for (const auto& [topic, numbers] : added)
            next.assigned[topic].insert(numbers.begin(), numbers.end());
    }
    next.previousEpoch = now.epoch;
    return next;
}

} // namespace

Progress reconcile(const Progress& now, Generation targetEpoch, const IdPartitions& target,
                   const std::optional<IdPartitions>& owned, const IsHeld& isHeld)
{
    switch (now.state) {
    case MemberState::Stable:
        if (now.epoch == targetEpoch)
            return now;
        break;
    case MemberState::UnrevokedPartitions:
        if (mayOwnAnyOf(now.revoking, owned))
            return now;
        return stepFrom(Generation{now.epoch.value() + 1}, now, targetEpoch, target, owned, isHeld);
    case MemberState::UnreleasedPartitions:
        break;
    }
    return stepFrom(now.epoch, now, targetEpoch, target, owned, isHeld);
}

} // namespace hw::group
