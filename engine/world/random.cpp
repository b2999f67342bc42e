#include "engine/world/random.h"

#include <bit>

#include "engine/base/assert.h"

namespace hw::world {

/// SplitMix64, to spread one seed over the whole state.
static std::uint64_t spread(std::uint64_t& seed)
{
    seed += 0x9e3779b97f4a7c15ULL;
    std::uint64_t z = seed;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

Random::Random(std::uint64_t seed)
{
    for (std::uint64_t& word : m_state)
        word = spread(seed);
}

std::uint64_t Random::next()
{
    const std::uint64_t result = std::rotl(m_state[1] * 5, 7) * 9;
    const std::uint64_t t = m_state[1] << 17;
    m_state[2] ^= m_state[0];
    m_state[3] ^= m_state[1];
    m_state[1] ^= m_state[2];
    m_state[0] ^= m_state[3];
    m_state[2] ^= t;
    m_state[3] = std::rotl(m_state[3], 45);
    return result;
}

std::uint64_t Random::below(std::uint64_t bound)
{
    HW_ASSERT(bound > 0, "nothing lies below zero");
    // Values under the threshold would make some results likelier than others.
    const std::uint64_t threshold = (0 - bound) % bound;
    std::uint64_t value = next();
    while (value < threshold)
        value = next();
    return value % bound;
}

std::int64_t Random::between(std::int64_t low, std::int64_t high)
{
    HW_ASSERT(low <= high, "an empty range has no random value");
    const auto span = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) + 1;
    if (span == 0)
        return static_cast<std::int64_t>(next());
    return low + static_cast<std::int64_t>(below(span));
}

bool Random::chance(std::uint64_t numerator, std::uint64_t denominator)
{
    return below(denominator) < numerator;
}

Uuid Random::uuid()
{
    Uuid id;
    for (std::size_t i = 0; i < id.bytes.size(); i += 8) {
        const std::uint64_t word = next();
        for (std::size_t k = 0; k < 8; ++k)
            id.bytes[i + k] = static_cast<std::uint8_t>(word >> (8 * k));
    }
    id.bytes[6] = static_cast<std::uint8_t>((id.bytes[6] & 0x0f) | 0x40);
    id.bytes[8] = static_cast<std::uint8_t>((id.bytes[8] & 0x3f) | 0x80);
    return id;
}

std::uint64_t seedFor(std::uint64_t worldSeed, const NodeId& node)
{
    const auto kind = static_cast<std::uint64_t>(node.kind) << 32;
    return worldSeed * 0xd1342543de82ef95ULL + (kind | static_cast<std::uint32_t>(node.number)) + 1;
}

} // namespace hw::world
