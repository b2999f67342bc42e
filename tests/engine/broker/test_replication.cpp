#include <QTest>

#include "tests/support/sim_client.h"

using namespace hw;
using namespace hw::test;
using namespace hw::observe;
using protocol::ErrorCode;

namespace {

cluster::ClusterSpec brokers(int count, std::map<std::string, std::string> configs = {})
{
    cluster::ClusterSpec spec;
    spec.brokers = count;
    spec.configs = std::move(configs);
    return spec;
}

std::vector<int> numbers(const std::vector<BrokerId>& ids)
{
    std::vector<int> plain;
    for (const BrokerId id : ids)
        plain.push_back(id.value());
    return plain;
}

/// A cluster with topic `t` of one partition, preferred leader 1, and a client.
struct Scene
{
    SimCluster cluster;
    SimClient client;

    explicit Scene(cluster::ClusterSpec spec, std::map<std::string, std::string> topicConfigs = {})
        : cluster(spec)
        , client(cluster, 1)
    {
        HW_ASSERT(cluster.ready(), "brokers start");
        const auto made = cluster.createTopic("t", 1, spec.brokers, std::move(topicConfigs));
        HW_ASSERT(made.ok, made.message);
        cluster.runFor(200ms);
    }
    std::string values(std::int64_t from = 0)
    {
        std::string all;
        for (const auto& record : client.readAll("t", 0, Offset(from)))
            all += record.value + " ";
        return all;
    }
    int leader() { return cluster.partition("t", 0)->leader.value(); }
    std::vector<int> isr() { return numbers(cluster.partition("t", 0)->isr); }
    std::int64_t leo(int broker) { return gauge(broker, &Gauges::leo); }
    std::int64_t hw(int broker) { return gauge(broker, &Gauges::hw); }
    std::int64_t gauge(int broker, std::vector<std::int64_t> Gauges::*which)
    {
        const auto part = cluster.partition("t", 0);
        for (const ReplicaPart& replica : part->replicas)
            if (replica.broker.value() == broker)
                return ((*cluster.gauges()).*which)[replica.slot];
        return -2;
    }
    bool waitForLeader(int broker)
    {
        const bool written =
            cluster.until([&](const auto&, const auto&) { return leader() == broker; }, 10s);
        cluster.runFor(50ms); // until the brokers were told, too
        return written;
    }
    bool waitForIsr(std::vector<int> members)
    {
        std::ranges::sort(members);
        return cluster.until(
            [&](const auto&, const auto&) {
                auto now = isr();
                std::ranges::sort(now);
                return now == members;
            },
            20s);
    }
    template <class FactType> std::vector<std::pair<Instant, FactType>> facts()
    {
        std::vector<std::pair<Instant, FactType>> found;
        for (const Event& event : cluster.events())
            if (const auto* fact = std::get_if<FactType>(&event.fact))
                found.push_back({event.at, *fact});
        return found;
    }
    /// Freezes a follower and lets the fetch that it has parked run out.
    void deafen(int broker)
    {
        HW_ASSERT(cluster.freeze(broker).ok, "it was running");
        cluster.runFor(600ms);
    }
};

} // namespace

class TestReplication : public QObject
{
    Q_OBJECT
private slots:
    void followersHaveWhatIsAcknowledgedAndTheirMarkFollows()
    {
        Scene scene(brokers(3));
        QVERIFY(scene.client.produce("t", 0, {"a", "b", "c"}).ok());
        // The leader knows that all have it; followers learn of that with their next fetch.
        QCOMPARE(scene.hw(1), std::int64_t(3));
        QCOMPARE(scene.leo(2), std::int64_t(3));
        QCOMPARE(scene.leo(3), std::int64_t(3));
        QVERIFY(scene.cluster.settled(1s));
        QCOMPARE(scene.hw(2), std::int64_t(3));
        QCOMPARE(scene.values(), "a b c ");
    }

    void acksOneDoesNotWaitForFollowers()
    {
        Scene scene(brokers(3));
        scene.deafen(2);
        scene.deafen(3);
        const auto quick = scene.client.produce("t", 0, {"a"}, 1);
        QVERIFY(quick.ok());
        QCOMPARE(scene.hw(1), std::int64_t(0));
        QCOMPARE(scene.values(), "");
        QCOMPARE(scene.client.produce("t", 0, {"b"}, -1, {}, 200ms).error,
                 ErrorCode::RequestTimedOut);
    }

