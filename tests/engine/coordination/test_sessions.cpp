#include <QTest>

#include "tests/support/coordination_bench.h"

using namespace hw;
using namespace hw::coordination;
using namespace hw::test;
using namespace hw::observe;

using Events = std::vector<SessionEvent>;

class TestSessions : public QObject
{
    Q_OBJECT
private slots:
    void timeoutsAreGrantedBetweenTwoAndTwentyTicks()
    {
        CoordinationBench bench; // ticks of 500 ms
        bench.startServer();
        QCOMPARE(bench.client(1, 100ms).grantedTimeout(), Duration(1s));
        QCOMPARE(bench.client(2, 3s).grantedTimeout(), Duration(3s));
        QCOMPARE(bench.client(3, 60s).grantedTimeout(), Duration(10s));
    }

    void aLivingSessionLastsForEver()
    {
        CoordinationBench bench;
        bench.startServer();
        bench.create(1, "/e", "", CreateMode::Ephemeral);
        bench.world.runFor(60s);
        QVERIFY(bench.exists(2, "/e").ok());
        QCOMPARE(bench.events.count<fact::SessionExpired>(), std::size_t(0));
        QCOMPARE(bench.sessionEvents[1], Events{SessionEvent::Connected});
    }

    void aSilentSessionExpiresOnTheNextTickAfterItsTimeout()
    {
        CoordinationBench bench;
        bench.startServer();
        bench.client(1, 3s);
        bench.create(1, "/e", "", CreateMode::Ephemeral);
        bench.crashClient(1);
        const Instant silentSince = bench.world.now();
        bench.world.runUntil([&] { return bench.events.count<fact::SessionExpired>() > 0; }, 10s);
        const Event expired = bench.events.of<fact::SessionExpired>().at(0);
        const Duration took = expired.at - silentSince;
        QVERIFY2(took >= 2900ms && took <= 3500ms, qPrintable(QString::number(toMs(took))));
        QCOMPARE(expired.at.sinceStart() % Duration(500ms), Duration(0));
        const auto& fact = std::get<fact::SessionExpired>(expired.fact);
        QCOMPARE(fact.owner, NodeId::broker(BrokerId(1)));
        QVERIFY(fact.silentFor >= 3s && fact.silentFor <= 3500ms);
        QCOMPARE(bench.exists(2, "/e").error, ZkError::NoNode);
        // The node went because the session expired.
        const Event gone = bench.events.of<fact::ZnodeChanged>().back();
        QCOMPARE(gone.cause, expired.id);
    }

    void sessionsDueInOneTickEndTogether()
    {
        CoordinationBench bench;
        bench.startServer();
        bench.client(1, 3s);
        bench.client(2, 3s);
        bench.crashClient(1);
        bench.crashClient(2);
        bench.world.runFor(10s);
        const auto expired = bench.events.of<fact::SessionExpired>();
        QCOMPARE(expired.size(), std::size_t(2));
        QVERIFY(expired[0].at == expired[1].at);
    }

    void closingRemovesEphemeralsAtOnce()
    {
        CoordinationBench bench;
        bench.startServer();
        bench.create(1, "/e", "", CreateMode::Ephemeral);
        bool fired = false;
        bench.exists(2, "/e", [&](const WatchEvent& event) {
            fired = event.type == WatchType::NodeDeleted;
        });
        bench.close(1);
        bench.world.runFor(10ms);
        QVERIFY(fired);
        QCOMPARE(bench.events.count<fact::SessionClosed>(), std::size_t(1));
        QCOMPARE(bench.client(1).sessionId(), SessionId());
    }

    void aFrozenClientLearnsOfItsEndWhenItIsBack()
    {
        CoordinationBench bench;
        bench.startServer();
        bench.create(1, "/e", "", CreateMode::Ephemeral);
        bench.host(1).setFrozen(true);
        bench.world.runFor(20s);
        QCOMPARE(bench.exists(2, "/e").error, ZkError::NoNode);
        QCOMPARE(bench.sessionEvents[1], Events{SessionEvent::Connected});
        std::optional<ZkError> late;
        bench.host(1).control([&] {
            bench.client(1).create("/late", {}, CreateMode::Persistent,
                                   [&](const Reply& reply) { late = reply.error; });
        });
        bench.host(1).setFrozen(false);
        bench.world.runFor(5s);
        QCOMPARE(bench.sessionEvents[1], (Events{SessionEvent::Connected,
                                                 SessionEvent::Disconnected,
                                                 SessionEvent::Expired}));
        QCOMPARE(late, ZkError::SessionExpired);
        QCOMPARE(bench.exists(2, "/late").error, ZkError::NoNode);
        // It may open a new one.
        bench.host(1).control([&] { bench.client(1).connect(); });
        bench.world.runFor(1s);
        QVERIFY(bench.create(1, "/e", "", CreateMode::Ephemeral).ok());
    }

    void aShortFreezeKeepsTheSession()
    {
        CoordinationBench bench;
        bench.startServer();
        bench.create(1, "/e", "", CreateMode::Ephemeral);
        const SessionId session = bench.client(1).sessionId();
        bench.host(1).setFrozen(true);
        bench.world.runFor(1500ms);
        bench.host(1).setFrozen(false);
        bench.world.runFor(10s);
        QCOMPARE(bench.client(1).sessionId(), session);
        QVERIFY(bench.exists(2, "/e").ok());
    }

