#include <QTest>

#include <algorithm>
#include <set>

#include "engine/coordination/client.h"
#include "tests/support/sim_client.h"

using namespace hw;
using namespace hw::test;
using namespace hw::observe;

namespace {

using ServerState = EnsembleServerPart::State;

/// Whole Kafka on three ensemble servers. Topic `t`: three partitions on three brokers.
struct Scene
{
    SimCluster cluster;
    SimClient client;
    int sent = 0;
    std::set<std::string> acked;

    Scene()
        : cluster(spec())
        , client(cluster, 1)
    {
        HW_ASSERT(cluster.ready(), "brokers start");
        HW_ASSERT(cluster.createTopic("t", 3, 3, {{"min.insync.replicas", "2"}}).ok, "t is made");
        HW_ASSERT(cluster.settled(), cluster.story());
    }
    static cluster::ClusterSpec spec()
    {
        cluster::ClusterSpec spec;
        spec.ensemble = 3;
        return spec;
    }
    /// Kills the leader and one more; returns who is left.
    int loseQuorum()
    {
        const auto servers = cluster.snapshot()->ensemble;
        int leader = 0;
        for (int n = 0; n < 3; ++n)
            if (servers[static_cast<std::size_t>(n)].state == ServerState::Leader)
                leader = n;
        for (const int n : {leader, (leader + 1) % 3})
            HW_ASSERT(cluster.run(command::Kill{NodeId::ensemble(n)}).ok, "it was up");
        return (leader + 2) % 3;
    }
    bool quorumReturns()
    {
        for (int n = 0; n < 3; ++n)
            cluster.run(command::Restart{NodeId::ensemble(n)});
        return cluster.until([](const Snapshot& s, const Gauges&) {
            const auto in = [&](ServerState state) {
                return std::ranges::count(s.ensemble, state, &EnsembleServerPart::state);
            };
            return in(ServerState::Leader) == 1 && in(ServerState::Follower) == 2;
        });
    }
    /// One record with acks=all to each partition, at the broker that leads it now.
    int send(const std::vector<BrokerId>& leaders)
    {
        int ok = 0;
        for (int partition = 0; partition < 3; ++partition) {
            const std::string value = std::to_string(sent++);
            const auto produced = client.produce("t", partition, {value}, -1,
                                                 leaders[static_cast<std::size_t>(partition)], 5s);
            if (!produced.ok())
                continue;
            ++ok;
            acked.insert(value);
        }
        return ok;
    }
    std::vector<BrokerId> leaders()
    {
        std::vector<BrokerId> all;
        for (int partition = 0; partition < 3; ++partition)
            all.push_back(cluster.partition("t", partition)->leader);
        return all;
    }
    std::set<std::string> read()
    {
        std::set<std::string> found;
        for (int partition = 0; partition < 3; ++partition)
            for (const auto& record : client.readAll("t", partition))
                found.insert(record.value);
        return found;
    }
    template <class F> std::size_t count()
    {
        return static_cast<std::size_t>(
            std::ranges::count_if(cluster.events(), [](const Event& event) {
                return std::holds_alternative<F>(event.fact);
            }));
    }
    bool isWhole()
    {
        if (!cluster.settled())
            return false;
        for (int partition = 0; partition < 3; ++partition)
            if (cluster.partition("t", partition)->isr.size() != 3)
                return false;
        const auto snapshot = cluster.snapshot();
        const auto controllers =
            std::ranges::count_if(snapshot->brokers, [](const auto& b) { return b->controller; });
        return controllers == 1 && snapshot->lost.empty() && snapshot->invariantsBroken.empty();
    }
};

} // namespace

