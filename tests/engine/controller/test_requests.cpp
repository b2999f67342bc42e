#include <QTest>

#include "engine/coordination/kafka_znodes.h"
#include "tests/support/controller_bench.h"

using namespace hw;
using namespace hw::controller;
using namespace hw::test;
using namespace hw::observe;
using protocol::AlterPartitionRequest;
using protocol::ErrorCode;

namespace {

AlterPartitionRequest alteration(ControllerBench& bench, const TopicPartition& id,
                                 std::vector<int> isr)
{
    return bench.alteration(id, std::move(isr));
}

ErrorCode partitionError(const protocol::AlterPartitionResponse& response)
{
    return response.topics.at(0).partitions.at(0).errorCode;
}

} // namespace

class TestRequests : public QObject
{
    Q_OBJECT
private slots:
    void anIsrChangeIsWrittenAndToldWithoutANewLeaderEpoch()
    {
        ControllerBench bench(3);
        bench.create("t", {{1, 2, 3}});
        const auto response = bench.alter(alteration(bench, {"t", 0}, {1, 3}));
        const auto& answer = response.topics[0].partitions[0];
        QCOMPARE(answer.errorCode, ErrorCode::None);
        QCOMPARE(answer.isr, (std::vector{BrokerId(1), BrokerId(3)}));
        QCOMPARE(answer.leaderEpoch, LeaderEpoch(0));
        QCOMPARE(answer.partitionEpoch, PartitionEpoch(1));
        QCOMPARE(bench.stateText({"t", 0}), std::string("1/0 [1,3]"));
        QCOMPARE(bench.state({"t", 0}).partitionEpoch, PartitionEpoch(1));
        QCOMPARE(bench.broker(2).metadata.at({"t", 0}).isr.size(), std::size_t(2));
    }

    void aRepeatedChangeSucceedsWithoutAWrite()
    {
        ControllerBench bench(3);
        bench.create("t", {{1, 2, 3}});
        const AlterPartitionRequest request = alteration(bench, {"t", 0}, {1, 3});
        bench.alter(request);
        const auto again = bench.alter(request); // its partition epoch is old by now
        QCOMPARE(partitionError(again), ErrorCode::None);
        QCOMPARE(again.topics[0].partitions[0].partitionEpoch, PartitionEpoch(1));
        QCOMPARE(bench.state({"t", 0}).partitionEpoch, PartitionEpoch(1));
    }

    void staleAndForeignChangesAreRefused()
    {
        ControllerBench bench(3);
        bench.create("t", {{1, 2, 3}});
        bench.alter(alteration(bench, {"t", 0}, {1, 2}));
        const TopicPartition id{"t", 0};

        AlterPartitionRequest request = alteration(bench, id, {1, 2, 3});
        request.brokerEpoch = request.brokerEpoch - 1;
        QCOMPARE(bench.alter(request).errorCode, ErrorCode::StaleBrokerEpoch);

        request = alteration(bench, id, {1, 2, 3});
        ++request.topics[0].partitions[0].partitionEpoch;
        QCOMPARE(partitionError(bench.alter(request)), ErrorCode::NotController);

        request = alteration(bench, id, {1, 2, 3});
        ++request.topics[0].partitions[0].leaderEpoch;
        QCOMPARE(partitionError(bench.alter(request)), ErrorCode::NotController);

        request = alteration(bench, id, {1, 2, 3});
        request.topics[0].partitions[0].leaderEpoch = LeaderEpoch(-1);
        QCOMPARE(partitionError(bench.alter(request)), ErrorCode::FencedLeaderEpoch);
        const auto fenced = bench.base.events.of<fact::ZombieFenced>();
        QCOMPARE(fenced.size(), std::size_t(2)); // the earlier life, and the earlier leader
        const auto& leader = std::get<fact::ZombieFenced>(fenced.back().fact);
        QVERIFY(leader.role == fact::ZombieFenced::Role::Leader && leader.partition == id);

        request = alteration(bench, id, {1, 2, 3});
        request.topics[0].partitions[0].partitionEpoch = PartitionEpoch(0);
        QCOMPARE(partitionError(bench.alter(request)), ErrorCode::InvalidUpdateVersion);

        request = alteration(bench, id, {1, 2, 3});
        request.topics[0].topicId.bytes[0] ^= 1;
        QCOMPARE(partitionError(bench.alter(request)), ErrorCode::UnknownTopicId);

        request = alteration(bench, id, {1, 2, 3});
        request.topics[0].partitions[0].partitionIndex = 5;
        QCOMPARE(partitionError(bench.alter(request)), ErrorCode::UnknownTopicOrPartition);

        request = alteration(bench, id, {1, 2, 3});
        request.topics[0].partitions[0].leaderRecoveryState = 1;
        QCOMPARE(partitionError(bench.alter(request)), ErrorCode::InvalidRequest);

        QCOMPARE(partitionError(bench.alter(alteration(bench, id, {2, 3}))),
                 ErrorCode::InvalidRequest); // without the leader itself
        QCOMPARE(bench.stateText(id), std::string("1/0 [1,2]"));
    }

