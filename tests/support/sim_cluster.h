#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/cluster/engine_cluster.h"
#include "engine/world/sim/sim_world.h"

namespace hw::test {

/// A whole cluster in simulated time, with steps that read like a script.
class SimCluster
{
public:
    explicit SimCluster(cluster::ClusterSpec spec = {});

    world::SimWorld& world() { return m_world; }
    cluster::EngineCluster& cluster() { return *m_cluster; }

    /// Steps until every broker runs.
    bool ready(Duration limit = 30s);
    /// Steps until the picture satisfies `done` (looked at after every `pace`).
    using Condition = std::function<bool(const observe::Snapshot&, const observe::Gauges&)>;
    bool until(const Condition& done, Duration limit = 60s, Duration pace = 10ms);
    void runFor(Duration duration) { m_world.runFor(duration); }

    struct Outcome
    {
        bool ok = false;
        std::string message;
    };
    /// Gives a command and steps until it is done. A command without an outcome within `limit`
    /// is not ok.
    Outcome run(observe::Command command, Duration limit = 60s);
    Outcome kill(int broker) { return run(observe::command::Kill{node(broker)}); }
    Outcome powerOff(int broker) { return run(observe::command::PowerOff{node(broker)}); }
    Outcome restart(int broker) { return run(observe::command::Restart{node(broker)}); }
    Outcome freeze(int broker) { return run(observe::command::Freeze{node(broker)}); }
    Outcome thaw(int broker) { return run(observe::command::Thaw{node(broker)}); }
    Outcome createTopic(const std::string& topic, int partitions, int replicationFactor,
                        std::map<std::string, std::string> configs = {});

    std::shared_ptr<const observe::Snapshot> snapshot() { return m_cluster->snapshot(); }
    /// Belongs to the last `snapshot()`.
    std::shared_ptr<const observe::Gauges> gauges() { return m_cluster->gauges(); }
    /// Null if there is none.
    std::shared_ptr<const observe::PartitionPart> partition(const std::string& topic, int number);
    std::shared_ptr<const observe::GroupPart> group(const std::string& name);

    /// All events so far.
    const std::vector<observe::Event>& events();
    /// Every leader has a full ISR, no follower lags, and all sources agree.
    bool settled(Duration limit = 60s);

    /// All that happened, as text with times: what a failing test prints.
    std::string story(std::size_t last = 60);

private:
    static NodeId node(int broker) { return NodeId::broker(BrokerId(broker)); }
    void drain();

    world::SimWorld m_world;
    std::unique_ptr<cluster::EngineCluster> m_cluster;
    std::vector<observe::Event> m_events;
};

} // namespace hw::test
