#pragma once

#include <cstdint>
#include <map>

#include "engine/base/function.h"
#include "engine/coordination/quorum_messages.h"
#include "engine/world/loop.h"

namespace hw::coordination::quorum {

/// Once a majority wants the same leader, how long one more looks out for a better vote. Not
/// needed when every server of the ensemble has voted alike.  `finalizeWait`.
inline constexpr Duration kFinalizeWait = 200ms;
/// How often a looking server repeats its vote: at first, and at most (it doubles).
inline constexpr Duration kMinNotificationInterval = 200ms;
inline constexpr Duration kMaxNotificationInterval = 2s;

/// Finds a leader by votes. Every looking server tells all others whom it wants: at first itself,
/// then the best it heard of in this round; a server that is settled tells whom it follows. A
/// majority for one ends it. Which server wins is only a good guess (the one with the newest
/// history, so that least must be sent): that no committed transaction is lost is the business of
/// discovery and synchronisation.  ZooKeeper: FastLeaderElection.
///
/// No disk and no network: votes come in and go out through its owner.
class Election
{
public:
    struct Handlers
    {
        UniqueFunction<void(std::int32_t server, const Notification&)> send;
        /// May start another election from inside.
        UniqueFunction<void(std::int32_t leader)> onDecided;
    };

    Election(world::Loop& loop, std::int32_t self, std::int32_t servers, Handlers handlers);

    /// Begins a round with a vote for this server.
    void look(Vote own);
    /// Votes of servers that look on are answered with the leader's new epoch.
    void settle(std::uint32_t epoch) { m_vote.epoch = epoch; }
    void onNotification(std::int32_t from, const Notification& notification);

    Role role() const { return m_role; }
    /// Wanted or, when not looking, followed.
    std::int32_t leader() const { return m_vote.server; }
    std::uint64_t round() const { return m_round; }
    /// Servers heard of in this search, this one among them.
    std::size_t heard() const;

private:
    void onLookingVote(std::int32_t from, const Notification& notification);
    void onSettledVote(std::int32_t from, const Notification& notification);
    void judge();
    void decide(std::int32_t leader);
    void broadcast();
    void repeatLater();
    Notification notification() const { return {m_role, m_vote, m_round}; }
    std::size_t quorum() const { return static_cast<std::size_t>(m_servers / 2 + 1); }

    const std::int32_t m_self;
    const std::int32_t m_servers;
    Handlers m_handlers;
    Role m_role = Role::Looking;
    std::uint64_t m_round = 0; ///< `logicalclock`
    Vote m_own;
    Vote m_vote;
    std::map<std::int32_t, Vote> m_votes;           ///< of this round (`recvset`)
    std::map<std::int32_t, Notification> m_settled; ///< of those not looking (`outofelection`)
    Duration m_interval = kMinNotificationInterval;
    world::Timer m_repeat, m_finalize;
};

} // namespace hw::coordination::quorum
