#include <algorithm>

#include <fmt/format.h>

#include "engine/log/hot_tail.h"
#include "engine/log/log.h"
#include "engine/log/segment.h"
#include "engine/log/segment_search.h"

namespace hw::log {

Outcome<void> Log::checkReadable(Offset offset) const
{
    if (offset < m_logStart || offset > m_leo)
        return refuse(ErrorCode::OffsetOutOfRange,
                      fmt::format("offset {} of {}, allowed are {} to {}", offset,
                                  m_partition.text(), m_logStart, m_leo));
    return {};
}

/// The last segment whose base is not above the offset, or the first.
std::size_t Log::segmentIndexFor(Offset offset, std::uint32_t* compared) const
{
    return segmentHolding(offset, m_segments.size(), [&](std::size_t i) {
        if (compared)
            ++*compared;
        return m_segments[i]->base();
    });
}

Outcome<ReadResult> Log::read(Offset from, Offset upperBound, std::uint32_t maxBytes,
                              bool minOneBatch, ReadAs as) const
{
    if (auto readable = checkReadable(from); !readable)
        return tl::unexpected(readable.error());
    if (from < std::min(upperBound, m_leo)) {
        if (m_tail->covers(from))
            return m_tail->read(from, upperBound, maxBytes, minOneBatch);
        return readFromFiles(from, upperBound, maxBytes, minOneBatch, as);
    }
    ReadResult nothing;
    nothing.nextOffset = from;
    const auto position = positionOf(from);
    if (!position)
        return tl::unexpected(position.error());
    nothing.position = *position;
    return nothing;
}

Outcome<ReadResult> Log::readFromFiles(Offset from, Offset upperBound, std::uint32_t maxBytes,
                                       bool minOneBatch, ReadAs as) const
{
    ReadResult result;
    result.nextOffset = from;
    result.position = {active().base(), active().bytes()};
    for (std::size_t i = segmentIndexFor(from); i < m_segments.size(); ++i) {
        Segment& segment = *m_segments[i];
        const auto first = segment.find(from);
        if (!first)
            return refused(first.error());
        if (!*first)
            continue; // a gap at the segment's end: the next one begins after it
        result.position = {segment.base(), (*first)->position};
        const protocol::BatchHeader& header = (*first)->header;
        if (header.lastOffset() >= upperBound || (header.size() > maxBytes && !minOneBatch))
            return result;
        auto records = as == ReadAs::Ranges
                           ? segment.rangeFrom(**first, upperBound, maxBytes, result.nextOffset)
                           : segment.readFrom(**first, upperBound, maxBytes, result.nextOffset);
        if (!records)
            return refused(records.error());
        result.firstBatchOffset = header.baseOffset;
        result.records = std::move(*records);
        return result;
    }
    return result;
}

Outcome<LogPosition> Log::positionOf(Offset offset) const
{
    if (offset == m_leo)
        return LogPosition{active().base(), active().bytes()};
    if (m_tail->covers(offset) && offset < m_leo)
        return *m_tail->positionOf(offset);
    const auto trace = lookup(offset);
    if (!trace)
        return tl::unexpected(trace.error());
    return trace->found;
}

Outcome<std::uint64_t> Log::bytesBetween(Offset from, Offset to) const
{
    if (to <= from)
        return std::uint64_t(0);
    const auto begin = positionOf(from);
    if (!begin)
        return tl::unexpected(begin.error());
    const auto end = positionOf(std::min(to, m_leo));
    if (!end)
        return tl::unexpected(end.error());
    std::uint64_t bytes = 0;
    for (std::size_t i = segmentIndexFor(begin->segmentBase);
         i < m_segments.size() && m_segments[i]->base() < end->segmentBase; ++i)
        bytes += m_segments[i]->bytes();
    return bytes + end->position - begin->position;
}

Outcome<LookupTrace> Log::lookup(Offset offset) const
{
    if (auto readable = checkReadable(offset); !readable)
        return tl::unexpected(readable.error());
    LookupTrace trace;
    std::size_t i = segmentIndexFor(offset, &trace.segmentsCompared);
    for (; i < m_segments.size(); ++i) {
        const auto found = m_segments[i]->find(offset, &trace);
        if (!found)
            return refused(found.error());
        if (*found) {
            trace.found = {m_segments[i]->base(), (*found)->position};
            return trace;
        }
    }
    trace.found = {active().base(), active().bytes()};
    return trace;
}

} // namespace hw::log
