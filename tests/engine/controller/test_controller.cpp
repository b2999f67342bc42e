#include <QTest>

#include "tests/support/controller_bench.h"

using namespace hw;
using namespace hw::controller;
using namespace hw::test;
using namespace hw::observe;
using protocol::ErrorCode;

class TestController : public QObject
{
    Q_OBJECT
private slots:
    void oneOfThreeBecomesController()
    {
        ControllerBench bench(3);
        QVERIFY(bench.activeController() != 0);
        const EnsembleReport report = bench.ensemble();
        QCOMPARE(report.controller.value(), bench.activeController());
        QCOMPARE(report.controllerEpoch, ControllerEpoch(1));
        QCOMPARE(report.registered.size(), std::size_t(3));
        QCOMPARE(report.clusterId.size(), std::size_t(22));
        for (int id = 1; id <= 3; ++id) {
            // Brokers were told with their own epochs.
            const auto& told = bench.broker(id).updateMetadata.back();
            QCOMPARE(told.brokerEpoch, report.registered.at(BrokerId(id)));
            QCOMPARE(told.controllerEpoch, ControllerEpoch(1));
        }
    }

    void aNewTopicIsPlacedWrittenAndTold()
    {
        ControllerBench bench(3);
        NewTopic topic;
        topic.name = "t";
        topic.partitions = 3;
        topic.replicationFactor = 3;
        topic.configs = {{"min.insync.replicas", "2"}};
        const auto results = bench.create({topic});
        QCOMPARE(results[0].error, ErrorCode::None);
        QCOMPARE(results[0].partitions, 3);
        // Who asked the controller's broker next finds it there already.
        QVERIFY(bench.broker(bench.activeController()).metadata.contains({"t", 2}));
        bench.run(100ms);
        QCOMPARE(bench.stateText({"t", 0}), std::string("1/0 [1,2,3]"));
        QCOMPARE(bench.stateText({"t", 1}), std::string("2/0 [2,3,1]"));
        QCOMPARE(bench.stateText({"t", 2}), std::string("3/0 [3,1,2]"));
        const EnsembleReport report = bench.ensemble();
        QCOMPARE(report.topics[0].configs.at("min.insync.replicas"), std::string("2"));
        QCOMPARE(report.topics[0].id, results[0].id);
        for (int id = 1; id <= 3; ++id) {
            const auto& state = bench.broker(id).states.at({"t", 1});
            QVERIFY(state.isNew);
            QCOMPARE(state.leader, BrokerId(2));
            QCOMPARE(bench.broker(id).leaderAndIsr.size(), std::size_t(1)); // one for all three
            QCOMPARE(bench.broker(id).leaderAndIsr[0].topicStates[0].topicId, results[0].id);
            QCOMPARE(bench.broker(id).metadata.at({"t", 2}).leader, BrokerId(3));
        }
        QCOMPARE(bench.base.events.count<fact::TopicCreated>(), std::size_t(1));
        QCOMPARE(bench.base.events.count<fact::LeaderElected>(), std::size_t(3));
    }

    void badTopicsAreRefusedEachForItsReason()
    {
        ControllerBench bench(2);
        bench.create("a.b", {{1}});
        const auto asked = [](std::string name, int partitions, int replicas) {
            NewTopic topic;
            topic.name = std::move(name);
            topic.partitions = partitions;
            topic.replicationFactor = replicas;
            return topic;
        };
        NewTopic both = asked("both", 1, 1);
        both.assignment = {{0, {BrokerId(1)}}};
        NewTopic twice;
        twice.name = "twice";
        twice.assignment = {{0, {BrokerId(1), BrokerId(1)}}};
        const auto results = bench.create({asked("a.b", 1, 1), asked("a_b", 1, 1),
                                           asked("a/b", 1, 1), asked("p", 0, 1), asked("r", 1, 3),
                                           both, twice, asked("ok", 1, 1), asked("ok", 1, 1)});
        const ErrorCode expected[] = {ErrorCode::TopicAlreadyExists,
                                      ErrorCode::InvalidTopicException,
                                      ErrorCode::InvalidTopicException,
                                      ErrorCode::InvalidPartitions,
                                      ErrorCode::InvalidReplicationFactor,
                                      ErrorCode::InvalidRequest,
                                      ErrorCode::InvalidReplicaAssignment,
                                      ErrorCode::None,
                                      ErrorCode::InvalidRequest};
        for (std::size_t i = 0; i < results.size(); ++i) {
            QCOMPARE(results[i].error, expected[i]);
            QCOMPARE(results[i].message.empty(), expected[i] == ErrorCode::None);
        }
        QCOMPARE(bench.ensemble().topics.size(), std::size_t(2));
    }

