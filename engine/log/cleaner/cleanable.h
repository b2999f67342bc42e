#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/log/log.h"

namespace hw::log {

/// What of a log could be cleaned now.
///
///     first segment         firstDirty                firstUncleanable   active segment
///     |  cleaned before     |  cleanable              |  young, undecided, or still written …
///     `---- cleanBytes -----'---- cleanableBytes -----'
struct LogToClean
{
    Log* log = nullptr;
    Offset firstDirty;
    Offset firstUncleanable; ///< the base of a segment; never below `firstDirty`'s segment
    std::uint64_t cleanBytes = 0;
    std::uint64_t cleanableBytes = 0;
    /// A record waits longer than max.compaction.lag.ms: the ratio does not matter.
    bool isOverdue = false;
    /// The checkpoint pointed outside the log; `firstDirty` is the log's start instead.
    bool checkpointWasWrong = false;

    double dirtyRatio() const
    {
        const std::uint64_t all = cleanBytes + cleanableBytes;
        return all == 0 ? 0 : static_cast<double>(cleanableBytes) / static_cast<double>(all);
    }
    /// Kafka: LogCleanerManager.grabFilthiestCompactedLog.
    bool isWorthIt() const;
};

/// `checkpoint`: where the last cleaning ended; `lastStable`: up to here transactions are decided
/// and records committed. Fails when a segment's first batch cannot be read.
/// Kafka: LogCleanerManager.cleanableOffsets, LogToClean.
Result<LogToClean> whatToClean(Log& log, std::optional<Offset> checkpoint, Offset lastStable,
                               WallTime now);

/// Segments [begin, end) of the log that become one.
struct SegmentGroup
{
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// The segments that begin below `end`, neighbours together as long as their bytes fit into
/// segment.bytes, their index entries into segment.index.bytes and their offsets into 31 bits.
/// Kafka: Cleaner.groupSegmentsBySize.
std::vector<SegmentGroup> groupSegments(const Log& log, Offset end, Offset firstUncleanable);

} // namespace hw::log
