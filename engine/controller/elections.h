#pragma once

#include <optional>
#include <set>
#include <vector>

#include "engine/base/ids.h"

namespace hw::controller {

/// What an election looks at.
struct Candidates
{
    std::vector<BrokerId> replicas; ///< assigned, preferred leader first
    std::vector<BrokerId> isr;
    std::set<BrokerId> live;         ///< brokers that are alive and not shutting down
    std::set<BrokerId> shuttingDown; ///< alive, but about to go
};

struct Elected
{
    BrokerId leader = kNoBroker;
    std::vector<BrokerId> isr;
    bool unclean = false; ///< the leader may lack committed records: state RECOVERING

    bool operator==(const Elected&) const = default;
};

/// The rules by which leaders are chosen; nothing if no replica can lead.
/// Kafka: PartitionLeaderElectionAlgorithms, Election.
namespace elect {

/// A partition made just now: first live replica; all live ones are in sync.
std::optional<Elected> forNew(const Candidates& from);
/// The leader is gone: first live in-sync replica; the ISR keeps its live members. With
/// `allowUnclean` and none in sync alive: the first live replica, alone in the ISR.
std::optional<Elected> forOffline(const Candidates& from, bool allowUnclean);
/// The preferred replica, if it is live and in sync; the ISR stays.
std::optional<Elected> forPreferred(const Candidates& from);
/// First live in-sync replica of the target, which is what `from.replicas` holds; the ISR stays.
std::optional<Elected> forReassignment(const Candidates& from);
/// First in-sync replica that is not shutting down; those that are leave the ISR.
std::optional<Elected> forShutdown(const Candidates& from);

} // namespace elect
} // namespace hw::controller
