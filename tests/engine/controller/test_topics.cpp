#include <QTest>

#include "tests/support/controller_bench.h"

using namespace hw;
using namespace hw::controller;
using namespace hw::test;
using namespace hw::observe;
using protocol::ErrorCode;

namespace {

constexpr BrokerId kLeaderDuringDelete{-2};

bool isThere(ControllerBench& bench, const std::string& topic)
{
    for (const TopicReport& report : bench.ensemble().topics) {
        if (report.topic == topic)
            return true;
    }
    return false;
}

bool hasState(ControllerBench& bench, const std::string& topic)
{
    for (const ZnodeStateReport& state : bench.ensemble().states) {
        if (state.partition.topic == topic)
            return true;
    }
    return false;
}

MorePartitions more(const std::string& topic, int count)
{
    MorePartitions wish;
    wish.topic = topic;
    wish.count = count;
    return wish;
}

std::vector<int> replicasOf(ControllerBench& bench, const TopicPartition& id)
{
    std::vector<int> ids;
    for (const auto& partition : bench.controller().view().partitions) {
        if (partition.id == id) {
            for (const BrokerId replica : partition.replicas)
                ids.push_back(replica.value());
        }
    }
    return ids;
}

} // namespace

class TestTopics : public QObject
{
    Q_OBJECT
private slots:
    /// The server dies at any moment of it; the session lives on, and what was not answered is sent
    /// again: the topic that is found then is the one that was asked for.
    void aCreationWhoseAnswerIsLostSucceeds()
    {
        for (int steps = 0; steps < 24; ++steps) {
            std::optional<std::vector<NewTopicResult>> results;
            ControllerBench bench(3);
            const int active = bench.activeController();
            auto& controller = bench.broker(active).controller();
            NewTopic topic;
            topic.name = "t";
            topic.partitions = 1;
            topic.replicationFactor = 3;
            bench.base.host(active).control([&controller, &results, topic] {
                controller.createTopics({topic}, false, 5s,
                                        [&results](auto got) { results = std::move(got); });
            });
            for (int step = 0; step < steps; ++step)
                bench.base.world.runOne();
            bench.base.crashServer();
            bench.base.startServer();
            bench.run(4s);
            QVERIFY(results);
            QCOMPARE(results->at(0).message, std::string());
            QCOMPARE(results->at(0).error, ErrorCode::None);
        }
    }

    void aDeletedTopicLeavesNothingBehind()
    {
        ControllerBench bench(3);
        bench.create("t", {{1, 2}, {2, 3}}, {{"retention.ms", "5"}});
        bench.create("other", {{1, 2, 3}});
        const auto results = bench.remove({"t"});
        QCOMPARE(results.at(0).error, ErrorCode::None);
        // Answered once this broker has heard it.
        QCOMPARE(bench.broker(bench.activeController()).metadata.at({"t", 0}).leader,
                 kLeaderDuringDelete);
        bench.run(1s);
        for (int id = 1; id <= 3; ++id)
            QCOMPARE(bench.broker(id).metadata.at({"t", 1}).leader, kLeaderDuringDelete);
        QCOMPARE(bench.broker(1).deleted, (std::set<TopicPartition>{{"t", 0}}));
        QCOMPARE(bench.broker(2).deleted, (std::set<TopicPartition>{{"t", 0}, {"t", 1}}));
        QCOMPARE(bench.broker(3).deleted, (std::set<TopicPartition>{{"t", 1}}));
        QVERIFY(!isThere(bench, "t"));
        QVERIFY(!hasState(bench, "t"));
        QVERIFY(isThere(bench, "other"));
        QCOMPARE(bench.base.events.count<fact::TopicDeletionStarted>(), std::size_t(1));
        QCOMPARE(bench.base.events.count<fact::TopicDeleted>(), std::size_t(1));
        // The name is free, and the settings did not stay.
        bench.create("t", {{3}});
        bench.run(1s);
        for (const TopicReport& report : bench.ensemble().topics) {
            if (report.topic == "t")
                QVERIFY(report.configs.empty());
        }
    }

    void unknownTopicsAreRefused()
    {
        ControllerBench bench(1);
        bench.create("t", {{1}});
        const auto results = bench.remove({"none", "t"});
        QCOMPARE(results.at(0).error, ErrorCode::UnknownTopicOrPartition);
        QVERIFY(!results.at(0).message.empty());
        QCOMPARE(results.at(1).error, ErrorCode::None);
    }

