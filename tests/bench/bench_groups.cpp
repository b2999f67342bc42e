// What groups cost. Prints figures; the first round of each is discarded.
//   assignments: 25 members join one every 200 ms under cooperative-sticky; how long the leader's
//                assignor takes each time. Aim: below 50 ms.
//   groups:      1,000 members in 100 groups (classroom: a heartbeat every 2 s), stable, without
//                fetches; what a second of them costs of one core: brokers, clients and simulated
//                network together, and the same without members. Aim: below 50 ms more.
#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "engine/client/sticky_assignor.h"
#include "engine/cluster/broker_settings.h"
#include "engine/cluster/engine_cluster.h"
#include "engine/world/sim/sim_world.h"
#include "tests/bench/budget.h"

using namespace hw;

namespace {

using Clock = std::chrono::steady_clock;

double msSince(Clock::time_point start)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// The assignor alone, as the members of a group would call it, with what they own from before.
void benchAssignments(int topics, std::int32_t partitions)
{
    for (const bool counts : {false, true}) {
        client::PartitionCounts sizes;
        std::vector<std::string> names;
        for (int t = 0; t < topics; ++t) {
            names.push_back(fmt::format("topic-{:02}", t));
            sizes[names.back()] = partitions;
        }
        std::vector<client::AssignorMember> members;
        std::vector<double> times;
        std::int32_t generation = 0;
        for (int m = 0; m < 25; ++m) {
            members.push_back({fmt::format("member-{:02}", m), {}, names});
            for (int round = 0; round < 2; ++round) { // what is revoked is given in the second
                const auto start = Clock::now();
                const auto assigned = client::assignCooperativeSticky(members, sizes);
                times.push_back(msSince(start));
                ++generation;
                for (auto& member : members) {
                    member.owned = assigned.at(member.id);
                    member.generation = Generation(generation);
                }
            }
        }
        if (!counts)
            continue;
        std::ranges::sort(times);
        fmt::print("assign  25 members, {:2} x {:3} partitions: median {:7.3f} ms, longest {:7.3f} "
                   "ms of {} (aim 50)\n",
                   topics, partitions, times[times.size() / 2], times.back(), times.size());
        const std::string what = fmt::format("assign 25 members, {} x {}", topics, partitions);
        bench::budget(what.c_str(), times.back(), "ms", "< 50");
    }
}

/// A whole simulated cluster with `groups` × 10 members on one topic: ms of one core a second.
double benchHeartbeats(int groups)
{
    world::SimWorld world({.seed = 1});
    const cluster::ClusterSpec spec;
    cluster::EngineCluster cluster(world, spec, *cluster::brokerSettings(spec));
    cluster.start();
    world.runFor(2s);
    observe::command::CreateTopic topic;
    topic.topic = "t";
    topic.partitions = 10;
    topic.replicationFactor = 3;
    cluster.submit(topic);
    world.runFor(2s);
    for (int g = 0; g < groups; ++g) {
        for (int m = 0; m < 10; ++m) {
            observe::command::AddConsumer add;
            add.group = fmt::format("g{}", g);
            add.topics = {"t"};
            add.autoCommit = false;
            cluster.submit(add);
        }
        world.runFor(50ms);
    }
    world.runFor(30s);
    // Without fetches: the heartbeats alone.
    for (const auto& consumer : cluster.snapshot()->consumers)
        cluster.submit(observe::command::PausePartitions{consumer->client});
    world.runFor(2s);
    std::size_t members = 0;
    for (const auto& group : cluster.snapshot()->groups)
        members += group->members.size();
    const auto cost = [&](Duration time) {
        const auto start = Clock::now();
        world.runFor(time);
        return msSince(start) / std::chrono::duration<double>(time).count();
    };
    cost(10s);
    const double ms = cost(20s);
    fmt::print("groups  {:4} members in {:3} groups: {:7.1f} ms of one core a second\n", members,
               groups, ms);
    return ms;
}

} // namespace

int main()
{
    benchAssignments(2, 3);
    benchAssignments(1, 100);
    benchAssignments(10, 100);
    benchAssignments(50, 200);
    const double idle = benchHeartbeats(0);
    const double share = (benchHeartbeats(100) - idle) / 10; // of 1,000 ms, in per cent
    fmt::print("groups  heartbeats of 1,000 members: {:.2f} % of a core (aim 5)\n", share);
    bench::budget("heartbeats of 1,000 members", share, "% of a core", "< 5");
    return 0;
}
