#include "app/session/run_script.h"

#include <algorithm>
#include <ranges>

#include "engine/base/assert.h"

namespace hw::app {

RunScript::RunScript(world::SimWorld& world, cluster::EngineCluster& cluster)
    : m_world(world)
    , m_cluster(cluster)
{
    m_cluster.setCommandWitness([this](const observe::Command& command) {
        const RunPosition before = position();
        std::uint64_t serial = m_given.size() + 1;
        if (m_giving)
            serial = *m_giving;
        else if (m_onOwn)
            serial = m_onOwn();
        m_given.push_back({serial, before, command});
    });
}

RunScript::~RunScript() { m_cluster.setCommandWitness({}); }

RunPosition RunScript::position() const
{
    return {m_world.tasksRun(), m_world.controlsRun(), m_world.now(), m_given.size()};
}

bool RunScript::isBeginningOf(const RunLog& log) const
{
    const auto& commands = log.commands;
    if (m_byTime != log.byTime || m_given.size() > commands.size() ||
        !std::ranges::equal(m_given, commands | std::views::take(m_given.size()), {},
                            &RunCommand::serial, &RunCommand::serial))
        return false;
    if (m_given.size() == commands.size())
        return true;
    const RunPosition& next = commands[m_given.size()].before;
    return log.byTime ? m_world.now() <= next.at : position() <= next;
}

void RunScript::follow(const RunLog& log)
{
    m_byTime = m_given.empty() ? log.byTime : m_byTime;
    HW_ASSERT(isBeginningOf(log), "a run goes on only with a log that it is the beginning of");
    m_coming.assign(log.commands.begin() + static_cast<std::ptrdiff_t>(m_given.size()),
                    log.commands.end());
}

/// A serial stands in one future only, and in those that left it later: the last one tells.
bool RunScript::follows(const RunLog& log) const
{
    return m_given.size() + m_coming.size() == log.commands.size() &&
           (m_coming.empty() || m_coming.back().serial == log.commands.back().serial);
}

/// Moves the clock to the command's time if nothing else is before it.
bool RunScript::isDue(const RunCommand& next, Instant until)
{
    const RunPosition& before = next.before;
    if (before.at > until)
        return false;
    if (m_byTime) {
        if (const auto due = m_world.nextDue(); due && *due <= before.at)
            return false;
    } else {
        HW_ASSERT(m_world.tasksRun() <= before.tasks, "a run went past one of its commands");
        if (m_world.tasksRun() < before.tasks || m_world.controlsRun() < before.controls)
            return false;
    }
    if (before.at > m_world.now())
        m_world.runFor(before.at - m_world.now());
    return true;
}

void RunScript::giveDue(Instant until, std::uint64_t most)
{
    while (!m_coming.empty() && m_given.size() < most && isDue(m_coming.front(), until)) {
        RunCommand next = std::move(m_coming.front());
        m_coming.pop_front();
        m_giving = next.serial;
        m_cluster.submit(std::move(next.command));
        m_giving.reset();
    }
}

void RunScript::note()
{
    const EventId event = m_cluster.lastEvent();
    const FlightId flight = m_cluster.lastFlight();
    if (event == m_event && flight == m_flight)
        return;
    m_marks.push_back({position(), event != m_event});
    m_event = event;
    m_flight = flight;
    if (m_marks.size() > kMarkLimit)
        m_marks.pop_front();
}

void RunScript::takeMarks(const RunScript& other)
{
    const RunPosition here = position();
    const auto end = std::ranges::upper_bound(other.m_marks, here, {}, &Mark::position);
    if (end != other.m_marks.begin())
        m_marks.assign(other.m_marks.begin(), end);
}

std::optional<RunPosition> RunScript::markBefore(const RunPosition& position, bool eventsOnly) const
{
    auto mark = std::ranges::lower_bound(m_marks, position, {}, &Mark::position);
    while (mark != m_marks.begin()) {
        --mark;
        if (mark->isEvent || !eventsOnly)
            return mark->position;
    }
    return std::nullopt;
}

} // namespace hw::app
