#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/cluster/spec.h"
#include "engine/observe/command.h"
#include "engine/world/random.h"

namespace hw::simulate {

inline constexpr std::int32_t kMostBrokers = 7;
inline constexpr std::int32_t kMostOperations = 1'000'000;
inline constexpr std::int32_t kDefaultOperations = 150;

/// What somebody asks for; all else follows from the seed.
struct Options
{
    std::uint64_t seed = 1;
    std::optional<std::int32_t> brokers; ///< 1 … kMostBrokers; none: drawn
    std::int32_t operations = kDefaultOperations;
};

struct TopicPlan
{
    std::string name;
    std::int32_t partitions = 1;
    std::int32_t replicationFactor = 1;
    std::map<std::string, std::string> configs;
};

struct ProducerPlan
{
    std::string name;
    std::int16_t acks = -1;
    bool isIdempotent = false;
};

struct GroupPlan
{
    std::string name;
    std::int32_t members = 1;
    observe::command::Assignor assignor = observe::command::Assignor::Range;
    std::vector<std::string> topics;
};

/// Everything about a run that is drawn before it begins.
struct Plan
{
    cluster::ClusterSpec spec;
    bool hasPowerLosses = false;
    bool isSynced = false;  ///< flush.messages=1 everywhere: a power loss excuses nothing
    bool tears = false;     ///< a power loss leaves torn writes
    Duration syncLatency{}; ///< long ones let a power loss come between a write and its sync
    bool hasUnclean = false;
    bool hasDiskFaults = false; ///< disks fill up, fail, tear writes
    bool hasFlips = false;      ///< and bits change on them: excuses their partitions
    Duration lagTimeMax{};      ///< replica.lag.time.max.ms
    bool hasOnlyAllAcks() const;
    std::vector<std::string> topics; ///< names; each may be made, deleted and made again
    std::vector<ProducerPlan> producers;
    std::vector<GroupPlan> groups;
};

Plan draw(const Options& options, world::Random& random);
/// Where a partition's replicas move next: other brokers or another order, now and then one more.
std::vector<BrokerId> drawReplicas(const Plan& plan, std::size_t present, world::Random& random);
/// A topic's next life.
TopicPlan drawTopic(const Plan& plan, const std::string& name, world::Random& random);

} // namespace hw::simulate
