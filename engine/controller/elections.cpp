#include "engine/controller/elections.h"

#include <algorithm>

#include "engine/base/mutation.h"

namespace hw::controller::elect {

static bool contains(const std::vector<BrokerId>& list, BrokerId id)
{
    return std::find(list.begin(), list.end(), id) != list.end();
}

/// Those of `list` for which `keep` holds, in the same order.
template <class Keep>
static std::vector<BrokerId> only(const std::vector<BrokerId>& list, Keep keep)
{
    std::vector<BrokerId> kept;
    std::copy_if(list.begin(), list.end(), std::back_inserter(kept), keep);
    return kept;
}

std::optional<Elected> forNew(const Candidates& from)
{
    const auto live = only(from.replicas, [&](BrokerId b) { return from.live.contains(b); });
    if (live.empty())
        return std::nullopt;
    return Elected{live.front(), live, false};
}

std::optional<Elected> forOffline(const Candidates& from, bool allowUnclean)
{
    const auto live = only(from.replicas, [&](BrokerId b) { return from.live.contains(b); });
    for (const BrokerId broker : live) {
        if (contains(from.isr, broker))
            return Elected{broker,
                           only(from.isr, [&](BrokerId b) { return from.live.contains(b); }),
                           false};
    }
    if ((allowUnclean || mutated(Rule::ElectOnlyFromIsr)) && !live.empty())
        return Elected{live.front(), {live.front()}, true};
    return std::nullopt;
}

std::optional<Elected> forPreferred(const Candidates& from)
{
    if (from.replicas.empty())
        return std::nullopt;
    const BrokerId preferred = from.replicas.front();
    if (!from.live.contains(preferred) || !contains(from.isr, preferred))
        return std::nullopt;
    return Elected{preferred, from.isr, false};
}

std::optional<Elected> forReassignment(const Candidates& from)
{
    for (const BrokerId broker : from.replicas) {
        if (from.live.contains(broker) && contains(from.isr, broker))
            return Elected{broker, from.isr, false};
    }
    return std::nullopt;
}

std::optional<Elected> forShutdown(const Candidates& from)
{
    for (const BrokerId broker : from.replicas) {
        // Whoever is shutting down is not in `live`.
        if (from.live.contains(broker) && contains(from.isr, broker))
            return Elected{
                broker,
                only(from.isr, [&](BrokerId b) { return !from.shuttingDown.contains(b); }), false};
    }
    return std::nullopt;
}

} // namespace hw::controller::elect
