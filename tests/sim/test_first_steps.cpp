#include <QTest>

#include <set>

#include "tests/support/sim_client.h"

using namespace hw;
using namespace hw::test;
using namespace hw::observe;

class TestFirstSteps : public QObject
{
    Q_OBJECT
private slots:
    void threeBrokersBecomeReadyWithOneController()
    {
        SimCluster cluster;
        QVERIFY2(cluster.ready(), cluster.story().c_str());
        const auto picture = cluster.snapshot();
        QCOMPARE(picture->brokers.size(), std::size_t(3));
        QVERIFY(picture->controller.broker != kNoBroker);
        QCOMPARE(picture->controller.epoch, ControllerEpoch(1));
        QVERIFY(!picture->clusterId.empty());
    }

    void topicsArePlacedByTheSimpleRule()
    {
        SimCluster cluster;
        QVERIFY(cluster.ready());
        const auto created = cluster.createTopic("t", 4, 2);
        QVERIFY2(created.ok, created.message.c_str());
        const auto at = [&](int p) { return cluster.partition("t", p)->assigned; };
        QCOMPARE(at(0), (std::vector{BrokerId(1), BrokerId(2)}));
        QCOMPARE(at(1), (std::vector{BrokerId(2), BrokerId(3)}));
        QCOMPARE(at(2), (std::vector{BrokerId(3), BrokerId(1)}));
        QCOMPARE(at(3), (std::vector{BrokerId(1), BrokerId(2)}));
        QVERIFY2(cluster.settled(), cluster.story().c_str());
        QCOMPARE(cluster.partition("t", 1)->leader, BrokerId(2));
        QCOMPARE(cluster.partition("t", 1)->leaderEpoch, LeaderEpoch(0));
    }

    void moreReplicasThanBrokersAreRefused()
    {
        SimCluster cluster;
        QVERIFY(cluster.ready());
        const auto created = cluster.createTopic("t", 1, 4);
        QVERIFY(!created.ok);
        QVERIFY2(QString::fromStdString(created.message).contains("INVALID_REPLICATION_FACTOR"),
                 created.message.c_str());
    }

    void acknowledgedRecordsAreOnAllReplicasAndReadBack()
    {
        SimCluster cluster;
        QVERIFY(cluster.ready());
        QVERIFY(cluster.createTopic("t", 1, 3).ok);
        SimClient client(cluster, 1);
        const auto first = client.produce("t", 0, {"a", "b"});
        QVERIFY2(first.ok(), first.trouble.c_str());
        QCOMPARE(first.base, Offset(0));
        const auto second = client.produce("t", 0, {"c"});
        QCOMPARE(second.base, Offset(2));
        QVERIFY2(cluster.settled(), cluster.story().c_str());
        const auto records = client.readAll("t", 0);
        QCOMPARE(records.size(), std::size_t(3));
        QCOMPARE(records[2], (SimClient::Record{Offset(2), "c"}));
        const auto part = cluster.partition("t", 0);
        const auto gauges = cluster.gauges();
        for (const ReplicaPart& replica : part->replicas) {
            QCOMPARE(gauges->leo[replica.slot], 3);
            QCOMPARE(gauges->hw[replica.slot], 3);
        }
    }

    void everyBrokerTellsTheSame()
    {
        SimCluster cluster;
        QVERIFY(cluster.ready());
        QVERIFY(cluster.createTopic("t", 3, 3).ok);
        QVERIFY(cluster.settled());
        for (int p = 0; p < 3; ++p) {
            const auto part = cluster.partition("t", p);
            QCOMPARE(part->toldBy.size(), std::size_t(3));
            for (const auto& [broker, told] : part->toldBy) {
                QVERIFY(told.has_value());
                QCOMPARE(told->leader, part->leader);
                QCOMPARE(told->isr, part->isr);
            }
        }
    }

    void aGroupSharesThePartitionsOfItsTopic()
    {
        SimCluster cluster;
        QVERIFY(cluster.ready());
        QVERIFY(cluster.createTopic("t", 3, 3).ok);
        for (int n = 0; n < 3; ++n) {
            command::AddConsumer add;
            add.group = "g";
            add.topics = {"t"};
            QVERIFY(cluster.run(add).ok);
        }
        const bool stable = cluster.until(
            [](const Snapshot& snapshot, const Gauges&) {
                return snapshot.groups.size() == 1 && snapshot.groups[0]->members.size() == 3 &&
                       snapshot.groups[0]->state == fact::GroupState::Stable;
            },
            30s);
        QVERIFY2(stable, cluster.story().c_str());
        const auto group = cluster.group("g");
        std::set<TopicPartition> owned;
        for (const MemberPart& member : group->members) {
            QCOMPARE(member.assigned.size(), std::size_t(1));
            owned.insert(member.assigned.front());
        }
        QCOMPARE(owned.size(), std::size_t(3));
    }
};

QTEST_APPLESS_MAIN(TestFirstSteps)
#include "test_first_steps.moc"
