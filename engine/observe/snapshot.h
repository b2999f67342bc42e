#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/observe/command.h"
#include "engine/observe/fault.h"
#include "engine/observe/report.h"

/// The state of a whole cluster as immutable parts. A part that did not change is the same object
/// as in the snapshot before (compare pointers). Numbers that move all the time (LEO, HW, rates)
/// are not in here but in `Gauges`, by slot.
namespace hw::observe {

enum class BrokerState : std::uint8_t
{
    Down, Starting, Recovering, WaitingSession, Running, Frozen, Stopping
};

/// Index of one replica's (or one group offset's) numbers in `Gauges`. Kept for as long as the
/// replica is in the picture.
using Slot = std::uint32_t;

struct BrokerPart
{
    BrokerId id;
    BrokerState state = BrokerState::Down;
    std::string endpoint;  ///< `127.0.0.1:9092`
    std::string directory; ///< absolute
    std::optional<BrokerEpoch> epoch;
    std::int32_t incarnation = 0; ///< how often it was started
    SessionId session;
    Duration sessionTimeout{};
    std::optional<Instant> downSince;
    bool controller = false;
    std::vector<ConnectionReport> connections;
    std::string note; ///< why it failed or waits, for people; else empty
    bool operator==(const BrokerPart&) const;
};

struct ReplicaPart
{
    BrokerId broker;
    ReplicaRole role = ReplicaRole::Offline;
    bool inIsr = false;
    LeaderEpoch leaderEpoch = kNoLeaderEpoch;
    std::vector<Offset> segments;
    std::uint64_t outOfOrderBatches = 0; ///< of idempotent producers
    Slot slot = 0;
    bool operator==(const ReplicaPart&) const = default;
};

struct PartitionPart
{
    TopicPartition id;
    std::vector<BrokerId> assigned; ///< AR, preferred leader first
    std::vector<BrokerId> adding;   ///< of these, those that a reassignment brings
    std::vector<BrokerId> removing; ///< and those that it takes away once all others are in sync
    BrokerId leader = kNoBroker;
    LeaderEpoch leaderEpoch;
    PartitionEpoch partitionEpoch;
    std::vector<BrokerId> isr;       ///< the znode's
    std::vector<BrokerId> isrLeader; ///< the leader's own
    std::optional<std::vector<BrokerId>> isrPending;
    bool recovering = false;
    std::int32_t minIsr = 1;
    Duration lagTimeMax{}; ///< of the leader: what `Gauges::isrDeadlineMs` counts down
    std::vector<BrokerId> hwHeldBy;  ///< in-sync replicas whose LEO is the HW while LEO > HW
    std::map<BrokerId, std::optional<ToldPartition>> toldBy;
    std::vector<ReplicaPart> replicas; ///< in the order of `assigned`
    bool operator==(const PartitionPart&) const = default;
};

struct TopicPart
{
    std::string name;
    Uuid id;
    bool internal = false;
    std::map<std::string, std::string> configs;
    std::vector<std::shared_ptr<const PartitionPart>> partitions; ///< by number
    bool operator==(const TopicPart&) const = default;
};

struct MemberPart
{
    std::string member;
    std::string clientId;
    std::string name; ///< short, for the picture: the embedded consumer's name or the client id
    std::string host;
    std::optional<std::string> instance;
    NodeId client; ///< embedded: its node; else None
    Duration sessionTimeout{};
    Slot slot = 0; ///< in Gauges::sessionLeftMs
    std::vector<TopicPartition> assigned;
    std::vector<std::string> subscribed;
    bool pendingRejoin = false;
    bool awaitsJoin = false, awaitsSync = false; ///< its JoinGroup or SyncGroup is parked
    Duration rebalanceTimeout{};
    std::vector<std::string> protocols; ///< it can, the one it likes best first
    /// What it said it still owned when it joined, and of which generation (-1: unsaid).
    std::vector<TopicPartition> claimed;
    Generation claimedIn{-1};
    bool operator==(const MemberPart&) const = default;
};

struct GroupOffsetPart
{
    TopicPartition partition;
    Slot slot = 0; ///< in Gauges::committed
    bool operator==(const GroupOffsetPart&) const = default;
};

struct GroupPart
{
    std::string name;
    fact::GroupState state = fact::GroupState::Empty;
    Generation generation;
    std::string protocol;
    std::string leader;
    BrokerId coordinator = kNoBroker;
    std::int32_t offsetsPartition = 0;
    std::vector<MemberPart> members;
    std::vector<GroupOffsetPart> offsets;
    fact::RebalanceCause lastCause; ///< of the last rebalance, or the coordinator's move
    /// When the present round ends without those that are late; none while none runs.
    std::optional<Instant> roundEndsAt;
    bool inInitialDelay = false; ///< that round is group.initial.rebalance.delay.ms
    bool operator==(const GroupPart&) const = default;
};

/// An idempotent producer's numbers for one partition are in `Gauges` by `slot`.
struct SequencePart
{
    TopicPartition partition;
    ProducerEpoch epoch{0}; ///< the next one begins when the broker has forgotten the producer
    Slot slot = 0;          ///< in Gauges::nextSequence and the three after it
    bool operator==(const SequencePart&) const = default;
};

/// An embedded producer, as configured; its counters are in `Gauges` by `slot`.
struct ProducerPart
{
    NodeId client;
    std::string name;
    std::vector<std::string> topics;
    std::int32_t acks = -1;
    double targetRate = 0;
    std::string lastError;
    bool running = true;
    Slot slot = 0;
    bool idempotent = false;             ///< enable.idempotence
    ProducerId producerId = kNoProducer; ///< none yet, or not idempotent
    std::vector<SequencePart> sequences; ///< of the partitions it has sent to, sorted
    bool operator==(const ProducerPart&) const = default;
};

struct ConsumerPart
{
    NodeId client;
    std::string name;
    std::string group;
    std::string member;
    std::vector<std::string> topics;
    std::vector<TopicPartition> assigned;
    bool running = true;
    Slot slot = 0;
    std::string assignor;
    std::optional<std::string> instance;
    Duration sessionTimeout{}, heartbeatInterval{}, maxPollInterval{};
    std::vector<TopicPartition> paused;
    std::string lastError;
    bool operator==(const ConsumerPart&) const = default;
};

/// An outside program, found by its connections.
struct OutsidePart
{
    std::string clientId;
    std::string software; ///< `librdkafka 2.0.2`, empty if it did not say
    std::string address;
    std::vector<BrokerId> brokers; ///< it is connected to
    bool produces = false;         ///< it has written since it connected
    bool consumes = false;         ///< it has read
    std::map<NodeId, BrokerId> connections; ///< each with the broker it leads to
    bool operator==(const OutsidePart&) const = default;
};

struct EnsembleServerPart
{
    std::string name; ///< zookeeper0
    std::string client; ///< endpoint
    enum class State : std::uint8_t
    {
        Down, Standalone, Leader, Follower,
        Looking, ///< for a leader: serves nobody
        Frozen
    } state = State::Standalone;
    std::uint32_t epoch = 0;    ///< high half of the zxids given now
    Zxid zxid;                  ///< newest transaction it has applied
    std::uint32_t sessions = 0; ///< whose clients are connected to it
    bool operator==(const EnsembleServerPart&) const = default;
};

struct ControllerPart
{
    BrokerId broker = kNoBroker;
    ControllerEpoch epoch;
    bool operator==(const ControllerPart&) const = default;
};

/// A fault that acts now.
struct FaultPart
{
    EventId id; ///< the event that began it: its number, and the start of its consequences
    Fault fault;
    Instant since;
    bool caught = false; ///< Hold: the message has come and waits
    Command undo;        ///< what ends it
    bool operator==(const FaultPart& other) const
    {
        return id == other.id && fault == other.fault && caught == other.caught;
    }
};

struct LedgerLine
{
    TopicPartition partition;
    Offset from, to; ///< both included
    LeaderEpoch epoch;
    EventId event;
    bool operator==(const LedgerLine&) const = default;
};

struct Snapshot
{
    std::uint64_t version = 0; ///< rises with each snapshot of one cluster
    Instant at;
    /// Of the oldest report in it: what happened up to then is in it whole.
    Instant complete;
    WallTime wall;
    std::string world;  ///< "live", "studio", …
    std::string preset; ///< "classroom", "kafka"
    std::string clusterId;
    ControllerPart controller;
    Zxid zxid;
    std::vector<EnsembleServerPart> ensemble;
    std::vector<std::shared_ptr<const BrokerPart>> brokers;  ///< by id
    std::vector<std::shared_ptr<const TopicPart>> topics;    ///< by name
    std::vector<std::shared_ptr<const GroupPart>> groups;    ///< by name
    std::vector<std::shared_ptr<const ProducerPart>> producers;
    std::vector<std::shared_ptr<const ConsumerPart>> consumers;
    std::vector<OutsidePart> outside;
    std::vector<FaultPart> faults; ///< in order of their numbers
    std::vector<LedgerLine> lost; ///< acknowledged, then lost
    std::uint64_t acked = 0;      ///< records seen acknowledged
    std::vector<std::int32_t> invariantsChecked;
    std::vector<std::string> invariantsBroken;
};

/// Numbers of one moment, flat, indexed by the slots of the snapshot with the same `version` or
/// an older one. Per replica:
struct Gauges
{
    std::uint64_t version = 0; ///< of the snapshot whose slots are complete in here
    Instant at;
    // by replica slot
    std::vector<std::int64_t> logStart, hw, leo, lso; ///< -1 unknown
    std::vector<std::int64_t> leoSeenByLeader;        ///< -1 unknown
    std::vector<std::int64_t> caughtUpAgoMs;          ///< -1 not a follower of a living leader
    /// When the leader may take the follower out of the ISR if it does not catch up: model time in
    /// ms since the start, its whole span is `PartitionPart::lagTimeMax`. The leader looks only
    /// every half of that span, so it may take half as long again. -1: none runs (not in the ISR,
    /// or it has all that the leader has).  Kafka: Replica.isCaughtUp.
    std::vector<std::int64_t> isrDeadlineMs;
    std::vector<std::int64_t> bytes;
    std::vector<std::int64_t> asOfMs; ///< age of the owner's figures, against `at`
    // by member slot
    std::vector<std::int64_t> sessionLeftMs;
    /// Model time in ms since the start: its last request, and when its session ends (whole span:
    /// `MemberPart::sessionTimeout`); -1: unknown, or none runs.
    std::vector<std::int64_t> memberHeardMs, memberSessionDeadlineMs;
    // by group offset slot
    std::vector<std::int64_t> committed; ///< -1 none
    /// The next offset that its embedded owner reads; -1: nobody's, or an outside program's.
    std::vector<std::int64_t> position;
    // by producer / consumer slot, running totals
    std::vector<std::uint64_t> produced, acked, failed;
    std::vector<std::uint64_t> consumed;
    // by consumer slot, model time in ms since the start: the application's last poll, when the
    // member leaves if it does not poll again (whole span: maxPollInterval), and when its next
    // heartbeat is due; -1: none runs
    std::vector<std::int64_t> polledMs, pollDeadlineMs, heartbeatDueMs;
    std::map<BrokerId, std::int64_t> brokerSessionLeftMs;
    /// When it ends if ZooKeeper hears nothing more: model time in ms since the start, its whole
    /// span is `BrokerPart::sessionTimeout`.
    std::map<BrokerId, std::int64_t> brokerSessionDeadlineMs;
    std::map<BrokerId, std::int64_t> brokerAsOfMs;
    // cluster totals since start
    std::uint64_t recordsIn = 0, recordsOut = 0, bytesIn = 0, bytesOut = 0;
    // Recordings tell columns by their place: what is new stands at the end.
    // by producer slot: batches sent again since its start, and batches in flight now
    std::vector<std::uint64_t> retried, inFlight;
    // by sequence slot
    std::vector<std::int64_t> nextSequence;    ///< of the next record; -1 unknown
    std::vector<std::int64_t> ackedSequence;   ///< of the last record acknowledged; -1 none
    std::vector<std::int64_t> batchesInFlight; ///< -1 unknown
    /// Batches that came again and that brokers did not write again, as far as those that are up
    /// remember; -1 unknown.
    std::vector<std::int64_t> repeatedBatches;
};

} // namespace hw::observe
