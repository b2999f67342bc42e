#pragma once

#include <cstdint>
#include <optional>

#include "engine/base/ids.h"

namespace hw::broker {

/// Told when this broker starts or stops leading partitions of internal topics, so that
/// coordinators load or drop what lives in them. Called from inside the handling of LeaderAndIsr
/// and StopReplica: implementations only note it and do the work in later tasks.
/// Kafka: RequestHandlerHelper.onLeadershipChange.
class PartitionRoles
{
public:
    virtual ~PartitionRoles() = default;
    /// This broker leads `partition` of `topic` from now on, in this epoch. Also called when it led
    /// before and the epoch rose.
    virtual void onElected(const TopicPartition& partition, LeaderEpoch epoch) = 0;
    /// It does not lead it (any more). `epoch` is unknown if the partition was removed.
    virtual void onResigned(const TopicPartition& partition, std::optional<LeaderEpoch> epoch) = 0;
};

} // namespace hw::broker