    void aSilentServerIsGivenUpAfterTwoThirdsOfTheTimeout()
    {
        CoordinationBench bench;
        bench.startServer();
        bench.client(1, 3s);
        bench.serverHost.setFrozen(true);
        const Instant before = bench.world.now();
        bench.world.runUntil([&] { return bench.sessionEvents[1].size() == 2; }, 10s);
        QCOMPARE(bench.sessionEvents[1].back(), SessionEvent::Disconnected);
        const Duration took = bench.world.now() - before;
        QVERIFY(took >= 1900ms && took <= 2s);
    }

    void aRestartedServerKnowsTheSessionAndItsWatches()
    {
        CoordinationBench bench;
        bench.startServer();
        bench.create(1, "/e", "", CreateMode::Ephemeral);
        bench.create(1, "/a");
        const SessionId session = bench.client(1).sessionId();
        std::vector<WatchEvent> seen;
        const auto note = [&](const WatchEvent& event) { seen.push_back(event); };
        bench.getData(1, "/a", note);
        bench.exists(1, "/b", note);
        bench.getChildren(1, "/", note);
        bench.crashServer();
        bench.world.runFor(1s);
        bench.startServer();
        bench.world.runFor(2s);
        QCOMPARE(bench.sessionEvents[1], (Events{SessionEvent::Connected,
                                                 SessionEvent::Disconnected,
                                                 SessionEvent::Connected}));
        QCOMPARE(bench.client(1).sessionId(), session);
        QVERIFY(bench.exists(2, "/e").ok());
        QVERIFY(seen.empty());
        bench.setData(2, "/a", "x");
        bench.create(2, "/b");
        bench.world.runFor(100ms);
        QCOMPARE(seen.size(), std::size_t(3));
    }

    void changesMissedWhileAwayFireOnReturn()
    {
        CoordinationBench bench;
        bench.startServer();
        bench.create(2, "/a");
        std::vector<WatchEvent> seen;
        const auto note = [&](const WatchEvent& event) { seen.push_back(event); };
        bench.getData(1, "/a", note);
        bench.exists(1, "/b", note);
        bench.getChildren(1, "/", note);
        bench.host(1).setFrozen(true);
        bench.crashServer();
        bench.startServer();
        bench.world.runFor(100ms);
        bench.setData(2, "/a", "x");
        bench.create(2, "/b");
        bench.host(1).setFrozen(false);
        bench.world.runFor(1s);
        QCOMPARE(bench.sessionEvents[1].back(), SessionEvent::Connected);
        QVERIFY(seen == (std::vector<WatchEvent>{{WatchType::NodeDataChanged, "/a"},
                                                 {WatchType::NodeCreated, "/b"},
                                                 {WatchType::NodeChildrenChanged, "/"}}));
    }

    void requestsMadeWhileAwayAreSentOnReturn()
    {
        CoordinationBench bench;
        bench.startServer();
        bench.client(1);
        bench.crashServer();
        bench.world.runFor(100ms);
        std::optional<ZkError> result;
        bench.host(1).control([&] {
            bench.client(1).create("/a", {}, CreateMode::Persistent,
                                   [&](const Reply& reply) { result = reply.error; });
        });
        bench.world.runFor(500ms);
        QVERIFY(!result);
        bench.startServer();
        bench.world.runFor(1s);
        QCOMPARE(result, ZkError::Ok);
    }

    void recoveredSessionsGetTheirFullTimeout()
    {
        CoordinationBench bench;
        bench.startServer();
        bench.client(1, 3s);
        bench.crashClient(1);
        bench.world.runFor(2s);
        bench.crashServer();
        bench.startServer();
        const Instant restarted = bench.world.now();
        bench.world.runUntil([&] { return bench.events.count<fact::SessionExpired>() > 0; }, 10s);
        const Duration took = bench.world.now() - restarted;
        QVERIFY(took >= 3s && took <= 3501ms);
    }

    void aWrongPasswordGetsNoSession()
    {
        CoordinationBench bench;
        bench.startServer();
        const SessionId session = bench.client(1).sessionId();
        std::unique_ptr<world::Channel> channel;
        std::string answer;
        bench.host(2).control([&] {
            channel = bench.host(2).network().connect({"127.0.0.1", 2181},
                                                      world::Framing::ZooKeeper);
            channel->setHandlers(
                [&](world::Frame frame) {
                    answer = toHex(frame.pieces.flatten().value().view());
                },
                [](world::CloseReason) {});
            const Bytes request = fromHex("00000000" "0000000000000000" "00000bb8");
            Bytes bytes = request;
            for (int i = 7; i >= 0; --i)
                bytes.push_back(static_cast<std::uint8_t>(session.value() >> (8 * i)));
            for (const std::uint8_t byte : fromHex("00000010 00000000000000000000000000000000"))
                bytes.push_back(byte);
            channel->send({Pieces(std::move(bytes)), kNoEvent});
        });
        bench.world.runFor(100ms);
        QCOMPARE(answer, std::string("00000000" "00000000" "0000000000000000" "00000010"
                                     "00000000000000000000000000000000"));
        QVERIFY(bench.client(1).connected());
    }
};

QTEST_APPLESS_MAIN(TestSessions)
#include "test_sessions.moc"
