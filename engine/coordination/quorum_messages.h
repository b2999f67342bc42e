#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "engine/base/pieces.h"
#include "engine/base/result.h"
#include "engine/coordination/ordering.h"
#include "engine/coordination/state.h"

/// What the servers of one ensemble say to each other. Every frame is one message: a byte that says
/// which, then its fields in the order given here, in jute's encoding (`jute.h`); transactions as
/// they are logged. ZooKeeper splits this over two ports (election and quorum) and other layouts;
/// the messages and their meaning are its own (`QuorumPacket`, `FastLeaderElection.Notification`).
///
///     looking server       Notification  <->  Notification              any other server
///
///     follower             FollowerInfo  -->                            leader
///       (discovery)                      <--  LeaderInfo
///                          AckEpoch      -->
///       (synchronisation)                <--  Truncate | SnapshotPart…, History…, NewLeader
///                          AckNewLeader  -->
///                                        <--  UpToDate
///       (broadcast)        Submit        -->
///                                        <--  Proposal
///                          Ack           -->
///                                        <--  Commit
///
/// Two things are simpler than in ZooKeeper: Ack and Commit speak for all up to their zxid (frames
/// keep their order, and a follower syncs many transactions at once), and a transaction is the
/// request itself, whose outcome every server computes alike (ZooKeeper's leader computes it).
namespace hw::coordination::quorum {

/// Largest message: a client's frame (1 MiB) whose access lists are written out takes about twice
/// its size. Larger ones close the connection.
inline constexpr std::size_t kMaxMessage = 4 << 20;
/// Bytes of a snapshot in one message.
inline constexpr std::size_t kSnapshotPartSize = 256 << 10;
/// Largest snapshot a follower takes.
inline constexpr std::uint64_t kMaxSnapshot = 1ULL << 30;
/// Most sessions one Pong may name; a server has fewer connections.
inline constexpr std::int32_t kMaxHeardSessions = 100000;

/// Whom a server wants as leader and how new that one's history is. The newer history wins, then
/// the higher number: `FastLeaderElection.totalOrderPredicate`.
struct Vote
{
    std::uint32_t epoch = 0;  ///< `currentEpoch` of the proposed leader
    Zxid zxid;                ///< of the newest transaction in its log
    std::int32_t server = -1; ///< the proposed leader

    auto operator<=>(const Vote&) const = default;
};

/// What a server of an ensemble is doing (`QuorumPeer.ServerState`).
enum class Role : std::uint8_t
{
    Looking, ///< for a leader; serves nobody
    Following,
    Leading,
};

struct Notification
{
    Role role = Role::Looking;
    Vote vote;
    std::uint64_t round = 0; ///< of elections, as the sender counts them (`electionEpoch`)
};

/// The follower's promise so far: it follows no leader of an older epoch.
struct FollowerInfo
{
    std::uint32_t acceptedEpoch = 0;
};
/// The epoch that the leader proposes: above all that a quorum had promised.
struct LeaderInfo
{
    std::uint32_t epoch = 0;
};
struct AckEpoch
{
    /// False: this epoch was promised before, perhaps to another; not to be counted.
    bool promised = true;
    std::uint32_t currentEpoch = 0;
    Zxid last;                  ///< newest transaction in the follower's log
    bool wantsSnapshot = false; ///< its own history cannot be mended
};
/// Forget everything after `last`.
struct Truncate
{
    Zxid last;
};
/// A piece of a whole state, in order; `total` bytes make it complete.
struct SnapshotPart
{
    std::uint64_t total = 0;
    Slice bytes;
};
/// A transaction of the leader's history: log it and apply it.
struct History
{
    Txn txn;
};
/// All that the leader had was sent.
struct NewLeader
{
    std::uint32_t epoch = 0;
};
/// All of it is on the follower's disk, the epoch too.
struct AckNewLeader
{
    std::uint32_t epoch = 0;
};
/// A quorum has the leader's history: the follower may serve.
struct UpToDate
{
};

/// A client's write, for the leader to order.
struct Submit
{
    std::uint64_t number = 0;
    Txn txn;
};
/// It will not be ordered.
struct Refused
{
    std::uint64_t number = 0;
    ZkError error = ZkError::Ok;
};
struct Proposal
{
    RequestTag tag;
    Txn txn;
};
/// Everything up to `zxid` is on the follower's disk.
struct Ack
{
    Zxid zxid;
};
/// Everything up to `zxid` is on a quorum's disks.
struct Commit
{
    Zxid zxid;
};
/// Answered once the follower was told of all that was committed when it asked.
struct Sync
{
    std::uint64_t number = 0;
};
struct Synced
{
    std::uint64_t number = 0;
};
/// A client came with a session that it has already.
struct Revalidate
{
    std::uint64_t number = 0;
    SessionId session;
    Bytes password;
};
struct Revalidated
{
    std::uint64_t number = 0;
    bool valid = false;
};
struct Ping
{
};
/// Sessions that the follower heard of since its last Pong.
struct Pong
{
    std::vector<SessionId> heard;
};

using Message =
    std::variant<Notification, FollowerInfo, LeaderInfo, AckEpoch, Truncate, SnapshotPart, History,
                 NewLeader, AckNewLeader, UpToDate, Submit, Refused, Proposal, Ack, Commit, Sync,
                 Synced, Revalidate, Revalidated, Ping, Pong>;

Pieces encode(const Message& message);
/// Fails with Invalid; never reads outside the frame.
Result<Message> decodeMessage(const Slice& frame);
/// A message of the kind that a frame's first byte names; none if there is no such kind.
std::optional<Message> emptyMessage(std::size_t kind);
/// `NewLeader`, for people.
const char* nameOf(const Message& message);

} // namespace hw::coordination::quorum
