#include "engine/cluster/frame_log.h"

#include <algorithm>

#include "engine/base/assert.h"

namespace hw::cluster {

void FrameLog::keep(const observe::Flight& flight, const Pieces& frame)
{
    HW_ASSERT(m_frames.empty() || m_frames.back().id < flight.id, "frames come in order of ids");
    KeptFrame& kept = m_frames.emplace_back();
    kept.id = flight.id;
    kept.what = {flight.apiKey, flight.apiVersion, flight.operation, flight.response};
    kept.tooLarge = frame.size() > kLargest;
    if (!kept.tooLarge) {
        kept.pieces = frame;
        kept.bytes = static_cast<std::uint32_t>(frame.size());
        m_bytes += kept.bytes;
    }
    while (m_frames.size() > kFrameLimit || m_bytes > kByteLimit) {
        m_bytes -= m_frames.front().bytes;
        m_frames.pop_front();
        ++m_pushedOut;
    }
}

std::optional<KeptFrame> FrameLog::find(FlightId id) const
{
    const auto at = std::ranges::lower_bound(m_frames, id, {}, &KeptFrame::id);
    if (at == m_frames.end() || at->id != id)
        return std::nullopt;
    return *at;
}

} // namespace hw::cluster
