#include <QTest>

#include "tests/support/sim_cluster.h"

using namespace hw;
using namespace hw::test;
using namespace hw::observe;

class TestLag : public QObject
{
    Q_OBJECT

    static void addConsumer(SimCluster& cluster)
    {
        command::AddConsumer add;
        add.group = "g";
        add.topics = {"t"};
        add.autoCommitInterval = 100ms;
        QVERIFY(cluster.run(add).ok);
    }

    /// An embedded producer or consumer by its name.
    static NodeId clientOf(SimCluster& cluster, const std::string& name)
    {
        NodeId found;
        const bool isThere = cluster.until([&](const Snapshot& snapshot, const Gauges&) {
            for (const auto& producer : snapshot.producers)
                if (producer->name == name)
                    found = producer->client;
            for (const auto& consumer : snapshot.consumers)
                if (consumer->name == name)
                    found = consumer->client;
            return found.kind == NodeId::Kind::Client;
        });
        return isThere ? found : NodeId();
    }

    /// Of one partition: committed by g, and the high watermark of its leader; -1: not known.
    struct Ends
    {
        std::int64_t committed = -1;
        std::int64_t hw = -1;
    };
    /// A slot that is not filled yet is not known.
    static std::int64_t at(const std::vector<std::int64_t>& figures, Slot slot)
    {
        return slot < figures.size() ? figures[slot] : -1;
    }
    static std::vector<Ends> endsOf(const Snapshot& snapshot, const Gauges& gauges)
    {
        std::vector<Ends> all;
        for (const auto& group : snapshot.groups) {
            for (const auto& offset : group->offsets) {
                Ends ends{at(gauges.committed, offset.slot)};
                for (const auto& topic : snapshot.topics) {
                    if (topic->name != offset.partition.topic)
                        continue;
                    const auto number = static_cast<std::size_t>(offset.partition.partition);
                    if (number >= topic->partitions.size())
                        continue;
                    const PartitionPart& partition = *topic->partitions[number];
                    for (const ReplicaPart& replica : partition.replicas)
                        if (replica.broker == partition.leader)
                            ends.hw = at(gauges.hw, replica.slot);
                }
                all.push_back(ends);
            }
        }
        return all;
    }

private slots:
    /// Case R19 (d): an unclean election cuts the log below what was committed.
    void whatWasCommittedBeyondTheEndIsToldAsThat()
    {
        SimCluster cluster;
        QVERIFY(cluster.ready());
        const auto configs = std::map<std::string, std::string>{
            {"unclean.leader.election.enable", "true"}, {"min.insync.replicas", "1"}};
        QVERIFY(cluster.createTopic("t", 1, 2, configs).ok);
        const auto part = cluster.partition("t", 0);
        const int leader = part->leader.value();
        const int other = part->replicas[0].broker.value() == leader
                              ? part->replicas[1].broker.value()
                              : part->replicas[0].broker.value();
        command::AddProducer add;
        add.topics = {"t"};
        add.rate = 0;
        QVERIFY(cluster.run(add).ok);
        const NodeId producer = clientOf(cluster, "producer1");
        QVERIFY(cluster.run(command::Send{producer, 90}).ok);
        addConsumer(cluster);
        const auto committedIs = [&](std::int64_t wanted) {
            return cluster.until([&](const Snapshot& snapshot, const Gauges& gauges) {
                const auto ends = endsOf(snapshot, gauges);
                return ends.size() == 1 && ends[0].committed == wanted;
            });
        };
        QVERIFY2(committedIs(90), cluster.story().c_str());
        QVERIFY(cluster.kill(other).ok);
        QVERIFY(cluster.until([](const Snapshot& snapshot, const Gauges&) {
            for (const auto& topic : snapshot.topics)
                if (topic->name == "t")
                    return topic->partitions[0]->isr.size() == 1;
            return false;
        }));
        QVERIFY(cluster.run(command::Send{producer, 10}).ok);
        QVERIFY2(committedIs(100), cluster.story().c_str());
        const NodeId consumer = clientOf(cluster, "g-C1");
        QVERIFY(cluster.run(command::StopClient{consumer}).ok); // nobody commits what is left
        QVERIFY(cluster.kill(leader).ok);
        QVERIFY(cluster.restart(other).ok);
        const bool beyond = cluster.until([](const Snapshot& snapshot, const Gauges& gauges) {
            const auto ends = endsOf(snapshot, gauges);
            return ends.size() == 1 && ends[0].committed == 100 && ends[0].hw == 90;
        });
        QVERIFY2(beyond, cluster.story().c_str());
    }
};

QTEST_APPLESS_MAIN(TestLag)
#include "test_lag.moc"
