#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "engine/base/bytes.h"

namespace hw::world {

/// A running hash over what happened in a simulated world: two runs of one seed must agree.
/// Bytes are hashed as a stream, so it does not matter how they are cut into pieces.
class Fingerprint
{
public:
    void number(std::uint64_t word) { m_state = std::rotl((m_state ^ word) * kPrime, 29); }

    void bytes(ByteView view)
    {
        const std::uint8_t* at = view.data();
        std::size_t left = view.size();
        while (left > 0 && m_pendingSize > 0) {
            pendingByte(*at++);
            --left;
        }
        for (; left >= 8; at += 8, left -= 8) {
            std::uint64_t word;
            std::memcpy(&word, at, 8);
            number(word);
        }
        for (; left > 0; --left)
            pendingByte(*at++);
    }
    /// Ends a stream of bytes.
    void endBytes(std::uint64_t size)
    {
        while (m_pendingSize > 0)
            pendingByte(0);
        number(size);
    }

    std::uint64_t value() const { return m_state; }

private:
    static constexpr std::uint64_t kPrime = 0x9e3779b97f4a7c15ULL;

    void pendingByte(std::uint8_t byte)
    {
        m_pending |= static_cast<std::uint64_t>(byte) << (8 * m_pendingSize);
        if (++m_pendingSize < 8)
            return;
        number(m_pending);
        m_pending = 0;
        m_pendingSize = 0;
    }

    std::uint64_t m_state = 0x2545f4914f6cdd1dULL;
    std::uint64_t m_pending = 0;
    int m_pendingSize = 0;
};

} // namespace hw::world
