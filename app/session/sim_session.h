#pragma once

#include <memory>

#include "app/session/sim_clock.h"
#include "engine/base/result.h"
#include "engine/cluster/engine_cluster.h"
#include "engine/cluster/spec.h"
#include "engine/world/sim/sim_world.h"

namespace hw::app {

/// A cluster in the simulated world: time stands until somebody moves it, and the same spec (its
/// seed above all) with the same calls gives the same run. One thread, no files, no ports.
class SimSession
{
public:
    /// Fails on a wrong spec or setting. Starts everything; nothing runs before `runFor`.
    static Result<std::unique_ptr<SimSession>> start(const cluster::ClusterSpec& spec);

    cluster::EngineCluster& cluster() { return m_cluster; }
    /// Moves time with the window's frames; the cluster hands it out as its `timeControl`. Paused
    /// at first.
    SimClock& clock() { return m_clock; }
    /// Runs all that falls due within `duration` of virtual time.
    void runFor(Duration duration) { m_world.runFor(duration); }
    /// For looking into its machines while nothing runs.
    world::SimWorld& world() { return m_world; }

private:
    SimSession(const cluster::ClusterSpec& spec, const broker::BrokerConfig& settings);

    world::SimWorld m_world;
    cluster::EngineCluster m_cluster;
    SimClock m_clock;
};

} // namespace hw::app
