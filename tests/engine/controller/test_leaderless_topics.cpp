#include <QTest>

#include "tests/support/controller_bench.h"

using namespace hw;
using namespace hw::controller;
using namespace hw::test;
using namespace hw::observe;
using protocol::ErrorCode;

namespace {

/// Three brokers, one of which, that is not the controller, is down.
struct Bench : ControllerBench
{
    Bench()
        : ControllerBench(3)
    {
        active = activeController();
        down = active == 1 ? 2 : 1;
        other = 6 - active - down;
        kill(down);
        run(10s);
    }
    /// Null until it is answered.
    std::shared_ptr<std::optional<NewTopicResult>> ask(std::vector<std::vector<int>> assignment,
                                                       Duration timeout)
    {
        auto answer = std::make_shared<std::optional<NewTopicResult>>();
        NewTopic topic;
        topic.name = "t";
        for (std::size_t i = 0; i < assignment.size(); ++i)
            for (const int id : assignment[i])
                topic.assignment[static_cast<std::int32_t>(i)].emplace_back(id);
        topic.partitions = topic.replicationFactor = -1;
        base.host(active).control([&] {
            controller().createTopics({topic}, false, timeout,
                                      [answer](auto got) { *answer = std::move(got.at(0)); });
        });
        run(500ms);
        return answer;
    }
    bool hasState(std::int32_t partition)
    {
        const auto states = ensemble().states;
        return std::ranges::any_of(states, [&](const ZnodeStateReport& state) {
            return state.partition == TopicPartition{"t", partition};
        });
    }
    bool isThere()
    {
        const auto topics = ensemble().topics;
        return std::ranges::any_of(topics,
                                   [](const TopicReport& report) { return report.topic == "t"; });
    }

    int active = 0, down = 0, other = 0;
};

} // namespace

/// Topics whose makers name brokers that are down, or that nobody knows.
/// Kafka: ZkAdminManager.createTopics, PartitionStateMachine.initializeLeaderAndIsrForPartitions.
class TestLeaderlessTopics : public QObject
{
    Q_OBJECT
private slots:
    void whoeverLivesLeadsAndIsInSync()
    {
        Bench bench;
        const auto made = bench.ask({{bench.down, bench.active}, {77, bench.other}}, 5s);
        QVERIFY(*made);
        QCOMPARE((*made)->error, ErrorCode::None);
        const auto alone = [](int id) {
            return std::to_string(id) + "/0 [" + std::to_string(id) + "]";
        };
        QCOMPARE(bench.stateText({"t", 0}), alone(bench.active));
        QCOMPARE(bench.stateText({"t", 1}), alone(bench.other));
        bench.start(bench.down);
        bench.settle({1, 2, 3});
        bench.run(1s);
        QCOMPARE(bench.broker(bench.down).states.at({"t", 0}).leader, BrokerId(bench.active));
        QCOMPARE(bench.stateText({"t", 0}), alone(bench.active)); // until it has caught up
    }

    void aPartitionThatNobodyServesIsLedByWhoeverComes()
    {
        Bench bench;
        const auto made = bench.ask({{bench.down}, {bench.other}}, 60s);
        QVERIFY(!*made); // a topic is made once all of it is led
        QVERIFY(bench.isThere());
        QVERIFY(!bench.hasState(0));
        QVERIFY(bench.hasState(1));
        QVERIFY(!bench.broker(bench.other).metadata.contains({"t", 0}));
        QCOMPARE(bench.elect(ElectionType::Unclean, {{"t", 0}}).at(0).error,
                 ErrorCode::UnknownTopicOrPartition);
        bench.start(bench.down);
        bench.settle({1, 2, 3});
        bench.run(1s);
        QVERIFY(*made);
        QCOMPARE((*made)->error, ErrorCode::None);
        QCOMPARE(bench.state({"t", 0}).leader, BrokerId(bench.down));
        QVERIFY(bench.broker(bench.down).states.at({"t", 0}).isNew);
        QCOMPARE(bench.broker(bench.other).metadata.at({"t", 0}).leader, BrokerId(bench.down));
    }

    /// Kafka: DelayedCreatePartitions.onComplete.
    void whoCannotWaitForALeaderIsToldThatTheTimeIsUp()
    {
        Bench bench;
        const auto made = bench.ask({{bench.down}}, 2s);
        QVERIFY(!*made);
        bench.run(2s);
        QVERIFY(*made);
        QCOMPARE((*made)->error, ErrorCode::RequestTimedOut);
        QVERIFY(bench.isThere());
    }

    void anotherControllerKnowsThatItWaits()
    {
        Bench bench;
        bench.ask({{bench.down}, {bench.other}}, 1s);
        bench.kill(bench.active);
        bench.run(10s);
        QVERIFY(!bench.hasState(0));
        bench.start(bench.down);
        bench.start(bench.active);
        bench.settle({1, 2, 3});
        bench.run(1s);
        QCOMPARE(bench.state({"t", 0}).leader, BrokerId(bench.down));
    }

    void itCanBeDeletedOnceItsReplicasAreBack()
    {
        Bench bench;
        bench.ask({{bench.down}, {bench.other}}, 1s);
        QCOMPARE(bench.remove({"t"}).at(0).error, ErrorCode::None);
        bench.run(5s);
        QVERIFY(bench.isThere());
        bench.start(bench.down);
        bench.settle({1, 2, 3});
        bench.run(1s);
        QVERIFY(!bench.isThere());
        QVERIFY(!bench.broker(bench.down).states.contains({"t", 0}));
    }

    /// As in Kafka: somebody has to remove the nodes by hand, or start a broker of that number.
    void whatIsSaidToBeOnABrokerThatNobodyKnowsCannotBeDeleted()
    {
        Bench bench;
        bench.ask({{77}}, 1s);
        QCOMPARE(bench.remove({"t"}).at(0).error, ErrorCode::None);
        bench.run(20s);
        QVERIFY(bench.isThere());
    }
};

QTEST_APPLESS_MAIN(TestLeaderlessTopics)
#include "test_leaderless_topics.moc"
