#include "engine/broker/handlers/current_leader.h"

#include "engine/broker/replica/replica_manager.h"

namespace hw::handlers {

CurrentLeader currentLeaderOf(const broker::Services& services, const TopicPartition& partition)
{
    CurrentLeader current;
    if (const auto replica = services.replicas.find(partition)) {
        current.leader = (*replica)->leader();
        current.epoch = (*replica)->leaderEpoch();
    } else if (const auto* known = services.metadata.partition(partition)) {
        current.leader = known->leader;
        current.epoch = known->leaderEpoch;
    }
    current.node = services.metadata.broker(current.leader);
    return current;
}

} // namespace hw::handlers