/// Most of the ensemble is gone: nothing can be written there and no session be opened or ended;
/// partitions that have a leader go on without noticing. When the quorum returns, all heals.
class TestLostQuorum : public QObject
{
    Q_OBJECT
private slots:
    void leadersGoOnAndNothingElseChanges()
    {
        Scene scene;
        const auto leaders = scene.leaders();
        QCOMPARE(scene.send(leaders), 3);
        const ControllerPart before = scene.cluster.snapshot()->controller;
        const int left = scene.loseQuorum();
        scene.cluster.runFor(30s); // ten times the brokers' session timeout
        QCOMPARE(static_cast<int>(
                     scene.cluster.snapshot()->ensemble[static_cast<std::size_t>(left)].state),
                 static_cast<int>(ServerState::Looking));
        QVERIFY(scene.count<fact::QuorumLost>() >= 1);
        for (int round = 0; round < 10; ++round)
            QCOMPARE(scene.send(leaders), 3);
        QCOMPARE(scene.read(), scene.acked);

        // No writes: a topic cannot be made.
        const auto expired = scene.count<fact::SessionExpired>();
        QVERIFY(!scene.cluster.createTopic("u", 1, 3).ok);
        QCOMPARE(scene.cluster.snapshot()->topics.size(), std::size_t(1));
        QCOMPARE(scene.count<fact::SessionExpired>(), expired); // nobody there to end one

        QVERIFY(scene.quorumReturns());
        QVERIFY2(scene.isWhole(), scene.cluster.story().c_str());
        QCOMPARE(scene.send(scene.leaders()), 3);
        QCOMPARE(scene.read(), scene.acked);
        QVERIFY(scene.cluster.snapshot()->controller.epoch >= before.epoch);
        QVERIFY(scene.cluster.createTopic("v", 1, 3).ok);
    }

    void noSessionIsOpenedWithoutAQuorum()
    {
        Scene scene;
        scene.loseQuorum();
        scene.cluster.runFor(5s);
        const auto opened = scene.count<fact::SessionOpened>();
        world::Host& host = scene.cluster.world().addHost({NodeId::broker(BrokerId(9)), "new"});
        coordination::ClientConfig config;
        for (const auto& server : scene.cluster.snapshot()->ensemble) {
            const auto colon = server.client.rfind(':');
            config.servers.push_back(
                {server.client.substr(0, colon),
                 static_cast<std::uint16_t>(std::stoi(server.client.substr(colon + 1)))});
        }
        coordination::Client newcomer(host, config);
        host.control([&] { newcomer.connect(); });
        scene.cluster.runFor(20s);
        QVERIFY(!newcomer.connected());
        QCOMPARE(scene.count<fact::SessionOpened>(), opened);
        QVERIFY(scene.quorumReturns());
        scene.cluster.runFor(20s);
        QVERIFY(newcomer.connected());
    }

    /// Without a quorum nobody elects: the dead leader's partition waits, the others go on below
    /// their full ISR, and what they cannot commit they do not acknowledge.
    void aLeaderThatDiesMeanwhileIsReplacedWhenTheQuorumReturns()
    {
        Scene scene;
        const auto leaders = scene.leaders();
        QCOMPARE(scene.send(leaders), 3);
        scene.loseQuorum();
        scene.cluster.runFor(5s);
        QVERIFY(scene.cluster.kill(leaders[0].value()).ok);
        scene.cluster.runFor(30s);
        QCOMPARE(scene.leaders(), leaders); // by the znodes, which nobody can write
        // The others' ISR cannot shrink either: it still names the dead one.
        QCOMPARE(scene.send(leaders), 0);
        QVERIFY(scene.quorumReturns());
        QVERIFY(scene.cluster.until(
            [&](const auto&, const auto&) {
                const auto now = scene.leaders();
                return now[0] != leaders[0] && now[0] != kNoBroker;
            },
            60s));
        QVERIFY(scene.cluster.restart(leaders[0].value()).ok);
        QVERIFY2(scene.isWhole(), scene.cluster.story().c_str());
        QCOMPARE(scene.send(scene.leaders()), 3);
        const auto found = scene.read();
        QVERIFY(std::ranges::includes(found, scene.acked));
    }

    void aRestartThatCannotEndIsAnsweredAndEndsWhenTheQuorumReturns()
    {
        Scene scene;
        scene.loseQuorum();
        QVERIFY(scene.cluster.kill(1).ok);
        const Instant asked = scene.cluster.world().now();
        const auto restarted =
            scene.cluster.run(command::Restart{NodeId::broker(BrokerId(1))}, 90s);
        QVERIFY(!restarted.ok);
        QCOMPARE(restarted.message, std::string("broker 1 is starting"));
        QCOMPARE(toMs(scene.cluster.world().now() - asked) / 1000, std::int64_t(60));
        QVERIFY(scene.quorumReturns());
        QVERIFY(scene.cluster.until([](const Snapshot& s, const Gauges&) {
            return s.brokers.front()->state == BrokerState::Running;
        }));
    }
};

QTEST_APPLESS_MAIN(TestLostQuorum)
#include "test_lost_quorum.moc"