    void onlyLiveMembersOfTheirPresentLifeAreEligible()
    {
        ControllerBench bench(3);
        const int victim = bench.activeController() == 3 ? 2 : 3;
        const int leader = bench.activeController();
        bench.create("t", {{leader, victim}});
        AlterPartitionRequest old = alteration(bench, {"t", 0}, {leader, victim});
        bench.kill(victim);
        bench.run(5s);
        const auto now = [&] { return alteration(bench, {"t", 0}, {leader, victim}); };
        QCOMPARE(partitionError(bench.alter(now())), ErrorCode::IneligibleReplica);
        bench.start(victim);
        bench.settle({1, 2, 3});
        AlterPartitionRequest request = now();
        request.topics[0].partitions[0].newIsrWithEpochs =
            old.topics[0].partitions[0].newIsrWithEpochs; // of the life before
        QCOMPARE(partitionError(bench.alter(request)), ErrorCode::IneligibleReplica);
        QCOMPARE(partitionError(bench.alter(now())), ErrorCode::None);
    }

    void whoeverIsNotControllerSaysSo()
    {
        ControllerBench bench(2);
        const int other = 3 - bench.activeController();
        std::vector<ErrorCode> errors;
        bench.base.host(other).control([&] {
            Controller& controller = bench.broker(other).controller();
            NewTopic topic;
            topic.name = "t";
            controller.createTopics({topic}, false, 1s, [&](auto results) {
                errors.push_back(results.at(0).error);
            });
            controller.alterPartition({}, [&](auto response) {
                errors.push_back(response.errorCode);
            });
            controller.electLeaders(ElectionType::Preferred, {{"t", 0}}, [&](auto results) {
                errors.push_back(results.at(0).error);
            });
            controller.controlledShutdown(BrokerId(1), BrokerEpoch(1),
                                          [&](ErrorCode error, auto) { errors.push_back(error); });
        });
        bench.run(100ms);
        QCOMPARE(errors, std::vector<ErrorCode>(4, ErrorCode::NotController));
    }

    void aPreferredElectionBringsTheFirstReplicaBack()
    {
        ControllerBench bench(3);
        const int victim = bench.activeController() == 1 ? 2 : 1;
        const int other = bench.activeController();
        bench.create("t", {{victim, other}});
        const auto elect = [&](const TopicPartition& id) {
            return bench.elect(ElectionType::Preferred, {id}).at(0).error;
        };
        QCOMPARE(elect({"t", 0}), ErrorCode::ElectionNotNeeded);
        QCOMPARE(elect({"t", 7}), ErrorCode::UnknownTopicOrPartition);
        bench.kill(victim);
        bench.run(5s);
        QCOMPARE(elect({"t", 0}), ErrorCode::PreferredLeaderNotAvailable);
        bench.start(victim);
        bench.settle({1, 2, 3});
        QCOMPARE(elect({"t", 0}), ErrorCode::PreferredLeaderNotAvailable); // not in sync yet
        bench.alter(alteration(bench, {"t", 0}, {other, victim}));
        QCOMPARE(elect({"t", 0}), ErrorCode::None);
        QCOMPARE(bench.state({"t", 0}).leader, BrokerId(victim));
        QCOMPARE(bench.state({"t", 0}).leaderEpoch, LeaderEpoch(2));
        QCOMPARE(bench.broker(victim).states.at({"t", 0}).leader, BrokerId(victim));
    }

    /// Its answer was lost with a connection, and the client sent it again.
    void aChangeThatIsWrittenAlreadyIsTaken()
    {
        namespace kafka = coordination::kafka;
        ControllerBench bench(3);
        bench.create("t", {{1, 2, 3}});
        const TopicPartition id{"t", 0};
        const AlterPartitionRequest request = alteration(bench, id, {1, 2});
        const kafka::StateNode node{
            BrokerId(1), LeaderEpoch(0), ControllerEpoch(1), {BrokerId(1), BrokerId(2)}, false};
        QVERIFY(bench.base.setData(9, kafka::statePath(id), textOf(kafka::encode(node))).ok());
        const auto answer = bench.alter(request);
        QCOMPARE(partitionError(answer), ErrorCode::None);
        QCOMPARE(answer.topics[0].partitions[0].partitionEpoch, PartitionEpoch(1));
    }

