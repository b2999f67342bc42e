#include <QTest>

#include "engine/protocol/messages/alter_partition_reassignments.h"
#include "engine/protocol/messages/elect_leaders.h"
#include "engine/protocol/messages/list_partition_reassignments.h"
#include "engine/protocol/messages/stop_replica.h"
#include "tests/support/partition_scene.h"

using namespace hw;
using namespace hw::test;
using namespace hw::observe;
using namespace hw::protocol;

namespace {

std::vector<BrokerId> ids(std::vector<int> numbers)
{
    std::vector<BrokerId> found;
    for (const int number : numbers)
        found.emplace_back(number);
    return found;
}

AlterPartitionReassignmentsRequest moving(std::optional<std::vector<BrokerId>> replicas)
{
    AlterPartitionReassignmentsRequest request;
    auto& topic = request.topics.emplace_back();
    topic.name = "t";
    topic.partitions.push_back({0, std::move(replicas)});
    return request;
}

bool hasFiles(PartitionScene& scene, int broker)
{
    return scene.cluster.world().find(PartitionScene::node(broker))->disk().exists("t-0");
}

} // namespace

class TestMovingPartitions : public QObject
{
    Q_OBJECT
private slots:
    void recordsMoveWithTheirPartition()
    {
        PartitionScene scene(4, 3);
        QVERIFY(scene.send({"a", "b", "c"}).ok());
        const auto begun = scene.reassign({4, 1});
        QVERIFY2(begun.ok, begun.message.c_str());
        QVERIFY2(scene.waitForReplicas({4, 1}), scene.story().c_str());
        QVERIFY(scene.waitForIsr({1, 4}));
        QCOMPARE(scene.leader(), 1);
        QVERIFY(scene.send({"d"}).ok());
        QVERIFY(!hasFiles(scene, 2) && !hasFiles(scene, 3));
        QVERIFY(hasFiles(scene, 1) && hasFiles(scene, 4));
        QVERIFY(scene.part()->adding.empty() && scene.part()->removing.empty());
        scene.elect(command::ElectionType::Preferred);
        QCOMPARE(scene.leader(), 4);
        QCOMPARE(scene.values(), std::string("a b c d"));
        QVERIFY(scene.cluster.settled(5s));
    }

    /// Every broker that had it is left, one after the other, while records come all the time.
    void nothingAcknowledgedIsLostOnTheWay()
    {
        PartitionScene scene(5, 2, {}, {{"min.insync.replicas", "2"}});
        std::string sent;
        int next = 0;
        const std::vector<std::vector<int>> stations{{3, 4}, {4, 1}, {2, 3}, {1, 2, 3}, {4}};
        for (const auto& station : stations) {
            QVERIFY(scene.reassign(station).ok);
            for (int i = 0; i < 20; ++i) {
                const std::string value = std::to_string(next++);
                if (scene.send({value}).ok())
                    sent += (sent.empty() ? "" : " ") + value;
            }
            QVERIFY2(scene.waitForReplicas(station), scene.story().c_str());
            QVERIFY(scene.cluster.snapshot()->invariantsBroken.empty());
        }
        QCOMPARE(scene.values(), sent);
        QCOMPARE(scene.lost(), std::string());
    }

    void itCanBeWatchedRedirectedAndGivenUpOverTheWire()
    {
        PartitionScene scene(5, 2);
        const BrokerId controller(scene.controller());
        QVERIFY(scene.send({"a"}).ok());
        const auto elsewhere = scene.client.call(BrokerId(1), moving(ids({1, 3})), 0);
        QCOMPARE(elsewhere->errorCode, ErrorCode::NotController);

        scene.freeze(3); // alive, for all anybody knows, but it copies nothing
        const auto begun = scene.client.call(controller, moving(ids({3, 1})), 0);
        QCOMPARE(begun->errorCode, ErrorCode::None);
        QCOMPARE(begun->responses.at(0).partitions.at(0).errorCode, ErrorCode::None);
        const auto listed = scene.client.call(controller, ListPartitionReassignmentsRequest{}, 0);
        const auto& move = listed->topics.at(0).partitions.at(0);
        QCOMPARE(move.replicas, ids({3, 1, 2}));
        QCOMPARE(move.addingReplicas, ids({3}));
        QCOMPARE(move.removingReplicas, ids({2}));
        ListPartitionReassignmentsRequest other;
        other.topics.emplace();
        other.topics->push_back({"t", {1}});
        QVERIFY(scene.client.call(controller, other, 0)->topics.empty());

        const auto redirected = scene.client.call(controller, moving(ids({4, 1})), 0);
        QCOMPARE(redirected->responses.at(0).partitions.at(0).errorCode, ErrorCode::None);
        QVERIFY2(scene.waitForReplicas({4, 1}), scene.story().c_str());

        scene.client.call(controller, moving(ids({3, 1})), 0);
        const auto back = scene.client.call(controller, moving(std::nullopt), 0);
        QCOMPARE(back->responses.at(0).partitions.at(0).errorCode, ErrorCode::None);
        QCOMPARE(scene.replicas(), (std::vector{1, 4}));
        const auto again = scene.client.call(controller, moving(std::nullopt), 0);
        QCOMPARE(again->responses.at(0).partitions.at(0).errorCode,
                 ErrorCode::NoReassignmentInProgress);
        scene.thaw(3);
        scene.cluster.runFor(5s);
        QVERIFY(!hasFiles(scene, 3));
        QCOMPARE(scene.values(), std::string("a"));
    }

