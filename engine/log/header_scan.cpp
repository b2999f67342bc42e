#include "engine/log/header_scan.h"

#include <algorithm>

namespace hw::log {

HeaderScan::HeaderScan(const world::File& file, std::uint32_t from, std::uint32_t end)
    : m_file(file)
    , m_at(from)
    , m_end(end)
{
}

Result<std::optional<PlacedBatch>> HeaderScan::next()
{
    if (m_at >= m_end)
        return std::optional<PlacedBatch>();
    const auto front = frontAt(m_at);
    if (!front)
        return tl::unexpected(front.error());
    const auto header = protocol::BatchHeader::parse(*front);
    if (!header || header->size() > m_end - m_at)
        return std::optional<PlacedBatch>();
    const PlacedBatch batch{*header, m_at};
    m_at = batch.end();
    return std::optional(batch);
}

Result<ByteView> HeaderScan::frontAt(std::uint32_t position)
{
    const bool inside = position >= m_bufferFrom &&
                        position + protocol::kBatchHeaderSize <= m_bufferFrom + m_buffered;
    if (!inside) {
        const std::size_t wanted = std::min<std::size_t>(kBufferBytes, m_end - position);
        const auto got = m_file.readAt(position, std::span(m_buffer).first(wanted));
        if (!got)
            return tl::unexpected(got.error());
        m_bufferFrom = position;
        m_buffered = static_cast<std::uint32_t>(*got);
        m_bytesRead += m_buffered;
    }
    const std::uint32_t skip = position - m_bufferFrom;
    return ByteView(m_buffer).subspan(skip, m_buffered - skip);
}

} // namespace hw::log
