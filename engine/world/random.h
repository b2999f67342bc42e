#pragma once

#include <cstdint>

#include "engine/base/ids.h"
#include "engine/base/uuid.h"

namespace hw::world {

/// A seeded generator that gives the same numbers everywhere (xoshiro256**), unlike the standard
/// library's distributions. One per loop; never two calls in one argument list.
class Random
{
public:
    explicit Random(std::uint64_t seed);

    std::uint64_t next();
    /// Even over [0, bound); bound > 0.
    std::uint64_t below(std::uint64_t bound);
    /// Even over [low, high], both included.
    std::int64_t between(std::int64_t low, std::int64_t high);
    /// True with probability numerator / denominator.
    bool chance(std::uint64_t numerator, std::uint64_t denominator);
    /// A version 4 UUID.
    Uuid uuid();

private:
    std::uint64_t m_state[4];
};

/// The seed of a host's own generator: every node gets numbers of its own, whatever the order in
/// which hosts are added.
std::uint64_t seedFor(std::uint64_t worldSeed, const NodeId& node);

} // namespace hw::world
