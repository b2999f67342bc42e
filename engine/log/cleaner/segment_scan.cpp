#include "engine/log/cleaner/segment_scan.h"

#include <algorithm>

#include <fmt/format.h>

namespace hw::log {

using protocol::Batch;
using protocol::BatchHeader;

tl::unexpected<Error> SegmentScan::damaged(const char* how) const
{
    return fail(Failure::Corrupt,
                fmt::format("{}: {} at byte {}", m_segment.logFile().path(), how, m_at));
}

Result<void> SegmentScan::readBlock(std::uint32_t bytes)
{
    auto read = m_segment.readRaw(m_at, std::min(bytes, m_segment.bytes() - m_at));
    if (!read)
        return tl::unexpected(read.error());
    m_block = Slice(std::move(*read));
    m_inBlock = 0;
    return {};
}

Result<std::optional<Batch>> SegmentScan::next()
{
    if (m_at >= m_segment.bytes())
        return std::nullopt;
    if (m_block.size() - m_inBlock < protocol::kBatchHeaderSize) {
        if (auto read = readBlock(kBlockBytes); !read)
            return tl::unexpected(read.error());
    }
    const auto header = BatchHeader::parse(m_block.view().subspan(m_inBlock));
    if (!header)
        return damaged(header.error().message.c_str());
    if (header->size() > m_segment.bytes() - m_at)
        return damaged("a batch that ends beyond the segment");
    if (header->size() > m_block.size() - m_inBlock) {
        const auto size = static_cast<std::uint32_t>(header->size());
        if (auto read = readBlock(std::max(size, kBlockBytes)); !read)
            return tl::unexpected(read.error());
        if (m_block.size() < size)
            return damaged("a batch that is cut off");
    }
    Batch batch{*header, m_block.sub(m_inBlock, header->size())};
    if (!protocol::hasValidCrc(batch.bytes.view()))
        return damaged("a batch whose CRC does not fit its bytes");
    m_inBlock += header->size();
    m_at += static_cast<std::uint32_t>(header->size());
    return batch;
}

} // namespace hw::log
