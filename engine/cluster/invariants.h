#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/observe/snapshot.h"

namespace hw::cluster {

/// The lamps: which of the cluster's invariants hold in the pictures seen so far. Only those are
/// judged that hold in a picture put together from reports of slightly different moments:
///
///     3   HW <= LEO on every replica (one broker's own word), and a leader's HW never goes back
///         within its epoch while its broker lives (one that starts anew has only its checkpoint)
///     4   the leader epoch in a partition's `state` never falls
///     5   the ISR is part of the assignment, never empty, and holds the leader if there is one
///     7   no log took a batch of an idempotent producer out of its order (one broker's own word)
///     10  in a stable group no partition has two owners (the coordinator's own word)
class Invariants
{
public:
    static std::vector<std::int32_t> checked() { return {3, 4, 5, 7, 10}; }
    /// One sentence for each that this picture breaks; at most kBrokenLimit.
    std::vector<std::string> broken(const observe::Snapshot& snapshot,
                                    const observe::Gauges& gauges);

    static constexpr std::size_t kBrokenLimit = 20;

private:
    struct Seen
    {
        LeaderEpoch epoch = kNoLeaderEpoch;
        BrokerId leader = kNoBroker;
        std::int32_t incarnation = 0; ///< of the leader's broker
        std::int64_t hw = -1;
    };
    void look(const observe::PartitionPart& part, const observe::Gauges& gauges);
    void lookAtLeader(const observe::PartitionPart& part, const observe::Gauges& gauges);
    void look(const observe::GroupPart& group);
    void add(std::string sentence);

    std::map<TopicPartition, Seen> m_seen;
    std::map<std::string, Uuid> m_topics; ///< a topic made anew begins anew
    std::map<BrokerId, std::int32_t> m_incarnations;
    std::vector<std::string> m_broken;
};

} // namespace hw::cluster