    void isrShrinksBetweenOneAndOneAndAHalfLagTimesAndGrowsAgain()
    {
        Scene scene(brokers(3, {{"replica.lag.time.max.ms", "1000"}}));
        QVERIFY(scene.client.produce("t", 0, {"a"}).ok());
        scene.deafen(3);
        QVERIFY(scene.client.produce("t", 0, {"b"}, 1).ok());
        QVERIFY2(scene.waitForIsr({1, 2}), scene.cluster.story().c_str());
        const auto shrunk = scene.facts<fact::IsrShrunk>();
        QCOMPARE(shrunk.size(), std::size_t(1));
        QCOMPARE(numbers(shrunk.front().second.removed), std::vector{3});
        QVERIFY2(shrunk.front().second.lag > 1000ms && shrunk.front().second.lag <= 1500ms,
                 std::to_string(toMs(shrunk.front().second.lag)).c_str());
        // The znode has it before the leader hears of it; then the mark waits for nobody outside.
        scene.cluster.runFor(2ms);
        QCOMPARE(scene.hw(1), std::int64_t(2));
        QVERIFY(scene.cluster.thaw(3).ok);
        QVERIFY2(scene.waitForIsr({1, 2, 3}), scene.cluster.story().c_str());
        QCOMPARE(scene.facts<fact::IsrExpanded>().size(), std::size_t(1));
    }

    void aSilentFollowerWithNothingNewToFetchStaysInSync()
    {
        Scene scene(brokers(3, {{"replica.lag.time.max.ms", "500"}}));
        QVERIFY(scene.client.produce("t", 0, {"a"}).ok());
        scene.deafen(3);
        scene.cluster.runFor(1500ms);
        QVERIFY(scene.facts<fact::IsrShrunk>().empty());
    }

    /// Case R01 B.
    void belowMinIsrAcksAllIsRefusedAndNothingBecomesVisible()
    {
        Scene scene(brokers(3), {{"min.insync.replicas", "2"}});
        for (int i = 0; i < 10; ++i)
            QVERIFY(scene.client.produce("t", 0, {std::to_string(i)}).ok());
        QVERIFY(scene.cluster.kill(2).ok && scene.cluster.kill(3).ok);
        QVERIFY(scene.waitForIsr({1}));
        QCOMPARE(scene.client.produce("t", 0, {"refused"}).error, ErrorCode::NotEnoughReplicas);
        QCOMPARE(scene.leo(1), std::int64_t(10));
        QVERIFY(scene.client.produce("t", 0, {"ten"}, 1).ok());
        scene.cluster.runFor(2s);
        QCOMPARE(scene.leo(1), std::int64_t(11));
        QCOMPARE(scene.hw(1), std::int64_t(10));
        QCOMPARE(scene.values(10), "");
        QVERIFY(scene.cluster.restart(2).ok);
        QVERIFY(
            scene.cluster.until([&](const auto&, const auto&) { return scene.hw(1) == 11; }, 20s));
        QCOMPARE(scene.values(10), "ten ");
    }

    /// Case R21 (a), and invariant 1.
    void whenTheLeaderDiesAnInSyncReplicaLeadsAndNothingAcknowledgedIsLost()
    {
        Scene scene(brokers(3));
        for (int i = 0; i < 5; ++i)
            QVERIFY(scene.client.produce("t", 0, {std::to_string(i)}).ok());
        QVERIFY(scene.cluster.kill(1).ok);
        QVERIFY2(scene.waitForLeader(2), scene.cluster.story().c_str());
        QCOMPARE(scene.isr(), (std::vector{2, 3}));
        QVERIFY(scene.client.produce("t", 0, {"5"}).ok());
        QCOMPARE(scene.values(), "0 1 2 3 4 5 ");
        QVERIFY(scene.cluster.restart(1).ok);
        QVERIFY2(scene.waitForIsr({1, 2, 3}), scene.cluster.story().c_str());
        scene.cluster.runFor(1s);
        QCOMPARE(scene.leader(), 2); // the first in the list is only preferred
        QCOMPARE(scene.leo(1), std::int64_t(6));
    }

    /// KIP-101: a record that only the dead leader had gives way to what came after it.
    void aReturningLeaderCutsWhatTheNewOneNeverHad()
    {
        Scene scene(brokers(2));
        QVERIFY(scene.client.produce("t", 0, {"both"}).ok());
        scene.deafen(2);
        QVERIFY(scene.client.produce("t", 0, {"only-1", "only-1"}, 1).ok());
        QVERIFY(scene.cluster.kill(1).ok);
        QVERIFY(scene.cluster.thaw(2).ok);
        QVERIFY2(scene.waitForLeader(2), scene.cluster.story().c_str());
        QVERIFY(scene.client.produce("t", 0, {"new"}).ok());
        QVERIFY(scene.cluster.restart(1).ok);
        QVERIFY2(scene.waitForIsr({1, 2}), scene.cluster.story().c_str());
        const auto cuts = scene.facts<fact::LogTruncated>();
        QCOMPARE(cuts.size(), std::size_t(1));
        QCOMPARE(cuts.front().second.from, Offset(3));
        QCOMPARE(cuts.front().second.to, Offset(1));
        QVERIFY(cuts.front().second.why.find("epoch") != std::string::npos);
        QVERIFY(scene.cluster.kill(2).ok);
        QVERIFY(scene.waitForLeader(1));
        QCOMPARE(scene.values(), "both new ");
    }

