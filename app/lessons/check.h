#pragma once

#include <functional>
#include <vector>

#include "app/scenario/scenario_player.h"

namespace hw::app {

/// What became of a lesson that was played in the simulated world.
struct LessonVerdict
{
    bool passed = false;
    std::vector<ScenarioNews> news; ///< all that was told; the last says why it failed
    Duration modelTime{};           ///< that passed in the simulated world
    std::uint64_t events = 0;
    std::uint64_t fingerprint = 0; ///< of all events: the same on every machine
};

/// Model time that a lesson may take; beyond, it has failed.
inline constexpr Duration kLongestLesson = std::chrono::minutes(30);

/// Plays it to its end, or to the first thing that does not come out as it claims. A file that
/// describes an impossible cluster fails with the reason. `stopped` ends it early.
LessonVerdict checkLesson(const Scenario& lesson, const std::function<bool()>& stopped = {});

} // namespace hw::app