    void validatingWritesNothing()
    {
        ControllerBench bench(1);
        NewTopic topic;
        topic.name = "t";
        const Zxid before = bench.base.server->zxid();
        const auto results = bench.create({topic}, true);
        QCOMPARE(results[0].error, ErrorCode::None);
        QCOMPARE(results[0].partitions, 1);
        QVERIFY(bench.ensemble().topics.empty());
        QCOMPARE(bench.base.server->zxid(), before);
    }

    void manyPartitionsAreMadeFast()
    {
        ControllerBench bench(3);
        NewTopic topic;
        topic.name = "__consumer_offsets";
        topic.partitions = 150;
        topic.replicationFactor = 3;
        const Instant before = bench.base.world.now();
        QCOMPARE(bench.create({topic})[0].error, ErrorCode::None);
        QVERIFY(bench.base.world.now() - before < 20ms);
        QCOMPARE(bench.ensemble().states.size(), std::size_t(150));
    }

    void aTopicLargerThanOneMultiIsWhole()
    {
        ControllerBench bench(1);
        NewTopic topic;
        topic.name = "wide";
        topic.partitions = 1100;
        topic.replicationFactor = 1;
        QCOMPARE(bench.create({topic})[0].error, ErrorCode::None);
        QCOMPARE(bench.ensemble().states.size(), std::size_t(1100));
    }

    void whenALeaderDiesAnInSyncReplicaTakesOver()
    {
        ControllerBench bench(3);
        const int victim = bench.activeController() == 1 ? 2 : 1;
        const int other = 3 - victim;
        bench.create("t", {{victim, other, 3}, {other, victim, 3}});
        bench.kill(victim);
        bench.run(5s);
        const std::string rest = std::to_string(other) + ",3";
        QCOMPARE(bench.stateText({"t", 0}), std::to_string(other) + "/1 [" + rest + "]");
        // As a follower it only left the ISR.
        QCOMPARE(bench.stateText({"t", 1}), std::to_string(other) + "/1 [" + rest + "]");
        QCOMPARE(bench.broker(3).states.at({"t", 0}).leader, BrokerId(other));
        QCOMPARE(bench.broker(3).states.at({"t", 0}).leaderEpoch, LeaderEpoch(1));
        QCOMPARE(bench.broker(3).metadata.at({"t", 1}).offlineReplicas,
                 std::vector{BrokerId(victim)});
        QCOMPARE(bench.broker(3).aliveAsTold.size(), std::size_t(2));

        const auto elected = bench.base.events.of<fact::LeaderElected>().back();
        const auto& fact = std::get<fact::LeaderElected>(elected.fact);
        QCOMPARE(fact.kind, fact::ElectionKind::Offline);
        QCOMPARE(fact.from, BrokerId(victim));
        QVERIFY(bench.base.events.comesFrom<fact::SessionExpired>(elected));
        QVERIFY(bench.base.events.comesFrom<fact::BrokerSeenDead>(elected));
        const auto reduced = bench.base.events.of<fact::IsrReduced>();
        QCOMPARE(reduced.size(), std::size_t(1));
        QVERIFY(bench.base.events.comesFrom<fact::SessionExpired>(reduced[0]));
        // What the brokers were told came from there too.
        const Event* told = bench.base.events.byId(bench.broker(3).lastCause);
        QVERIFY(told && bench.base.events.comesFrom<fact::SessionExpired>(*told));
    }

    void theNewLeaderIsThereSoonAfterTheSessionsEnd()
    {
        ControllerBench bench(3);
        const int victim = bench.activeController() == 1 ? 2 : 1;
        bench.create("t", {{victim, 3}});
        bench.kill(victim);
        bench.run(5s);
        const Event expired = bench.base.events.of<fact::SessionExpired>().back();
        const Event elected = bench.base.events.of<fact::LeaderElected>().back();
        QVERIFY(elected.at - expired.at < 10ms);
    }

