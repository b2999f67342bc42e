#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/cluster/playback.h"
#include "engine/cluster/time_control.h"
#include "engine/observe/event.h"
#include "engine/observe/flight.h"
#include "engine/observe/snapshot.h"

namespace hw::ui {

/// What one look at the cluster brought. Shared parts are immutable.
struct Frame
{
    std::shared_ptr<const observe::Snapshot> snapshot;
    std::shared_ptr<const observe::Gauges> gauges;
    std::vector<observe::Event> events;   ///< new in this frame
    std::vector<observe::Flight> flights; ///< new in this frame
    /// Another moment is looked at than the one that followed the last frame: what was built up
    /// from events is to be built anew, from `retold`.
    bool anew = false;
    std::vector<observe::Event> retold; ///< if so: all before `events`, as far as it is known
    /// If so: figures of the time before it, oldest first; more of them once the moment stays.
    std::vector<std::shared_ptr<const observe::Gauges>> retoldGauges;
    std::uint64_t eventsLost = 0;  ///< in this frame
    std::uint64_t flightsLost = 0; ///< sampled away in this frame
    std::size_t framesKept = 0;    ///< whose bytes can be looked at now
    std::uint64_t bytesKept = 0;   ///< of all of them
    std::int64_t nowMs = 0;        ///< the window's own clock
    std::int64_t motionMs =
        0; ///< for what moves in the picture: stands while the cluster's time does
    std::optional<cluster::TimeState> time;     ///< of a cluster whose time can be moved
    std::optional<cluster::PlaybackState> past; ///< of a cluster whose past can be shown
    bool saturated = false;                     ///< the engine is busy: the window draws less often
};

} // namespace hw::ui
