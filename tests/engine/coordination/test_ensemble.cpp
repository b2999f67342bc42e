#include <QTest>

#include <set>

#include "engine/base/assert.h"
#include "engine/coordination/quorum_messages.h"
#include "tests/support/ensemble_bench.h"

using namespace hw;
using namespace hw::coordination;
using namespace hw::test;
using namespace hw::observe;

namespace {

/// Three servers, of which one leads.
struct Trio : EnsembleBench
{
    explicit Trio(std::uint64_t seed = 1)
        : EnsembleBench(3, seed)
    {
        startAll();
        HW_ASSERT(settled(), "three servers find a leader");
    }
};

} // namespace

class TestEnsemble : public QObject
{
    Q_OBJECT
private slots:
    void threeServersElectALeaderAtOnce()
    {
        EnsembleBench bench;
        bench.startAll();
        QVERIFY(bench.settled());
        QVERIFY(toMs(bench.world.now().sinceStart()) < 100);
        QCOMPARE(bench.leader(), 2);
        QCOMPARE(bench.events.count<fact::EnsembleLeaderElected>(), std::size_t(1));
        QCOMPARE(bench.server(0).epoch(), 1U);
    }

    void whatIsWrittenAtOneIsReadAtAll()
    {
        Trio bench;
        bench.client(1, 0);
        bench.client(2, 1);
        bench.client(3, 2);
        QVERIFY(bench.create(1, "/a", "x").ok());
        // A follower may lag behind what another has answered.
        bench.world.runFor(5ms);
        for (int client = 1; client <= 3; ++client)
            QCOMPARE(textOf(bench.getData(client, "/a").data), std::string("x"));
        QVERIFY(bench.setData(3, "/a", "y").ok());
        QCOMPARE(textOf(bench.getData(3, "/a").data), std::string("y"));
        bench.world.runFor(5ms);
        bench.checkEqualAtEqualZxid();
        QCOMPARE(bench.server(0).zxid(), bench.server(2).zxid());
        QCOMPARE(bench.server(0).zxid().value() >> 32, 1);
    }

    void watchesFireAtTheServerWhereTheyWereSet()
    {
        Trio bench;
        bench.client(1, 0);
        bench.client(2, 1);
        QVERIFY(bench.create(1, "/a", "0").ok());
        bench.world.runFor(5ms);
        int fired = 0;
        bench.getData(2, "/a", [&](const WatchEvent&) { ++fired; });
        bench.setData(1, "/a", "1");
        bench.world.runFor(5ms);
        QCOMPARE(fired, 1);
        // Told once, by the leader; the watch names it as its cause.
        const auto fires = bench.events.of<fact::WatchFired>();
        QCOMPARE(fires.size(), std::size_t(1));
        QVERIFY(bench.events.comesFrom<fact::ZnodeChanged>(fires[0]));
    }

    void aFollowerThatReturnsGetsWhatItMissed()
    {
        Trio bench;
        bench.client(1, 2);
        QVERIFY(bench.create(1, "/before").ok());
        bench.crash(0);
        for (int i = 0; i < 20; ++i)
            QVERIFY(bench.create(1, "/n" + std::to_string(i)).ok());
        bench.start(0);
        QVERIFY(bench.settled());
        bench.world.runFor(50ms);
        QCOMPARE(bench.server(0).zxid(), bench.server(2).zxid());
        bench.checkEqualAtEqualZxid();
    }

    void aFollowerFarBehindGetsASnapshot()
    {
        Trio bench;
        bench.client(1, 2);
        bench.crash(0);
        for (int i = 0; i < 700; ++i)
            QVERIFY(bench.create(1, "/n" + std::to_string(i)).ok());
        bench.start(0);
        QVERIFY(bench.settled());
        bench.world.runFor(50ms);
        QCOMPARE(bench.server(0).zxid(), bench.server(2).zxid());
        // And it is on its disk.
        QVERIFY(bench.create(1, "/after").ok());
        bench.world.runFor(50ms);
        bench.crash(0, true);
        bench.start(0);
        QVERIFY(bench.settled());
        bench.world.runFor(50ms);
        bench.checkEqualAtEqualZxid();
        QCOMPARE(bench.server(0).zxid(), bench.server(2).zxid());
    }

