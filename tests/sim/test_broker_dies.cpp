#include <QTest>

#include <set>

#include <fmt/format.h>

#include "tests/support/sim_client.h"

using namespace hw;
using namespace hw::test;
using namespace hw::observe;

namespace {

/// Remembers what was acknowledged and compares it with what is read at the end.
class History
{
public:
    void acked(int partition, Offset base, const std::vector<std::string>& values)
    {
        for (std::size_t i = 0; i < values.size(); ++i)
            m_acked[partition][base + static_cast<std::int64_t>(i)] = values[i];
    }
    /// Empty if every acknowledged record is read at its offset.
    std::string missing(SimClient& client, const std::string& topic) const
    {
        for (const auto& [partition, acked] : m_acked) {
            std::map<Offset, std::string> read;
            for (const auto& record : client.readAll(topic, partition))
                read[record.offset] = record.value;
            for (const auto& [offset, value] : acked) {
                const auto it = read.find(offset);
                if (it == read.end())
                    return fmt::format("{}-{}: offset {} is missing, {} are there", topic,
                                       partition, offset, read.size());
                if (it->second != value)
                    return fmt::format("{}-{}: offset {} holds {}, acknowledged was {}", topic,
                                       partition, offset, it->second, value);
            }
        }
        return {};
    }
    std::size_t count() const
    {
        std::size_t all = 0;
        for (const auto& [partition, acked] : m_acked)
            all += acked.size();
        return all;
    }

private:
    std::map<int, std::map<Offset, std::string>> m_acked;
};

constexpr int kPartitions = 3;

cluster::ClusterSpec specOf(int seed)
{
    cluster::ClusterSpec spec;
    spec.seed = static_cast<std::uint64_t>(seed);
    return spec;
}

/// A cluster with topic t, RF 3, of which two replicas must have each record; and who writes to it.
struct Scene
{
    explicit Scene(int seed)
        : cluster(specOf(seed))
        , up(cluster.ready() &&
             cluster.createTopic("t", kPartitions, 3, {{"min.insync.replicas", "2"}}).ok)
        , client(cluster, 1)
    {
    }
    /// What was acknowledged and cannot be read, and how it came about; empty if nothing.
    std::string missing()
    {
        const std::string what = history.missing(client, "t");
        return what.empty() ? what : what + "\n" + cluster.story();
    }

    SimCluster cluster;
    const bool up;
    SimClient client;
    History history;
};

} // namespace

class TestBrokerDies : public QObject
{
    Q_OBJECT

    int m_number = 0;

    void write(Scene& scene, int rounds)
    {
        for (int i = 0; i < rounds; ++i) {
            const int partition = m_number % kPartitions;
            const std::vector<std::string> values = {fmt::format("value-{}", m_number++)};
            const auto sent = scene.client.produce("t", partition, values, -1, {}, 2s);
            if (sent.ok())
                scene.history.acked(partition, sent.base, values);
            else
                scene.cluster.runFor(50ms);
            checkPicture(scene.cluster);
        }
    }

    static void checkPicture(SimCluster& cluster)
    {
        const auto picture = cluster.snapshot();
        if (!picture->invariantsBroken.empty())
            QFAIL((picture->invariantsBroken.front() + "\n" + cluster.story()).c_str());
    }

    static void seeds()
    {
        QTest::addColumn<int>("seed");
        for (int seed = 1; seed <= 4; ++seed)
            QTest::newRow(fmt::format("seed {}", seed).c_str()) << seed;
    }

private slots:
    void eachBrokerInTurn_data() { seeds(); }
    void eachBrokerInTurn()
    {
        QFETCH(int, seed);
        Scene scene(seed);
        QVERIFY(scene.up);
        SimCluster& cluster = scene.cluster;
        for (int broker = 1; broker <= 3; ++broker) {
            write(scene, 6);
            QVERIFY(cluster.kill(broker).ok);
            write(scene, 60);
            const bool moved = cluster.until(
                [&](const Snapshot& snapshot, const Gauges&) {
                    for (const auto& part : snapshot.topics.back()->partitions) {
                        if (part->leader == BrokerId(broker) || part->leader == kNoBroker)
                            return false;
                    }
                    return snapshot.controller.broker != BrokerId(broker);
                },
                10s);
            QVERIFY2(moved, cluster.story().c_str());
            write(scene, 6);
            const auto restarted = cluster.restart(broker);
            QVERIFY2(restarted.ok, restarted.message.c_str());
            QVERIFY2(cluster.settled(), cluster.story().c_str());
        }
        QVERIFY(scene.history.count() > 30);
        const std::string missing = scene.missing();
        QVERIFY2(missing.empty(), missing.c_str());
    }

    void allAtOnceAndBackFromDisk_data() { seeds(); }
    void allAtOnceAndBackFromDisk()
    {
        QFETCH(int, seed);
        Scene scene(seed);
        QVERIFY(scene.up);
        SimCluster& cluster = scene.cluster;
        write(scene, 12);
        for (int broker = 1; broker <= 3; ++broker)
            QVERIFY(cluster.kill(broker).ok);
        QVERIFY(cluster.run(command::Kill{NodeId::ensemble(0)}).ok);
        cluster.runFor(1s);
        QVERIFY(cluster.run(command::Restart{NodeId::ensemble(0)}).ok);
        for (int broker = 3; broker >= 1; --broker) {
            const auto restarted = cluster.restart(broker);
            QVERIFY2(restarted.ok, (restarted.message + "\n" + cluster.story()).c_str());
        }
        QVERIFY2(cluster.settled(), cluster.story().c_str());
        write(scene, 6);
        const std::string missing = scene.missing();
        QVERIFY2(missing.empty(), missing.c_str());
    }

