#include <algorithm>

#include "engine/log/segment.h"

/// The part of a segment that hands out its file instead of its bytes.
namespace hw::log {

/// Where to begin to look for the last batch that ends before `position` and holds only offsets
/// below `offset`: a batch begins there, and those before it satisfy both.
Result<std::uint32_t> Segment::indexedBefore(std::uint32_t position, Offset offset)
{
    const auto byPosition = m_index.lookupPosition(position);
    if (!byPosition)
        return tl::unexpected(byPosition.error());
    const auto byOffset = m_index.lookup(offset - 1);
    if (!byOffset)
        return tl::unexpected(byOffset.error());
    return std::min(byPosition->position, byOffset->position);
}

Result<Pieces> Segment::rangeFrom(const PlacedBatch& first, Offset upperBound,
                                  std::uint32_t maxBytes, Offset& next)
{
    auto file = m_log.open();
    if (!file)
        return tl::unexpected(file.error());
    const std::uint32_t limit =
        std::max(first.end(), first.position + std::min(maxBytes, m_bytes - first.position));
    const auto indexed = indexedBefore(limit, upperBound);
    if (!indexed)
        return tl::unexpected(indexed.error());

    std::uint32_t end = std::max(first.position, *indexed);
    HeaderScan scan(**file, end, m_bytes);
    for (;;) {
        const auto placed = scan.next();
        if (!placed)
            return tl::unexpected(placed.error());
        if (!*placed)
            break;
        const protocol::BatchHeader& header = (*placed)->header;
        next = header.baseOffset; // unless this one is taken, too
        if ((*placed)->end() > limit || header.lastOffset() >= upperBound)
            break;
        end = (*placed)->end();
        next = header.nextOffset();
    }
    Pieces range;
    range.add(FileRange{(*file)->source(), first.position, end - first.position});
    return range;
}

} // namespace hw::log
