#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>

#include "engine/base/bytes.h"

namespace hw::protocol {

/// Takes what a decompressor gives, without knowing how much that will be: doubles as it fills, up
/// to a limit, and does not clear what is written over at once.
class GrowingBuffer
{
public:
    /// `expected` bytes at first, at least a page and at most the limit.
    GrowingBuffer(std::size_t expected, std::size_t limit)
        : m_limit(limit)
    {
        resize(std::clamp(expected, kLeast, std::max(limit, kLeast)));
    }

    /// Room to write into; empty once the limit is reached.
    std::span<std::uint8_t> room()
    {
        if (m_used == m_capacity && m_capacity < m_limit)
            resize(std::min(m_capacity * 2, m_limit));
        return {m_bytes.get() + m_used, m_capacity - m_used};
    }
    void wrote(std::size_t bytes) { m_used += bytes; }
    std::size_t used() const { return m_used; }
    std::size_t left() const { return m_limit - std::min(m_used, m_limit); }

    Slice take()
    {
        const std::shared_ptr<std::uint8_t[]> kept(std::move(m_bytes));
        return Slice(kept, ByteView(kept.get(), m_used));
    }

private:
    static constexpr std::size_t kLeast = 4096;

    void resize(std::size_t capacity)
    {
        std::unique_ptr<std::uint8_t[]> larger(new std::uint8_t[capacity]);
        if (m_used > 0)
            std::memcpy(larger.get(), m_bytes.get(), m_used);
        m_bytes = std::move(larger);
        m_capacity = capacity;
    }

    const std::size_t m_limit;
    std::unique_ptr<std::uint8_t[]> m_bytes;
    std::size_t m_capacity = 0;
    std::size_t m_used = 0;
};

} // namespace hw::protocol
