#include "engine/world/live/frame_reader.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

namespace hw::world {

void FrameBuffer::Free::operator()(std::uint8_t* bytes) const { std::free(bytes); }

void FrameBuffer::start(std::size_t size)
{
    m_size = size;
    m_filled = 0;
    m_capacity = std::min(size, kFirstCapacity);
    m_bytes.reset(static_cast<std::uint8_t*>(std::malloc(std::max<std::size_t>(m_capacity, 1))));
    if (!m_bytes)
        throw std::bad_alloc();
}

std::span<std::uint8_t> FrameBuffer::room()
{
    if (m_filled == m_capacity && m_filled < m_size) {
        // realloc moves large blocks by remapping their pages, not by copying.
        const std::size_t capacity = std::min(m_size, m_capacity * 2);
        auto* grown = static_cast<std::uint8_t*>(std::realloc(m_bytes.get(), capacity));
        if (!grown)
            throw std::bad_alloc();
        m_bytes.release();
        m_bytes.reset(grown);
        m_capacity = capacity;
    }
    return {m_bytes.get() + m_filled, m_capacity - m_filled};
}

Slice FrameBuffer::take()
{
    HW_ASSERT(missing() == 0, "only a complete frame can be taken");
    const ByteView view(m_bytes.get(), m_size);
    return Slice(std::shared_ptr<const void>(std::shared_ptr<std::uint8_t[]>(std::move(m_bytes))),
                 view);
}

FrameReader::Step FrameReader::consume(ByteView& bytes)
{
    if (!m_inBody) {
        const std::size_t count = std::min(m_prefix.size() - m_prefixSize, bytes.size());
        std::copy_n(bytes.begin(), count, m_prefix.begin() + m_prefixSize);
        bytes = bytes.subspan(count);
        m_prefixSize += count;
        if (m_prefixSize < m_prefix.size())
            return Step::NeedsMore;
        const bool word = isWord();
        m_wordMayCome = false;
        if (word) {
            m_body.start(m_prefix.size());
            std::copy(m_prefix.begin(), m_prefix.end(), m_body.room().begin());
            m_body.filled(m_prefix.size());
            return Step::Word;
        }
        const std::uint32_t size = static_cast<std::uint32_t>(m_prefix[0]) << 24 |
                                   static_cast<std::uint32_t>(m_prefix[1]) << 16 |
                                   static_cast<std::uint32_t>(m_prefix[2]) << 8 | m_prefix[3];
        if (size > m_limit) // a negative size is a huge one here
            return Step::Malformed;
        m_body.start(size);
        m_inBody = true;
    }
    while (m_body.missing() > 0 && !bytes.empty()) {
        const auto into = m_body.room();
        const std::size_t count = std::min(into.size(), bytes.size());
        std::memcpy(into.data(), bytes.data(), count);
        bytes = bytes.subspan(count);
        m_body.filled(count);
    }
    return m_body.missing() == 0 ? Step::Frame : Step::NeedsMore;
}

bool FrameReader::isWord() const
{
    return m_wordMayCome && std::all_of(m_prefix.begin(), m_prefix.end(), [](std::uint8_t byte) {
               return byte >= 'a' && byte <= 'z';
           });
}

Slice FrameReader::take()
{
    m_inBody = false;
    m_prefixSize = 0;
    return m_body.take();
}

std::span<std::uint8_t> FrameReader::room()
{
    if (!m_inBody)
        return {};
    return m_body.room();
}

bool FrameReader::filled(std::size_t count)
{
    m_body.filled(count);
    return m_body.missing() == 0;
}

} // namespace hw::world
