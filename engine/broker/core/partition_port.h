#pragma once

#include <cstdint>
#include <optional>

#include "engine/base/bytes.h"
#include "engine/base/function.h"
#include "engine/base/ids.h"
#include "engine/base/result.h"
#include "engine/base/time.h"
#include "engine/protocol/errors.h"

namespace hw::broker {

/// The port through which coordinators append to and read the partitions of this broker (the
/// offsets topic, the transaction topic) without knowing the replica room.
/// Kafka: ReplicaManager.appendRecords as GroupMetadataManager uses it.
class PartitionPort
{
public:
    virtual ~PartitionPort() = default;

    struct Appended
    {
        protocol::ErrorCode error = protocol::ErrorCode::None;
        Offset baseOffset = kNoOffset;
    };
    /// Appends one whole v2 batch (offsets from 0, no epoch; they are assigned) as acks=-1 does:
    /// `done` runs once, when the high watermark has passed it, or with the error Kafka would give
    /// (NOT_LEADER_OR_FOLLOWER, NOT_ENOUGH_REPLICAS, …AFTER_APPEND, REQUEST_TIMED_OUT, …).
    virtual void appendAndReplicate(const TopicPartition& to, Slice batch, Duration timeout,
                                    UniqueFunction<void(Appended)> done) = 0;

    struct Bounds
    {
        Offset logStart;
        Offset highWatermark;
        Offset logEnd;
        LeaderEpoch epoch;
    };
    /// Set while this broker leads the partition.
    virtual std::optional<Bounds> leads(const TopicPartition& partition) const = 0;

    /// Whole batches from the local log, at least one if there is one below `limit`, else empty.
    virtual Result<Slice> read(const TopicPartition& from, Offset at, Offset limit,
                               std::uint32_t maxBytes) = 0;
};

} // namespace hw::broker
