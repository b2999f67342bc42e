#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/coordination/quorum_shared.h"
#include "engine/coordination/quorum_term.h"
#include "engine/coordination/state_bytes.h"
#include "engine/coordination/watch_table.h"

namespace hw::coordination::quorum {

/// Most that waits for a learner until it has a whole state; one that is slower is given up.
inline constexpr std::size_t kMaxLater = 2 * kMaxUncommitted;
/// So many of them are sent in one task.
inline constexpr std::size_t kLaterSlice = 500;

/// The leader's part: finds an epoch that a quorum promises to follow, brings each follower's
/// history to its own, and then orders transactions, each committed once a quorum has it on disk.
///
///     discovery        FollowerInfo of a quorum -> epoch, kept on disk -> LeaderInfo
///     synchronisation  AckEpoch of a quorum -> histories -> NewLeader -> AckNewLeader of a quorum
///     broadcast        Proposal -> Ack of a quorum -> Commit
///
/// It gives up, and another election follows, when it has no quorum within `initLimit` ticks, or
/// when fewer than a quorum were heard of for `syncLimit` ticks.  ZooKeeper: Leader,
/// LearnerHandler.
class Leader
{
public:
    struct Handlers
    {
        /// A quorum has its history: it leads.
        UniqueFunction<void(std::uint32_t epoch)> onEstablished;
        /// It leads no more. Runs in a later task; nothing else is called from then on.
        Term::OnOver onOver;
    };

    Leader(Shared& shared, Handlers handlers);

    void start();
    bool established() const { return m_established; }
    std::uint32_t epoch() const { return m_epoch; }
    /// Servers that follow and are up to date.
    std::vector<std::int32_t> followers() const;

    // Followers come by connections that they opened.
    void addLearner(ConnectionId id, std::int32_t server, std::unique_ptr<world::Channel> channel,
                    const FollowerInfo& info);
    bool has(ConnectionId id) const { return m_learners.contains(id); }
    void onMessage(ConnectionId id, const Message& message);
    void onClosed(ConnectionId id);

    /// This server's own log is safe so far.
    void onLogSafe(Zxid upTo);

    // What clients of this server want.
    void propose(Txn txn, RequestTag tag);
    void sync(RequestTag tag);
    void revalidate(RequestTag tag, SessionId session, const Bytes& password);

private:
    enum class Phase
    {
        Info,      ///< its promise is known
        Asked,     ///< was told the epoch
        Promised,  ///< acknowledged it; waits until a quorum did
        Syncing,   ///< history and NewLeader are on their way; gets proposals from here on
        Following, ///< has everything on disk
    };
    /// What is said to a learner while a whole state is on its way to it.
    struct Later
    {
        Pieces frame;
        Message message;
        EventId cause;
    };
    struct Learner
    {
        ConnectionId id;
        std::int32_t server = -1;
        std::unique_ptr<world::Channel> channel;
        Phase phase = Phase::Info;
        std::uint32_t acceptedEpoch = 0;
        Zxid last; ///< its log's end when it came
        bool wantsSnapshot = false;
        Zxid acked;
        Instant heard;
        std::shared_ptr<StateImage> image; ///< what it is being sent
        std::deque<Later> later;           ///< then this; at most kMaxLater
        bool gets() const { return phase == Phase::Syncing || phase == Phase::Following; }
    };
    /// An answer that must not overtake the commits before it.
    struct Deferred
    {
        Zxid after;
        RequestTag tag;
        Message answer;
    };

    void chooseEpoch();
    void tellEpoch(Learner& learner);
    void onAckEpoch(Learner& learner, const AckEpoch& ack);
    void beginSync();
    void bringUpToDate(Learner& learner);
    void sendOn(Learner& learner);
    void sendPart(Learner& learner);
    void sendLater(Learner& learner);
    /// In order, and after the state that is on its way to it.
    void tell(Learner& learner, const Message& message);
    void tell(Learner& learner, const Pieces& frame, const Message& message);
    void onAckNewLeader(Learner& learner);
    void tryEstablish();
    void onSubmit(Learner& learner, const Submit& submit);
    void order(Txn txn, RequestTag tag);
    void tryCommit();
    bool quorumHas(Zxid zxid) const;
    bool mayWrite(SessionId session, std::int32_t server);
    bool claim(SessionId session, const Bytes& password, std::int32_t server);
    void answer(RequestTag tag, Message message);
    void answerAfter(RequestTag tag, Message message);
    void answerDeferred();
    void tick();
    void armTick();
    void drop(ConnectionId id);
    void giveUp(std::string why) { m_term.giveUp(std::move(why)); }

    Shared& m_shared;
    Handlers m_handlers;
    std::map<ConnectionId, Learner> m_learners;
    std::uint32_t m_epoch = 0;         ///< 0: not chosen yet
    bool m_epochSafe = false;          ///< on this server's disk
    std::set<std::int32_t> m_promised; ///< servers that acknowledged it, this one among them
    bool m_syncing = false;            ///< a quorum promised
    bool m_selfSynced = false;         ///< own history and current epoch are on disk
    bool m_established = false;
    Zxid m_last; ///< newest zxid given
    Zxid m_safe; ///< of the own log
    SessionIds m_sessions;
    std::map<SessionId, std::int32_t> m_owners; ///< which server a session's client is at
    std::deque<Deferred> m_deferred; ///< bounded by what connections may leave unanswered
    std::uint32_t m_halfTicks = 0;
    Instant m_started;
    world::Timer m_tick;
    Term m_term;
};

} // namespace hw::coordination::quorum
