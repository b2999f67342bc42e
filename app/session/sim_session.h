#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include "app/session/run_script.h"
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
    /// Of those that were taken.
    static constexpr std::size_t kPastLimit = 20'000;

    /// Fails on a wrong spec or setting. Starts everything; nothing runs before `runFor`.
    static Result<std::unique_ptr<SimSession>> start(const cluster::ClusterSpec& spec);

    cluster::EngineCluster& cluster() { return m_cluster; }
    const cluster::EngineCluster& cluster() const { return m_cluster; }
    /// Moves time with the window's frames; the cluster hands it out as its `timeControl`. Paused
    /// at first.
    SimClock& clock() { return m_clock; }
    const SimClock& clock() const { return m_clock; }
    /// Runs all that falls due within `duration` of virtual time; what the script knows to come
    /// does not come meanwhile.
    void runFor(Duration duration) { m_world.runFor(duration); }
    /// For looking into its machines while nothing runs.
    world::SimWorld& world() { return m_world; }

    RunScript& script() { return m_script; }
    const RunScript& script() const { return m_script; }
    Instant now() const { return m_world.now(); }
    /// Over all tasks, all bytes that were sent and all events so far.
    std::uint64_t fingerprint() const { return m_world.fingerprint() ^ m_cluster.fingerprint(); }
    RunPosition position() const { return m_script.position(); }
    /// This run as data, with what is known to come.
    RunLog log() const;
    /// Runs on to a position of the log that the script follows, or to a time; asks from time to
    /// time whether it must stop, and then returns false. A position that is behind it is reached.
    bool runTo(const RunGoal& goal, const std::function<bool()>& mustStop);
    /// As the cluster's, and remembers what was taken.
    cluster::EventBatch takeEvents(std::size_t limit);
    const std::deque<observe::Event>& past() const { return m_past; }

private:
    SimSession(const cluster::ClusterSpec& spec, const broker::BrokerConfig& settings);
    bool isThere(const RunGoal& goal);
    void arrive(const RunGoal& goal);

    world::SimWorld m_world;
    cluster::EngineCluster m_cluster;
    RunScript m_script;
    SimClock m_clock;
    std::deque<observe::Event> m_past;
};

} // namespace hw::app
