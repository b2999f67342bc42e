#include <QTest>

#include "tests/support/coordination_bench.h"

using namespace hw;
using namespace hw::coordination;
using namespace hw::test;
using namespace hw::observe;

class TestServer : public QObject
{
    Q_OBJECT
private slots:
    void whatOneWritesAnotherReads()
    {
        CoordinationBench bench;
        bench.startServer();
        const Reply made = bench.create(1, "/a", "hello");
        QVERIFY(made.ok());
        QCOMPARE(made.path, std::string("/a"));
        const Reply read = bench.getData(2, "/a");
        QCOMPARE(textOf(read.data), std::string("hello"));
        QVERIFY(read.stat == made.stat);
        QCOMPARE(bench.setData(2, "/a", "x", 3).error, ZkError::BadVersion);
        QCOMPARE(bench.setData(2, "/a", "x", 0).stat.version, 1);
        QCOMPARE(bench.exists(1, "/b").error, ZkError::NoNode);
        bench.create(1, "/a/c");
        bench.create(1, "/a/b");
        const Reply children = bench.getChildren(1, "/a");
        QCOMPARE(children.children, (std::vector<std::string>{"b", "c"}));
        QCOMPARE(children.stat.numChildren, 2);
        QCOMPARE(bench.remove(1, "/a").error, ZkError::NotEmpty);
        QVERIFY(bench.remove(1, "/a/b").ok());
    }

    void watchesFireOnceAndBeforeNewerState()
    {
        CoordinationBench bench;
        bench.startServer();
        bench.create(1, "/a", "0");
        std::vector<std::string> seen;
        bench.getData(2, "/a", [&](const WatchEvent& event) {
            seen.push_back("watch");
            QVERIFY(event == (WatchEvent{WatchType::NodeDataChanged, "/a"}));
        });
        // Reader polls until it sees the new data; the watch must have come before.
        bench.setData(1, "/a", "1");
        const Reply read = bench.getData(2, "/a");
        seen.push_back(textOf(read.data));
        QCOMPARE(seen, (std::vector<std::string>{"watch", "1"}));
        bench.setData(1, "/a", "2");
        bench.world.runFor(1s);
        QCOMPARE(seen.size(), std::size_t(2));
    }

    void whoWritesHearsOfItsOwnWatchBeforeTheAnswer()
    {
        CoordinationBench bench;
        bench.startServer();
        bench.create(1, "/a");
        std::vector<std::string> seen;
        bench.getData(1, "/a", [&](const WatchEvent&) { seen.push_back("watch"); });
        bench.setData(1, "/a", "x");
        seen.push_back("answer");
        QCOMPARE(seen, (std::vector<std::string>{"watch", "answer"}));
    }

    void existsWatchesForCreation()
    {
        CoordinationBench bench;
        bench.startServer();
        std::vector<WatchType> seen;
        const auto note = [&](const WatchEvent& event) { seen.push_back(event.type); };
        QCOMPARE(bench.exists(1, "/a", note).error, ZkError::NoNode);
        bench.create(2, "/a");
        bench.exists(1, "/a", note);
        bench.remove(2, "/a");
        QVERIFY(bench.getData(1, "/a", note).error == ZkError::NoNode); // leaves no watch
        bench.create(2, "/a");
        bench.world.runFor(1s);
        QCOMPARE(seen, (std::vector<WatchType>{WatchType::NodeCreated, WatchType::NodeDeleted}));
    }

    void childWatchesSeeNamesAndTheEnd()
    {
        CoordinationBench bench;
        bench.startServer();
        bench.create(2, "/a");
        std::vector<WatchType> seen;
        const auto note = [&](const WatchEvent& event) { seen.push_back(event.type); };
        bench.getChildren(1, "/a", note);
        bench.setData(2, "/a", "no matter");
        bench.create(2, "/a/b");
        bench.getChildren(1, "/a", note);
        bench.remove(2, "/a/b");
        bench.getChildren(1, "/a", note);
        bench.remove(2, "/a");
        bench.world.runFor(1s);
        QCOMPARE(seen, (std::vector<WatchType>{WatchType::NodeChildrenChanged,
                                               WatchType::NodeChildrenChanged,
                                               WatchType::NodeDeleted}));
    }

    void multiIsAllOrNothing()
    {
        CoordinationBench bench;
        bench.startServer();
        int fired = 0;
        bench.exists(2, "/a", [&](const WatchEvent&) { ++fired; });
        const MultiReply bad =
            bench.multi(1, {Op::create("/a", {}), Op::check("/missing", 0), Op::create("/b", {})});
        QCOMPARE(bad.error, ZkError::NoNode);
        QCOMPARE(bad.results.size(), std::size_t(3));
        QCOMPARE(bad.results[0].error, ZkError::Ok);
        QCOMPARE(bad.results[2].error, ZkError::RuntimeInconsistency);
        bench.world.runFor(1s);
        QCOMPARE(fired, 0);
        const MultiReply good = bench.multi(1, {Op::create("/a", {}), Op::create("/a/b", {})});
        QVERIFY(good.ok());
        QCOMPARE(good.results[1].path, std::string("/a/b"));
        QVERIFY(good.results[1].stat.czxid > Zxid());
        QCOMPARE(fired, 1);
    }

    void repliesComeInTheOrderOfRequests()
    {
        CoordinationBench bench;
        bench.startServer();
        Client& client = bench.client(1);
        std::vector<std::string> order;
        bench.host(1).control([&] {
            const auto note = [&](const char* what) {
                return [&order, what](const Reply& reply) {
                    order.push_back(std::string(what) + (reply.ok() ? "" : "!"));
                };
            };
            client.exists("/a", note("before"));
            client.create("/a", {}, CreateMode::Persistent, note("create"));
            client.getData("/a", note("read"));
            client.remove("/a", -1, note("remove"));
            client.exists("/a", note("after"));
        });
        bench.world.runFor(1s);
        const std::vector<std::string> expected{"before!", "create", "read", "remove", "after!"};
        QCOMPARE(order, expected);
    }

