#pragma once

#include <cstdint>
#include <vector>

#include "engine/base/bytes.h"

/// What every target defines; `replay.cpp` or libFuzzer drives it.
namespace hw::fuzz {

/// Any bytes. Ends the program (HW_ASSERT, or a sanitizer) when a promise is broken.
void fuzzOne(ByteView input);
/// Good inputs.
std::vector<Bytes> seeds();

/// Takes an input apart from its front; gives zeros once it is used up.
class Input
{
public:
    explicit Input(ByteView bytes)
        : m_bytes(bytes)
    {
    }
    std::uint8_t byte()
    {
        if (m_bytes.empty())
            return 0;
        const std::uint8_t first = m_bytes.front();
        m_bytes = m_bytes.subspan(1);
        return first;
    }
    std::uint16_t twoBytes()
    {
        const auto high = static_cast<std::uint16_t>(byte() << 8);
        return static_cast<std::uint16_t>(high | byte());
    }
    /// At most `size` bytes.
    ByteView take(std::size_t size)
    {
        const ByteView front = m_bytes.first(std::min(size, m_bytes.size()));
        m_bytes = m_bytes.subspan(front.size());
        return front;
    }
    /// A part whose length stands before it in two bytes.
    ByteView part() { return take(twoBytes()); }
    ByteView rest() { return take(m_bytes.size()); }

private:
    ByteView m_bytes;
};

/// The opposite of `Input::part`, for seeds.
inline void addPart(Bytes& to, ByteView part)
{
    to.push_back(static_cast<std::uint8_t>(part.size() >> 8));
    to.push_back(static_cast<std::uint8_t>(part.size()));
    to.insert(to.end(), part.begin(), part.end());
}

} // namespace hw::fuzz
