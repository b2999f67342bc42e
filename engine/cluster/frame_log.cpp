#include "engine/cluster/frame_log.h"

#include <algorithm>

#include "engine/base/assert.h"

namespace hw::cluster {

void FrameLog::keep(const observe::Flight& flight, const Pieces& frame)
{
    Ring& ring = flight.group.empty() ? m_others : m_groups;
    HW_ASSERT(ring.frames.empty() || ring.frames.back().id < flight.id,
              "frames come in order of ids");
    KeptFrame& kept = ring.frames.emplace_back();
    kept.id = flight.id;
    kept.what = {flight.apiKey, flight.apiVersion, flight.operation, flight.response};
    kept.tooLarge = frame.size() > kLargest;
    if (!kept.tooLarge) {
        kept.pieces = frame;
        kept.bytes = static_cast<std::uint32_t>(frame.size());
        ring.bytes += kept.bytes;
    }
    while (ring.frames.size() > ring.frameLimit || ring.bytes > ring.byteLimit) {
        ring.bytes -= ring.frames.front().bytes;
        ring.frames.pop_front();
        ++m_pushedOut;
    }
}

std::optional<KeptFrame> FrameLog::find(FlightId id) const
{
    for (const Ring* ring : {&m_others, &m_groups}) {
        const auto at = std::ranges::lower_bound(ring->frames, id, {}, &KeptFrame::id);
        if (at != ring->frames.end() && at->id == id)
            return *at;
    }
    return std::nullopt;
}

} // namespace hw::cluster
