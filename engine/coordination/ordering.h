#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>

#include "engine/base/function.h"
#include "engine/coordination/log_writer.h"
#include "engine/coordination/state.h"
#include "engine/coordination/storage.h"
#include "engine/world/host.h"

namespace hw::coordination {

/// Whose request a transaction is: the server where it came in, and that server's number for it.
/// Only that server knows more of it (which connection, which xid).
struct RequestTag
{
    std::int32_t server = -1; ///< -1: nobody waits for an answer
    std::uint64_t number = 0;

    auto operator<=>(const RequestTag&) const = default;
};

/// The server that an ordering orders for: what it is told. All calls come in tasks of its loop.
class Replica
{
public:
    virtual ~Replica() = default;

    virtual const State& state() const = 0;
    /// A transaction became history. In the order of zxids, each once. Returns the event that other
    /// servers shall name as the reason for what they do about it.
    virtual EventId apply(const Txn& txn, RequestTag tag) = 0;
    /// All that was proposed so far is committed, and no task is left to do it in.
    virtual void idle() {}
    /// The log cannot be written; nothing more will be committed.
    virtual void orderingFailed(const Error& error) = 0;

    // --- only in an ensemble ---

    /// What was applied is replaced by a state of the leader's history.
    virtual void replaceState(State state) { static_cast<void>(state); }
    /// A quorum stands behind this server: clients may come. As leader it watches all sessions,
    /// which get their full timeout from now on.
    virtual void startServing(bool leading) { static_cast<void>(leading); }
    /// No leader or no quorum any more: clients are dropped, requests under way forgotten.
    virtual void stopServing() {}
    /// The leader would not order a request that came in here.
    virtual void refused(RequestTag tag, ZkError error)
    {
        static_cast<void>(tag);
        static_cast<void>(error);
    }
    /// Answers `Ordering::sync` and `Ordering::revalidate`.
    virtual void synced(RequestTag tag) { static_cast<void>(tag); }
    virtual void revalidated(RequestTag tag, bool valid)
    {
        static_cast<void>(tag);
        static_cast<void>(valid);
    }
    /// As leader: whether this session lives and has this password; it counts as heard of.
    virtual bool claim(SessionId session, const Bytes& password)
    {
        static_cast<void>(session);
        static_cast<void>(password);
        return false;
    }
    /// As leader: a follower heard of it.
    virtual void touch(SessionId session) { static_cast<void>(session); }
    /// As follower: sessions heard of here since the last call.
    virtual std::vector<SessionId> takeHeard() { return {}; }
};

/// Ids for sessions: server in the high byte, as in ZooKeeper; then the epoch of whoever gives
/// them (its low 24 bits) and a count, so that no id is ever given twice.
class SessionIds
{
public:
    SessionIds() = default;
    explicit SessionIds(std::uint32_t epoch)
        : m_epoch(epoch)
    {
    }
    SessionId next(std::int32_t server);

private:
    std::uint32_t m_epoch = 0;
    std::uint32_t m_given = 0;
};
/// Where a session was opened.
std::int32_t serverOf(SessionId session);

/// The place between "somebody wants this written" and "it is part of history": gives transactions
/// their order and zxids and says when they are safe.
///
/// This is where the quorum sits: one server alone orders by its own log (`LocalOrdering`); in an
/// ensemble `QuorumPeer` (`quorum_peer.h`) elects a leader, whose order a majority has on disk
/// before anything is committed. What lies above does not know which of the two it has.
class Ordering
{
public:
    virtual ~Ordering() = default;

    /// Orders a transaction; it gets its zxid, its time and, if it opens a session, that session's
    /// id. `Replica::apply` or `Replica::refused` follow in later tasks, or neither if this server
    /// stops serving.
    virtual void propose(Txn txn, RequestTag tag) = 0;
    /// Catches up with all that is committed now; `Replica::synced` follows.
    virtual void sync(RequestTag tag) = 0;
    /// A client of this server brings a session with it; `Replica::revalidated` follows.
    virtual void revalidate(RequestTag tag, SessionId session, const Bytes& password) = 0;
    /// Proposed here, not yet committed.
    virtual std::size_t pending() const = 0;
    /// Starts a new log file before the next append; the present one is whole and synced then.
    virtual void roll() = 0;
};

/// Orders by the local log.
class LocalOrdering final : public Ordering
{
public:
    /// `last`: the newest zxid given before, of an older epoch or this one. All outlive it; its
    /// destruction forgets what is not committed.
    LocalOrdering(world::Host& host, Storage& storage, bool syncBeforeCommit, Zxid last,
                  Replica& replica);

    void propose(Txn txn, RequestTag tag) override;
    void sync(RequestTag tag) override;
    void revalidate(RequestTag tag, SessionId session, const Bytes& password) override;
    std::size_t pending() const override { return m_uncommitted.size(); }
    void roll() override { m_log.roll(); }

private:
    struct Proposed
    {
        Txn txn;
        RequestTag tag;
    };
    void commit(Zxid upTo);

    world::Host& m_host;
    Replica& m_replica;
    Zxid m_last;
    SessionIds m_sessions;
    std::deque<Proposed> m_uncommitted; ///< bounded by what connections may leave unanswered
    LogWriter m_log;
    std::shared_ptr<bool> m_alive = std::make_shared<bool>(true); ///< tasks hold it weakly
};

} // namespace hw::coordination
