#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/base/ids.h"
#include "engine/base/time.h"
#include "engine/observe/fault.h"
#include "engine/observe/outcome.h"

/// What can happen in a cluster: one small struct each, plain data. `Fact` is the closed list.
namespace hw::observe::fact {

// --- brokers and the ensemble ---

struct BrokerStarting { BrokerId broker; };
struct BrokerRecovered
{
    BrokerId broker;
    std::int32_t logs = 0;
    bool clean = false;
    Duration took{};
};
/// Registration waits: the broker's old ZooKeeper session has not expired yet.
struct BrokerWaitsForSession { BrokerId broker; SessionId old; };
struct BrokerRegistered { BrokerId broker; BrokerEpoch epoch; };
/// Holds its first UpdateMetadata and listens.
struct BrokerReady { BrokerId broker; };
struct BrokerKilled { BrokerId broker; bool powerLoss = false; };
struct BrokerStopped { BrokerId broker; };
struct BrokerFrozen { BrokerId broker; };
struct BrokerThawed { BrokerId broker; };
struct BrokerFailed { BrokerId broker; std::string why; };

struct SessionOpened { NodeId owner; SessionId session; Duration timeout{}; };
struct SessionExpired { NodeId owner; SessionId session; Duration silentFor{}; };
struct SessionClosed { NodeId owner; SessionId session; };
struct ZnodeChanged
{
    enum class Kind : std::uint8_t { Created, Data, Deleted };
    std::string path;
    Kind kind = Kind::Data;
    std::int32_t version = 0;
    Zxid zxid;
};
struct WatchFired { std::string path; NodeId to; };
/// The session's client came back through another server of the ensemble.
struct SessionMoved { NodeId owner; SessionId session; NodeId from; NodeId to; };

/// Its log cannot be written: it ended as if killed.
struct EnsembleServerFailed { std::int32_t server = 0; std::string why; };
/// It has no leader, or as leader no quorum, and votes; its clients were dropped.
struct EnsembleServerLooking { std::int32_t server = 0; std::string why; };
/// A quorum has its history: it leads, writes go on.
struct EnsembleLeaderElected
{
    std::int32_t server = 0;
    std::int32_t epoch = 0;
    Zxid zxid; ///< newest transaction of the epochs before
    std::vector<std::int32_t> followers;
};
/// A looking server hears of too few others: nothing can be written, no session opened.
struct QuorumLost { std::int32_t server = 0; std::int32_t heard = 0; std::int32_t servers = 0; };
/// The same server has a quorum around it again.
struct QuorumRegained { std::int32_t server = 0; };

// --- controller ---

struct ControllerElected { BrokerId broker; ControllerEpoch epoch; };
struct ControllerResigned { BrokerId broker; ControllerEpoch epoch; std::string why; };
struct BrokerSeenAlive { BrokerId broker; BrokerEpoch epoch; };
struct BrokerSeenDead { BrokerId broker; };
struct TopicCreated
{
    std::string topic;
    std::int32_t partitions = 0;
    std::int32_t replicationFactor = 0;
};
struct PartitionsAdded { std::string topic; std::int32_t from = 0; std::int32_t to = 0; };
/// Clients are told that it is gone; its files and znodes go as soon as all its brokers are there.
struct TopicDeletionStarted { std::string topic; };
/// Nothing is left of it, its name is free.
struct TopicDeleted { std::string topic; };
/// A broker obeys other settings from now on.
struct ConfigChanged
{
    std::string entity; ///< `topics/t`, `brokers/1`, `brokers/<default>`
    std::string what;   ///< `retention.ms=1000, segment.bytes=default`
};

enum class ElectionKind : std::uint8_t
{
    NewPartition, Offline, Unclean, Preferred, Reassignment, ControlledShutdown
};
struct LeaderElected
{
    TopicPartition partition;
    BrokerId from; ///< the leader before, kNoBroker if none
    BrokerId to;
    LeaderEpoch epoch;
    std::vector<BrokerId> isr;
    ElectionKind kind = ElectionKind::Offline;
};
/// No replica can lead: the last in-sync one is dead.
struct PartitionOffline { TopicPartition partition; std::vector<BrokerId> isr; LeaderEpoch epoch; };
/// Why the controller takes a replica out of an ISR.
enum class IsrReduction : std::uint8_t
{
    Died,
    ShuttingDown,
    Reassigned ///< the partition moves away from it
};
/// The controller took a replica out of the ISR.
struct IsrReduced
{
    TopicPartition partition;
    BrokerId removed;
    std::vector<BrokerId> isr;
    LeaderEpoch epoch;
    IsrReduction why = IsrReduction::Died;
};
/// A partition moves: new replicas begin to copy; those that go stay until all of `to` are in sync.
struct ReassignmentStarted
{
    TopicPartition partition;
    std::vector<BrokerId> from;
    std::vector<BrokerId> to;
    bool resumed = false; ///< a new controller goes on with it
};
/// All of the new replicas were in sync; the others are gone.
struct ReassignmentCompleted { TopicPartition partition; std::vector<BrokerId> replicas; };
/// Back to what it was before.
struct ReassignmentCancelled { TopicPartition partition; std::vector<BrokerId> replicas; };
/// Somebody acted in a role that another has by now, and was refused because of its old epoch.
struct ZombieFenced
{
    enum class Role : std::uint8_t
    {
        Controller,
        Leader, ///< of `partition`
        Broker  ///< an earlier registration of the same broker
    };
    BrokerId broker; ///< who was refused
    Role role = Role::Controller;
    std::int64_t epoch = 0;  ///< its own
    std::int64_t newest = 0; ///< known to the one that refused
    TopicPartition partition;
};

// --- replicas ---

struct BecameLeader { TopicPartition partition; LeaderEpoch epoch; Offset leo; Offset hw; };
struct BecameFollower { TopicPartition partition; LeaderEpoch epoch; BrokerId leader; Offset leo; };
/// The leader found followers not caught up for `replica.lag.time.max.ms` and proposed a smaller
/// ISR.
struct IsrShrunk
{
    TopicPartition partition;
    std::vector<BrokerId> removed;
    std::vector<BrokerId> isr;
    Duration lag{}; ///< how long the slowest had not been caught up
};
struct IsrExpanded { TopicPartition partition; BrokerId added; std::vector<BrokerId> isr; };
struct LogTruncated
{
    TopicPartition partition;
    Offset from;
    Offset to;
    std::string why;
    /// It took records that the replica had for committed: after an unclean election only.
    bool belowHighWatermark = false;
};
struct LogRecovered { TopicPartition partition; Offset leo; std::uint64_t bytesCut = 0; };
struct SegmentRolled { TopicPartition partition; Offset base; };
/// Old segments [from, to) went by retention; their files follow after file.delete.delay.ms.
struct SegmentsDeleted
{
    TopicPartition partition;
    Offset from; ///< base of the first that went
    Offset to;   ///< base of the first that is left
    std::int32_t segments = 0;
    std::uint64_t bytes = 0;
    std::string why;
};
struct LogFailed { TopicPartition partition; std::string why; };
/// Compaction: of each key the newest record stays. Offsets and the log's end are as before.
struct LogCleaned
{
    TopicPartition partition;
    Offset from;                         ///< where newer values were looked for
    Offset to;                           ///< everything below is clean now
    std::uint64_t bytesBefore = 0;       ///< of the segments that were rewritten
    std::uint64_t bytesAfter = 0;
    std::uint64_t recordsBefore = 0;
    std::uint64_t recordsAfter = 0;
    std::uint64_t tombstonesKept = 0;    ///< they wait for their time
    std::uint64_t tombstonesDropped = 0;
};
/// The cleaner met what it cannot read and leaves the log alone.
struct LogUncleanable { TopicPartition partition; std::string why; };
/// Only about every change that a person can follow; at high rates gauges tell instead.
struct HighWatermarkHeld { TopicPartition partition; Offset hw; std::vector<BrokerId> by; };

// --- groups ---

enum class GroupState : std::uint8_t
{
    Empty, PreparingRebalance, CompletingRebalance, Stable, Dead,
    // of the consumer protocol (KIP-848) only
    Assigning,  ///< the target assignment is older than the group's epoch
    Reconciling ///< some member does not have its part of the target yet
};
/// What made a group rebalance (or, for the last one, not rebalance). Each is told apart by what
/// the coordinator itself saw, never by a member's words.
enum class RebalanceKind : std::uint8_t
{
    FirstMember, Joined, Left, SessionExpired, RebalanceTimeout, SubscriptionChanged,
    LeftPollLimit,   ///< it left because, as it says, its application did not poll in time
    PartitionsGivenUp, ///< cooperative: a member joined again without what it had to give up
    PartitionsAdded, ///< the leader rejoined because, as it says, its metadata changed
    ProtocolChanged, LeaderRejoined, StaticMemberReplaced, Removed,
    BrokerTrouble,   ///< the assignment could not be stored
    CoordinatorMoved ///< no rebalance: members and generation stay
};
/// Why a group is in its present generation.
struct RebalanceCause
{
    EventId event = kNoEvent; ///< what was seen, itself with a cause; none: nothing happened yet
    RebalanceKind kind = RebalanceKind::FirstMember;
    std::string member; ///< the responsible member's id; empty if none
    std::string text;   ///< for people, in English: "member X joined"
    bool operator==(const RebalanceCause&) const = default;
};
struct GroupStateChanged
{
    std::string group;
    GroupState from = GroupState::Empty;
    GroupState to = GroupState::Empty;
    Generation generation;
    std::string reason; ///< for people, in English: "member X joined"
    /// If a rebalance begins: what made it, and the responsible member's id.
    std::optional<RebalanceKind> kind;
    std::string member;
};
struct MemberJoined
{
    std::string group;
    std::string member;
    std::string clientId;
    std::string host;
    bool rejoin = false;
};
enum class LeaveCause : std::uint8_t
{
    Left, SessionExpired, RebalanceTimeout, PendingExpired, Removed
};
struct MemberLeft
{
    std::string group;
    std::string member;
    std::string clientId;
    LeaveCause cause = LeaveCause::Left;
    Duration silentFor{};
};
struct GenerationFormed
{
    std::string group;
    Generation generation;
    std::string leader;
    std::string protocol;
    std::int32_t members = 0;
};
struct AssignmentStored
{
    std::string group;
    Generation generation;
    /// What each member got, by its id, sorted; empty for protocols of others than consumers and
    /// for more than `kAssignmentToldMax` partitions.
    std::vector<std::pair<std::string, std::vector<TopicPartition>>> assigned;
    bool told = false; ///< `assigned` is whole
};
inline constexpr std::size_t kAssignmentToldMax = 20000;
/// KIP-848: a member has got, by what it says, some of what is meant for it, or has all of it.
struct MemberReconciled
{
    std::string group;
    std::string member;
    Generation epoch;                     ///< its own now; the group's once it has all
    std::vector<TopicPartition> owned;    ///< what it has
    std::vector<TopicPartition> revoking; ///< what it still has to give up
    bool whole = false;                   ///< nothing is missing
};
struct CoordinatorLoaded
{
    std::int32_t offsetsPartition = 0;
    BrokerId broker;
    std::int32_t groups = 0;
};
struct CoordinatorUnloaded { std::int32_t offsetsPartition = 0; BrokerId broker; };

// --- clients ---

struct ClientConnected
{
    NodeId client;
    std::string address;
    std::string clientId;
    std::string software;
};
struct ClientDisconnected { NodeId client; std::string address; std::string clientId; };
/// A broker refused what came in by a connection, and closed it.
struct ConnectionRefused { NodeId client; std::string address; std::string why; };
struct ProducerStarted { NodeId client; std::string name; };
struct ProducerStopped { NodeId client; std::string name; };
struct ConsumerStarted { NodeId client; std::string name; std::string group; };
struct ConsumerStopped
{
    NodeId client;
    std::string name;
    std::string group;
    bool crashed = false;
};
/// A send failed for good (not: was retried).
struct SendFailed
{
    NodeId client;
    TopicPartition partition;
    std::int32_t records = 0;
    std::string error;
};
/// Acknowledged records that no longer exist: [from, to].
struct AckedRecordsLost { TopicPartition partition; Offset from; Offset to; LeaderEpoch epoch; };

// --- commands, faults, checks ---

struct CommandDone
{
    CommandId command;
    bool ok = true;
    Outcome outcome;
    std::string message = textOf(outcome); ///< for people, in English
};
/// Something goes wrong from now on because it was asked for (a broker that is killed or frozen has
/// facts of its own). The event's number is the fault's.
struct FaultStarted { Fault fault; };
struct FaultEnded
{
    Fault fault;
    EventId started; ///< the event that began it
    std::string why; ///< `healed`, or what else ended it
};
/// The message that a `Hold` fault waits for has come and is held.
struct MessageHeld
{
    EventId fault;
    NodeId from;
    NodeId to;
    std::string what; ///< `Fetch`, `Fetch response`, `message`
    std::uint32_t bytes = 0;
};
struct InvariantBroken { std::int32_t number = 0; std::string what; };

} // namespace hw::observe::fact

