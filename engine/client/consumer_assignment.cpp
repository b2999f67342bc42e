#include <algorithm>

#include "engine/client/consumer_impl.h"
#include "engine/client/consumer_membership.h"

namespace hw::client {

/// A commit before a rejoin holds nobody up for longer.
static constexpr Duration kFinalCommitLimit = 2s;

/// Rejoining is part of a poll: who is away does it at the next one.
void Consumer::Impl::beforeJoin(Task join)
{
    if (m_rhythm.isAway()) {
        m_heldJoin = std::move(join);
        return;
    }
    auto go = [this, join = std::move(join)]() mutable {
        if (!isCooperative())
            giveUp(false);
        join();
    };
    if (m_config.autoCommit && !m_membership->isMuted())
        commitThen(std::min(kFinalCommitLimit, m_config.maxPollInterval), std::move(go));
    else
        go();
}

void Consumer::Impl::giveUp(bool lost)
{
    const auto partitions = m_positions.partitions();
    ++m_losses;
    m_positions.clear();
    m_fetcher.clear();
    if (m_listener && !partitions.empty())
        m_listener->onRevoked(partitions, lost);
}

std::unique_ptr<GroupMembership> Consumer::Impl::makeMembership()
{
    MembershipOwner& owner = *this;
    if (isConsumerProtocol())
        return std::make_unique<ConsumerMembership>(m_context, m_config, m_connections, m_metadata,
                                                    owner, m_lastError);
    return std::make_unique<Membership>(m_context, m_config, m_connections, m_metadata, owner,
                                        m_lastError);
}

/// What is owned and not among these, which are sorted.
std::vector<TopicPartition>
Consumer::Impl::missingIn(const std::vector<TopicPartition>& partitions) const
{
    const auto before = m_positions.partitions(); // sorted
    std::vector<TopicPartition> missing;
    std::ranges::set_difference(before, partitions, std::back_inserter(missing));
    return missing;
}

/// Callbacks are part of a poll, as for a rejoin. What is to be given up is not read on while its
/// last commit is under way.
void Consumer::Impl::reconcile(const std::vector<TopicPartition>& partitions, Task done)
{
    if (m_rhythm.isAway()) {
        m_heldJoin = [this, partitions, done = std::move(done)]() mutable {
            reconcile(partitions, std::move(done));
        };
        return;
    }
    auto go = [this, partitions, since = m_losses, done = std::move(done)]() mutable {
        if (since != m_losses)
            return; // all was given up meanwhile
        changeTo(partitions);
        done();
    };
    const auto revoked = missingIn(partitions);
    for (const TopicPartition& partition : revoked)
        m_positions.setPaused(partition, true);
    m_fetcher.drop(revoked);
    if (m_config.autoCommit && !revoked.empty())
        commitThen(std::min(kFinalCommitLimit, m_config.maxPollInterval), std::move(go));
    else
        go();
}

/// Only what changed hands: the rest is read on without a pause.
void Consumer::Impl::changeTo(const std::vector<TopicPartition>& partitions)
{
    const auto before = m_positions.partitions(); // sorted, as is what was assigned
    const std::vector<TopicPartition> revoked = missingIn(partitions);
    std::vector<TopicPartition> added;
    std::ranges::set_difference(partitions, before, std::back_inserter(added));
    if (m_config.autoCommit && !revoked.empty() && !isConsumerProtocol()) // before the next join
        m_positions.commit(kFinalCommitLimit, {});
    if (m_listener && !revoked.empty())
        m_listener->onRevoked(revoked, false);
    if (m_listener)
        m_listener->onAssigned(added);
    m_fetcher.drop(revoked);
    m_positions.change(added, revoked);
    m_fetcher.proceed();
    if (!revoked.empty())
        m_membership->rejoin("need to revoke partitions and re-join"); // so that others get them
}

void Consumer::Impl::assigned(const std::vector<TopicPartition>& partitions)
{
    if (isCooperative() && m_config.fixed.empty()) {
        changeTo(partitions);
        return;
    }
    if (m_listener)
        m_listener->onAssigned(partitions);
    m_positions.assign(partitions);
    m_fetcher.proceed();
}

} // namespace hw::client