    void theNextControllerFinishesWhatWasBegun()
    {
        PartitionScene scene(4, 2);
        QVERIFY(scene.send({"a"}).ok());
        scene.freeze(3);
        QVERIFY(scene.reassign({1, 3}).ok);
        scene.kill(4);
        const bool replaced = scene.cluster.until(
            [&](const auto&, const auto&) {
                return scene.controller() == 1 || scene.controller() == 2;
            },
            20s);
        QVERIFY2(replaced, scene.story().c_str());
        scene.thaw(3);
        QVERIFY2(scene.waitForReplicas({1, 3}), scene.story().c_str());
        QVERIFY(scene.waitForIsr({1, 3}));
        QVERIFY(scene.facts<fact::ReassignmentStarted>().back().resumed);
        QCOMPARE(scene.facts<fact::ReassignmentCompleted>().size(), std::size_t(1));
    }

    void aBrokerJoinsAndTakesAPartitionOver()
    {
        PartitionScene scene(3, 3);
        QVERIFY(scene.send({"a"}).ok());
        const auto added = scene.cluster.run(command::AddBroker{});
        QVERIFY2(added.ok, (added.message + scene.story()).c_str());
        QCOMPARE(scene.cluster.snapshot()->brokers.size(), std::size_t(4));
        QVERIFY(scene.cluster.snapshot()->brokers.back()->state == BrokerState::Running);
        QVERIFY(scene.reassign({4, 2, 3}).ok);
        QVERIFY2(scene.waitForReplicas({4, 2, 3}), scene.story().c_str());
        // The leader went, and the one that came is the first of those that stay in sync.
        QVERIFY2(scene.waitForLeader(4), scene.story().c_str());
        QVERIFY(scene.send({"b"}).ok());
        QCOMPARE(scene.values(), std::string("a b"));
        QVERIFY(scene.cluster.createTopic("u", 4, 4).ok);
        // It lives, dies and comes back as the others do.
        scene.kill(4);
        QVERIFY(scene.waitForLeader(2));
        scene.restart(4);
        QVERIFY(scene.cluster.settled());
    }

    void thereIsRoomForNineBrokers()
    {
        cluster::ClusterSpec spec;
        spec.brokers = 9;
        SimCluster cluster(spec);
        const auto early = cluster.run(command::AddBroker{});
        QVERIFY(!early.ok);
        QVERIFY(cluster.ready());
        const auto added = cluster.run(command::AddBroker{});
        QVERIFY(!added.ok);
        QCOMPARE(added.message, std::string("there are 9 brokers, at most 9 are allowed"));
    }

    /// The second of the seeds' choices, made by hand: the first that is alive instead of waiting.
    void anUncleanElectionCanBeAskedFor()
    {
        PartitionScene scene(3, 2);
        QVERIFY(scene.send({"a"}).ok());
        scene.kill(2);
        scene.waitForSession();
        QVERIFY(scene.send({"b"}).ok());
        scene.kill(1);
        scene.restart(2);
        QVERIFY(scene.waitForLeader(0));
        const auto preferred =
            scene.cluster.run(command::Elect{scene.id(), command::ElectionType::Preferred});
        QVERIFY(!preferred.ok);
        QVERIFY2(preferred.message.find("PREFERRED_LEADER_NOT_AVAILABLE") != std::string::npos,
                 preferred.message.c_str());
        scene.elect(command::ElectionType::Unclean);
        QVERIFY(scene.waitForLeader(2));
        QVERIFY(scene.part()->recovering);
        QCOMPARE(scene.lost(), std::string("1–1"));
        // A clean election does not undo it: only the leader's own word does.
        scene.restart(1);
        QVERIFY(scene.waitForIsr({1, 2}));
        QVERIFY(!scene.part()->recovering);
    }

