#pragma once

#include <functional>
#include <optional>

#include "app/session/run_script.h"
#include "engine/cluster/engine_cluster.h"
#include "engine/cluster/time_control.h"
#include "engine/world/sim/sim_world.h"

namespace hw::app {

/// Somebody outside a simulated world who acts on it at moments of its time: when it has come to
/// `due`, and all that is due until then has run.
class Actor
{
public:
    virtual ~Actor() = default;
    /// Later than now; none: never again.
    virtual std::optional<Instant> due() const = 0;
    /// On the clock's thread, outside the world's tasks.
    virtual void act() = 0;
};

/// Moves a simulated world as far as the window's time and the machine allow.
///
///     frame          frame          frame
///     |--budget--|   |--budget--|   |--budget--|      tasks of the world run in here only
///     0 ....... 16ms at speed s: up to s x 16 ms of the world's time, or as far as it came
class SimClock final : public cluster::TimeControl
{
public:
    using MachineTime = std::function<Duration()>;

    /// All outlive it; what `script` knows to come is done in its time. `machine` tells the
    /// machine's time; the default is its steady clock, pictures that must be the same every time
    /// give one that stands still.
    SimClock(world::SimWorld& world, const cluster::EngineCluster& cluster, RunScript& script,
             MachineTime machine = steady());
    static MachineTime steady();
    void setMachineTime(MachineTime machine) { m_machine = std::move(machine); }
    /// Outlives the clock. Nobody at first.
    void setActor(Actor& actor) { m_actor = &actor; }

    Duration machineNow() const { return m_machine(); }
    /// What a person has set on another clock, which this one takes the place of.
    void setUpAs(const SimClock& other);

    /// While time plays, `look` is called at every multiple of `every` of the world's time, and may
    /// pause it there: what it sees does not depend on the speed.
    void setLook(Duration every, std::function<void()> look);

    void play() override;
    void pause() override;
    void setSpeed(double speed) override;
    void setFlatOut(bool on) override { m_state.flatOut = on; }
    void step(StepTo to) override;
    cluster::TimeState state() const override;
    void stopOn(StopTest test) override;
    void runUntil(Goal goal, bool atOnce) override;
    void slowOn(StopTest test, double speed, Duration lasts) override;
    void advance(Duration real, Duration budget) override;

private:
    static constexpr Duration kStepBudget = 8ms;    ///< of what `step` does itself
    static constexpr Duration kMostReal = 100ms;    ///< of one call: what a stalled window missed
    static constexpr Duration kFlatOutSpan = 60s;   ///< of the world's time, in one call at most
    static constexpr Duration kMeasureSpan = 500ms; ///< of the person's time
    static constexpr int kTasksPerLook = 16;        ///< at the machine's time

    bool moveOnce(Instant limit);
    bool runTo(Instant goal, Duration deadline);
    bool runTasksTo(Instant goal, Duration deadline);
    void runStep(Duration deadline);
    void runControls();
    bool isMoving() const { return m_state.mode != cluster::TimeState::Mode::Paused; }
    bool stepIsDone() const;
    bool meetsStop();
    Instant nextHalt(Instant goal) const;
    void halt();
    void begin();
    void endStep(bool empty);
    void endGoal(bool met);
    double speedNow() const;
    void measure(Duration real, Duration moved, bool behind);

    world::SimWorld& m_world;
    const cluster::EngineCluster& m_cluster;
    RunScript& m_script;
    MachineTime m_machine;
    Actor* m_actor = nullptr;
    cluster::TimeState m_state; ///< without `now`
    double m_owed = 0;          ///< less than a nanosecond of the world's time
    Instant m_stepFrom;
    StepTo m_stepTo = StepTo::Anything;
    EventId m_stepAfter;
    FlightId m_stepFlightAfter;
    Duration m_lookEvery{};
    std::function<void()> m_look;
    StopTest m_stop;
    bool m_cutShort = false; ///< an event ended the frame
    EventId m_stopSeen;      ///< events up to this one were tested
    std::optional<Goal> m_goal;
    StopTest m_slow;
    double m_slowSpeed = 1;
    Duration m_slowFor{}, m_slowLeft{}; ///< of the person's time
    Duration m_measuredReal{};
    Duration m_measuredMoved{};
    bool m_measuredBehind = false;
};

} // namespace hw::app
