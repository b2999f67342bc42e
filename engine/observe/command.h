#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/base/ids.h"
#include "engine/base/time.h"

/// What a cluster can be told. Given to `Cluster::submit`, logged with the run, answered by a
/// `CommandDone` event when it has taken effect.
namespace hw::observe::command {

/// The process dies at once; written bytes stay.
struct Kill { NodeId node; };
/// The machine loses power: what was not synced is gone.
struct PowerOff { NodeId node; };
/// Controlled shutdown.
struct Stop { NodeId node; };
/// Starts a node that is down, from its disk.
struct Restart { NodeId node; };
struct Freeze { NodeId node; };
struct Thaw { NodeId node; };

// Faults of links, between any two of brokers, ensemble servers and clients; `NodeId::outside(0)`
// stands for every program that joined by TCP. Several on one link add up.

/// Nothing gets through; what is sent waits, as with TCP, and arrives when the link is whole again.
struct CutLink { NodeId from; NodeId to; bool bothWays = true; };
/// Ends every cut between the two, whichever way.
struct UncutLink { NodeId one; NodeId two; };
/// Every message takes `longer`, both ways; zero ends it.
struct DelayLink { NodeId one; NodeId two; Duration longer{}; };
/// No more gets through, each way; 0 ends it.
struct ClogLink { NodeId one; NodeId two; std::uint64_t bytesPerSecond = 0; };
/// All connections between the two end at once, as by TCP's RST.
struct ResetLink { NodeId one; NodeId two; };
/// The next message of a kind waits, and all behind it on its connection.
struct HoldMessage
{
    NodeId from;
    NodeId to;
    std::string api;       ///< Kafka's name, as `Fetch`; empty: any message
    bool response = false; ///< the answer to such a request (which `to` sent); needs `api`
};
/// Lets the held message go, or drops it together with its connection (TCP loses no single
/// message). kNoEvent: all that are held. One that has not come yet is not waited for any more.
struct ReleaseMessage { EventId fault; bool drop = false; };

// Faults of one machine.

enum class DiskTrouble : std::uint8_t { None, Slow, Full, WriteError, FsyncError, TornWrite };
/// One at a time; None ends what there was. Slow: each write and sync takes `time`, zero ends it.
struct TroubleDisk { NodeId node; DiskTrouble trouble = DiskTrouble::None; Duration time{}; };
/// Changes one bit on the disk of a broker, be it up or down. `file` is below the broker's folder:
/// a partition (`t-0`: among the records of its newest batch, or of the batch that holds `at`) or a
/// file (`t-0/00000000000000000000.log`: its middle byte, or byte `at`).
struct FlipByte { NodeId node; std::string file; std::optional<std::int64_t> at; };
/// The wall clock jumps by that much, forwards or backwards, from where it is; zero: it is right
/// again.
struct JumpClock { NodeId node; Duration by{}; };
/// ZooKeeper ends the session of a broker (or of another of its clients) at once.
struct ExpireSession { NodeId node; };

/// Ends one active fault, by its number in the snapshot.
struct HealFault { EventId fault; };
/// Ends all active faults, and starts every node that is down but for those stopped by `Stop`.
struct HealAll {};

struct CreateTopic
{
    std::string topic;
    std::int32_t partitions = -1;        ///< -1: the preset's default
    std::int32_t replicationFactor = -1; ///< -1: the preset's default
    std::map<std::string, std::string> configs;
    std::vector<std::vector<BrokerId>> assignment; ///< explicit; then the two numbers are ignored
};
struct DeleteTopic { std::string topic; };
/// Grows a topic to `total` partitions, more than it has; the controller chooses the brokers.
/// Records stay where they are. Kafka: CreatePartitions.
struct AddPartitions { std::string topic; std::int32_t total = 0; };
enum class ElectionType : std::uint8_t
{
    Preferred, ///< the first assigned replica, if it is alive and in sync
    Unclean    ///< any living replica, for a partition without a leader: may cost records
};
/// Leader election of one partition.
struct Elect
{
    TopicPartition partition;
    ElectionType type = ElectionType::Preferred;
};
/// Moves a partition to other brokers, or puts its replicas in another order (preferred leader
/// first). Done when the controller has begun; new replicas copy meanwhile. One that is under way
/// gets the new target.
struct Reassign { TopicPartition partition; std::vector<BrokerId> replicas; };
/// Back to the replicas that the partition had before.
struct CancelReassignment { TopicPartition partition; };
/// A new broker, with the next free number, joins the running cluster.
struct AddBroker {};

enum class Keys : std::uint8_t { None, RoundRobin, Random };
struct AddProducer
{
    std::string name; ///< empty: the next free `producer<n>`
    std::vector<std::string> topics;
    std::int32_t acks = -1; ///< -1 (all), 0, 1
    double rate = 10;       ///< records per second, 0.1 … 1,000,000; 0: only what `Send` asks for
    std::int32_t recordBytes = 100;
    Keys keys = Keys::None;
    std::optional<std::int32_t> partition; ///< fixed
    bool idempotent = false;               ///< enable.idempotence; needs acks -1
};
/// An embedded producer sends so many records more, at once: what goes to one partition is one
/// batch. Done when they are taken, not when they are acknowledged.
struct Send
{
    NodeId client;
    std::int32_t count = 1;                  ///< 1 … 10,000
    std::optional<std::int32_t> partition{}; ///< none: as its records go
    std::optional<std::string> key{};
};
enum class Assignor : std::uint8_t
{
    Range,
    RoundRobin,
    Sticky,
    CooperativeSticky,
    Fixed ///< each member gets what its command names: for lessons, no assignor of Kafka's
};
enum class OffsetReset : std::uint8_t
{
    Earliest,
    Latest,
    None ///< a partition without valid offset stops with an error
};
/// group.protocol: who assigns, a member (Classic) or the coordinator (KIP-848).
enum class GroupProtocol : std::uint8_t { Classic, Consumer };
struct AddConsumer
{
    std::string name; ///< empty: the next free `<group>-C<n>`
    std::string group;
    std::vector<std::string> topics;
    Assignor assignor = Assignor::Range;
    OffsetReset reset = OffsetReset::Earliest; ///< auto.offset.reset
    GroupProtocol protocol = GroupProtocol::Classic;
    std::optional<std::string> instance{}; ///< group.instance.id: a static member
    /// Assignor::Fixed: what this member asks for. Of two that ask for one partition the first by
    /// name gets it; what nobody asks for has no owner.
    std::vector<TopicPartition> fixed{};
    // Timers in whole ms; none: the preset's, or Java's default.
    std::optional<Duration> sessionTimeout{};    ///< session.timeout.ms
    std::optional<Duration> heartbeatInterval{}; ///< heartbeat.interval.ms, below the session's
    std::optional<Duration> maxPollInterval{};   ///< max.poll.interval.ms
    std::optional<Duration> metadataMaxAge{};    ///< metadata.max.age.ms
    bool autoCommit = true;                      ///< enable.auto.commit
    std::optional<Duration> autoCommitInterval{}; ///< auto.commit.interval.ms
    std::optional<std::int32_t> maxPollRecords{}; ///< max.poll.records
};

// Troubles of an embedded consumer. At most one of each kind acts on it; another takes its place.

/// Its application takes `perRecord` for every record of a poll before it polls; zero ends it.
struct SlowConsumer { NodeId client; Duration perRecord{}; };
/// Its application does not poll: for `time`, or until it is healed; zero ends it. Beyond
/// max.poll.interval.ms the member gives up its place, and joins again at the next poll.
struct StopPolling { NodeId client; std::optional<Duration> time{}; };
/// It gives no sign of life that is not asked for: no heartbeats, no automatic commits; but it
/// polls. For `time`, or until it is healed; zero ends it.
struct StopHeartbeats { NodeId client; std::optional<Duration> time{}; };
/// It leaves its group every `every`, and returns after half of that; zero ends it.
struct FlapConsumer { NodeId client; Duration every{}; };

// What the application of an embedded consumer can do.

/// Fetches nothing of these partitions (none named: of all it owns) until resumed. Forgotten when
/// the partition is given up.
struct PausePartitions
{
    NodeId client;
    std::vector<TopicPartition> partitions{};
    bool resume = false;
};
enum class SeekTo : std::uint8_t
{
    Offset,
    Time, ///< the first record not older; the end if there is none
    Beginning,
    End
};
/// Moves the position in these partitions (none named: in all it owns).
struct SeekConsumer
{
    NodeId client;
    std::vector<TopicPartition> partitions{};
    SeekTo to = SeekTo::Beginning;
    std::int64_t value = 0; ///< the offset, or ms since 1970
};
/// Commits the positions. `sync` tries again while that can help (default.api.timeout.ms); without
/// it there is one try. Done when the coordinator has answered.
struct CommitConsumer { NodeId client; bool sync = true; };

/// Stops an embedded client: leaving properly, or vanishing.
struct StopClient { NodeId client; bool crash = false; };

} // namespace hw::observe::command

namespace hw::observe {

using Command = std::variant<command::Kill, command::PowerOff, command::Stop, command::Restart,
                             command::Freeze, command::Thaw, command::CutLink,
                             command::UncutLink, command::DelayLink, command::ClogLink,
                             command::ResetLink, command::HoldMessage, command::ReleaseMessage,
                             command::TroubleDisk, command::FlipByte, command::JumpClock,
                             command::ExpireSession, command::HealFault, command::HealAll,
                             command::CreateTopic, command::DeleteTopic, command::AddPartitions,
                             command::Elect, command::Reassign, command::CancelReassignment,
                             command::AddBroker, command::AddProducer, command::AddConsumer,
                             command::SlowConsumer, command::StopPolling, command::StopHeartbeats,
                             command::FlapConsumer, command::Send, command::PausePartitions,
                             command::SeekConsumer, command::CommitConsumer, command::StopClient>;

/// `kill broker 2`, for event lists and command logs.
std::string textOf(const Command& command);
/// The same as a line of `highwater serve`, for commands that undo a fault: `restart 2`,
/// `heal 881`. Empty for others.
std::string undoLineOf(const Command& command);

} // namespace hw::observe
