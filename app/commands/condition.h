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
/// The leader's high watermark is there or beyond.
struct HighWatermarkAt
{
    TopicPartition partition;
    Offset offset;
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

using Condition = std::variant<condition::Settled, condition::LeaderIs, condition::IsrIs,
                               condition::HighWatermarkAt, condition::GroupIs, condition::BrokerIs,
                               condition::ServerIs>;

/// What is still missing, for people (`the leader of t-0 is 1`); none: the condition holds.
std::optional<std::string> missing(const Condition& condition, const observe::Snapshot& snapshot,
                                   const observe::Gauges& gauges);

} // namespace hw::app
