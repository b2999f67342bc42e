#include "engine/broker/replica/partition.h"

#include <algorithm>

/// Telling who holds a high watermark back, when it stands long enough for a person to wonder.
namespace hw::replica {

/// The replicas that lack the record at the mark, or the ISR those that it lacks. In their order in
/// the assignment.
Brokers Partition::holdingBack() const
{
    Brokers by;
    const Instant now = m_context.loop.now();
    const Offset leo = m_log.leo();
    for (const BrokerId broker : m_replicas) {
        const bool isInSync = holds(m_isr.maximal(), broker);
        const auto follower = m_followers.find(broker);
        if (isUnderMinIsr()) {
            if (!isInSync)
                by.push_back(broker);
        } else if (follower == m_followers.end()) {
            if (m_log.mustSyncFirst() && m_log.recoveryPoint() <= m_highWatermark.value())
                by.push_back(broker); // ourselves, by flush.messages
        } else if (follower->second.leo().value_or(kNoOffset) <= m_highWatermark.value()) {
            const bool joining =
                follower->second.isCaughtUp(leo, now, m_context.config.replicaLagTimeMax) &&
                m_context.metadata.isAlive(broker);
            if (isInSync || joining)
                by.push_back(broker);
        }
    }
    return by;
}

void Partition::watchHeldMark()
{
    const Offset mark = m_highWatermark.value();
    if (m_held.watched || !isLeader() || mark >= m_log.leo())
        return;
    const bool told = m_held.at == mark && m_held.epoch == m_leaderEpoch;
    if (told && m_held.by == holdingBack())
        return;
    m_held.watched = true;
    m_context.loop.after(kHeldMarkTold, m_life.guard([this, mark, epoch = m_leaderEpoch] {
        m_held.watched = false;
        lookAtHeldMark(mark, epoch);
    }));
}

void Partition::lookAtHeldMark(Offset since, LeaderEpoch epoch)
{
    if (isLeader() && epoch == m_leaderEpoch && m_highWatermark.value() == since &&
        since < m_log.leo()) {
        Brokers by = holdingBack();
        if (!by.empty()) {
            m_held = {false, since, epoch, by};
            m_context.journal.report(observe::fact::HighWatermarkHeld{m_id, since, std::move(by)});
        }
    }
    watchHeldMark();
}

} // namespace hw::replica
