#include <QTest>

#include <map>
#include <set>

#include "engine/protocol/messages/metadata.h"
#include "tests/support/sim_client.h"

using namespace hw;
using namespace hw::test;
using namespace hw::observe;
using protocol::ErrorCode;

namespace {

cluster::ClusterSpec brokers(int count, std::map<std::string, std::string> configs = {})
{
    cluster::ClusterSpec spec;
    spec.brokers = count;
    spec.configs = std::move(configs);
    return spec;
}

/// How many replicas each broker holds, and how many partitions it leads, by the picture.
struct Totals
{
    std::map<int, int> replicas, leaders;
    int allReplicas = 0, allLeaders = 0;
};

Totals totalsOf(SimCluster& cluster, const std::string& topic)
{
    Totals totals;
    for (const auto& part : cluster.snapshot()->topics) {
        if (part->name != topic)
            continue;
        for (const auto& partition : part->partitions) {
            for (const ReplicaPart& replica : partition->replicas) {
                ++totals.replicas[replica.broker.value()];
                ++totals.allReplicas;
            }
            if (partition->leader != kNoBroker) {
                ++totals.leaders[partition->leader.value()];
                ++totals.allLeaders;
            }
        }
    }
    return totals;
}

/// A broker's Metadata of all topics.
protocol::MetadataResponse metadataOf(SimClient& client, BrokerId broker)
{
    protocol::MetadataRequest request;
    request.topics = std::nullopt; // all
    return client.call(broker, request, 12).value();
}

std::set<std::string> topicsAt(SimClient& client, BrokerId broker)
{
    std::set<std::string> names;
    for (const auto& topic : metadataOf(client, broker).topics)
        names.insert(*topic.name);
    return names;
}

} // namespace

class TestLeadersAndTotals : public QObject
{
    Q_OBJECT
private slots:
    /// Case R01 A: since 3.7 the minimum is at most the number of replicas (KIP-966's first part).
    void aSingleReplicaIsEnoughWhateverTheMinimum()
    {
        SimCluster cluster(brokers(3, {{"min.insync.replicas", "2"}}));
        QVERIFY(cluster.ready());
        QVERIFY(cluster.createTopic("t", 1, 1).ok);
        QVERIFY(cluster.settled());
        SimClient client(cluster, 1);
        const auto sent = client.produce("t", 0, {"a"}, -1);
        QVERIFY2(sent.ok(), (sent.trouble + cluster.story()).c_str());
        QVERIFY(client.produce("t", 0, {"b"}, 1).ok());
        QCOMPARE(client.readAll("t", 0).size(), std::size_t(2));
        QCOMPARE(cluster.partition("t", 0)->minIsr, 1);
    }

    /// Case R21 (b).
    void manyPartitionsAreSpreadEvenlyAndEachIsCountedOnce()
    {
        SimCluster cluster(brokers(4));
        QVERIFY(cluster.ready());
        QVERIFY(cluster.createTopic("t", 178, 3).ok);
        QVERIFY(cluster.settled());
        Totals totals = totalsOf(cluster, "t");
        QCOMPARE(totals.allReplicas, 534);
        QCOMPARE(totals.allLeaders, 178);
        for (int id = 1; id <= 4; ++id)
            QVERIFY2(totals.replicas[id] == 133 || totals.replicas[id] == 134,
                     std::to_string(totals.replicas[id]).c_str());
        QVERIFY(cluster.kill(4).ok);
        cluster.runFor(6s);
        totals = totalsOf(cluster, "t");
        QCOMPARE(totals.allReplicas, 534); // the dead one's stay, offline
        QCOMPARE(totals.allLeaders, 178);
        QCOMPARE(totals.leaders[4], 0);
    }

    /// Case R21 (c).
    void theReplicationFactorIsThatOfOnePartition()
    {
        SimCluster cluster(brokers(3));
        QVERIFY(cluster.ready());
        QVERIFY(cluster.createTopic("t", 9, 2).ok);
        QVERIFY(cluster.settled());
        const Totals totals = totalsOf(cluster, "t");
        for (const auto& [broker, replicas] : totals.replicas)
            QCOMPARE(replicas, 6);
        QCOMPARE(totals.allReplicas, 18);
        for (int number = 0; number < 9; ++number)
            QCOMPARE(cluster.partition("t", number)->assigned.size(), std::size_t(2));
    }

    /// Case R21 (d).
    void whicheverBrokerDiesTheListStaysAndTheControllerIsWhoItIs()
    {
        SimCluster cluster(brokers(3));
        QVERIFY(cluster.ready());
        QVERIFY(cluster.createTopic("t", 3, 3).ok);
        QVERIFY(cluster.settled());
        SimClient client(cluster, 1);
        for (int id = 1; id <= 3; ++id) {
            const BrokerId asked(id == 1 ? 2 : 1);
            QVERIFY(cluster.kill(id).ok);
            for (int step = 0; step < 60; ++step) {
                cluster.runFor(100ms);
                QVERIFY(!cluster.snapshot()->topics.empty());
                QVERIFY(topicsAt(client, asked).contains("t"));
            }
            BrokerId elected = kNoBroker;
            Instant changed;
            for (const Event& event : cluster.events()) {
                if (const auto* fact = std::get_if<fact::ControllerElected>(&event.fact))
                    elected = fact->broker;
                if (std::holds_alternative<fact::LeaderElected>(event.fact))
                    changed = event.at;
            }
            const auto snapshot = cluster.snapshot();
            QVERIFY(snapshot->at - changed >= 2s); // so the picture must be right by now
            QCOMPARE(snapshot->controller.broker, elected);
            QVERIFY(elected != BrokerId(id));
            for (const auto& broker : snapshot->brokers)
                QCOMPARE(broker->controller, broker->id == elected);
            for (int number = 0; number < 3; ++number) {
                const auto part = cluster.partition("t", number);
                QVERIFY(part->leader != kNoBroker && part->leader != BrokerId(id));
                for (const auto& topic : metadataOf(client, asked).topics)
                    for (const auto& told : topic.partitions)
                        if (*topic.name == "t" && told.partitionIndex == number)
                            QCOMPARE(told.leaderId, part->leader);
            }
            QVERIFY(cluster.restart(id).ok);
            QVERIFY2(cluster.settled(), cluster.story().c_str());
        }
    }
};

QTEST_APPLESS_MAIN(TestLeadersAndTotals)
#include "test_leaders_and_totals.moc"
