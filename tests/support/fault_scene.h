#pragma once

#include <QTest>

#include <algorithm>

#include "tests/support/sim_client.h"

namespace hw::test {

/// Three brokers, partition t-0 on 1, 2, 3, led by 1, and a client, for tests of faults. Its steps
/// fail the test that runs.
class FaultScene
{
public:
    using Snapshot = observe::Snapshot;
    using Gauges = observe::Gauges;
    using Event = observe::Event;

    static NodeId nodeOf(int n) { return NodeId::broker(BrokerId(n)); }
    static inline const NodeId kZookeeper = NodeId::ensemble(0);
    static inline const NodeId kOutside = NodeId::outside(0);
    static std::vector<BrokerId> ids(std::initializer_list<int> numbers)
    {
        std::vector<BrokerId> all;
        for (const int n : numbers)
            all.emplace_back(n);
        return all;
    }

    void end()
    {
        if (QTest::currentTestFailed())
            qWarning("%s", sim->story(80).c_str());
        client.reset();
        sim.reset();
    }
    void start(std::map<std::string, std::string> configs, int servers = 1)
    {
        client.reset();
        cluster::ClusterSpec spec;
        spec.ensemble = servers;
        spec.configs = std::move(configs);
        spec.configs["replica.lag.time.max.ms"] = "4000";
        sim = std::make_unique<SimCluster>(spec);
        QVERIFY2(sim->ready(), sim->cluster().startupFailure().c_str());
        observe::command::CreateTopic create;
        create.topic = "t";
        create.assignment = {ids({1, 2, 3})};
        QVERIFY(sim->run(create).ok);
        QVERIFY(sim->settled());
        client = std::make_unique<SimClient>(*sim, 1);
        m_from = sim->events().size();
    }
    bool obeys(const observe::Command& what)
    {
        const auto outcome = sim->run(what);
        if (!outcome.ok)
            qInfo("%s: %s", observe::textOf(what).c_str(), outcome.message.c_str());
        return outcome.ok;
    }
    void produce(int records, const std::string& value, int acks = -1)
    {
        for (int i = 0; i < records; ++i) {
            const auto produced = client->produce("t", 0, {value}, acks, {}, 30s);
            QVERIFY2(produced.ok(), produced.trouble.c_str());
        }
    }
    bool isIsr(std::initializer_list<int> isr)
    {
        auto now = sim->partition("t", 0)->isr;
        std::ranges::sort(now);
        return now == ids(isr);
    }
    bool isrBecomes(std::initializer_list<int> isr)
    {
        return sim->until([&](const Snapshot&, const Gauges&) { return isIsr(isr); });
    }
    bool leaderBecomes(int n)
    {
        return sim->until([&](const Snapshot&, const Gauges&) {
            return sim->partition("t", 0)->leader == BrokerId(n);
        });
    }
    bool stateBecomes(int n, observe::BrokerState state)
    {
        return sim->until([&](const Snapshot& s, const Gauges&) {
            return s.brokers.at(static_cast<std::size_t>(n - 1))->state == state;
        });
    }
    std::int64_t leo()
    {
        const auto part = sim->partition("t", 0);
        return sim->gauges()->leo.at(part->replicas.front().slot);
    }
    /// The last of its kind since the test began.
    template <class F> const Event* find()
    {
        const Event* last = nullptr;
        const auto& events = sim->events();
        for (std::size_t i = m_from; i < events.size(); ++i) {
            if (std::holds_alternative<F>(events[i].fact))
                last = &events[i];
        }
        return last;
    }

    std::unique_ptr<SimCluster> sim;
    std::unique_ptr<SimClient> client;

private:
    std::size_t m_from = 0;
};

} // namespace hw::test
