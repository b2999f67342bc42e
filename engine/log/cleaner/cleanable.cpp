#include "engine/log/cleaner/cleanable.h"

#include <algorithm>

#include "engine/log/segment.h"

namespace hw::log {

namespace {

/// The last segment that begins at or below `offset`, or the first one.
std::size_t floorSegment(const Log& log, Offset offset)
{
    const auto& segments = log.segmentFiles();
    const auto above = std::ranges::upper_bound(
        segments, offset, {}, [](const auto& segment) { return segment->base(); });
    return above == segments.begin() ? 0 : static_cast<std::size_t>(above - segments.begin()) - 1;
}

/// The base of the first segment from `from` on that holds a record that is too young.
std::optional<Offset> firstYoung(const Log& log, std::size_t from, std::int64_t youngAbove)
{
    const auto& segments = log.segmentFiles();
    for (std::size_t i = from; i + 1 < segments.size(); ++i) {
        if (segments[i]->largestTimestampMs() > youngAbove)
            return segments[i]->base();
    }
    return std::nullopt;
}

/// Whether a dirty segment begins with a batch older than max.compaction.lag.ms. Batches without
/// time say nothing.  Kafka: LogCleanerManager.maxCompactionDelay.
Result<bool> isOverdue(const Log& log, std::size_t from, WallTime now)
{
    if (log.config().maxCompactionLag == Duration::max())
        return false;
    const std::int64_t oldest = now.ms() - toMs(log.config().maxCompactionLag);
    const auto& segments = log.segmentFiles();
    for (std::size_t i = from; i + 1 < segments.size(); ++i) {
        const auto first = segments[i]->firstTimestamp();
        if (!first)
            return tl::unexpected(first.error());
        if (*first && **first > 0 && **first < oldest)
            return true;
    }
    return false;
}

void takeFirstDirty(LogToClean& found, std::optional<Offset> checkpoint)
{
    const Log& log = *found.log;
    found.firstDirty = checkpoint.value_or(log.logStart());
    if (found.firstDirty >= log.logStart() && found.firstDirty <= log.leo())
        return;
    found.firstDirty = log.logStart();
    found.checkpointWasWrong = true;
}

} // namespace

bool LogToClean::isWorthIt() const
{
    return (isOverdue && cleanableBytes > 0) || dirtyRatio() > log->config().minCleanableDirtyRatio;
}

Result<LogToClean> whatToClean(Log& log, std::optional<Offset> checkpoint, Offset lastStable,
                               WallTime now)
{
    LogToClean found;
    found.log = &log;
    takeFirstDirty(found, checkpoint);
    const std::size_t firstSegment = floorSegment(log, found.firstDirty);
    Offset uncleanable = std::min(lastStable, log.activeSegmentBase());
    if (log.config().minCompactionLag > Duration::zero()) {
        const std::int64_t youngAbove = now.ms() - toMs(log.config().minCompactionLag);
        if (const auto young = firstYoung(log, firstSegment, youngAbove))
            uncleanable = std::min(uncleanable, *young);
    }
    uncleanable = std::max(uncleanable, found.firstDirty);
    const auto& segments = log.segmentFiles();
    const std::size_t end = floorSegment(log, uncleanable);
    found.firstUncleanable = segments[end]->base();
    for (std::size_t i = 0; i < end; ++i) {
        if (segments[i]->base() < found.firstDirty)
            found.cleanBytes += segments[i]->bytes();
        if (i >= firstSegment)
            found.cleanableBytes += segments[i]->bytes();
    }
    const auto overdue = isOverdue(log, firstSegment, now);
    if (!overdue)
        return tl::unexpected(overdue.error());
    found.isOverdue = *overdue;
    return found;
}

std::vector<SegmentGroup> groupSegments(const Log& log, Offset end, Offset firstUncleanable)
{
    const auto& segments = log.segmentFiles();
    std::size_t count = 0;
    while (count < segments.size() && segments[count]->base() < end)
        ++count;
    std::vector<SegmentGroup> groups;
    std::uint64_t bytes = 0;
    std::uint64_t indexBytes = 0;
    std::uint64_t timeIndexBytes = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const Segment& next = *segments[i];
        bytes += next.bytes();
        indexBytes += std::uint64_t(next.index().count()) * OffsetIndex::kEntryBytes;
        timeIndexBytes += std::uint64_t(next.timeIndex().count()) * TimeIndex::kEntryBytes;
        const Offset last = (i + 1 < count ? segments[i + 1]->base() : firstUncleanable) - 1;
        const bool fits =
            !groups.empty() && bytes <= log.config().segmentBytes &&
            indexBytes <= log.config().segmentIndexBytes &&
            timeIndexBytes <= log.config().segmentIndexBytes &&
            (next.bytes() == 0 || last - segments[groups.back().begin]->base() <= INT32_MAX);
        if (fits) {
            groups.back().end = i + 1;
            continue;
        }
        groups.push_back({i, i + 1});
        bytes = next.bytes();
        indexBytes = std::uint64_t(next.index().count()) * OffsetIndex::kEntryBytes;
        timeIndexBytes = std::uint64_t(next.timeIndex().count()) * TimeIndex::kEntryBytes;
    }
    return groups;
}

} // namespace hw::log
