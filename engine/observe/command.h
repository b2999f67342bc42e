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
    double rate = 10;       ///< records per second, 0.1 … 1,000,000
    std::int32_t recordBytes = 100;
    Keys keys = Keys::None;
    std::optional<std::int32_t> partition; ///< fixed
    bool idempotent = false;               ///< enable.idempotence; needs acks -1
};
enum class Assignor : std::uint8_t { Range, RoundRobin, Sticky, CooperativeSticky };
struct AddConsumer
{
    std::string name; ///< empty: the next free `<group>-C<n>`
    std::string group;
    std::vector<std::string> topics;
    Assignor assignor = Assignor::Range;
    bool fromBeginning = true; ///< auto.offset.reset earliest, else latest
};
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
                             command::CreateTopic, command::DeleteTopic, command::Elect,
                             command::Reassign, command::CancelReassignment, command::AddBroker,
                             command::AddProducer, command::AddConsumer, command::StopClient>;

/// `kill broker 2`, for event lists and command logs.
std::string textOf(const Command& command);
/// The same as a line of `highwater serve`, for commands that undo a fault: `restart 2`,
/// `heal 881`. Empty for others.
std::string undoLineOf(const Command& command);

} // namespace hw::observe
