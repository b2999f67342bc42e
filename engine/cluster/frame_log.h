#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "engine/base/pieces.h"
#include "engine/frames/decode.h"
#include "engine/observe/flight.h"

namespace hw::cluster {

struct KeptFrame
{
    FlightId id;
    frames::FrameKind what;
    Pieces pieces;
    std::uint32_t bytes = 0;
    bool tooLarge = false; ///< then `pieces` is empty
};

/// The newest frames that were seen, so that a person can look into them. Shares their bytes, which
/// live as long as they are in here. Bounded by number and by bytes: the oldest go first, counted.
/// Those about groups are bounded apart: they are small and few, and are asked for long after
/// records and fetches have pushed each other out.
class FrameLog
{
public:
    static constexpr std::size_t kFrameLimit = 8192;
    static constexpr std::uint64_t kByteLimit = 32ULL << 20;
    static constexpr std::size_t kGroupFrameLimit = 8192;
    static constexpr std::uint64_t kGroupByteLimit = 8ULL << 20;
    /// A single frame above it is not kept: it would push out all others.
    static constexpr std::uint32_t kLargest = 8U << 20;

    /// `flight.id` is above all before.
    void keep(const observe::Flight& flight, const Pieces& frame);
    std::optional<KeptFrame> find(FlightId id) const;

    std::size_t count() const { return m_others.frames.size() + m_groups.frames.size(); }
    std::uint64_t bytes() const { return m_others.bytes + m_groups.bytes; }
    std::uint64_t pushedOut() const { return m_pushedOut; }

private:
    struct Ring
    {
        std::size_t frameLimit;
        std::uint64_t byteLimit;
        std::deque<KeptFrame> frames{}; ///< by id
        std::uint64_t bytes = 0;
    };
    Ring m_others{kFrameLimit, kByteLimit};
    Ring m_groups{kGroupFrameLimit, kGroupByteLimit};
    std::uint64_t m_pushedOut = 0;
};

} // namespace hw::cluster