namespace hw::observe {

using Fact = std::variant<
    fact::BrokerStarting, fact::BrokerRecovered, fact::BrokerWaitsForSession,
    fact::BrokerRegistered,
    fact::BrokerReady, fact::BrokerKilled, fact::BrokerStopped, fact::BrokerFrozen,
    fact::BrokerThawed, fact::BrokerFailed, fact::SessionOpened, fact::SessionExpired,
    fact::SessionClosed, fact::ZnodeChanged, fact::WatchFired, fact::SessionMoved,
    fact::EnsembleServerFailed, fact::EnsembleServerLooking, fact::EnsembleLeaderElected,
    fact::QuorumLost, fact::QuorumRegained, fact::ControllerElected,
    fact::ControllerResigned, fact::BrokerSeenAlive, fact::BrokerSeenDead, fact::TopicCreated,
    fact::PartitionsAdded, fact::TopicDeletionStarted, fact::TopicDeleted, fact::ConfigChanged,
    fact::LeaderElected, fact::PartitionOffline, fact::IsrReduced, fact::ReassignmentStarted,
    fact::ReassignmentCompleted, fact::ReassignmentCancelled, fact::ZombieFenced,
    fact::BecameLeader, fact::BecameFollower, fact::IsrShrunk, fact::IsrExpanded,
    fact::LogTruncated, fact::LogRecovered, fact::SegmentRolled,
    fact::SegmentsDeleted, fact::LogFailed, fact::LogCleaned, fact::LogUncleanable,
    fact::HighWatermarkHeld, fact::GroupStateChanged, fact::MemberJoined, fact::MemberLeft,
    fact::GenerationFormed, fact::AssignmentStored, fact::MemberReconciled,
    fact::CoordinatorLoaded,
    fact::CoordinatorUnloaded, fact::ClientConnected, fact::ClientDisconnected,
    fact::ConnectionRefused, fact::ProducerStarted, fact::ProducerStopped, fact::ConsumerStarted,
    fact::ConsumerStopped, fact::SendFailed, fact::AckedRecordsLost, fact::CommandDone,
    fact::FaultStarted, fact::FaultEnded, fact::MessageHeld, fact::InvariantBroken>;

} // namespace hw::observe
