#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "engine/coordination/quorum_shared.h"
#include "engine/coordination/quorum_term.h"
#include "engine/coordination/recovery.h"
#include "engine/coordination/snapshot_writer.h"

namespace hw::coordination::quorum {

/// How often a follower tries to reach the leader it voted for, and how long it waits before the
/// second try (then twice as long each time).
inline constexpr std::uint32_t kConnectAttempts = 6;
inline constexpr Duration kConnectRetry = 20ms;

/// The follower's part: promises the leader's epoch, takes over its history, then logs what is
/// proposed, acknowledges it once it is on disk, and applies what is committed. Writes of its own
/// clients it hands to the leader.
///
/// It gives up, and looks for a leader again, when the connection breaks, when nothing is heard
/// for `syncLimit` ticks, or when it is not up to date after `initLimit`.
/// ZooKeeper: Learner, Follower.
class Follower
{
public:
    struct Handlers
    {
        /// It may serve clients; the leader's epoch.
        UniqueFunction<void(std::uint32_t epoch)> onUpToDate;
        /// It follows no more. Runs in a later task; nothing else is called from then on.
        Term::OnOver onOver;
    };

    Follower(Shared& shared, std::int32_t leader, Handlers handlers);

    void start();
    bool upToDate() const { return m_upToDate; }
    std::uint32_t epoch() const { return m_epoch; }

    /// This server's own log is safe so far.
    void onLogSafe(Zxid upTo);

    // What clients of this server want.
    void propose(Txn txn, RequestTag tag);
    void sync(RequestTag tag);
    void revalidate(RequestTag tag, SessionId session, const Bytes& password);

private:
    struct Take; ///< one overload per message of the leader's

    void connect();
    void onFrame(world::Frame frame);
    void onClosed();
    /// All history comes before NewLeader, proposals and commits behind it; else the term ends.
    bool isInPlace(bool ofHistory);
    void promise(std::uint32_t epoch);
    void sayPromised(bool promised);
    void truncate(Zxid last);
    void readBack(Zxid last);
    void cutBack(Zxid last, Storage::Recovered kept);
    void takePart(const SnapshotPart& part);
    void takeState(State state);
    void takeHistory(const Txn& txn);
    void keepEpoch(std::uint32_t epoch);
    void takeProposal(const Proposal& proposal);
    void commit(Zxid upTo);
    void send(const Message& message);
    void watchTime();
    void giveUp(std::string why) { m_term.giveUp(std::move(why)); }
    void failed(const Error& error);

    Shared& m_shared;
    const std::int32_t m_leader;
    Handlers m_handlers;
    std::unique_ptr<world::Channel> m_channel;
    std::uint32_t m_attempts = 0;
    std::uint32_t m_epoch = 0; ///< the leader's, once it said so
    bool m_hasHistory = false; ///< the leader's, to its end
    bool m_epochKept = false;  ///< as current, on disk
    bool m_upToDate = false;
    Zxid m_safe;                         ///< what could not be acknowledged yet
    std::optional<StateReader> m_reader; ///< of a whole state that is coming
    std::uint64_t m_bytesRead = 0;       ///< of it
    SnapshotWriter m_writer;
    std::unique_ptr<Recovery> m_recovery; ///< of what stays when the rest is cut
    Instant m_started, m_heard;
    world::Timer m_retry, m_clock;
    Term m_term;
};

} // namespace hw::coordination::quorum
