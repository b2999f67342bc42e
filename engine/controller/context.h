#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/base/ids.h"
#include "engine/base/uuid.h"
#include "engine/controller/elections.h"
#include "engine/controller/placement.h"
#include "engine/controller/replica_assignment.h"
#include "engine/world/network.h"

namespace hw::controller {

/// A registered broker, as its node under `/brokers/ids` says.
struct LiveBroker
{
    world::Endpoint endpoint;
    std::string rack;
    BrokerEpoch epoch;
};

enum class PartitionState : std::uint8_t
{
    New,     ///< assigned, but nobody could lead it yet: it has no `state` node
    Online,  ///< has a leader that is alive
    Offline, ///< its leader is gone and no replica could take over
};

/// What the `state` node of a partition says, and the version it has.
struct Leadership
{
    BrokerId leader = kNoBroker;
    LeaderEpoch leaderEpoch;
    ControllerEpoch controllerEpoch; ///< of the controller that last wrote it
    std::vector<BrokerId> isr;
    bool recovering = false;
    PartitionEpoch version;
    bool operator==(const Leadership&) const = default;
};

struct Partition : ReplicaAssignment
{
    const ReplicaAssignment& assignment() const { return *this; }
    void assign(ReplicaAssignment next)
    {
        static_cast<ReplicaAssignment&>(*this) = std::move(next);
    }

    PartitionState state = PartitionState::New;
    Leadership leadership; ///< meaningless while New
};

struct Topic
{
    Uuid id;
    std::optional<bool> uncleanElection; ///< unclean.leader.election.enable, if it has its own
    /// Marked under `/admin/delete_topics`: as good as gone, it only waits for its replicas.
    bool deleting = false;
    std::map<std::int32_t, Partition> partitions;

    bool isBeingReassigned() const
    {
        return std::any_of(partitions.begin(), partitions.end(),
                           [](const auto& one) { return one.second.isBeingReassigned(); });
    }
};

/// How far the deletion of one topic is.  Kafka: TopicDeletionManager.
struct Deletion
{
    /// Replicas that have not said yet that their files are gone; empty: only znodes are left.
    std::set<std::pair<BrokerId, std::int32_t>> left;
    std::set<BrokerId> asked; ///< brokers whose answer is awaited
};

/// All that a controller knows, in memory: what is stored plus who is alive. Built afresh by each
/// failover.  Kafka: ControllerContext.
struct Context
{
    ControllerEpoch epoch;
    std::int32_t epochVersion = 0;          ///< of the `/controller_epoch` node: guards every write
    std::map<BrokerId, LiveBroker> brokers; ///< registered, shutting down or not
    std::set<BrokerId> shuttingDown;
    bool uncleanDefault = false; ///< for topics without their own
    std::map<std::string, Topic> topics;
    std::map<std::string, Deletion> deletions; ///< of those topics that are `deleting`

    /// Registered and not shutting down: may lead and be in sync.
    bool isLive(BrokerId id) const { return brokers.contains(id) && !shuttingDown.contains(id); }
    std::set<BrokerId> live() const;

    bool mayElectUncleanly(const std::string& topic) const
    {
        return topics.at(topic).uncleanElection.value_or(uncleanDefault);
    }
    /// Null also for partitions of topics that are being deleted.
    Partition* find(const TopicPartition& id);
    const Partition* find(const TopicPartition& id) const;
    Candidates candidates(const Partition& partition) const;

    /// Partitions for which `wanted` holds, sorted; none of topics that are being deleted.
    template <class Wanted> std::vector<TopicPartition> select(Wanted wanted) const
    {
        std::vector<TopicPartition> found;
        for (const auto& [name, topic] : topics) {
            for (const auto& [number, partition] : topic.partitions) {
                if (!topic.deleting && wanted(partition))
                    found.push_back({name, number});
            }
        }
        return found;
    }
    std::vector<TopicPartition> all() const
    {
        return select([](const Partition&) { return true; });
    }
    std::vector<TopicPartition> on(const std::set<BrokerId>& brokers) const;
};

} // namespace hw::controller
