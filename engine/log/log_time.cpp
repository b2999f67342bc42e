#include <algorithm>

#include "engine/log/log.h"
#include "engine/log/segment.h"
#include "engine/protocol/record_batch.h"

namespace hw::log {

Outcome<TimestampOffset> Log::offsetForTimestamp(std::int64_t timestampMs, Offset upperBound) const
{
    const auto trace = lookupTime(timestampMs);
    if (!trace)
        return tl::unexpected(trace.error());
    return trace->found.offset < upperBound ? trace->found : TimestampOffset{};
}

Outcome<TimeLookupTrace> Log::lookupTime(std::int64_t timestampMs) const
{
    TimeLookupTrace trace;
    for (std::size_t i = segmentIndexFor(m_logStart); i < m_segments.size(); ++i) {
        Segment& segment = *m_segments[i];
        ++trace.segmentsCompared;
        if (segment.maxTimestamp().timestampMs < timestampMs)
            continue;
        trace.segmentBase = segment.base();
        const auto found = scanForTimestamp(segment, timestampMs, trace);
        if (!found)
            return tl::unexpected(found.error());
        trace.found = *found;
        // The youngest records may lie below the log start: then a later segment has to answer.
        if (found->offset != kNoOffset)
            return trace;
    }
    return trace;
}

/// First record of the batch, at or above `from`, with a timestamp >= the one asked for. A batch
/// that cannot be decompressed answers with its first offset: earlier than exact, so nothing is
/// missed.
static Result<TimestampOffset> findInBatch(const protocol::Batch& batch, std::int64_t timestampMs,
                                           Offset from)
{
    auto records = protocol::RecordReader::open(batch);
    if (!records)
        return TimestampOffset{std::max(batch.header.baseOffset, from),
                               batch.header.maxTimestamp.ms()};
    for (;;) {
        const auto record = records->next();
        if (!record)
            return tl::unexpected(record.error());
        if (!*record)
            return TimestampOffset{};
        if ((*record)->timestamp.ms() >= timestampMs && (*record)->offset >= from)
            return TimestampOffset{(*record)->offset, (*record)->timestamp.ms()};
    }
}

Outcome<TimestampOffset> Log::scanForTimestamp(Segment& segment, std::int64_t timestampMs,
                                               TimeLookupTrace& trace) const
{
    const auto position = segment.positionForTimestamp(timestampMs, m_logStart, &trace);
    if (!position)
        return refused(position.error());
    const auto file = segment.logFile().open();
    if (!file)
        return refused(file.error());
    HeaderScan scan(**file, *position, segment.bytes());
    for (;;) {
        const std::uint32_t readBefore = scan.bytesRead();
        const auto placed = scan.next();
        trace.logBytes += scan.bytesRead() - readBefore;
        if (!placed)
            return refused(placed.error());
        if (!*placed)
            return TimestampOffset{};
        ++trace.batchesScanned;
        const protocol::BatchHeader& header = (*placed)->header;
        if (header.maxTimestamp.ms() < timestampMs || header.lastOffset() < m_logStart)
            continue;
        const auto size = static_cast<std::uint32_t>(header.size());
        auto bytes = segment.readRaw((*placed)->position, size);
        if (!bytes)
            return refused(bytes.error());
        trace.logBytes += size;
        const auto found = findInBatch({header, Slice(std::move(*bytes))}, timestampMs, m_logStart);
        if (!found)
            return refused(found.error());
        if (found->offset != kNoOffset)
            return *found;
    }
}

Outcome<TimestampOffset> Log::offsetOfMaxTimestamp() const
{
    std::int64_t largest = -1;
    for (const auto& segment : m_segments)
        largest = std::max(largest, segment->maxTimestamp().timestampMs);
    if (largest < 0)
        return TimestampOffset{};
    return offsetForTimestamp(largest, m_leo);
}

} // namespace hw::log
