#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "app/scenario/scenario_player.h"

namespace hw::app {

/// A number for a row of events, which differs if anything that is told of them differs. FNV-1a
/// over their texts.
class EventPrint
{
public:
    void add(const observe::Event& event);
    std::uint64_t value() const { return m_value; }
    std::uint64_t count() const { return m_count; }

private:
    std::uint64_t m_value = 14695981039346656037U;
    std::uint64_t m_count = 0;
};

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
