#include "engine/broker/replica/partition.h"

#include <algorithm>

#include "engine/base/mutation.h"

namespace hw::replica {

using protocol::ErrorCode;

/// Kafka: Partition.maybeShrinkIsr.
void Partition::shrinkIsrIfNeeded()
{
    if (!isLeader())
        return;
    // Who was about to join, and so held the mark back, may have fallen behind meanwhile.
    raiseHighWatermark();
    if (m_isr.isInFlight())
        return;
    const Instant now = m_context.loop.now();
    const Offset leo = m_log.leo();
    Brokers stay, removed;
    Duration longest{0};
    for (const BrokerId broker : m_isr.committed()) {
        const auto follower = m_followers.find(broker);
        const bool lags =
            follower != m_followers.end() &&
            !follower->second.isCaughtUp(leo, now, m_context.config.replicaLagTimeMax) &&
            !mutated(Rule::IsrShrinksByLag);
        (lags ? removed : stay).push_back(broker);
        if (lags)
            longest = std::max(longest, now - follower->second.caughtUpAt().value_or(now));
    }
    if (removed.empty())
        return;
    m_context.loop.setCause(m_context.journal.report(
        observe::fact::IsrShrunk{m_id, std::move(removed), stay, longest}));
    propose(std::move(stay));
}

void Partition::livingBrokersChanged()
{
    if (isLeader())
        raiseHighWatermark();
    m_deletions.wakeLater();
}

/// Kafka: Partition.maybeExpandIsr, isFollowerInSync, isReplicaIsrEligible.
void Partition::expandIsrIfNeeded(BrokerId follower)
{
    if (m_isr.isInFlight() || holds(m_isr.committed(), follower))
        return;
    const Offset reached = m_followers[follower].leo().value_or(kNoOffset);
    if (((reached < m_highWatermark.value() || reached < m_epochStart) &&
         !mutated(Rule::ExpandOnlyWhenCaughtUp)) ||
        !m_context.metadata.isAlive(follower))
        return;
    Brokers isr = m_isr.committed();
    isr.push_back(follower);
    propose(std::move(isr));
}

void Partition::propose(Brokers isr)
{
    m_isr.propose(std::move(isr));
    IsrProposal proposal{m_id, m_topicId, m_leaderEpoch, m_partitionEpoch, *m_isr.proposed()};
    m_context.proposals.propose(
        std::move(proposal), m_life.guard([this, round = m_isr.round()](const IsrAnswer& answer) {
            onAnswer(round, answer);
        }));
}

/// Kafka: Partition.handleAlterPartitionUpdate, handleAlterPartitionError.
void Partition::onAnswer(std::uint64_t round, const IsrAnswer& answer)
{
    if (round != m_isr.round() || !m_isr.isInFlight())
        return; // a newer LeaderAndIsr has overtaken it
    switch (answer.error) {
    case ErrorCode::None:
        break;
    case ErrorCode::OperationNotAttempted:
    case ErrorCode::IneligibleReplica:
        // A member is not alive (any more): the next round proposes what is right then.
        m_isr.rollBack();
        return;
    case ErrorCode::FencedLeaderEpoch:
    case ErrorCode::InvalidUpdateVersion:
    case ErrorCode::InvalidRequest:
    case ErrorCode::NewLeaderElected:
    case ErrorCode::UnknownTopicOrPartition:
    case ErrorCode::UnknownTopicId:
        // We are behind: the controller's LeaderAndIsr tells. Until then the maximal ISR counts.
        return;
    default:
        // Such as STALE_BROKER_EPOCH, NOT_CONTROLLER: asked again, of whoever is controller then.
        propose(*m_isr.proposed());
        return;
    }
    if (answer.leaderEpoch > m_leaderEpoch || answer.partitionEpoch < m_partitionEpoch)
        return; // the news of a later election is under way
    const Brokers before = m_isr.committed();
    m_isr.commit(answer.isr);
    m_partitionEpoch = answer.partitionEpoch;
    m_recovering = false;
    for (const BrokerId broker : answer.isr)
        if (!holds(before, broker))
            m_context.journal.report(observe::fact::IsrExpanded{m_id, broker, answer.isr});
    // The ISR may be down to ourselves, or up to min.insync.replicas.
    raiseHighWatermark();
    m_producers.wakeLater();
}

} // namespace hw::replica
