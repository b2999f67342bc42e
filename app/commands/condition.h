#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/base/ids.h"
#include "engine/observe/snapshot.h"

/// What `await` waits for.
namespace hw::app::condition {

/// Nothing is under way: there is a controller; no broker starts, recovers, waits or stops; each
/// partition is led by a running broker and its ISR is all of its replicas on running brokers (or
/// none of them runs); znode, leader and every running broker's Metadata say the same; no group
/// rebalances.
struct Settled
{
};
/// The partition has a leader that all running brokers tell clients of; is that one (or is not).
struct LeaderIs
{
    TopicPartition partition;
    std::optional<BrokerId> broker; ///< none: any
    bool negated = false;
};
/// As a set: the order does not count.
struct IsrIs
{
    TopicPartition partition;
    std::vector<BrokerId> isr; ///< sorted
};
/// There are fewer than so many in sync.
struct IsrBelow
{
    TopicPartition partition;
    std::size_t replicas = 0;
};
/// A group that was or will be Stable is not.
struct GroupUnstable
{
    std::string group;
};
/// A number of the cluster is so, or at least so.
struct NumberIs
{
    enum class Which : std::uint8_t
    {
        HighWatermark,    ///< `hw T-P N`: the leader's
        ReplicaHw,        ///< `hw-of T-P B N`: what that replica takes for it
        Leo,              ///< `leo T-P B N`
        LogBytes,         ///< `log-bytes T-P B N`: of its segments
        LogStart,         ///< `log-start T-P N`: the leader's
        IsrSize,          ///< `isr-size T-P N`
        LeaderEpoch,      ///< `epoch T-P N`
        ControllerEpoch,  ///< `controller-epoch N`
        Lost,             ///< `lost T-P|all N`: records acknowledged and gone
        Acked,            ///< `acked PRODUCER N`
        Failed,           ///< `failed PRODUCER N`
        Consumed,         ///< `consumed CONSUMER N`
        Committed,        ///< `committed G T-P N`
        Position,         ///< `position G T-P N`: of an embedded owner
        Lag,              ///< `lag G T-P N`
        Generation,       ///< `generation G N`
        OffsetsPartition, ///< `offsets-partition G N`
        Connections,      ///< `connections CLIENT N`: to all brokers together
        FetchConnections, ///< `fetch-connections CLIENT N`: those by which it fetched
    };
    Which which = Which::HighWatermark;
    TopicPartition partition; ///< empty topic: none, or all
    BrokerId broker = kNoBroker;
    std::string name; ///< a group's, a client's
    bool exact = false;
    std::int64_t number = 0;
};
/// The group has committed nothing for a partition.
struct NothingCommitted
{
    std::string group;
    TopicPartition partition;
};
struct ControllerIs
{
    std::optional<BrokerId> broker; ///< none: any
    bool negated = false;
};
struct CoordinatorIs
{
    std::string group;
    BrokerId broker = kNoBroker;
};
/// Which member was told to divide the partitions.
struct GroupLeaderIs
{
    std::string group;
    std::string member; ///< the name that the picture shows
};
/// A member has just these, by the assignment in force.
struct Owns
{
    std::string group;
    std::string member;                ///< the name that the picture shows
    std::vector<TopicPartition> owned; ///< sorted
};
/// Why the group is in its generation.
struct CauseIs
{
    std::string group;
    std::string kind;                  ///< as `observe::textOf` prints a RebalanceKind
    std::optional<std::string> member; ///< the name that the picture shows, or shown last
};
/// The assigned replicas, preferred leader first.
struct ReplicasAre
{
    TopicPartition partition;
    std::vector<BrokerId> replicas;
};
/// The base offsets of a replica's segments.
struct SegmentsAre
{
    TopicPartition partition;
    BrokerId broker = kNoBroker;
    std::vector<Offset> bases;
};
/// What an embedded client counted: `requests p`.
struct OfClient
{
    enum class Which : std::uint8_t
    {
        Requests,   ///< Produce requests
        Batches,    ///< in them
        Retries,    ///< batches sent again
        Serialized, ///< bytes of keys and values
        SentBytes,  ///< of those batches, as they travel
        Latency,    ///< ms from send to acknowledgement, on average
        Throughput, ///< acknowledged records a second
        Fetches,    ///< Fetch requests
        Polls,      ///< that gave records
        Filtered,   ///< records that its interceptor kept from the application
    };
    Which which = Which::Requests;
    std::string name;
};
/// What finding an offset or a time in a replica's files takes: `lookup t-0 1 503 bytes`.
struct OfLookup
{
    enum class Which : std::uint8_t
    {
        Segment,  ///< first offset of the segment that is chosen
        Index,    ///< offset of the entry of `.index` that is chosen; the segment's if none is
        Position, ///< byte in the `.log` where that entry says to begin
        Offset,   ///< of the record found
        Files,    ///< opened
        Bytes,    ///< read
        Batches,  ///< whose header is read
        Scan,     ///< bytes that reading from the log's start on would take instead
    };
    Which which = Which::Offset;
    TopicPartition partition;
    BrokerId broker = kNoBroker;
    bool byTime = false;
    std::int64_t target = 0; ///< offset, or ms since 1970
};
/// What a broker has written to its disk: `written 1`, in bytes.
struct OfDisk
{
    BrokerId broker = kNoBroker;
};
/// A measure that is a count or a number of bytes.
using Measured = std::variant<OfClient, OfLookup, OfDisk>;
/// A measure is so, or at least so, or (without a number) is none.
struct MeasuredIs
{
    Measured what;
    std::string text;
    bool exact = false;
    std::optional<std::int64_t> number;
};
/// One measure is below another one.
struct MeasuredLess
{
    Measured less;
    Measured more;
    std::string lessText;
    std::string moreText;
};
struct GroupIs
{
    std::string group;
    observe::fact::GroupState state = observe::fact::GroupState::Stable;
    std::optional<std::size_t> members;
};
struct BrokerIs
{
    BrokerId broker;
    observe::BrokerState state = observe::BrokerState::Running;
};
struct ServerIs
{
    std::string server; ///< `zookeeper0`
    observe::EnsembleServerPart::State state = observe::EnsembleServerPart::State::Standalone;
};

} // namespace hw::app::condition