    void aSessionOutlivesItsServer()
    {
        for (const bool killLeader : {false, true}) {
            Trio bench;
            const int at = killLeader ? bench.leader() : bench.someFollower();
            Client& client = bench.client(1);
            // Wherever it landed: make it be at the server that is to die.
            for (int i = 0; i < 20 && bench.server(at).connectedSessions() == 0; ++i) {
                bench.crash((at + 1) % 3);
                bench.start((at + 1) % 3);
                bench.settled();
                bench.crash((at + 2) % 3);
                bench.start((at + 2) % 3);
                bench.settled();
                bench.world.runFor(100ms);
            }
            const int leader = bench.leader();
            QVERIFY(bench.create(1, "/e", "", CreateMode::Ephemeral).ok());
            const SessionId session = client.sessionId();
            int fired = 0;
            bench.getData(1, "/e", [&](const WatchEvent&) { ++fired; });
            int holder = -1;
            for (int n = 0; n < 3; ++n)
                holder = bench.server(n).connectedSessions() == 1 ? n : holder;
            QVERIFY(holder >= 0);
            bench.crash(holder);
            QVERIFY(bench.world.runUntil([&] { return !client.connected(); }, 5s));
            QVERIFY(bench.world.runUntil([&] { return client.connected(); }, 5s));
            QCOMPARE(client.sessionId(), session);
            bench.world.runFor(10s);
            QVERIFY(bench.exists(1, "/e").ok());
            QCOMPARE(bench.events.count<fact::SessionExpired>(), std::size_t(0));
            if (holder != leader)
                QCOMPARE(bench.events.count<fact::SessionMoved>() > 0, true);
            // Its watch was set again at the new server.
            QVERIFY(bench.setData(1, "/e", "x").ok());
            bench.world.runFor(50ms);
            QCOMPARE(fired, 1);
        }
    }

    /// The client has given up its connect request to a slow server and is attached to the next
    /// when the request comes in there: ZooKeeper: ZOOKEEPER-710.
    void aConnectRequestThatComesLateLosesNoWrite()
    {
        Trio bench;
        const int at = bench.someFollower();
        const int late = (at + 1) % 3;
        const int next = (at + 2) % 3;
        const NodeId me = bench.clientHost(1).node();
        bench.faults.delay(me, NodeId::ensemble(late), 1300ms);
        bench.faults.delay(me, NodeId::ensemble(next), 1300ms);
        Client& client = bench.client(1);
        QCOMPARE(bench.server(at).connectedSessions(), 1u);
        bench.faults.delay(me, NodeId::ensemble(next), 0ms);
        bench.world.runFor(2s);
        bench.crash(at);
        QVERIFY(bench.world.runUntil([&] { return !client.connected(); }, 5s));
        QVERIFY(bench.world.runUntil([&] { return client.connected(); }, 5s));
        const std::size_t moves = bench.events.count<fact::SessionMoved>();
        QVERIFY(bench.world.runUntil(
            [&] { return bench.events.count<fact::SessionMoved>() > moves; }, 5s));
        QVERIFY(client.connected());
        QCOMPARE(bench.create(1, "/x").error, ZkError::Ok);
    }

    void aSilentClientsSessionEndsEverywhere()
    {
        Trio bench;
        bench.client(1, bench.someFollower());
        bench.client(2, bench.leader());
        QVERIFY(bench.create(1, "/e", "", CreateMode::Ephemeral).ok());
        // Pings that only its follower hears keep it alive.
        bench.world.runFor(20s);
        QVERIFY(bench.exists(2, "/e").ok());
        bench.clientHost(1).setFrozen(true);
        bench.world.runFor(5s);
        QCOMPARE(bench.exists(2, "/e").error, ZkError::NoNode);
        QCOMPARE(bench.events.count<fact::SessionExpired>(), std::size_t(1));
        QCOMPARE(bench.events.count<fact::SessionOpened>(), std::size_t(2));
        bench.checkEqualAtEqualZxid();
    }

    void withoutAQuorumNothingIsWrittenAndAllHealsWhenItReturns()
    {
        Trio bench;
        Client& client = bench.client(1);
        QVERIFY(bench.create(1, "/e", "", CreateMode::Ephemeral).ok());
        const SessionId session = client.sessionId();
        const int last = bench.leader();
        bench.crash((last + 1) % 3);
        bench.crash((last + 2) % 3);
        bench.world.runFor(3s);
        QVERIFY(bench.mode(last) == ServerMode::Looking);
        QVERIFY(!bench.server(last).serving());
        QVERIFY(!client.connected());
        QVERIFY(bench.events.count<fact::QuorumLost>() >= 1);
        QCOMPARE(bench.create(1, "/lost", "", CreateMode::Persistent, 30s).error,
                 ZkError::ConnectionLoss);
        bench.start((last + 1) % 3);
        QVERIFY(bench.settled());
        // The session's timeout starts anew with the new leader.
        QVERIFY(bench.world.runUntil([&] { return client.connected(); }, 2s));
        QCOMPARE(client.sessionId(), session);
        QVERIFY(bench.exists(1, "/e").ok());
        QVERIFY(bench.events.count<fact::QuorumRegained>() >= 1);
        bench.start((last + 2) % 3);
        QVERIFY(bench.settled());
        bench.world.runFor(1s);
        bench.checkEqualAtEqualZxid();
    }

