#include "engine/cluster/silent_faults.h"

#include <optional>

namespace hw::cluster {

using namespace observe;

/// How surely a fault silences: what lets nothing through, then what lets little through, then
/// what only takes longer. Nothing: it silences nobody.
static std::optional<int> silencingRank(FaultKind kind)
{
    if (kind == FaultKind::Cut || kind == FaultKind::Hold)
        return 0;
    if (kind == FaultKind::Clog)
        return 1;
    if (kind == FaultKind::Delay || kind == FaultKind::SlowDisk)
        return 2;
    return std::nullopt;
}

/// Whether `listener` may hear too little of `silent` by the fault.
static bool standsBetween(const Fault& fault, NodeId silent, NodeId listener)
{
    // The ensemble's leader speaks for the server that somebody was connected to.
    const auto listens = [&](NodeId node) {
        return node == listener ||
               (node.kind == NodeId::Kind::Ensemble && listener.kind == node.kind);
    };
    if (fault.kind == FaultKind::SlowDisk)
        return fault.node == silent;
    return (fault.node == silent && listens(fault.to)) ||
           (listens(fault.node) && fault.to == silent);
}

bool letsNothingThrough(FaultKind kind) { return silencingRank(kind) == 0; }

EventId diskFaultOf(const std::map<EventId, Fault>& faults, NodeId node)
{
    for (const auto& [id, fault] : faults) {
        const bool refuses =
            fault.kind == FaultKind::DiskFull || fault.kind == FaultKind::WriteError ||
            fault.kind == FaultKind::FsyncError || fault.kind == FaultKind::TornWrite;
        if (refuses && fault.node == node)
            return id;
    }
    return kNoEvent;
}

EventId faultBetween(const std::map<EventId, Fault>& faults, NodeId silent, NodeId listener)
{
    EventId found = kNoEvent;
    int foundRank = 0;
    Duration longest{};
    for (const auto& [id, fault] : faults) { // in the order of their beginning
        const auto rank = silencingRank(fault.kind);
        if (!rank || !standsBetween(fault, silent, listener))
            continue;
        const bool surer = found == kNoEvent || *rank < foundRank;
        if (!surer && (*rank > foundRank || fault.time <= longest))
            continue;
        found = id;
        foundRank = *rank;
        longest = fault.time;
    }
    return found;
}

} // namespace hw::cluster
