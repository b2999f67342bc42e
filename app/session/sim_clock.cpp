#include "app/session/sim_clock.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace hw::app {

using Mode = cluster::TimeState::Mode;

SimClock::SimClock(world::SimWorld& world, const cluster::EngineCluster& cluster, RunScript& script,
                   MachineTime machine)
    : m_world(world)
    , m_cluster(cluster)
    , m_script(script)
    , m_machine(std::move(machine))
{
    m_state.seed = world.options().seed;
}

SimClock::MachineTime SimClock::steady()
{
    return [] { return std::chrono::steady_clock::now().time_since_epoch(); };
}

void SimClock::setUpAs(const SimClock& other)
{
    m_machine = other.m_machine;
    m_state.speed = other.m_state.speed;
    m_state.flatOut = other.m_state.flatOut;
    m_state.goals = other.m_state.goals;
    m_slow = other.m_slow;
    m_slowSpeed = other.m_slowSpeed;
    m_slowFor = other.m_slowFor;
    stopOn(other.m_stop);
}

void SimClock::play()
{
    if (m_state.mode == Mode::Stepping)
        pause();
    m_state.mode = Mode::Playing;
    m_measuredReal = m_measuredMoved = {};
    m_measuredBehind = false;
}

void SimClock::pause()
{
    m_state.mode = Mode::Paused;
    m_state.reached = 0;
    m_state.behind = false;
    m_state.hasGoal = false;
    m_state.slowed = false;
    m_goal.reset();
    m_slowLeft = {};
}

void SimClock::setSpeed(double speed)
{
    m_state.speed = std::clamp(speed, cluster::kLeastSpeed, cluster::kMostSpeed);
    m_owed = 0;
}

/// What a command did before is not what a step does.
void SimClock::begin()
{
    pause();
    runControls();
    m_stepFrom = m_world.now();
    m_stepAfter = m_stopSeen = m_cluster.lastEvent();
    m_stepFlightAfter = m_cluster.lastFlight();
}

void SimClock::step(StepTo to)
{
    begin();
    m_stepTo = to;
    m_state.mode = Mode::Stepping;
    runStep(m_machine() + kStepBudget);
}

void SimClock::runUntil(Goal goal, bool atOnce)
{
    begin();
    if (atOnce)
        m_state.mode = Mode::Stepping;
    else
        play();
    m_goal = std::move(goal);
    m_state.hasGoal = true;
    if (atOnce)
        advance({}, kStepBudget);
}

void SimClock::slowOn(StopTest test, double speed, Duration lasts)
{
    m_slow = std::move(test);
    m_slowSpeed = speed;
    m_slowFor = lasts;
    m_slowLeft = {};
    m_stopSeen = m_cluster.lastEvent();
}

double SimClock::speedNow() const
{
    return m_slowLeft > Duration::zero() ? std::min(m_slowSpeed, m_state.speed) : m_state.speed;
}

