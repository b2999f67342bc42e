#pragma once

#include <cstdint>
#include <optional>

#include "engine/base/time.h"
#include "engine/protocol/record_batch.h"

namespace hw::log {

/// Whose time a record carries.  Kafka: message.timestamp.type.
enum class TimestampType : std::uint8_t
{
    Create,    ///< the producer's
    LogAppend, ///< the broker's, written over the batch at append
};

/// What one partition's log needs of the topic's and the broker's settings. Defaults are Kafka's.
struct LogConfig
{
    std::uint32_t segmentBytes = 1073741824;           ///< segment.bytes, at most 2^31-1
    Duration segmentTime = std::chrono::hours(7 * 24); ///< segment.ms
    std::uint32_t segmentIndexBytes = 10485760;        ///< segment.index.bytes
    std::uint32_t indexIntervalBytes = 4096;           ///< index.interval.bytes
    std::uint32_t maxMessageBytes = 1048588;           ///< max.message.bytes, of a whole batch
    TimestampType timestampType = TimestampType::Create;
    Duration timestampBeforeMax = Duration::max();      ///< message.timestamp.before.max.ms
    Duration timestampAfterMax = std::chrono::hours(1); ///< message.timestamp.after.max.ms
    /// compression.type: none is `producer`, which leaves batches as they came.
    std::optional<protocol::Compression> compression;
    bool compacted = false; ///< cleanup.policy holds `compact`: records must have keys
    bool deletes = true;    ///< cleanup.policy holds `delete`: old segments go
    std::int64_t retentionTimeMs = 604800000;            ///< retention.ms, -1: no limit
    std::int64_t retentionBytes = -1;                    ///< retention.bytes, -1: no limit
    Duration fileDeleteDelay = std::chrono::seconds(60); ///< file.delete.delay.ms
    /// segment.jitter.ms: up to so much is taken off segment.ms, anew for each segment.
    Duration segmentJitter = Duration::zero();
    /// flush.messages: an append after which so many are not synced is acknowledged after its sync.
    std::int64_t flushMessages = INT64_MAX;
    Duration flushTime = Duration::max(); ///< flush.ms: synced when the last sync is so long ago
    double minCleanableDirtyRatio = 0.5;  ///< min.cleanable.dirty.ratio, 0 to 1
    Duration minCompactionLag = Duration::zero();      ///< min.compaction.lag.ms
    Duration maxCompactionLag = Duration::max();       ///< max.compaction.lag.ms
    Duration deleteRetention = std::chrono::hours(24); ///< delete.retention.ms, of tombstones

    bool operator==(const LogConfig&) const = default;
};

} // namespace hw::log
