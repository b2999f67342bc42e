#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/observe/snapshot.h"

/// Reads numbers for snapshot parts out of the gauges, where -1 and a missing slot are unknown.
namespace hw::cluster {

using Figure = std::optional<std::int64_t>;

inline Figure figure(const std::vector<std::int64_t>& row, observe::Slot slot)
{
    if (slot >= row.size() || row[slot] < 0)
        return std::nullopt;
    return row[slot];
}

/// The replica on the partition's leader; null without a leader.
inline const observe::ReplicaPart* leaderReplica(const observe::PartitionPart& partition)
{
    for (const observe::ReplicaPart& replica : partition.replicas)
        if (replica.broker == partition.leader)
            return &replica;
    return nullptr;
}

/// The leader's figure in `row`; unknown without a leader.
inline Figure leaderFigure(const observe::PartitionPart& partition,
                           const std::vector<std::int64_t>& row)
{
    const observe::ReplicaPart* leader = leaderReplica(partition);
    return leader ? figure(row, leader->slot) : std::nullopt;
}

/// Null if there is no such topic or partition.
inline const observe::PartitionPart* findPartition(const observe::Snapshot& snapshot,
                                                   const TopicPartition& id)
{
    for (const auto& topic : snapshot.topics) {
        if (topic->name != id.topic)
            continue;
        for (const auto& partition : topic->partitions)
            if (partition->id.partition == id.partition)
                return partition.get();
    }
    return nullptr;
}

/// How far a group's committed offset is behind the high watermark; unknown if either is.
inline Figure lagOf(const observe::Snapshot& snapshot, const observe::Gauges& gauges,
                    const observe::GroupOffsetPart& offset)
{
    const observe::PartitionPart* partition = findPartition(snapshot, offset.partition);
    const Figure committed = figure(gauges.committed, offset.slot);
    const Figure end = partition ? leaderFigure(*partition, gauges.hw) : std::nullopt;
    if (!committed || !end)
        return std::nullopt;
    return *end > *committed ? *end - *committed : 0;
}

} // namespace hw::cluster
