#include "engine/coordination/quorum_election.h"

#include <algorithm>

namespace hw::coordination::quorum {

Election::Election(world::Loop& loop, std::int32_t self, std::int32_t servers, Handlers handlers)
    : m_self(self)
    , m_servers(servers)
    , m_handlers(std::move(handlers))
    , m_repeat(loop)
    , m_finalize(loop)
{
}

void Election::look(Vote own)
{
    m_role = Role::Looking;
    ++m_round;
    m_own = m_vote = own;
    m_votes.clear();
    m_settled.clear();
    m_votes[m_self] = m_vote;
    m_finalize.cancel();
    m_interval = kMinNotificationInterval;
    broadcast();
    repeatLater();
}

std::size_t Election::heard() const
{
    std::size_t count = m_votes.size();
    for (const auto& [server, notification] : m_settled)
        count += m_votes.contains(server) ? 0 : 1;
    return count;
}

void Election::broadcast()
{
    for (std::int32_t server = 0; server < m_servers; ++server) {
        if (server != m_self)
            m_handlers.send(server, notification());
    }
}

void Election::repeatLater()
{
    m_repeat.start(m_interval, [this] {
        m_interval = std::min(m_interval * 2, kMaxNotificationInterval);
        broadcast();
        repeatLater();
    });
}

void Election::onNotification(std::int32_t from, const Notification& notification)
{
    if (m_role != Role::Looking) {
        if (notification.role == Role::Looking)
            m_handlers.send(from, this->notification());
        return;
    }
    if (notification.role == Role::Looking)
        onLookingVote(from, notification);
    else
        onSettledVote(from, notification);
}

void Election::onLookingVote(std::int32_t from, const Notification& notification)
{
    m_settled.erase(from);
    if (notification.round < m_round) {
        // It is behind: what it hears takes it into this round.
        m_handlers.send(from, this->notification());
        return;
    }
    if (notification.round > m_round) {
        m_round = notification.round;
        m_votes.clear();
        m_vote = std::max(m_own, notification.vote);
        m_finalize.cancel();
        broadcast();
    } else if (notification.vote > m_vote) {
        m_vote = notification.vote;
        m_finalize.cancel();
        broadcast();
    } else if (!m_votes.contains(from)) {
        // It may not have listened yet when this server's vote went out.
        m_handlers.send(from, this->notification());
    }
    m_votes[from] = notification.vote;
    m_votes[m_self] = m_vote;
    judge();
}

void Election::judge()
{
    std::size_t alike = 0;
    for (const auto& [server, vote] : m_votes)
        alike += vote == m_vote ? 1 : 0;
    if (alike < quorum()) {
        m_finalize.cancel();
        return;
    }
    if (alike == static_cast<std::size_t>(m_servers)) {
        decide(m_vote.server);
        return;
    }
    if (!m_finalize.armed())
        m_finalize.start(kFinalizeWait, [this] { decide(m_vote.server); });
}

void Election::onSettledVote(std::int32_t from, const Notification& notification)
{
    m_settled[from] = notification;
    const std::int32_t leader = notification.vote.server;
    if (notification.round == m_round)
        m_votes[from] = notification.vote;
    std::size_t behind = 0;
    for (const auto& [server, settled] : m_settled)
        behind += settled.vote.server == leader ? 1 : 0;
    // In the same round a vote of one that still looks counts as well.
    std::size_t sameRound = 0;
    for (const auto& [server, vote] : m_votes)
        sameRound += vote.server == leader ? 1 : 0;
    const bool enough =
        behind >= quorum() || (notification.round == m_round && sameRound >= quorum());
    // It must say itself that it leads; a leader that only others believe in may be long dead.
    const auto word = m_settled.find(leader);
    const bool leads = leader == m_self
                           ? notification.round == m_round
                           : word != m_settled.end() && word->second.role == Role::Leading;
    if (!enough || !leads)
        return;
    m_round = notification.round;
    m_vote = notification.vote;
    decide(leader);
}

void Election::decide(std::int32_t leader)
{
    m_role = leader == m_self ? Role::Leading : Role::Following;
    m_finalize.cancel();
    m_repeat.cancel();
    m_handlers.onDecided(leader);
}

} // namespace hw::coordination::quorum
