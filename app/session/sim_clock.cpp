#include "app/session/sim_clock.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace hw::app {

using Mode = cluster::TimeState::Mode;

SimClock::SimClock(world::SimWorld& world, const cluster::EngineCluster& cluster,
                   MachineTime machine)
    : m_world(world)
    , m_cluster(cluster)
    , m_machine(std::move(machine))
{
    m_state.seed = world.options().seed;
}

SimClock::MachineTime SimClock::steady()
{
    return [] { return std::chrono::steady_clock::now().time_since_epoch(); };
}

void SimClock::play()
{
    m_state.mode = Mode::Playing;
    m_measuredReal = m_measuredMoved = {};
    m_measuredBehind = false;
}

void SimClock::pause()
{
    m_state.mode = Mode::Paused;
    m_state.reached = 0;
    m_state.behind = false;
}

void SimClock::setSpeed(double speed)
{
    m_state.speed = std::clamp(speed, cluster::kLeastSpeed, cluster::kMostSpeed);
    m_owed = 0;
}

void SimClock::step(StepTo to)
{
    pause();
    m_stepTo = to;
    m_world.runControls(); // what a command did before is not what the step does
    m_stepFrom = m_world.now();
    m_stepAfter = m_cluster.lastEvent();
    m_stepFlightAfter = m_cluster.lastFlight();
    m_state.mode = Mode::Stepping;
    runStep(m_machine() + kStepBudget);
}

cluster::TimeState SimClock::state() const
{
    cluster::TimeState state = m_state;
    state.now = m_world.now();
    return state;
}

void SimClock::setLook(Duration every, std::function<void()> look)
{
    m_lookEvery = every;
    m_look = std::move(look);
}

void SimClock::stopOn(StopTest test)
{
    m_stop = std::move(test);
    m_stopSeen = m_cluster.lastEvent();
}

bool SimClock::meetsStop()
{
    const EventId last = m_cluster.lastEvent();
    if (!m_stop || last == m_stopSeen)
        return false;
    const EventId seen = std::exchange(m_stopSeen, last);
    return m_cluster.anyEventAfter(seen, m_stop);
}

void SimClock::advance(Duration real, Duration budget)
{
    const Duration deadline = m_machine() + budget;
    m_world.runControls();
    if (m_state.mode == Mode::Stepping)
        return runStep(deadline);
    if (m_state.mode == Mode::Paused)
        return;
    real = std::clamp(real, Duration::zero(), kMostReal);
    const Instant from = m_world.now();
    bool behind = false;
    if (m_state.flatOut) {
        runTo(from + kFlatOutSpan, deadline);
    } else {
        const double wanted = static_cast<double>(real.count()) * m_state.speed + m_owed;
        const double whole = std::floor(wanted);
        m_owed = wanted - whole;
        behind = !runTo(from + Duration(static_cast<Duration::rep>(whole)), deadline);
    }
    measure(real, m_world.now() - from, behind);
}

/// The next task, or what the actor does, if it is due until `limit`.
bool SimClock::moveOnce(Instant limit)
{
    const auto task = m_world.nextDue();
    const auto act = m_actor ? m_actor->due() : std::nullopt;
    const bool isActors = act && (!task || *act < *task);
    if (!isActors && (!task || *task > limit))
        return false;
    if (!isActors) {
        m_world.runOne();
        return true;
    }
    if (*act > limit)
        return false;
    m_world.runFor(*act - m_world.now()); // nothing is due before: only the clock moves
    m_actor->act();
    return true;
}

/// Whether it came there; otherwise time stands where the machine's time ran out.
bool SimClock::runTo(Instant goal, Duration deadline)
{
    while (m_look && m_state.mode == Mode::Playing) {
        const auto looks = (m_world.now() - Instant()) / m_lookEvery + 1;
        const Instant next = Instant() + m_lookEvery * looks;
        if (next > goal)
            break;
        if (!runTasksTo(next, deadline))
            return false;
        if (m_state.mode == Mode::Playing) // else an event stopped it on the way
            m_look();
    }
    return m_state.mode != Mode::Playing || runTasksTo(goal, deadline);
}

bool SimClock::runTasksTo(Instant goal, Duration deadline)
{
    for (int ran = 1; moveOnce(goal); ++ran) {
        if (meetsStop()) {
            pause();
            return true; // what is left of the frame is given up
        }
        if (ran % kTasksPerLook == 0 && m_machine() >= deadline)
            return false;
    }
    m_world.runFor(goal - m_world.now()); // nothing is due any more: only the clock moves
    return true;
}

void SimClock::runStep(Duration deadline)
{
    const Instant end = m_stepFrom + kStepSpan;
    for (int ran = 1;; ++ran) {
        if (!moveOnce(end))
            return endStep(true);
        if (stepIsDone())
            return endStep(false);
        if (ran % kTasksPerLook == 0 && m_machine() >= deadline)
            return;
    }
}

bool SimClock::stepIsDone() const
{
    if (m_cluster.lastEvent() != m_stepAfter)
        return true;
    return m_stepTo == StepTo::Anything && m_cluster.lastFlight() != m_stepFlightAfter;
}

void SimClock::endStep(bool empty)
{
    m_state.mode = Mode::Paused;
    m_state.lastStep = cluster::TimeState::Step{m_stepAfter,
                                                m_cluster.lastEvent(),
                                                m_stepFlightAfter,
                                                m_cluster.lastFlight(),
                                                m_world.now() - m_stepFrom,
                                                empty};
}

void SimClock::measure(Duration real, Duration moved, bool behind)
{
    m_measuredReal += real;
    m_measuredMoved += moved;
    m_measuredBehind = m_measuredBehind || behind;
    if (m_measuredReal < kMeasureSpan)
        return;
    m_state.reached =
        static_cast<double>(m_measuredMoved.count()) / static_cast<double>(m_measuredReal.count());
    m_state.behind = m_measuredBehind && m_state.reached < 0.95 * m_state.speed;
    m_measuredReal = m_measuredMoved = {};
    m_measuredBehind = false;
}

} // namespace hw::app
