#include <QTest>

#include "engine/controller/store.h"
#include "engine/world/random.h"
#include "tests/support/controller_bench.h"

using namespace hw;
using namespace hw::controller;
using namespace hw::test;
using namespace hw::observe;
using coordination::Op;
using coordination::ZkError;
namespace kafka = hw::coordination::kafka;

namespace {

/// Checks, after every change of the tree: 4 (epochs rise strictly), 5 (ISR within the assignment,
/// never empty, with the leader), 6 (one controller per epoch, no write of an older one).
class Invariants
{
public:
    explicit Invariants(ControllerBench& bench) : m_bench(bench) {}

    void runFor(Duration time)
    {
        world::SimWorld& world = m_bench.base.world;
        const Instant end = world.now() + time;
        while (world.nextDue() && *world.nextDue() <= end) {
            world.runOne();
            check();
        }
        world.runFor(end - world.now());
    }
    std::string broken;

private:
    void expect(bool holds, const std::string& what)
    {
        if (!holds && broken.empty())
            broken = what;
    }
    void check()
    {
        if (m_bench.base.server->treeVersion() == m_seen)
            return;
        m_seen = m_bench.base.server->treeVersion();
        const EnsembleReport report = m_bench.ensemble();
        expect(report.controllerEpoch >= m_controllerEpoch, "the controller epoch fell");
        m_controllerEpoch = report.controllerEpoch;
        for (const ZnodeStateReport& state : report.states)
            checkState(report, state);
        std::map<std::int32_t, BrokerId> reigns;
        for (const Event& event : m_bench.base.events.of<fact::ControllerElected>()) {
            const auto& elected = std::get<fact::ControllerElected>(event.fact);
            expect(reigns.emplace(elected.epoch.value(), elected.broker).second,
                   "two controllers in one epoch");
        }
    }
    void checkState(const EnsembleReport& report, const ZnodeStateReport& state)
    {
        const std::string id = state.partition.text();
        expect(!state.isr.empty(), id + ": the ISR is empty");
        expect(state.leader == kNoBroker || controller::contains(state.isr, state.leader),
               id + ": the leader is not in the ISR");
        for (const TopicReport& topic : report.topics) {
            if (topic.topic != state.partition.topic)
                continue;
            const auto& assigned = topic.replicas[static_cast<std::size_t>(
                state.partition.partition)];
            for (const BrokerId member : state.isr)
                expect(controller::contains(assigned, member), id + ": the ISR has a stranger");
        }
        const auto before = m_states.find(state.partition);
        if (before != m_states.end() && before->second.leader != state.leader)
            expect(state.leaderEpoch > before->second.leaderEpoch,
                   id + ": a new leader without a new epoch");
        if (before != m_states.end())
            expect(state.leaderEpoch >= before->second.leaderEpoch, id + ": the epoch fell");
        m_states[state.partition] = state;

        const auto* znode = stateNode(state.partition);
        const auto written = znode ? kafka::decodeState(*znode) : std::nullopt;
        expect(written && written->controllerEpoch >= m_writers[state.partition],
               id + ": written by an older controller");
        if (written)
            m_writers[state.partition] = written->controllerEpoch;
    }
    const Bytes* stateNode(const TopicPartition& id)
    {
        m_report = m_bench.base.server->report();
        for (const auto& node : m_report.znodes) {
            if (node.path == kafka::statePath(id))
                return &node.data;
        }
        return nullptr;
    }

    ControllerBench& m_bench;
    std::uint64_t m_seen = 0;
    ControllerEpoch m_controllerEpoch;
    std::map<TopicPartition, ZnodeStateReport> m_states;
    std::map<TopicPartition, ControllerEpoch> m_writers;
    coordination::ServerReport m_report;
};

} // namespace

class TestFailover : public QObject
{
    Q_OBJECT
private slots:
    void whenTheControllerDiesAnotherTakesOver()
    {
        ControllerBench bench(3);
        const int first = bench.activeController();
        const int left = first % 3 + 1;
        const int right = left % 3 + 1;
        bench.create("t", {{first, left, right}, {left, first, right}});
        bench.kill(first);
        bench.run(5s);
        const int second = bench.activeController();
        QVERIFY(second == left || second == right);
        QCOMPARE(bench.controller().epoch(), ControllerEpoch(2));
        QCOMPARE(bench.ensemble().controllerEpoch, ControllerEpoch(2));
        QCOMPARE(bench.state({"t", 0}).leader, BrokerId(left));
        QCOMPARE(bench.state({"t", 1}).leader, BrokerId(left));
        QCOMPARE(bench.state({"t", 1}).isr.size(), std::size_t(2));
        QCOMPARE(bench.broker(right).states.at({"t", 0}).leader, BrokerId(left));
        QCOMPARE(bench.broker(right).leaderAndIsr.back().controllerEpoch, ControllerEpoch(2));
        const Event elected = bench.base.events.of<fact::ControllerElected>().back();
        QVERIFY(bench.base.events.comesFrom<fact::SessionExpired>(elected));
        const Event leader = bench.base.events.of<fact::LeaderElected>().back();
        QVERIFY(bench.base.events.comesFrom<fact::ControllerElected>(leader));
        QVERIFY(leader.at - elected.at < 10ms);
    }

