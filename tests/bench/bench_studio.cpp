// How fast the simulated world of a Studio runs: the demo, under its workload and idle.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include "engine/cluster/broker_settings.h"
#include "engine/cluster/engine_cluster.h"
#include "engine/world/sim/sim_world.h"
#include "tests/bench/budget.h"

using namespace hw;

namespace {

constexpr int kRounds = 5; // after one that is thrown away

/// A demo cluster some seconds after its start. Nobody looks at it, as when a lesson is checked.
class Demo
{
public:
    Demo()
        : m_world(world::SimOptions{})
        , m_spec(demoSpec())
        , m_cluster(m_world, m_spec, *cluster::brokerSettings(m_spec))
    {
        m_cluster.start();
        m_world.runFor(20s);
    }
    /// Producers and consumers leave; brokers and ensemble go on.
    void stopClients()
    {
        const auto snapshot = m_cluster.snapshot();
        for (const auto& producer : snapshot->producers)
            m_cluster.submit(observe::command::StopClient{producer->client});
        for (const auto& consumer : snapshot->consumers)
            m_cluster.submit(observe::command::StopClient{consumer->client});
        m_world.runFor(30s);
    }
    /// Virtual seconds for each second of this machine.
    double speed(Duration stretch)
    {
        const auto began = std::chrono::steady_clock::now();
        m_world.runFor(stretch);
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
        return std::chrono::duration<double>(stretch).count() / took.count();
    }

private:
    static cluster::ClusterSpec demoSpec()
    {
        cluster::ClusterSpec spec;
        spec.demo = true;
        return spec;
    }

    world::SimWorld m_world;
    cluster::ClusterSpec m_spec;
    cluster::EngineCluster m_cluster;
};

void measure(const char* what, Demo& demo, Duration stretch, const char* aim)
{
    std::vector<double> speeds;
    for (int round = 0; round <= kRounds; ++round) {
        const double speed = demo.speed(stretch);
        if (round > 0)
            speeds.push_back(speed);
    }
    std::ranges::sort(speeds);
    const double middle = speeds[speeds.size() / 2];
    std::printf("%-44s %8.0f x real time  (%.0f to %.0f in %d rounds; %s)\n", what, middle,
                speeds.front(), speeds.back(), kRounds, aim);
    bench::budget(what, middle, "x real", aim);
}

} // namespace

int main()
{
    Demo demo;
    measure("Studio, the demo under its workload", demo, 60s, "from 20");
    demo.stopClients();
    measure("Studio, the demo idle", demo, 600s, "from 1000");
    return 0;
}
