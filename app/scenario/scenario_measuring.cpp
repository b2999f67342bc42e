#include <chrono>
#include <vector>

#include <fmt/format.h>

#include "app/commands/condition_parts.h"
#include "app/scenario/scenario_player.h"

namespace hw::app {

std::optional<double> ScenarioPlayer::valueOf(const Measure& measure)
{
    if (m_instruments)
        return m_instruments->read(measure.metric, picture(), *m_cluster->gauges());
    const auto* number = std::get_if<condition::NumberIs>(&measure.metric.what);
    const Figured figured = number ? figureOf(*number, picture(), *m_cluster->gauges()) : Figured{};
    return figured.number ? std::optional(static_cast<double>(*figured.number)) : std::nullopt;
}

/// Those with `every` while their step runs; all when it is over.
void ScenarioPlayer::measure()
{
    const bool over = isIdle();
    for (Running& one : m_running) {
        const Measure& wanted = m_scenario.steps[one.step].measures[one.measure];
        if (!wanted.every || m_now < one.next)
            continue;
        one.next = one.next + *wanted.every;
        measureNow(one.step, one.measure, true);
    }
    if (!over || picture().complete < m_lastFired)
        return;
    const std::vector<Running> ended = m_running;
    for (const Running& one : ended)
        measureNow(one.step, one.measure, false);
    m_running.clear();
}

void ScenarioPlayer::measureNow(std::size_t step, std::size_t which, bool running)
{
    const Measure& wanted = m_scenario.steps[step].measures[which];
    std::optional<double> value = valueOf(wanted);
    MeasuredPoint point{step, which, wanted.at, 0};
    for (const Running& one : m_running) {
        if (one.step != step || one.measure != which)
            continue;
        if (value && wanted.growth)
            *value -= one.before.value_or(0);
        if (wanted.every)
            point.at = std::chrono::duration<double>(m_now - one.since).count();
    }
    if (!value || m_measured.size() >= kMostPoints)
        return;
    point.value = *value;
    m_measured.push_back(point);
    if (!running)
        tell(Kind::Measured,
             fmt::format("{}: {:.6g} {}", wanted.name.in("en"), *value, wanted.unit.in("en")));
}

} // namespace hw::app