    void anUncleanElectionIsForPartitionsWithoutLeader()
    {
        ControllerBench bench(3);
        const int controller = bench.activeController();
        const int first = controller == 1 ? 2 : 1;
        const int second = controller == 3 ? 2 : 3;
        bench.create("t", {{first, second}});
        const auto elect = [&] {
            return bench.elect(ElectionType::Unclean, {{"t", 0}}).at(0).error;
        };
        QCOMPARE(elect(), ErrorCode::ElectionNotNeeded);
        bench.kill(first);
        bench.run(5s);
        bench.kill(second);
        bench.run(5s);
        QCOMPARE(elect(), ErrorCode::EligibleLeadersNotAvailable);
        bench.start(first);
        bench.run(5s);
        QCOMPARE(bench.state({"t", 0}).leader, kNoBroker);
        QCOMPARE(elect(), ErrorCode::None);
        QCOMPARE(bench.state({"t", 0}).leader, BrokerId(first));
        QVERIFY(bench.state({"t", 0}).recovering);
        const auto elected = bench.base.events.of<fact::LeaderElected>().back();
        QVERIFY(std::get<fact::LeaderElected>(elected.fact).kind == fact::ElectionKind::Unclean);
    }

    void automaticRebalanceWaitsForTheImbalanceAndForTheIsr()
    {
        ControllerConfig config;
        config.leaderImbalanceCheck = 20s;
        ControllerBench bench(3, 1, config);
        const int controller = bench.activeController();
        const int victim = controller == 1 ? 2 : 1;
        bench.create("t", {{victim, controller}});
        bench.kill(victim);
        bench.run(5s);
        bench.start(victim);
        bench.settle({1, 2, 3});
        bench.run(30s);
        QCOMPARE(bench.state({"t", 0}).leader, BrokerId(controller));
        bench.alter(alteration(bench, {"t", 0}, {controller, victim}));
        bench.run(30s);
        QCOMPARE(bench.state({"t", 0}).leader, BrokerId(victim));
    }

    void aBrokerThatShutsDownLosesItsLeadershipsFirst()
    {
        ControllerBench bench(3);
        bench.create("t", {{1, 2, 3}, {2, 1, 3}});
        bench.create("single", {{1}});
        const auto [error, remaining] = bench.shutDown(1);
        QCOMPARE(error, ErrorCode::None);
        QVERIFY(remaining.empty()); // one with a single replica does not hold it up
        QCOMPARE(bench.stateText({"t", 0}), std::string("2/1 [2,3]"));
        QCOMPARE(bench.stateText({"t", 1}), std::string("2/1 [2,3]"));
        QCOMPARE(bench.state({"single", 0}).leader, BrokerId(1));
        QCOMPARE(bench.broker(1).stopReplica.size(), std::size_t(1));
        // It was told to stop following, not to delete.
        const auto& stopped = bench.broker(1).stopReplica[0].topicStates.at(0).partitionStates;
        QVERIFY(!stopped.empty() && !stopped[0].deletePartition);
        // No longer eligible while it leaves.
        QCOMPARE(partitionError(bench.alter(alteration(bench, {"t", 0}, {2, 3, 1}))),
                 ErrorCode::IneligibleReplica);
        bench.stop(1);
        bench.run(3s);
        QCOMPARE(bench.state({"single", 0}).leader, kNoBroker);
        bench.start(1);
        bench.settle({1, 2, 3});
        QCOMPARE(bench.state({"single", 0}).leader, BrokerId(1));
    }

    void shutdownSaysWhatItCouldNotMove()
    {
        ControllerBench bench(3);
        bench.create("t", {{1, 2}});
        bench.alter(alteration(bench, {"t", 0}, {1}));
        const auto [error, remaining] = bench.shutDown(1);
        QCOMPARE(error, ErrorCode::None);
        QCOMPARE(remaining, (std::vector<TopicPartition>{{"t", 0}}));
    }

    void aBrokerThatObeysANewerControllerEndsTheReign()
    {
        ControllerBench bench(2);
        const int other = 3 - bench.activeController();
        bench.broker(other).leaderAndIsrAnswer = ErrorCode::StaleControllerEpoch;
        bench.create("t", {{1, 2}});
        bench.broker(other).leaderAndIsrAnswer = ErrorCode::None;
        bench.run(1s);
        QVERIFY(bench.base.events.count<fact::ControllerResigned>() >= 1);
        QVERIFY(bench.activeController() != 0);
    }
};

QTEST_APPLESS_MAIN(TestRequests)
#include "test_requests.moc"