namespace hw::app {

class Instruments;

using Condition =
    std::variant<condition::Settled, condition::LeaderIs, condition::IsrIs, condition::IsrBelow,
                 condition::GroupUnstable, condition::NumberIs, condition::NothingCommitted,
                 condition::ControllerIs, condition::CoordinatorIs, condition::GroupLeaderIs,
                 condition::Owns, condition::CauseIs, condition::ReplicasAre,
                 condition::SegmentsAre, condition::GroupIs, condition::BrokerIs,
                 condition::ServerIs, condition::MeasuredIs, condition::MeasuredLess>;

/// Why a condition does not hold.
struct Lack
{
    Lack(std::string why, std::string so = {})
        : text(std::move(why))
        , instead(std::move(so))
    {
    }
    std::string text; ///< for people, in English: `the leader of t-0 is 1`
    /// What holds instead, as a condition: `leader t-0 1`. So it can be told in any language that
    /// conditions are told in. Empty: no condition says it.
    std::string instead;
};
/// None: the condition holds. `instruments` are asked for what is not in the picture; without them
/// that is unknown.
std::optional<Lack> lackOf(const Condition& condition, const observe::Snapshot& snapshot,
                           const observe::Gauges& gauges, const Instruments* instruments = nullptr);
/// The same, for people.
std::optional<std::string> missing(const Condition& condition, const observe::Snapshot& snapshot,
                                   const observe::Gauges& gauges,
                                   const Instruments* instruments = nullptr);

} // namespace hw::app
