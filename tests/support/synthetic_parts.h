#pragma once

#include "tests/support/synthetic_cluster.h"

/// The synthetic cluster's own state, private to its two sources.
namespace hw::test {

inline constexpr Duration kSessionTimeout = 3s;
inline constexpr Duration kStartTime = 400ms;

struct SyntheticCluster::Broker
{
    observe::BrokerPart part;
    std::shared_ptr<const observe::BrokerPart> published;
    std::optional<Instant> sessionEnds; ///< running out: nobody keeps it alive
    std::optional<Instant> stepAt;      ///< the next step of its start
    EventId cause = kNoEvent;
};

struct SyntheticCluster::Partition
{
    observe::PartitionPart part;
    std::shared_ptr<const observe::PartitionPart> published;
    std::vector<double> leo, hw;        ///< by replica
    std::vector<std::int64_t> heldBack; ///< records a follower is made to lag, by replica
    bool dirty = true;
};

struct SyntheticCluster::Topic
{
    std::string name;
    bool internal = false;
    std::vector<Partition> partitions;
    std::shared_ptr<const observe::TopicPart> published;
};

struct SyntheticCluster::Group
{
    observe::GroupPart part;
    std::shared_ptr<const observe::GroupPart> published;
    std::map<TopicPartition, double> committed; ///< -1 none
    std::optional<Instant> stableAt;
    observe::command::Assignor assignor = observe::command::Assignor::Range;
    bool dirty = true;
};

struct SyntheticCluster::Producer
{
    observe::ProducerPart part;
    std::shared_ptr<const observe::ProducerPart> published;
    double sent = 0;
};

struct SyntheticCluster::Consumer
{
    observe::ConsumerPart part;
    std::shared_ptr<const observe::ConsumerPart> published;
    double received = 0;
};

} // namespace hw::test