    void aDeletionWaitsForABrokerThatIsDown()
    {
        ControllerBench bench(3);
        const int active = bench.activeController();
        const int down = active == 1 ? 2 : 1;
        bench.create("t", {{1, 2, 3}});
        bench.kill(down);
        bench.run(10s);
        QCOMPARE(bench.remove({"t"}).at(0).error, ErrorCode::None);
        bench.run(10s);
        QVERIFY(isThere(bench, "t")); // its name is not free yet
        NewTopic again;
        again.name = "t";
        again.partitions = again.replicationFactor = 1;
        const auto noLeader = bench.elect(ElectionType::Preferred, {{"t", 0}, {"t", 7}});
        QCOMPARE(noLeader.at(0).error, ErrorCode::InvalidTopicException);
        QCOMPARE(noLeader.at(0).message, std::string("The topic is being deleted"));
        QCOMPARE(noLeader.at(1).error, ErrorCode::UnknownTopicOrPartition);
        const auto refused = bench.create({again});
        QCOMPARE(refused.at(0).error, ErrorCode::TopicAlreadyExists);
        QCOMPARE(bench.remove({"t"}).at(0).error, ErrorCode::None); // asked again: fine
        bench.start(down);
        bench.settle({1, 2, 3});
        bench.run(1s);
        QCOMPARE(bench.broker(down).deleted, (std::set<TopicPartition>{{"t", 0}}));
        QVERIFY(bench.broker(down).leaderAndIsr.empty()); // it was not told to serve it
        QVERIFY(!isThere(bench, "t"));
        QCOMPARE(bench.base.events.count<fact::TopicDeleted>(), std::size_t(1));
    }

    void anotherControllerResumesADeletion()
    {
        ControllerBench bench(3);
        const int active = bench.activeController();
        const int down = active == 3 ? 2 : 3;
        bench.create("t", {{1, 2, 3}});
        bench.kill(down);
        bench.run(10s);
        QCOMPARE(bench.remove({"t"}).at(0).error, ErrorCode::None);
        bench.run(1s);
        bench.kill(active);
        bench.run(10s);
        QVERIFY(isThere(bench, "t"));
        bench.start(down);
        bench.start(active);
        bench.settle({1, 2, 3});
        bench.run(1s);
        QVERIFY(!isThere(bench, "t"));
        for (int id = 1; id <= 3; ++id)
            QVERIFY2(bench.broker(id).deleted.contains({"t", 0}), std::to_string(id).c_str());
    }

    void aReplicaThatCannotBeDeletedIsAskedForAgainWhenItsBrokerReturns()
    {
        ControllerBench bench(2);
        const int other = bench.activeController() == 1 ? 2 : 1;
        bench.create("t", {{1, 2}});
        bench.broker(other).stopReplicaAnswer = ErrorCode::KafkaStorageError;
        QCOMPARE(bench.remove({"t"}).at(0).error, ErrorCode::None);
        bench.run(5s);
        QVERIFY(isThere(bench, "t"));
        bench.stop(other);
        bench.run(1s);
        bench.start(other);
        bench.settle({1, 2});
        bench.run(1s);
        QVERIFY(!isThere(bench, "t"));
    }

    void aMarkThatSomebodyElseWroteIsObeyed()
    {
        ControllerBench bench(1);
        bench.create("t", {{1}});
        bench.base.host(1).control([&] {
            bench.broker(1).client().create("/admin/delete_topics/t", {},
                                            coordination::CreateMode::Persistent,
                                            [](const coordination::Reply&) {});
        });
        bench.run(1s);
        QVERIFY(!isThere(bench, "t"));
    }

    void marksAreDroppedWhereTopicsMustNotGo()
    {
        ControllerConfig config;
        config.deleteTopics = false;
        ControllerBench bench(1, 1, config);
        bench.create("t", {{1}});
        bench.base.host(1).control([&] {
            bench.broker(1).client().create("/admin/delete_topics/t", {},
                                            coordination::CreateMode::Persistent,
                                            [](const coordination::Reply&) {});
        });
        bench.run(1s);
        QVERIFY(isThere(bench, "t"));
        bool gone = false;
        bench.base.host(1).control([&] {
            bench.broker(1).client().exists("/admin/delete_topics/t",
                                            [&](const coordination::Reply& r) { gone = !r.ok(); });
        });
        bench.run(1s);
        QVERIFY(gone);
    }

    void morePartitionsGoOnFromWherePartitionZeroBegan()
    {
        ControllerBench bench(3);
        bench.create("t", {{2, 3}, {3, 1}});
        QCOMPARE(bench.grow({more("t", 4)}).at(0).error, ErrorCode::None);
        QCOMPARE(replicasOf(bench, {"t", 2}), (std::vector{1, 2}));
        QCOMPARE(replicasOf(bench, {"t", 3}), (std::vector{2, 3}));
        QCOMPARE(bench.stateText({"t", 2}), std::string("1/0 [1,2]"));
        QVERIFY(bench.broker(1).states.at({"t", 2}).isNew);
        QCOMPARE(bench.broker(3).metadata.at({"t", 2}).leader, BrokerId(1));
        QCOMPARE(bench.base.events.count<fact::PartitionsAdded>(), std::size_t(1));
        const auto report = bench.ensemble();
        QCOMPARE(report.topics.at(0).replicas.size(), std::size_t(4));
    }

