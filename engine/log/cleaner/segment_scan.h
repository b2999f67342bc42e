#pragma once

#include <optional>

#include "engine/log/segment.h"
#include "engine/protocol/record_batch.h"

namespace hw::log {

/// Reads a segment's batches one after the other, in blocks of kBlockBytes (a larger batch as a
/// whole). The segment must outlive it and keep its bytes.
class SegmentScan
{
public:
    static constexpr std::uint32_t kBlockBytes = 256 << 10;

    /// `position` is where a batch begins.
    SegmentScan(Segment& segment, std::uint32_t position)
        : m_segment(segment)
        , m_at(position)
    {
    }

    /// The next batch; nothing at the end. Corrupt if what is there is no whole batch or its CRC
    /// does not fit: who rewrites batches must not make a damaged one look sound.
    Result<std::optional<protocol::Batch>> next();

private:
    tl::unexpected<Error> damaged(const char* how) const;
    Result<void> readBlock(std::uint32_t bytes);

    Segment& m_segment;
    std::uint32_t m_at; ///< of the next batch in the segment
    Slice m_block;
    std::size_t m_inBlock = 0;
};

} // namespace hw::log
