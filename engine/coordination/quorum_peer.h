#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/coordination/quorum_election.h"
#include "engine/coordination/quorum_follower.h"
#include "engine/coordination/quorum_leader.h"
#include "engine/coordination/quorum_shared.h"
#include "engine/coordination/watch_table.h"

namespace hw::coordination::quorum {

/// Connections from other servers; further ones are refused. Each keeps one for its votes and one
/// as follower, and may be about to replace either.
inline constexpr std::size_t kMaxPeerConnections = 32;

/// One server of an ensemble of three or five, as the others see it: looks for a leader, leads or
/// follows, and looks again when that ends. Orders transactions for its server by the quorum.
///
///     looking --- votes of a majority ---> leading   --- no quorum, newer promise --->  looking
///                                     \--> following --- leader gone or silent ------>  looking
///
/// While it looks, nothing is ordered and its server has no clients. All that is in its log counts
/// as history then, committed or not; what the next leader does not have is cut off.
///
/// Other servers reach it at one endpoint; whoever connects there from outside the ensemble is
/// turned away.  ZooKeeper: QuorumPeer, QuorumCnxManager.
class QuorumPeer final : public Ordering
{
public:
    /// `recent`: the newest transactions of the replica's state, behind `recentAfter`. All
    /// references outlive it; its destruction forgets what is under way.
    QuorumPeer(world::Host& host, Config config, observe::Journal& journal, Storage& storage,
               Replica& replica, Zxid recentAfter, std::deque<Txn> recent);
    ~QuorumPeer() override;

    /// Reads the epochs, listens for the others and begins to look. Busy, Corrupt or Io.
    Result<void> start();

    Role role() const { return m_election.role(); }
    /// Of the leader it follows or is, once that stands; else the last one's.
    std::uint32_t epoch() const { return m_shared.currentEpoch; }
    /// Where the leader is; none while looking.
    std::optional<std::int32_t> leader() const;
    /// As leader: those that are up to date.
    std::vector<std::int32_t> followers() const;

    // --- Ordering ---
    void propose(Txn txn, RequestTag tag) override;
    void sync(RequestTag tag) override;
    void revalidate(RequestTag tag, SessionId session, const Bytes& password) override;
    std::size_t pending() const override { return m_shared.uncommitted.size(); }
    void roll() override { m_shared.log.roll(); }

private:
    /// A connection that another server opened. Says nothing yet, votes, or waits to follow.
    struct Inbound
    {
        std::unique_ptr<world::Channel> channel;
        std::int32_t from = -1;
        std::optional<FollowerInfo> waits; ///< came before this server knew that it leads
    };

    void look(const std::string& why);
    void decided(std::int32_t leader);
    void lead();
    void follow(std::int32_t leader);
    void nowServing(std::uint32_t epoch, bool leading);
    void accept(std::unique_ptr<world::Channel> channel);
    void onFrame(ConnectionId id, world::Frame frame);
    void onFirstWords(ConnectionId id, Inbound& inbound, const Message& message);
    void onClosed(ConnectionId id);
    void sendVote(std::int32_t server, const Notification& notification);
    void missQuorum();

    Shared m_shared;
    Election m_election;
    std::unique_ptr<Leader> m_leader;
    std::unique_ptr<Follower> m_follower;
    std::unique_ptr<world::Listener> m_listener;
    std::map<ConnectionId, Inbound> m_inbound;
    std::map<std::int32_t, std::unique_ptr<world::Channel>> m_votesTo; ///< by server
    ConnectionId m_lastConnection;
    bool m_serving = false;
    bool m_quorumMissed = false;
    world::Timer m_missing;
};

} // namespace hw::coordination::quorum