    void whatIsAnsweredLateIsCarriedThroughAllTheSame()
    {
        ControllerBench bench(3);
        bench.create("t", {{2, 3}});
        bench.create("gone", {{2, 3}});
        std::vector<TopicResult> grown, removed;
        const int active = bench.activeController();
        bench.base.host(active).control([&] {
            auto& controller = bench.broker(active).controller();
            controller.createPartitions({more("t", 2)}, false, 50us,
                                        [&](std::vector<TopicResult> got) { grown = got; });
            controller.deleteTopics({"gone"}, 50us,
                                    [&](std::vector<TopicResult> got) { removed = got; });
        });
        bench.run(1s);
        QCOMPARE(grown.at(0).error, ErrorCode::RequestTimedOut);
        QCOMPARE(removed.at(0).error, ErrorCode::RequestTimedOut);
        QCOMPARE(bench.stateText({"t", 1}), std::string("3/0 [3,1]"));
        QVERIFY(bench.broker(2).deleted.contains({"gone", 0}));
    }

    void kafkasRuleGoesOnWithItsFixedShift()
    {
        ControllerConfig config;
        config.placement = Placement::Kafka;
        ControllerBench bench(3, 1, config);
        bench.create("t", {{2, 3}});
        QCOMPARE(bench.grow({more("t", 4)}).at(0).error, ErrorCode::None);
        // start = shift = 1; p 1: first 2, then 0 + (1 + 1 % 2); p 3 shifts once more.
        QCOMPARE(replicasOf(bench, {"t", 1}), (std::vector{3, 2}));
        QCOMPARE(replicasOf(bench, {"t", 2}), (std::vector{1, 3}));
        QCOMPARE(replicasOf(bench, {"t", 3}), (std::vector{2, 3}));
    }

    void impossibleGrowthIsRefusedForItsReason()
    {
        ControllerBench bench(2);
        bench.create("t", {{1, 2}, {2, 1}});
        const auto with = [](int count, std::vector<std::vector<int>> replicas) {
            MorePartitions wish = more("t", count);
            wish.assignments.emplace();
            for (const auto& one : replicas) {
                auto& to = wish.assignments->emplace_back();
                for (const int id : one)
                    to.emplace_back(id);
            }
            return wish;
        };
        const std::pair<MorePartitions, ErrorCode> cases[] = {
            {more("t", 1), ErrorCode::InvalidPartitions},
            {more("t", 2), ErrorCode::InvalidPartitions},
            {more("t", 10001), ErrorCode::InvalidPartitions},
            {more("none", 3), ErrorCode::UnknownTopicOrPartition},
            {with(3, {}), ErrorCode::InvalidReplicaAssignment},
            {with(3, {{1, 2}, {2, 1}}), ErrorCode::InvalidReplicaAssignment},
            {with(3, {{1}}), ErrorCode::InvalidReplicaAssignment},
            {with(3, {{}}), ErrorCode::InvalidReplicaAssignment},
            {with(3, {{1, 1}}), ErrorCode::InvalidReplicaAssignment},
            {with(3, {{1, 9}}), ErrorCode::InvalidReplicaAssignment},
        };
        for (const auto& [wish, expected] : cases) {
            const auto results = bench.grow({wish});
            QCOMPARE(results.at(0).error, expected);
            QVERIFY(!results.at(0).message.empty());
        }
        const Zxid before = bench.base.server->zxid();
        QCOMPARE(bench.grow({more("t", 3)}, true).at(0).error, ErrorCode::None);
        QCOMPARE(bench.base.server->zxid(), before); // only looked at
        QCOMPARE(bench.grow({with(3, {{2, 1}})}).at(0).error, ErrorCode::None);
        QCOMPARE(replicasOf(bench, {"t", 2}), (std::vector{2, 1}));
    }

    void allowingUncleanElectionsBringsAPartitionBack()
    {
        ControllerBench bench(2);
        const int active = bench.activeController();
        const int other = active == 1 ? 2 : 1;
        bench.create("t", {{other, active}});
        protocol::AlterPartitionRequest shrink;
        shrink.brokerId = BrokerId(other);
        shrink.brokerEpoch = bench.controller().view().alive.at(BrokerId(other));
        shrink.topics.emplace_back().topicId = bench.controller().view().topics.at("t");
        auto& partition = shrink.topics[0].partitions.emplace_back();
        partition.newIsrWithEpochs.push_back({BrokerId(other), BrokerEpoch(-1)});
        QCOMPARE(bench.alter(shrink).topics[0].partitions[0].errorCode, ErrorCode::None);
        bench.kill(other);
        bench.run(10s);
        QCOMPARE(bench.state({"t", 0}).leader, kNoBroker);
        bench.base.host(active).control([&] { bench.controller().setUncleanElection("t", true); });
        bench.run(1s);
        QCOMPARE(bench.state({"t", 0}).leader, BrokerId(active));
    }
};

QTEST_APPLESS_MAIN(TestTopics)
#include "test_topics.moc"
