#include <QTest>

#include "tests/support/partition_scene.h"

using namespace hw;
using namespace hw::test;
using namespace hw::observe;

namespace {

bool hasFiles(PartitionScene& scene, int broker)
{
    return scene.cluster.world().find(PartitionScene::node(broker))->disk().exists("t-0");
}

} // namespace

/// What becomes of the files of replicas that are to go.
class TestReplicaLeftovers : public QObject
{
    Q_OBJECT
private slots:
    /// A StopReplica that cannot be delivered is not kept, and no broker compares its disk with
    /// what a ZooKeeper controller tells it: only KRaft's does.  Kafka: KafkaController.
    /// stopRemovedReplicasOfReassignedPartition, ReplicaManager.becomeLeaderOrFollower.
    void filesOfADeadBrokerStayWhenItsReplicaMovesAway()
    {
        PartitionScene scene(5, 3);
        QVERIFY(scene.send({"a", "b"}).ok());
        scene.kill(3);
        scene.waitForSession();
        QVERIFY(scene.reassign({1, 2, 4}).ok);
        QVERIFY2(scene.waitForReplicas({1, 2, 4}), scene.story().c_str());
        scene.restart(3);
        QVERIFY(scene.cluster.settled(20s));
        scene.cluster.runFor(5s);
        QVERIFY(hasFiles(scene, 3));
        for (const auto& replica : scene.part()->replicas)
            QVERIFY(replica.broker != BrokerId(3)); // and are nobody's replica
        QVERIFY(scene.send({"c"}).ok());

        // Back there, it goes on from what it has.
        QVERIFY(scene.reassign({1, 2, 3}).ok);
        QVERIFY2(scene.waitForReplicas({1, 2, 3}), scene.story().c_str());
        QVERIFY2(scene.waitForIsr({1, 2, 3}), scene.story().c_str());
        QCOMPARE(scene.leo(3), std::int64_t(3));
        scene.kill(1);
        scene.kill(2);
        QVERIFY2(scene.waitForLeader(3), scene.story().c_str());
        QCOMPARE(scene.values(), std::string("a b c"));
    }

    /// Kafka: ReplicaManager.becomeLeaderOrFollower answers INCONSISTENT_TOPIC_ID.
    void filesThatStayedRefuseALaterTopicUntilTheyAreTakenAway()
    {
        PartitionScene scene(4, 3);
        QVERIFY(scene.send({"old"}).ok());
        scene.kill(3);
        scene.waitForSession();
        QVERIFY(scene.reassign({1, 2, 4}).ok);
        QVERIFY2(scene.waitForReplicas({1, 2, 4}), scene.story().c_str());
        QVERIFY(scene.cluster.run(command::DeleteTopic{"t"}).ok);
        QVERIFY(scene.cluster.until(
            [&](const auto&, const auto&) { return !scene.facts<fact::TopicDeleted>().empty(); }));
        scene.restart(3);
        scene.cluster.runFor(5s);
        command::CreateTopic again;
        again.topic = "t";
        again.assignment = {{BrokerId(1), BrokerId(2), BrokerId(3)}};
        QVERIFY(scene.cluster.run(again).ok);
        scene.cluster.runFor(1s);
        QVERIFY(scene.send({"new"}, 1).ok());
        QVERIFY2(scene.waitForIsr({1, 2}), scene.story().c_str());
        scene.cluster.runFor(30s);
        QCOMPARE(scene.isr(), (std::vector<int>{1, 2}));

        scene.kill(3);
        QVERIFY(scene.cluster.world().find(PartitionScene::node(3))->disk().removeAll("t-0"));
        scene.restart(3);
        QVERIFY2(scene.waitForIsr({1, 2, 3}), scene.story().c_str());
        QCOMPARE(scene.leo(3), std::int64_t(1));
    }

    void aDeletedTopicWaitsForTheDeadBrokerAndLeavesNothing()
    {
        PartitionScene scene(4, 3);
        QVERIFY(scene.send({"a"}).ok());
        scene.kill(3);
        scene.waitForSession();
        QVERIFY(scene.cluster.run(command::DeleteTopic{"t"}).ok);
        scene.cluster.runFor(10s);
        QVERIFY(scene.facts<fact::TopicDeleted>().empty());
        scene.restart(3);
        QVERIFY(scene.cluster.until(
            [&](const auto&, const auto&) { return !scene.facts<fact::TopicDeleted>().empty(); },
            20s));
        for (int id = 1; id <= 3; ++id)
            QVERIFY(!hasFiles(scene, id));
    }

    /// Kafka: LogManager.asyncDelete renames the directory and flushes its parent before the
    /// controller hears that the replica is gone.
    void theControllerHearsOfADeletionWhenItIsOnDisk()
    {
        PartitionScene scene(4, 3);
        QVERIFY(scene.send({"a"}).ok());
        QVERIFY(scene.cluster
                    .run(command::TroubleDisk{PartitionScene::node(2), command::DiskTrouble::Slow,
                                              400ms})
                    .ok);
        scene.cluster.runFor(5s);
        const Instant before = scene.cluster.world().now();
        QVERIFY(scene.cluster.run(command::DeleteTopic{"t"}).ok);
        std::optional<Instant> deleted;
        QVERIFY(scene.cluster.until(
            [&](const auto&, const auto&) {
                for (const Event& event : scene.cluster.events())
                    if (std::holds_alternative<fact::TopicDeleted>(event.fact))
                        deleted = event.at;
                return deleted.has_value();
            },
            20s));
        QVERIFY2(*deleted - before >= 400ms, std::to_string(toMs(*deleted - before)).c_str());
    }

    void aTopicThatWasDeletedDoesNotComeBackAfterAPowerLoss()
    {
        PartitionScene scene(4, 3);
        QVERIFY(scene.send({"a"}).ok());
        QVERIFY(scene.cluster.run(command::DeleteTopic{"t"}).ok);
        QVERIFY(scene.cluster.until(
            [&](const auto&, const auto&) { return !scene.facts<fact::TopicDeleted>().empty(); },
            5s, 1ms));
        for (int id = 1; id <= 3; ++id)
            scene.powerOff(id);
        for (int id = 1; id <= 3; ++id)
            QVERIFY(!hasFiles(scene, id));
    }
};

QTEST_APPLESS_MAIN(TestReplicaLeftovers)
#include "test_replica_leftovers.moc"
