#pragma once

#include <map>
#include <set>

#include "engine/observe/snapshot.h"
#include "engine/simulate/findings.h"

namespace hw::simulate {

/// What must hold from one picture to the next, beyond the cluster's own lamps:
///
///   1   while the ISR is below min.insync.replicas a leader takes nothing with acks=all
///   3   … and its watermark does not rise
///   5   a follower that lags leaves the ISR within one and a half times
///       `replica.lag.time.max.ms`, as long as the leader runs; who joins it has what is committed
///   10  members whose session is over leave their group, as long as its coordinator runs
class PictureWatch
{
public:
    /// `allAcks`: every producer of the run waits for all replicas.
    PictureWatch(Findings& findings, bool allAcks, Duration lagTimeMax)
        : m_findings(findings)
        , m_allAcks(allAcks)
        , m_lagTimeMax(lagTimeMax)
    {
    }

    /// `gauges` belong to the picture.
    void look(const observe::Snapshot& snapshot, const observe::Gauges& gauges);

private:
    struct Leading
    {
        BrokerId leader;
        LeaderEpoch epoch;
        PartitionEpoch partitionEpoch;
        bool isUnderMin = false;
        std::int64_t leo = 0;
        std::int64_t mark = 0;
        std::vector<BrokerId> isr; ///< as it knows it
    };
    void lookAtLeader(const observe::PartitionPart& part, const observe::ReplicaPart& leader,
                      const observe::Gauges& gauges);
    void lookAtJoiners(const observe::PartitionPart& part, const Leading& before,
                       const Leading& now, const observe::Gauges& gauges);
    void lookAtMembers(const observe::GroupPart& group, const observe::Gauges& gauges, Instant now);
    void lookAtLag(const observe::PartitionPart& part, const observe::Gauges& gauges, Instant now);

    Findings& m_findings;
    const bool m_allAcks;
    const Duration m_lagTimeMax;
    std::map<TopicPartition, Leading> m_leading;
    std::map<BrokerId, Instant> m_runningSince; ///< without a break, as far as pictures show
    Instant m_lookedAt;                         ///< last
    /// Since when a follower should have been taken out.
    struct Overdue
    {
        Instant since;
        PartitionEpoch version; ///< the ISR that was seen then
    };
    std::map<std::pair<TopicPartition, BrokerId>, Overdue> m_overdue;
};

} // namespace hw::simulate