    void whoAsksForAllHearsOnlyOfElectionsThatWereNeeded()
    {
        PartitionScene scene(3, 2);
        QVERIFY(scene.cluster.createTopic("u", 2, 3).ok);
        const BrokerId controller(scene.controller());
        ElectLeadersRequest all;
        all.topicPartitions = std::nullopt;
        QVERIFY(scene.client.call(controller, all, 2)->replicaElectionResults.empty());
        ElectLeadersRequest one;
        one.topicPartitions.emplace();
        one.topicPartitions->push_back({"t", {0}});
        const auto named = scene.client.call(controller, one, 2);
        QCOMPARE(named->replicaElectionResults.at(0).partitionResult.at(0).errorCode,
                 ErrorCode::ElectionNotNeeded);
    }

    /// Kafka: KafkaController.processReplicaLeaderElection.
    void whoIsNotTheControllerSaysSoForEachPartition()
    {
        PartitionScene scene(3, 2);
        QVERIFY(scene.cluster.createTopic("u", 2, 3).ok);
        const BrokerId other(scene.controller() % 3 + 1);
        ElectLeadersRequest one;
        one.topicPartitions.emplace();
        one.topicPartitions->push_back({"t", {0, 9}});
        ElectLeadersRequest all;
        all.topicPartitions = std::nullopt;
        for (int version = 0; version <= 2; ++version)
            for (const auto& [request, count] : {std::pair(one, 2), std::pair(all, 3)}) {
                const auto answer = scene.client.call(other, request, version);
                QCOMPARE(answer->errorCode, ErrorCode::None);
                int told = 0;
                for (const auto& topic : answer->replicaElectionResults)
                    for (const auto& partition : topic.partitionResult) {
                        QCOMPARE(partition.errorCode, ErrorCode::NotController);
                        ++told;
                    }
                QCOMPARE(told, count);
            }
    }

    /// R21: the first in the list is preferred, which does not make it the leader.
    void aLeaderThatReturnsFollowsUntilAnElection()
    {
        PartitionScene scene(4, 3);
        scene.kill(1);
        QVERIFY(scene.waitForLeader(2));
        QCOMPARE(scene.isr(), (std::vector{2, 3}));
        QCOMPARE(scene.replicas(), (std::vector{1, 2, 3}));
        scene.restart(1);
        QVERIFY(scene.waitForIsr({1, 2, 3}));
        scene.cluster.runFor(30s);
        QCOMPARE(scene.leader(), 2);
        scene.elect(command::ElectionType::Preferred);
        QCOMPARE(scene.leader(), 1);
    }

    void leadershipsGoBackByThemselvesWhereThatIsOn()
    {
        PartitionScene scene(4, 3,
                             {{"auto.leader.rebalance.enable", "true"},
                              {"leader.imbalance.check.interval.seconds", "10"}});
        scene.kill(1);
        QVERIFY(scene.waitForLeader(2));
        scene.restart(1);
        QVERIFY(scene.waitForIsr({1, 2, 3}));
        QVERIFY2(scene.waitForLeader(1, 11s), scene.story().c_str());
        QVERIFY(scene.facts<fact::LeaderElected>().back().kind == fact::ElectionKind::Preferred);
    }

    void ordersOfAnOldControllerAreRefusedAndItIsSaid()
    {
        PartitionScene scene(3, 2);
        StopReplicaRequest order;
        order.controllerId = BrokerId(2);
        order.controllerEpoch = ControllerEpoch(0);
        order.brokerEpoch = *scene.cluster.snapshot()->brokers[0]->epoch;
        auto& topic = order.topicStates.emplace_back();
        topic.topicName = "t";
        auto& state = topic.partitionStates.emplace_back();
        state.leaderEpoch = LeaderEpoch(99);
        state.deletePartition = true;
        const auto answer = scene.client.call(BrokerId(1), order, 4);
        QCOMPARE(answer->errorCode, ErrorCode::StaleControllerEpoch);
        const auto fenced = scene.facts<fact::ZombieFenced>();
        QCOMPARE(fenced.size(), std::size_t(1));
        QVERIFY(fenced[0].role == fact::ZombieFenced::Role::Controller);
        QCOMPARE(fenced[0].broker, BrokerId(2));
        QCOMPARE(fenced[0].epoch, std::int64_t(0));
        QVERIFY(hasFiles(scene, 1));
    }
};

QTEST_APPLESS_MAIN(TestMovingPartitions)
#include "test_moving_partitions.moc"