    /// Leader and controller die together, and the leader is back before the next controller looks:
    /// it may have lost the end of its log, so its epoch is over all the same.
    void aDeathThatNoControllerSawEndsTheEpoch()
    {
        for (const Duration apart : {0ms, 1ms, 100ms, 700ms}) {
            ControllerBench bench(3);
            const int first = bench.activeController();
            const int left = first % 3 + 1;
            const int right = left % 3 + 1;
            bench.create("t", {{left, right}});
            bench.kill(left);
            bench.run(apart);
            bench.kill(first);
            bench.start(left); // waits for its old session to end
            bench.run(8s);
            QCOMPARE(bench.state({"t", 0}).leader, BrokerId(right));
            QVERIFY(bench.state({"t", 0}).leaderEpoch > LeaderEpoch(0));
        }
    }

    void brokersLearnWhoIsAliveBeforeWhomToFollow()
    {
        ControllerBench bench(3);
        const int first = bench.activeController();
        bench.create("t", {{1, 2, 3}});
        const int other = first % 3 + 1;
        const std::size_t before = bench.broker(other).updateMetadata.size();
        bench.kill(first);
        bench.run(5s);
        const auto& told = bench.broker(other).updateMetadata;
        QVERIFY(told.size() >= before + 2);
        QVERIFY(told[before].topicStates.empty());
        QCOMPARE(told[before].controllerEpoch, ControllerEpoch(2));
        QCOMPARE(told[before].liveBrokers.size(), std::size_t(2));
    }

    void aFrozenControllerIsReplacedAndObeysWhenItIsBack()
    {
        ControllerBench bench(3);
        const int first = bench.activeController();
        bench.create("t", {{1, 2, 3}});
        bench.base.host(first).setFrozen(true);
        bench.run(6s);
        QVERIFY(bench.broker(first).controller().active()); // it does not know yet
        // Asked while it sleeps, it acts on it first thing when it wakes, and must not succeed.
        std::optional<std::vector<NewTopicResult>> late;
        bench.base.host(first).control([&] {
            NewTopic topic;
            topic.name = "late";
            bench.broker(first).controller().createTopics(
                {topic}, false, 5s,
                [&](std::vector<NewTopicResult> results) { late = std::move(results); });
        });
        bench.base.host(first).setFrozen(false);
        bench.run(3s);
        QVERIFY(bench.activeController() != 0 && bench.activeController() != first);
        QVERIFY(late && late->at(0).error != protocol::ErrorCode::None);
        QCOMPARE(bench.ensemble().topics.size(), std::size_t(1));
        QCOMPARE(bench.base.events.count<fact::ControllerResigned>(), std::size_t(1));
        // It is a broker again.
        bench.settle({1, 2, 3});
        QVERIFY(bench.broker(first).registered());
    }

    void aControllerWhoseNodeIsTakenAwayResigns()
    {
        ControllerBench bench(2);
        const int first = bench.activeController();
        bench.base.multi(9, {Op::remove(kafka::kController)});
        bench.run(1s);
        QCOMPARE(bench.base.events.count<fact::ControllerResigned>(), std::size_t(1));
        QVERIFY(bench.activeController() != 0);
        QCOMPARE(bench.controller().epoch(), ControllerEpoch(2));
        Q_UNUSED(first);
    }

    void aWriteWithAnOldEpochChangesNothing()
    {
        ControllerBench bench(1);
        bool fenced = false, written = false;
        coordination::Client& client = bench.base.client(9);
        std::unique_ptr<Store> store;
        bench.base.host(9).control([&] {
            // Version 0 is from before the first election.
            store = std::make_unique<Store>(client, 0, [&] { fenced = true; });
            store->write({Op::create("/x", {})},
                         [&](ZkError, const Store::Results&) { written = true; });
        });
        bench.run(1s);
        QVERIFY(fenced && !written);
        QCOMPARE(bench.base.exists(9, "/x").error, ZkError::NoNode);
    }