    /// What two replicas had only in their page caches survives on the third.
    void aPowerLossCostsNothingAcknowledgedByAll_data() { seeds(); }
    void aPowerLossCostsNothingAcknowledgedByAll()
    {
        QFETCH(int, seed);
        Scene scene(seed);
        QVERIFY(scene.up);
        SimCluster& cluster = scene.cluster;
        for (int broker = 1; broker <= 3; ++broker) {
            write(scene, 9);
            QVERIFY(cluster.powerOff(broker).ok);
            write(scene, 60);
            QVERIFY(cluster.restart(broker).ok);
            QVERIFY2(cluster.settled(), cluster.story().c_str());
        }
        const std::string missing = scene.missing();
        QVERIFY2(missing.empty(), missing.c_str());
        QVERIFY(cluster.snapshot()->lost.empty());
    }

    /// The only replica loses power before it synced anything.
    void theLedgerNamesWhatWasAcknowledgedAndLost()
    {
        SimCluster cluster;
        QVERIFY(cluster.ready());
        QVERIFY(cluster.createTopic("t", 1, 1).ok);
        cluster.runFor(2s);
        SimClient client(cluster, 1);
        QVERIFY(client.produce("t", 0, {"1", "2", "3"}).ok());
        const int leader = cluster.partition("t", 0)->leader.value();
        QVERIFY(cluster.powerOff(leader).ok);
        QVERIFY(cluster.restart(leader).ok);
        const bool lost = cluster.until(
            [](const Snapshot& snapshot, const Gauges&) { return !snapshot.lost.empty(); }, 20s);
        QVERIFY2(lost, cluster.story().c_str());
        const LedgerLine line = cluster.snapshot()->lost.front();
        QCOMPARE(line.from, Offset(0));
        QCOMPARE(line.to, Offset(2));
        QCOMPARE(cluster.snapshot()->acked, std::uint64_t(3));
    }

    /// The only record waits for a dead follower; nothing else is written that could free it.
    void aParkedProduceEndsWhenTheDeadFollowerIsOut_data() { seeds(); }
    void aParkedProduceEndsWhenTheDeadFollowerIsOut()
    {
        QFETCH(int, seed);
        SimCluster cluster(specOf(seed));
        QVERIFY(cluster.ready());
        QVERIFY(cluster.createTopic("t", kPartitions, 3).ok);
        SimClient client(cluster, 1);
        QVERIFY(client.produce("t", 0, {"a"}).ok());
        QVERIFY(cluster.settled());
        const BrokerId leader = cluster.partition("t", 0)->leader;
        QVERIFY(cluster.kill(leader == BrokerId(3) ? 2 : 3).ok);
        const Instant start = cluster.world().now();
        const auto sent = client.produce("t", 0, {"b"}, -1, {}, 30s);
        QVERIFY2(sent.ok(), (sent.trouble + cluster.story()).c_str());
        // The classroom's session lasts 3 s, rounded up to a tick of 0.5 s.
        QVERIFY2(cluster.world().now() - start < 4s, cluster.story().c_str());
    }

    /// The controller still takes the old life for the present one, and so do requests on their
    /// way; what they say of replicas must not be mixed with what the new life is told later.
    void aBrokerThatWaitsForItsOldSessionIsToldNothing()
    {
        SimCluster cluster(specOf(1));
        QVERIFY(cluster.ready());
        QVERIFY(cluster.kill(3).ok);
        cluster.cluster().submit(command::Restart{NodeId::broker(BrokerId(3))});
        cluster.runFor(200ms);
        command::CreateTopic create;
        create.topic = "t";
        create.partitions = 3;
        create.replicationFactor = 3;
        cluster.cluster().submit(create);
        cluster.runFor(10s); // the old session has ended
        QVERIFY(cluster.settled());
        bool waits = false;
        int told = 0, followed = 0;
        for (const Event& event : cluster.events()) {
            if (event.node != NodeId::broker(BrokerId(3)))
                continue;
            if (std::holds_alternative<fact::BrokerWaitsForSession>(event.fact))
                waits = true;
            else if (std::holds_alternative<fact::BrokerRegistered>(event.fact))
                waits = false;
            const bool isTold = std::holds_alternative<fact::BecameFollower>(event.fact) ||
                                std::holds_alternative<fact::BecameLeader>(event.fact);
            (waits ? told : followed) += isTold;
        }
        QCOMPARE(told, 0);
        QVERIFY2(followed >= 3, std::to_string(followed).c_str());
        QCOMPARE(cluster.partition("t", 0)->isr.size(), std::size_t(3));
    }

    void aFrozenFollowerLeavesTheIsrAndComesBack()
    {
        SimCluster cluster;
        QVERIFY(cluster.ready());
        QVERIFY(cluster.createTopic("t", 1, 3).ok);
        SimClient client(cluster, 1);
        QVERIFY(client.produce("t", 0, {"a"}).ok());
        const BrokerId leader = cluster.partition("t", 0)->leader;
        const int victim = leader == BrokerId(3) ? 2 : 3;
        QVERIFY(cluster.freeze(victim).ok);
        QVERIFY(client.produce("t", 0, {"b"}, 1).ok());
        const bool left = cluster.until(
            [&](const Snapshot& snapshot, const Gauges&) {
                const auto& isr = snapshot.topics.back()->partitions.front()->isr;
                return std::find(isr.begin(), isr.end(), BrokerId(victim)) == isr.end();
            },
            30s);
        QVERIFY2(left, cluster.story().c_str());
        QVERIFY(cluster.thaw(victim).ok);
        QVERIFY2(cluster.settled(), cluster.story().c_str());
        QCOMPARE(client.readAll("t", 0).size(), std::size_t(2));
    }
};

QTEST_APPLESS_MAIN(TestBrokerDies)
#include "test_broker_dies.moc"
