#include "engine/world/live/out_queue.h"

#include <algorithm>

namespace hw::world {

/// What one write may carry: Linux takes 1024 buffers, asio hands on 64 of them.
static constexpr std::size_t kBuffersPerWrite = 64;
static constexpr std::size_t kBytesPerWrite = 1 << 20;
static constexpr std::uint32_t kFileChunk = 256 * 1024;

void OutQueue::add(const Pieces& frame)
{
    if (m_prefixes) {
        const auto size = static_cast<std::uint32_t>(frame.size());
        m_items.emplace_back(
            Prefix{static_cast<std::uint8_t>(size >> 24), static_cast<std::uint8_t>(size >> 16),
                   static_cast<std::uint8_t>(size >> 8), static_cast<std::uint8_t>(size)});
        m_bytes += sizeof(Prefix);
    }
    for (const Pieces::Piece& piece : frame.list())
        std::visit([this](const auto& part) { m_items.emplace_back(part); }, piece);
    m_bytes += frame.size();
}

bool OutQueue::canSend(const Item& item) const
{
    const auto* range = std::get_if<FileRange>(&item);
    return range && !m_mustRead && range->source->nativeHandle() >= 0;
}

const FileRange* OutQueue::frontRange() const
{
    return !m_items.empty() && canSend(m_items.front()) ? &std::get<FileRange>(m_items.front())
                                                        : nullptr;
}

Result<OutQueue::Gathered> OutQueue::gather()
{
    if (!m_items.empty() && std::holds_alternative<FileRange>(m_items.front())) {
        if (auto loaded = loadFront(); !loaded)
            return tl::unexpected(loaded.error());
    }
    Gathered gathered;
    std::vector<asio::const_buffer>& buffers = gathered.buffers;
    std::size_t total = 0;
    std::size_t skip = m_frontAt;
    for (const Item& item : m_items) {
        gathered.rangeFollows = canSend(item);
        if (std::holds_alternative<FileRange>(item) || buffers.size() == kBuffersPerWrite ||
            total >= kBytesPerWrite)
            break;
        const ByteView view = viewOf(item).subspan(skip);
        skip = 0;
        buffers.emplace_back(view.data(), view.size());
        total += view.size();
    }
    return gathered;
}

void OutQueue::consume(std::size_t count)
{
    m_bytes -= count;
    if (auto* range = m_items.empty() ? nullptr : std::get_if<FileRange>(&m_items.front())) {
        range->position += count;
        range->size -= static_cast<std::uint32_t>(count);
        if (range->size == 0)
            m_items.pop_front();
        return;
    }
    while (count > 0) {
        const std::size_t left = viewOf(m_items.front()).size() - m_frontAt;
        if (count < left) {
            m_frontAt += count;
            return;
        }
        count -= left;
        m_frontAt = 0;
        m_items.pop_front();
    }
}

void OutQueue::clear()
{
    m_items.clear();
    m_frontAt = 0;
    m_bytes = 0;
}

ByteView OutQueue::viewOf(const Item& item)
{
    if (const auto* prefix = std::get_if<Prefix>(&item))
        return *prefix;
    return std::get<Slice>(item).view();
}

Result<void> OutQueue::loadFront()
{
    FileRange& range = std::get<FileRange>(m_items.front());
    FileRange chunk = range;
    chunk.size = std::min(range.size, kFileChunk);
    Pieces pieces;
    pieces.add(chunk);
    auto loaded = pieces.flatten();
    if (!loaded)
        return tl::unexpected(loaded.error());
    range.position += chunk.size;
    range.size -= chunk.size;
    if (range.size == 0)
        m_items.pop_front();
    m_items.emplace_front(std::move(*loaded));
    return {};
}

} // namespace hw::world
