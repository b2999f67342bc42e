#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "engine/cluster/offset_ranges.h"
#include "engine/observe/snapshot.h"

namespace hw::cluster {

/// What became of acknowledged records, as ranges. A record counts as lost when a broker becomes
/// the leader of its partition with a log that ends at or before it: nobody can read it any more.
/// What a later leader writes at the same offsets are other records. A leader that does not know
/// yet that another was elected, and cannot be told, may go on acknowledging (it is alone in its
/// ISR): what lies beyond the new leader's beginning is lost as it is acknowledged.
///
///     broker 2   0 … 7 │ 7 … 52 acknowledged │          frozen, then it comes back and cuts to 7
///     broker 1   0 … 7 │ 7 … 17 other ones │ leads      17 … 52 are lost now, 7 … 17 at the cut
///
/// It sees what brokers acknowledge to clients (acks=1 and acks=all), who becomes leader, and what
/// brokers cut off their logs. A lost record whose place was taken before the election, by a log
/// that diverged, is noticed when the broker that acknowledged it cuts it off.
class Ledger
{
public:
    static constexpr std::size_t kLostLimit = 1000; ///< ranges kept; the count goes on

    using Lines = std::vector<observe::LedgerLine>;
    /// `by` acknowledged records [from, to) of a partition. The range of them that is lost already,
    /// if any, to the leader that the line names as its event.
    Lines acknowledged(NodeId by, const TopicPartition& partition, Offset from, Offset to);
    /// What event `id` tells of `by`: it leads with a log that ends at `leo`. The ranges that are
    /// lost by it, ascending.
    Lines becameLeader(NodeId by, const TopicPartition& partition, LeaderEpoch epoch, Offset leo,
                       EventId id);
    /// `by` cut its log to end at `to`, since the newest leader's goes on differently there. The
    /// ranges of what it acknowledged itself that are lost by it and were not noticed before, to
    /// the leader that the lines name as their event.
    Lines truncated(NodeId by, const TopicPartition& partition, Offset to);
    /// Keeps the line, naming the event that reported it.
    void keep(observe::LedgerLine line);
    /// The partition's topic is gone, with all that was promised about it.
    void forget(const std::string& topic);

    std::uint64_t acked() const { return m_acked; } ///< records, since the start
    const std::vector<observe::LedgerLine>& lost() const { return m_lost; }

private:
    /// The newest leader.
    struct Leader
    {
        NodeId node;
        LeaderEpoch epoch;
        Offset start{0};
        EventId event;
    };
    std::map<TopicPartition, Leader> m_leaders;
    /// By broker: what it acknowledged and is not lost. Records of acks=0 and of answers that came
    /// too late lie between.
    std::map<TopicPartition, std::map<NodeId, OffsetRanges>> m_promises;
    std::uint64_t m_acked = 0;
    std::vector<observe::LedgerLine> m_lost;
};

} // namespace hw::cluster