    void manyWritesShareSyncs()
    {
        CoordinationBench bench;
        bench.startServer();
        Client& client = bench.client(1);
        int made = 0;
        bench.host(1).control([&] {
            for (int i = 0; i < 150; ++i)
                client.create("/n" + std::to_string(i), {}, CreateMode::Persistent,
                              [&](const Reply& reply) { made += reply.ok(); });
        });
        const Instant before = bench.world.now();
        bench.world.runUntil([&] { return made == 150; }, 5s);
        QCOMPARE(made, 150);
        // 150 syncs of half a millisecond each would take 75 ms.
        QVERIFY(bench.world.now() - before < 10ms);
    }

    void theRequestIsTheCauseOfItsChangeAndThatOfTheWatch()
    {
        CoordinationBench bench;
        bench.startServer();
        bench.create(1, "/a");
        EventId heardUnder;
        bench.getData(2, "/a",
                      [&](const WatchEvent&) { heardUnder = bench.host(2).loop().cause(); });
        bench.host(1).control([&] {
            bench.host(1).loop().setCause(EventId(777));
            bench.client(1).setData("/a", {1}, -1, nullptr);
        });
        bench.world.runFor(1s);
        const auto changes = bench.events.of<fact::ZnodeChanged>();
        QCOMPARE(changes.back().cause, EventId(777));
        const auto fired = bench.events.of<fact::WatchFired>();
        QCOMPARE(fired.size(), std::size_t(1));
        QCOMPARE(fired[0].cause, changes.back().id);
        QCOMPARE(heardUnder, fired[0].id);
    }

    void garbageClosesItsConnectionAndNothingElse()
    {
        CoordinationBench bench;
        bench.startServer();
        bench.create(1, "/a");
        std::unique_ptr<world::Channel> channel;
        bool closed = false;
        bench.host(2).control([&] {
            channel = bench.host(2).network().connect({"127.0.0.1", 2181},
                                                      world::Framing::ZooKeeper);
            channel->setHandlers([](world::Frame) {}, [&](world::CloseReason) { closed = true; });
            channel->send({Pieces(fromHex("deadbeef")), kNoEvent});
        });
        bench.world.runFor(100ms);
        QVERIFY(closed);
        QCOMPARE(bench.events.count<fact::ConnectionRefused>(), std::size_t(1));
        QVERIFY(bench.exists(1, "/a").ok());
    }

    void aSilentConnectionIsClosed()
    {
        CoordinationBench bench;
        bench.startServer();
        std::unique_ptr<world::Channel> channel;
        bool closed = false;
        bench.host(2).control([&] {
            channel = bench.host(2).network().connect({"127.0.0.1", 2181},
                                                      world::Framing::ZooKeeper);
            channel->setHandlers([](world::Frame) {}, [&](world::CloseReason) { closed = true; });
        });
        bench.world.runFor(9s);
        QVERIFY(!closed);
        bench.world.runFor(2s);
        QVERIFY(closed);
    }

    void theReportSaysWhatKafkasNodesSay()
    {
        CoordinationBench bench;
        bench.startServer();
        bench.create(1, "/controller_epoch", "4");
        bench.create(1, "/controller", R"({"version":2,"brokerid":3})", CreateMode::Ephemeral);
        bench.create(1, "/brokers");
        bench.create(1, "/brokers/ids");
        const Reply node = bench.create(1, "/brokers/ids/3", "{}", CreateMode::Ephemeral);
        bench.create(1, "/brokers/topics");
        bench.create(1, "/brokers/topics/t", R"({"version":3,"partitions":{"0":[3,1]}})");
        bench.create(1, "/brokers/topics/t/partitions");
        bench.create(1, "/brokers/topics/t/partitions/0");
        bench.create(1, "/brokers/topics/t/partitions/0/state",
                     R"({"version":1,"leader":3,"leader_epoch":2,"controller_epoch":4,"isr":[3]})");
        EnsembleReport report;
        bench.server->report(report);
        QCOMPARE(report.controller, BrokerId(3));
        QCOMPARE(report.controllerEpoch, ControllerEpoch(4));
        QCOMPARE(report.registered.at(BrokerId(3)).value(), node.stat.czxid.value());
        QCOMPARE(report.topics.size(), std::size_t(1));
        QCOMPARE(report.topics[0].replicas[0], (std::vector{BrokerId(3), BrokerId(1)}));
        QCOMPARE(report.states[0].leader, BrokerId(3));
        QCOMPARE(report.states[0].leaderEpoch, LeaderEpoch(2));
        bench.close(1);
        bench.server->report(report);
        QCOMPARE(report.controller, kNoBroker);
        QVERIFY(report.registered.empty());
    }

    void theSameSeedGivesTheSameRun()
    {
        std::uint64_t prints[2];
        for (std::uint64_t& print : prints) {
            CoordinationBench bench(CoordinationBench::classroom(), 7);
            bench.startServer();
            bench.create(1, "/a", "x", CreateMode::Ephemeral);
            bench.getChildren(2, "/", [](const WatchEvent&) {});
            bench.crashClient(1);
            bench.world.runFor(10s);
            print = bench.world.fingerprint();
        }
        QCOMPARE(prints[0], prints[1]);
    }
};

QTEST_APPLESS_MAIN(TestServer)
#include "test_server.moc"