void SimClock::runControls()
{
    if (isMoving()) // one can stand right before a command that was given once
        m_script.giveDue(m_world.now());
    m_world.runControls();
    m_script.note();
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

/// Whether time stands, or what is left of the frame is given up.
bool SimClock::meetsStop()
{
    bool stops = false;
    const EventId last = m_cluster.lastEvent();
    const EventId seen = std::exchange(m_stopSeen, last);
    if (last != seen) {
        const auto met = [&](const StopTest& test) {
            return test && m_cluster.anyEventAfter(seen, test);
        };
        const bool plays = m_state.mode == Mode::Playing;
        if (m_goal && met(m_goal->event)) {
            endGoal(true);
            stops = true;
        }
        if (plays && met(m_stop)) {
            pause();
            stops = true;
        }
        if (plays && !stops && met(m_slow)) {
            stops = m_slowLeft <= Duration::zero();
            m_slowLeft = m_slowFor;
            m_state.slowed = true;
        }
    }
    if (m_goal && m_goal->holds && m_goal->every == Duration::zero() && m_goal->holds()) {
        endGoal(true);
        stops = true;
    }
    return stops;
}

void SimClock::advance(Duration real, Duration budget)
{
    const Duration deadline = m_machine() + budget;
    runControls();
    if (m_state.mode == Mode::Paused)
        return;
    const Instant from = m_world.now();
    if (m_state.mode == Mode::Stepping) {
        if (m_goal)
            runTo(from + kFlatOutSpan, deadline);
        else
            runStep(deadline);
        return;
    }
    real = std::clamp(real, Duration::zero(), kMostReal);
    bool behind = false;
    if (m_state.flatOut && !m_state.slowed) {
        runTo(from + kFlatOutSpan, deadline);
    } else {
        const double wanted = static_cast<double>(real.count()) * speedNow() + m_owed;
        const double whole = std::floor(wanted);
        m_owed = wanted - whole;
        m_slowLeft = std::max(Duration::zero(), m_slowLeft - real);
        m_state.slowed = m_slowLeft > Duration::zero();
        behind = !runTo(from + Duration(static_cast<Duration::rep>(whole)), deadline);
    }
    measure(real, m_world.now() - from, behind);
}

static Instant nextMultiple(Instant now, Duration every)
{
    return Instant() + every * ((now - Instant()) / every + 1);
}

/// Where somebody wants to look before the goal, or the goal.
Instant SimClock::nextHalt(Instant goal) const
{
    const Instant now = m_world.now();
    Instant next = goal;
    if (m_look && m_state.mode == Mode::Playing)
        next = std::min(next, nextMultiple(now, m_lookEvery));
    if (!m_goal)
        return next;
    if (m_goal->every > Duration::zero())
        next = std::min(next, nextMultiple(now, m_goal->every));
    if (m_goal->at)
        next = std::min(next, std::max(now, *m_goal->at));
    if (m_goal->within > Duration::zero())
        next = std::min(next, std::max(now, m_stepFrom + m_goal->within));
    return next;
}

/// Time stands where somebody may want to look.
void SimClock::halt()
{
    const Instant now = m_world.now();
    const auto isMultiple = [now](Duration every) {
        return every > Duration::zero() && (now - Instant()) % every == Duration::zero();
    };
    if (m_look && m_state.mode == Mode::Playing && isMultiple(m_lookEvery))
        m_look();
    if (!m_goal || !isMoving())
        return;
    if (m_goal->at && now >= *m_goal->at)
        return endGoal(true);
    if (m_goal->holds && isMultiple(m_goal->every) && m_goal->holds())
        return endGoal(true);
    if (m_goal->within > Duration::zero() && now >= m_stepFrom + m_goal->within)
        endGoal(false);
}

/// The next task, or what the actor does, if it is due until `limit`.
bool SimClock::moveOnce(Instant limit)
{
    m_script.giveDue(std::min(limit, m_world.nextDue().value_or(limit)));
    const auto task = m_world.nextDue();
    const auto act = m_actor ? m_actor->due() : std::nullopt;
    const bool isActors = act && (!task || *act < *task);
    if (!isActors && (!task || *task > limit))
        return false;
    if (!isActors) {
        m_world.runOne();
        m_script.note();
        return true;
    }
    if (*act > limit)
        return false;
    m_world.runFor(*act - m_world.now()); // nothing is due before: only the clock moves
    m_actor->act();
    m_script.note();
    return true;
}

/// Whether it came there; otherwise time stands where the machine's time ran out.
bool SimClock::runTo(Instant goal, Duration deadline)
{
    while (isMoving()) {
        const Instant from = m_world.now();
        const Instant next = nextHalt(goal);
        m_cutShort = false;
        if (!runTasksTo(next, deadline))
            return false;
        if (!isMoving() || m_cutShort)
            return true;
        if (next > from || m_goal)
            halt();
        if (next >= goal)
            return true;
    }
    return true;
}

bool SimClock::runTasksTo(Instant goal, Duration deadline)
{
    for (int ran = 1; moveOnce(goal); ++ran) {
        if (meetsStop()) {
            m_cutShort = true;
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

void SimClock::endGoal(bool met)
{
    const bool wasStep = m_state.mode == Mode::Stepping;
    pause();
    m_state.goalMet = met;
    ++m_state.goals;
    if (wasStep)
        endStep(!met);
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