    /// KIP-101, scenario 1: cutting to the own high watermark at restart would lose "b".
    void aFollowerThatRestartsKeepsWhatIsCommittedThoughItsMarkLags()
    {
        Scene scene(brokers(2));
        QVERIFY(scene.client.produce("t", 0, {"a"}).ok());
        scene.cluster.runFor(1s);
        QVERIFY(scene.client.produce("t", 0, {"b"}).ok());
        QCOMPARE(scene.hw(2), std::int64_t(1)); // it has "b", and does not know that all have it
        QVERIFY(scene.cluster.kill(2).ok);
        QVERIFY(scene.cluster.kill(1).ok);
        QVERIFY2(scene.cluster.restart(2).ok, scene.cluster.story().c_str());
        scene.cluster.runFor(5s);
        QVERIFY(scene.cluster.restart(1).ok);
        QVERIFY2(scene.waitForIsr({1, 2}), scene.cluster.story().c_str());
        QCOMPARE(scene.values(), "a b ");
        QVERIFY(scene.facts<fact::LogTruncated>().empty());
    }

    /// KIP-279: logs that part more than once are cut epoch by epoch.
    void logsThatPartTwiceMeetInTwoCuts()
    {
        Scene scene(brokers(2), {{"unclean.leader.election.enable", "true"}});
        QVERIFY(scene.client.produce("t", 0, {"0", "1"}).ok());
        scene.deafen(2);
        QVERIFY(scene.client.produce("t", 0, {"a2", "a3"}, 1).ok());
        QVERIFY(scene.cluster.kill(1).ok && scene.cluster.thaw(2).ok);
        QVERIFY(scene.waitForLeader(2));
        QVERIFY(scene.client.produce("t", 0, {"b2"}).ok());
        QVERIFY(scene.cluster.kill(2).ok);
        QVERIFY(scene.cluster.restart(1).ok);
        QVERIFY2(scene.waitForLeader(1), scene.cluster.story().c_str());
        QVERIFY(scene.client.produce("t", 0, {"a4"}).ok());
        QVERIFY(scene.cluster.kill(1).ok);
        QVERIFY(scene.cluster.restart(2).ok);
        QVERIFY2(scene.waitForLeader(2), scene.cluster.story().c_str());
        QVERIFY(scene.client.produce("t", 0, {"b3"}).ok());
        QVERIFY(scene.cluster.restart(1).ok);
        QVERIFY2(scene.waitForIsr({1, 2}), scene.cluster.story().c_str());
        const auto cuts = scene.facts<fact::LogTruncated>();
        QCOMPARE(cuts.size(), std::size_t(2));
        QCOMPARE(cuts[0].second.to, Offset(4));
        QCOMPARE(cuts[1].second.to, Offset(2));
        QVERIFY(scene.cluster.kill(2).ok);
        QVERIFY(scene.waitForLeader(1));
        QCOMPARE(scene.values(), "0 1 b2 b3 ");
    }

    /// Followers have fetches parked for 500 ms that do not ask for the new partition yet.
    void aNewTopicTakesAcksAllWithoutWaitingForParkedFetches()
    {
        Scene scene(brokers(3));
        scene.cluster.runFor(1s);
        QVERIFY(scene.cluster.createTopic("u", 1, 3).ok);
        scene.cluster.runFor(10ms);
        const Instant before = scene.cluster.world().now();
        QVERIFY(scene.client.produce("u", 0, {"a"}).ok());
        const Duration took = scene.cluster.world().now() - before;
        QVERIFY2(took < 50ms, std::to_string(toMs(took)).c_str());
    }

    void aBrokerThatStopsHandsItsLeadershipOverAndStartsCleanly()
    {
        Scene scene(brokers(3));
        QVERIFY(scene.client.produce("t", 0, {"a"}).ok());
        QVERIFY(scene.cluster.run(command::Stop{NodeId::broker(BrokerId(1))}).ok);
        QVERIFY2(scene.waitForLeader(2), scene.cluster.story().c_str());
        QCOMPARE(scene.isr(), (std::vector{2, 3}));
        QVERIFY(scene.client.produce("t", 0, {"b"}).ok());
        QVERIFY(scene.cluster.restart(1).ok);
        QVERIFY2(scene.waitForIsr({1, 2, 3}), scene.cluster.story().c_str());
        QVERIFY(scene.facts<fact::BrokerRecovered>().back().second.clean);
        QVERIFY(scene.facts<fact::BrokerWaitsForSession>().empty());
        QCOMPARE(scene.values(), "a b ");
    }

    void theSameSeedGivesTheSameRun()
    {
        const auto run = [](std::uint64_t seed) {
            cluster::ClusterSpec spec = brokers(3);
            spec.seed = seed;
            Scene scene(spec);
            for (int i = 0; i < 5; ++i)
                scene.client.produce("t", 0, {"x"});
            scene.cluster.kill(1);
            scene.waitForLeader(2);
            scene.client.produce("t", 0, {"y"});
            scene.cluster.restart(1);
            scene.cluster.runFor(3s);
            return scene.cluster.world().fingerprint();
        };
        QCOMPARE(run(7), run(7));
        QVERIFY(run(7) != run(8));
    }
};

QTEST_APPLESS_MAIN(TestReplication)
#include "test_replication.moc"
