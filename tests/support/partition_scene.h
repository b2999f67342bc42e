#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "tests/support/sim_client.h"

namespace hw::test {

/// A simulated cluster with one partition, `t-0`, and a client: for histories that read like a
/// script. Its steps assert; its figures are those of the picture.
class PartitionScene
{
public:
    using Configs = std::map<std::string, std::string>;

    /// The replicas are brokers 1 … `replicas`, 1 preferred. The controller is the last broker.
    PartitionScene(int brokers, int replicas, Configs brokerConfigs = {}, Configs topicConfigs = {},
                   std::uint64_t seed = 1)
        : cluster(spec(brokers, std::move(brokerConfigs), seed))
        , client(cluster, 1)
    {
        HW_ASSERT(cluster.ready(), "brokers start");
        letControl(brokers);
        observe::command::CreateTopic create;
        create.topic = "t";
        create.configs = std::move(topicConfigs);
        create.assignment.emplace_back();
        for (int id = 1; id <= replicas; ++id)
            create.assignment.front().emplace_back(id);
        const auto made = cluster.run(create);
        HW_ASSERT(made.ok, made.message);
        cluster.runFor(200ms);
    }

    // --- steps ---

    SimClient::Produced send(std::vector<std::string> values, int acks = -1, Duration timeout = 10s)
    {
        return client.produce("t", 0, std::move(values), acks, {}, timeout);
    }
    void kill(int broker) { must(cluster.kill(broker)); }
    void powerOff(int broker) { must(cluster.powerOff(broker)); }
    void restart(int broker) { must(cluster.restart(broker)); }
    void freeze(int broker) { must(cluster.freeze(broker)); }
    void thaw(int broker) { must(cluster.thaw(broker)); }
    void stop(int broker) { must(cluster.run(observe::command::Stop{node(broker)})); }
    void elect(observe::command::ElectionType type)
    {
        must(cluster.run(observe::command::Elect{id(), type}));
    }
    SimCluster::Outcome reassign(std::vector<int> replicas)
    {
        observe::command::Reassign move{id(), {}};
        for (const int replica : replicas)
            move.replicas.emplace_back(replica);
        return cluster.run(move);
    }
    /// Freezes a follower and lets the fetch that it has parked at the leader run out.
    void deafen(int broker)
    {
        freeze(broker);
        cluster.runFor(600ms);
    }
    /// The session of a silent broker ends, and the controller has dealt with it.
    void waitForSession() { cluster.runFor(5s); }
    /// 0: none.
    bool waitForLeader(int broker, Duration limit = 20s)
    {
        const BrokerId wanted = broker == 0 ? kNoBroker : BrokerId(broker);
        const bool leads = cluster.until(
            [&](const auto&, const auto&) { return part()->leader == wanted; }, limit);
        cluster.runFor(50ms); // until the brokers were told, too
        return leads;
    }
    bool waitForIsr(std::vector<int> members, Duration limit = 30s)
    {
        std::ranges::sort(members);
        return cluster.until([&](const auto&, const auto&) { return isr() == members; }, limit);
    }
    bool waitForReplicas(std::vector<int> members, Duration limit = 30s)
    {
        return cluster.until([&](const auto&, const auto&) { return replicas() == members; },
                             limit);
    }

    // --- figures ---

    std::shared_ptr<const observe::PartitionPart> part() { return cluster.partition("t", 0); }
    int leader() { return part()->leader.value(); }
    int controller() { return cluster.snapshot()->controller.broker.value(); }
    /// Sorted.
    std::vector<int> isr()
    {
        auto members = numbers(part()->isr);
        std::ranges::sort(members);
        return members;
    }
    std::vector<int> replicas() { return numbers(part()->assigned); }
    std::int64_t leo(int broker) { return gauge(broker, &observe::Gauges::leo); }
    std::int64_t hw(int broker) { return gauge(broker, &observe::Gauges::hw); }
    /// All that consumers read from the leader: `a b c`.
    std::string values()
    {
        std::string all;
        for (const auto& record : client.readAll("t", 0))
            all += (all.empty() ? "" : " ") + record.value;
        return all;
    }
    template <class FactType> std::vector<FactType> facts()
    {
        std::vector<FactType> found;
        for (const observe::Event& event : cluster.events())
            if (const auto* fact = std::get_if<FactType>(&event.fact))
                found.push_back(*fact);
        return found;
    }
    /// Whether the newest `Effect` leads back through causes to some `Cause`.
    template <class Effect, class Cause> bool leadsBack()
    {
        const auto& events = cluster.events();
        const observe::Event* at = nullptr;
        for (const observe::Event& event : events)
            if (std::holds_alternative<Effect>(event.fact))
                at = &event;
        while (at && !std::holds_alternative<Cause>(at->fact)) {
            const auto cause = std::ranges::find(events, at->cause, &observe::Event::id);
            at = cause == events.end() ? nullptr : &*cause;
        }
        return at != nullptr;
    }
    /// `3–4` of what was acknowledged and lost; empty: nothing.
    std::string lost()
    {
        std::string all;
        for (const observe::LedgerLine& line : cluster.snapshot()->lost)
            all += fmt::format("{}{}–{}", all.empty() ? "" : ", ", line.from, line.to);
        return all;
    }
    std::string story() { return cluster.story(); }

    static TopicPartition id() { return {"t", 0}; }
    static NodeId node(int broker) { return NodeId::broker(BrokerId(broker)); }

    SimCluster cluster;
    SimClient client;

private:
    /// Whoever controls dies, until the one that is wanted is elected.
    void letControl(int broker)
    {
        for (int tries = 0; controller() != broker; ++tries) {
            HW_ASSERT(tries < 50, "one after the other is elected");
            const int other = controller();
            kill(other);
            cluster.until([&](const auto&, const auto&) { return controller() != other; }, 20s);
            restart(other);
            cluster.runFor(100ms);
        }
    }
    static cluster::ClusterSpec spec(int brokers, Configs configs, std::uint64_t seed)
    {
        cluster::ClusterSpec spec;
        spec.brokers = brokers;
        spec.configs = std::move(configs);
        spec.seed = seed;
        return spec;
    }
    static std::vector<int> numbers(const std::vector<BrokerId>& ids)
    {
        std::vector<int> plain;
        for (const BrokerId broker : ids)
            plain.push_back(broker.value());
        return plain;
    }
    void must(const SimCluster::Outcome& outcome)
    {
        HW_ASSERT(outcome.ok, outcome.message + "\n" + cluster.story());
    }
    std::int64_t gauge(int broker, std::vector<std::int64_t> observe::Gauges::*which)
    {
        const auto partition = part();
        for (const observe::ReplicaPart& replica : partition->replicas)
            if (replica.broker.value() == broker)
                return ((*cluster.gauges()).*which)[replica.slot];
        return -2;
    }
};

} // namespace hw::test
