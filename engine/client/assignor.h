#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/ids.h"
#include "engine/observe/command.h"

namespace hw::client {

/// One member as the group's leader sees it.
struct AssignorMember
{
    std::string id;
    std::optional<std::string> instance;
    std::vector<std::string> topics; ///< subscribed
    /// What it says it owns, and since which generation; eager members own nothing while they join.
    std::vector<TopicPartition> owned{};
    Generation generation{-1};
    std::vector<TopicPartition> wished{}; ///< Assignor::Fixed
};

/// Kafka's name of the protocol: `range`, `cooperative-sticky`; `fixed` is our own.
const char* nameOf(observe::command::Assignor assignor);

/// Partitions by member id, each list sorted. Members that get nothing are there with an empty
/// list.
using GroupAssignment = std::map<std::string, std::vector<TopicPartition>>;
/// How many partitions a topic has; topics that do not exist are left out.
using PartitionCounts = std::map<std::string, std::int32_t>;

/// Per topic: its partitions in a row over the members subscribed to it; the first ones get one
/// more. Members with an instance id come first, sorted by it, then the others by member id. Kafka:
/// RangeAssignor.
GroupAssignment assignRange(std::vector<AssignorMember> members, const PartitionCounts& counts);

/// All partitions, topic by topic, in a circle over the members, skipping those not subscribed.
/// Kafka: RoundRobinAssignor.
GroupAssignment assignRoundRobin(std::vector<AssignorMember> members,
                                 const PartitionCounts& counts);

/// Everybody gets what he asked for, if he is subscribed to it, it exists and nobody before him (in
/// the order of range) asked for it. The rest has no owner. For lessons; not an assignor of
/// Kafka's.
GroupAssignment assignFixed(std::vector<AssignorMember> members, const PartitionCounts& counts);

} // namespace hw::client