    void withoutCandidateThePartitionGoesOfflineAndItsLastReplicaBringsItBack()
    {
        ControllerBench bench(3);
        const int victim = bench.activeController() == 1 ? 2 : 1;
        bench.create("t", {{victim}});
        bench.kill(victim);
        bench.run(5s);
        const std::string self = std::to_string(victim);
        QCOMPARE(bench.stateText({"t", 0}), "-1/1 [" + self + "]");
        QCOMPARE(bench.broker(3).metadata.at({"t", 0}).leader, kNoBroker);
        QCOMPARE(bench.base.events.count<fact::PartitionOffline>(), std::size_t(1));
        bench.start(victim);
        bench.settle({1, 2, 3});
        QCOMPARE(bench.stateText({"t", 0}), self + "/2 [" + self + "]");
        QCOMPARE(bench.broker(victim).states.at({"t", 0}).leader, BrokerId(victim));
        QVERIFY(!bench.broker(victim).states.at({"t", 0}).isNew);
    }

    void onlyTheLastInSyncReplicaMayBringItBack()
    {
        ControllerBench bench(3);
        const int controller = bench.activeController();
        const int first = controller == 1 ? 2 : 1;
        const int second = controller == 3 ? 2 : 3;
        bench.create("t", {{first, second}});
        bench.kill(first);
        bench.run(5s); // ISR [second]
        bench.kill(second);
        bench.run(5s);
        QCOMPARE(bench.stateText({"t", 0}), "-1/2 [" + std::to_string(second) + "]");
        bench.start(first);
        bench.run(5s);
        QCOMPARE(bench.state({"t", 0}).leader, kNoBroker);
        bench.start(second);
        bench.run(5s);
        QCOMPARE(bench.state({"t", 0}).leader, BrokerId(second));
    }

    void anUncleanElectionIsMadeWhereTheTopicAllowsIt()
    {
        ControllerBench bench(3);
        const int controller = bench.activeController();
        const int first = controller == 1 ? 2 : 1;
        const int second = controller == 3 ? 2 : 3;
        bench.create("t", {{first, second}}, {{"unclean.leader.election.enable", "true"}});
        bench.kill(first);
        bench.run(5s);
        bench.kill(second);
        bench.run(5s);
        bench.start(first);
        bench.run(5s);
        QCOMPARE(bench.state({"t", 0}).leader, BrokerId(first));
        QVERIFY(bench.state({"t", 0}).recovering);
        QCOMPARE(bench.state({"t", 0}).isr, std::vector{BrokerId(first)});
        const auto elected = bench.base.events.of<fact::LeaderElected>().back();
        QCOMPARE(std::get<fact::LeaderElected>(elected.fact).kind, fact::ElectionKind::Unclean);
    }

    void aBounceIsADeathAndAStart()
    {
        ControllerBench bench(3);
        const int victim = bench.activeController() == 1 ? 2 : 1;
        bench.create("t", {{victim, 3}});
        const BrokerEpoch before = bench.controller().view().alive.at(BrokerId(victim));
        // The controller sleeps through the whole stop and start.
        bench.base.host(bench.activeController()).setFrozen(true);
        bench.stop(victim);
        bench.start(victim);
        bench.run(500ms);
        for (int id = 1; id <= 3; ++id)
            bench.base.host(id).setFrozen(false);
        bench.run(1s);
        QVERIFY(bench.controller().view().alive.at(BrokerId(victim)) > before);
        QCOMPARE(bench.stateText({"t", 0}), std::string("3/1 [3]"));
        QCOMPARE(bench.broker(victim).states.at({"t", 0}).leader, BrokerId(3));
    }

    void aStartedBrokerHearsOfEverything()
    {
        ControllerBench bench(2);
        bench.create("t", {{1, 2}, {2, 1}});
        bench.start(3);
        bench.settle({1, 2, 3});
        QCOMPARE(bench.broker(3).metadata.size(), std::size_t(2));
        QVERIFY(bench.broker(3).leaderAndIsr.empty());
        QCOMPARE(bench.broker(1).aliveAsTold.size(), std::size_t(3));
    }

    void theSameSeedGivesTheSameRun()
    {
        std::uint64_t prints[2];
        for (std::uint64_t& print : prints) {
            ControllerBench bench(3, 11);
            bench.create("t", {{1, 2, 3}, {2, 3, 1}});
            bench.kill(2);
            bench.run(6s);
            bench.start(2);
            bench.run(6s);
            print = bench.base.world.fingerprint();
        }
        QCOMPARE(prints[0], prints[1]);
    }
};

QTEST_APPLESS_MAIN(TestController)
#include "test_controller.moc"