    void aLeaderThatIsCutOffCommitsNothing()
    {
        Trio bench;
        const int old = bench.leader();
        bench.client(1, old);
        QVERIFY(bench.create(1, "/a", "old").ok());
        bench.world.runFor(10ms);
        bench.isolate(old);
        // It still believes; its client's write goes nowhere.
        QCOMPARE(bench.create(1, "/b", "", CreateMode::Persistent, 500ms).error,
                 ZkError::ConnectionLoss);
        QVERIFY(bench.mode(old) == ServerMode::Leading);
        bench.world.runFor(6s);
        QVERIFY(bench.mode(old) == ServerMode::Looking);
        const int now = bench.leader();
        QVERIFY(now >= 0 && now != old);
        bench.client(2, now);
        QVERIFY(bench.create(2, "/c", "new").ok());
        QCOMPARE(bench.exists(2, "/b").error, ZkError::NoNode);
        bench.healAll();
        QVERIFY(bench.settled());
        bench.world.runFor(3s);
        QCOMPARE(bench.server(old).zxid(), bench.server(now).zxid());
        bench.checkEqualAtEqualZxid();
        QVERIFY(bench.server(old).epoch() == bench.server(now).epoch());
    }

    void aFrozenLeaderIsReplacedAndFollowsWhenItThaws()
    {
        Trio bench;
        const int old = bench.leader();
        bench.freeze(old, true);
        bench.world.runFor(5s);
        const int now = bench.leader();
        QVERIFY(now >= 0 && now != old);
        bench.client(1, now);
        QVERIFY(bench.create(1, "/a").ok());
        bench.freeze(old, false);
        QVERIFY(bench.settled());
        bench.world.runFor(2s);
        QVERIFY(bench.mode(old) == ServerMode::Following);
        QCOMPARE(bench.leader(), now);
        bench.checkEqualAtEqualZxid();
    }

    void theWholeEnsembleComesBackWithEverything()
    {
        for (const bool powerLoss : {false, true}) {
            Trio bench;
            bench.client(1);
            for (int i = 0; i < 120; ++i)
                QVERIFY(bench.create(1, "/n" + std::to_string(i)).ok());
            const std::uint32_t epoch = bench.server(0).epoch();
            for (int n = 0; n < 3; ++n)
                bench.crash(n, powerLoss);
            bench.world.runFor(1s);
            bench.startAll();
            QVERIFY(bench.settled());
            QVERIFY(bench.server(0).epoch() > epoch);
            for (int i = 0; i < 120; ++i)
                QVERIFY(bench.exists(1, "/n" + std::to_string(i)).ok());
            bench.checkEqualAtEqualZxid();
        }
    }

    void nobodyFromOutsideJoins()
    {
        Trio bench;
        auto& host = bench.clientHost(9);
        bool closed = false;
        std::unique_ptr<world::Channel> channel;
        host.control([&] {
            channel = host.network().connect({"127.0.0.1", 2888}, world::Framing::Kafka);
            channel->setHandlers([](world::Frame) {}, [&](world::CloseReason) { closed = true; });
            channel->send({quorum::encode(quorum::FollowerInfo{9}), kNoEvent});
        });
        bench.world.runFor(100ms);
        QVERIFY(closed);
        QCOMPARE(bench.events.count<fact::ConnectionRefused>(), std::size_t(1));
    }

    void theSameSeedGivesTheSameRun()
    {
        const auto run = [](std::uint64_t seed) {
            Trio bench(seed);
            bench.client(1);
            for (int i = 0; i < 10; ++i)
                bench.create(1, "/n" + std::to_string(i));
            bench.crash(bench.leader());
            bench.create(1, "/after");
            bench.world.runFor(5s);
            return bench.world.fingerprint();
        };
        QCOMPARE(run(7), run(7));
        QVERIFY(run(7) != run(8));
    }
};

QTEST_GUILESS_MAIN(TestEnsemble)
#include "test_ensemble.moc"