    void anEpochRaisedByAnotherEndsTheReign()
    {
        ControllerBench bench(2);
        bench.create("t", {{1, 2}});
        // As if another had been elected, and the watch on /controller were late.
        bench.base.setData(9, kafka::kControllerEpoch, "7");
        NewTopic topic;
        topic.name = "late";
        bench.create({topic});
        bench.run(1s);
        QCOMPARE(bench.base.events.count<fact::ControllerResigned>(), std::size_t(1));
        QCOMPARE(bench.ensemble().topics.size(), std::size_t(1));
    }

    void aTopicLeftHalfMadeIsFinishedByTheNextController()
    {
        ControllerBench bench(3);
        const int first = bench.activeController();
        bench.kill(first);
        // What a controller that died in the middle leaves behind.
        const int left = first % 3 + 1;
        const std::string replicas = "[" + std::to_string(left) + "]";
        bench.base.create(9, "/brokers/topics/half",
                          R"({"version":3,"partitions":{"0":)" + replicas + R"(,"1":)" + replicas +
                              "}}");
        bench.base.create(9, "/brokers/topics/half/partitions");
        bench.base.create(9, "/brokers/topics/half/partitions/0");
        bench.run(5s);
        QCOMPARE(bench.state({"half", 0}).leader, BrokerId(left));
        QCOMPARE(bench.state({"half", 1}).leader, BrokerId(left));
    }

    void aTopicWrittenByHandIsTaken()
    {
        ControllerBench bench(2);
        bench.base.create(9, "/brokers/topics/hand", R"({"version":3,"partitions":{"0":[2,1]}})");
        bench.run(1s);
        QCOMPARE(bench.stateText({"hand", 0}), std::string("2/0 [2,1]"));
        QCOMPARE(bench.broker(1).states.at({"hand", 0}).leader, BrokerId(2));
    }

    void everythingStartedAgainGoesOn()
    {
        ControllerBench bench(3);
        bench.create("t", {{1, 2, 3}, {2, 3, 1}});
        for (int id = 1; id <= 3; ++id)
            bench.kill(id);
        bench.base.crashServer(true);
        bench.base.startServer();
        for (int id = 1; id <= 3; ++id)
            bench.start(id);
        bench.run(10s);
        bench.settle({1, 2, 3});
        QCOMPARE(bench.controller().view().partitions.size(), std::size_t(2));
        for (const auto& state : bench.ensemble().states)
            QVERIFY(state.leader != kNoBroker);
        QVERIFY(bench.controller().epoch() > ControllerEpoch(1));
        QCOMPARE(bench.base.events.count<fact::BrokerWaitsForSession>(), std::size_t(3));
    }

    void invariantsHoldWhateverHappens_data()
    {
        QTest::addColumn<quint64>("seed");
        for (quint64 seed = 1; seed <= 12; ++seed)
            QTest::newRow(qPrintable(QString("seed %1").arg(seed))) << seed;
    }
    void invariantsHoldWhateverHappens()
    {
        QFETCH(quint64, seed);
        ControllerBench bench(3, seed);
        Invariants invariants(bench);
        world::Random random(seed * 7919);
        bench.create("t", {{1, 2, 3}, {2, 3, 1}, {3, 1, 2}});
        bench.create("u", {{1, 3}, {2, 1}});
        std::set<int> frozen;
        for (int step = 0; step < 25; ++step) {
            const int id = static_cast<int>(random.between(1, 3));
            const auto what = random.below(5);
            if (what == 0 && bench.alive(id)) {
                frozen.erase(id);
                bench.base.host(id).setFrozen(false);
                bench.kill(id);
            } else if (what == 1 && !bench.alive(id)) {
                bench.start(id);
            } else if (what == 2 && bench.alive(id)) {
                bench.base.host(id).setFrozen(true);
                frozen.insert(id);
            } else if (what == 3) {
                bench.base.host(id).setFrozen(false);
                frozen.erase(id);
            } else if (what == 4 && random.chance(1, 3)) {
                bench.base.crashServer(random.chance(1, 2));
                bench.base.startServer();
            }
            const auto wait = random.between(1, 4000);
            invariants.runFor(fromMs(wait));
            QVERIFY2(invariants.broken.empty(), invariants.broken.c_str());
        }
        // When the faults stop, the cluster comes back.
        for (int id = 1; id <= 3; ++id) {
            bench.base.host(id).setFrozen(false);
            if (!bench.alive(id))
                bench.start(id);
        }
        invariants.runFor(20s);
        QVERIFY2(invariants.broken.empty(), invariants.broken.c_str());
        bench.settle({1, 2, 3});
        for (const auto& state : bench.ensemble().states)
            QVERIFY2(state.leader != kNoBroker, state.partition.text().c_str());
    }
};

QTEST_APPLESS_MAIN(TestFailover)
#include "test_failover.moc"
