#pragma once

#include <memory>

#include "app/session/sim_clock.h"
#include "engine/simulate/run.h"

namespace hw::app {

/// One seed of the simulator to look at: its cluster with its clients, its faults and its checkers,
/// paused before anything has happened. However its time is moved, it is the run that
/// `highwater simulate` makes of that seed.
class SeedSession final : private Actor
{
public:
    explicit SeedSession(const simulate::Options& options);

    cluster::EngineCluster& cluster() { return m_run.cluster(); }
    SimClock& clock() { return m_clock; }
    const simulate::Run& run() const { return m_run; }

private:
    std::optional<Instant> due() const override { return m_run.due(); }
    void act() override { m_run.act(); }

    simulate::Run m_run;
    RunScript m_script;
    SimClock m_clock;
};

} // namespace hw::app
