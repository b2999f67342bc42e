#include <QTest>

#include "engine/cluster/broker_settings.h"
#include "engine/protocol/messages/fetch.h"
#include "engine/protocol/messages/list_offsets.h"
#include "engine/world/faults/fault_table.h"
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

struct Scene
{
    SimCluster cluster;
    SimClient client;

    explicit Scene(cluster::ClusterSpec spec, std::map<std::string, std::string> topicConfigs)
        : cluster(spec)
        , client(cluster, 1)
    {
        HW_ASSERT(cluster.ready(), "brokers start");
        const auto made = cluster.createTopic("t", 1, spec.brokers, std::move(topicConfigs));
        HW_ASSERT(made.ok, made.message);
        cluster.runFor(200ms);
    }
    std::int64_t gauge(int broker, std::vector<std::int64_t> Gauges::*which)
    {
        const auto part = cluster.partition("t", 0);
        for (const ReplicaPart& replica : part->replicas)
            if (replica.broker.value() == broker)
                return ((*cluster.gauges()).*which)[replica.slot];
        return -2;
    }
    ErrorCode fetchAt(std::int64_t offset)
    {
        protocol::FetchRequest request;
        request.replicaId = kNoBroker;
        request.maxBytes = 1 << 20;
        request.sessionEpoch = -1;
        auto& topic = request.topics.emplace_back();
        topic.topic = "t";
        auto& part = topic.partitions.emplace_back();
        part.fetchOffset = Offset(offset);
        part.partitionMaxBytes = 1 << 20;
        const auto answer = client.call(BrokerId(1), std::move(request), 7);
        HW_ASSERT(answer.has_value(), "it is answered");
        return answer->responses.at(0).partitions.at(0).errorCode;
    }
    void powerOffAllAndRestart()
    {
        for (int broker = 1; broker <= 3; ++broker)
            HW_ASSERT(cluster.powerOff(broker).ok, "it was running");
        for (int broker = 1; broker <= 3; ++broker)
            HW_ASSERT(cluster.restart(broker).ok, "it starts again");
        HW_ASSERT(cluster.settled(), "all is well again");
    }
    template <class FactType> std::vector<FactType> facts()
    {
        std::vector<FactType> found;
        for (const Event& event : cluster.events())
            if (const auto* fact = std::get_if<FactType>(&event.fact))
                found.push_back(*fact);
        return found;
    }
};

/// A world whose hosts' disks can be made to fail.
class FaultyWorld final : public world::World
{
public:
    world::Host& addHost(const world::HostSpec& spec) override
    {
        return faults.wrap(inner.addHost(spec));
    }
    Instant now() const override { return inner.now(); }
    WallTime wallTime() const override { return inner.wallTime(); }
    bool isVirtual() const override { return true; }
    bool saturated() const override { return false; }

    world::SimWorld inner;
    world::FaultTable faults;
};

} // namespace

class TestLogUpkeep : public QObject
{
    Q_OBJECT
private slots:
    /// Retention overtakes a consumer that stopped: its place is out of range, later ones are not.
    void retentionRaisesTheLogStartOfAllReplicas()
    {
        Scene scene(brokers(3, {{"log.retention.check.interval.ms", "5000"}}),
                    {{"segment.bytes", "2000"}, {"retention.bytes", "3000"}});
        for (int i = 0; i < 20; ++i)
            QVERIFY(scene.client.produce("t", 0, {std::string(450, 'x')}).ok());
        QCOMPARE(scene.gauge(1, &Gauges::logStart), std::int64_t(0));
        QCOMPARE(scene.fetchAt(2), ErrorCode::None);
        scene.cluster.runFor(6s);
        const std::int64_t start = scene.gauge(1, &Gauges::logStart);
        QVERIFY(start > 8 && start < 20);
        for (int broker = 1; broker <= 3; ++broker) {
            QCOMPARE(scene.gauge(broker, &Gauges::logStart), start);
            QCOMPARE(scene.gauge(broker, &Gauges::leo), std::int64_t(20));
        }
        QCOMPARE(scene.fetchAt(2), ErrorCode::OffsetOutOfRange);
        QCOMPARE(scene.fetchAt(start), ErrorCode::None);
        QCOMPARE(scene.client.readAll("t", 0, Offset(start)).size(), std::size_t(20 - start));
        QVERIFY(!scene.facts<fact::SegmentsDeleted>().empty());
        QVERIFY(scene.facts<fact::SegmentsDeleted>()[0].why.find("retention.bytes 3000") !=
                std::string::npos);
        QVERIFY(scene.client.produce("t", 0, {"more"}).ok());
    }

    void retentionStaysBelowTheHighWatermark()
    {
        Scene scene(brokers(3, {{"log.retention.check.interval.ms", "1000"}}),
                    {{"segment.bytes", "2000"}, {"retention.bytes", "0"}});
        QVERIFY(scene.cluster.freeze(2).ok);
        QVERIFY(scene.cluster.freeze(3).ok);
        scene.cluster.runFor(600ms);
        for (int i = 0; i < 10; ++i)
            QVERIFY(scene.client.produce("t", 0, {std::string(450, 'x')}, 1).ok());
        const std::int64_t mark = scene.gauge(1, &Gauges::hw);
        scene.cluster.runFor(1200ms); // not so long that the two leave the ISR
        QVERIFY(mark < 10);
        QCOMPARE(scene.gauge(1, &Gauges::hw), mark);
        QVERIFY(scene.gauge(1, &Gauges::logStart) <= mark);
        QVERIFY(scene.cluster.thaw(2).ok);
        QVERIFY(scene.cluster.thaw(3).ok);
        QVERIFY(scene.cluster.settled());
        scene.cluster.runFor(1200ms);
        QCOMPARE(scene.gauge(1, &Gauges::logStart), std::int64_t(10));
    }

    void flushMessagesKeepsWhatIsAcknowledgedThroughAPowerLossOfAll_data()
    {
        QTest::addColumn<int>("acks");
        QTest::newRow("acks=all") << -1;
        QTest::newRow("acks=1") << 1;
    }
    void flushMessagesKeepsWhatIsAcknowledgedThroughAPowerLossOfAll()
    {
        QFETCH(int, acks);
        Scene scene(brokers(3), {{"flush.messages", "1"}});
        scene.cluster.runFor(2s); // until the names are synced
        for (int i = 0; i < 5; ++i)
            QVERIFY(scene.client.produce("t", 0, {"v" + std::to_string(i)}, acks).ok());
        scene.powerOffAllAndRestart();
        QCOMPARE(scene.client.readAll("t", 0).size(), std::size_t(5));
    }

    void timesAreFoundOverTheWire()
    {
        Scene scene(brokers(1), {});
        for (int i = 0; i < 5; ++i) {
            QVERIFY(scene.client.produce("t", 0, {"v"}).ok());
            scene.cluster.runFor(1s);
        }
        const std::int64_t last = scene.cluster.world().wallTime().ms() - 1000;
        const auto ask = [&](std::int64_t timestamp) {
            protocol::ListOffsetsRequest request;
            request.replicaId = kNoBroker;
            auto& topic = request.topics.emplace_back();
            topic.name = "t";
            auto& part = topic.partitions.emplace_back();
            part.timestamp = timestamp;
            const auto answer = scene.client.call(BrokerId(1), std::move(request), 9);
            HW_ASSERT(answer.has_value(), "it is answered");
            return answer->topics.at(0).partitions.at(0);
        };
        QCOMPARE(ask(-3).offset.value(), 4);
        QVERIFY(ask(-3).timestamp <= last);
        QCOMPARE(ask(-4).offset.value(), 0);
        QCOMPARE(ask(-5).offset.value(), -1);
        QCOMPARE(ask(ask(-3).timestamp).offset.value(), 4);
        QCOMPARE(ask(ask(-3).timestamp - 500).offset.value(), 4);
        QCOMPARE(ask(last + 2000).offset.value(), -1);
    }

    /// The other way round, so that the test above means something.
    void withoutItAPowerLossOfAllLosesThem()
    {
        Scene scene(brokers(3), {});
        scene.cluster.runFor(2s);
        QVERIFY(scene.client.produce("t", 0, {"v"}).ok());
        scene.powerOffAllAndRestart();
        QCOMPARE(scene.client.readAll("t", 0).size(), std::size_t(0));
    }

    void aBrokerWhoseDiskFailsEndsAndOthersTakeOver_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("full") << static_cast<int>(Failure::NoSpace);
        QTest::newRow("broken") << static_cast<int>(Failure::Io);
    }
    void aBrokerWhoseDiskFailsEndsAndOthersTakeOver()
    {
        QFETCH(int, kind);
        FaultyWorld world;
        const cluster::ClusterSpec spec = brokers(3);
        cluster::EngineCluster engine(world, spec, *cluster::brokerSettings(spec));
        engine.start();
        const auto settle = [&](const std::function<bool()>& done) {
            for (int i = 0; i < 20000 && !done(); ++i)
                world.inner.runFor(1ms);
            return done();
        };
        QVERIFY(settle([&] { return engine.startup() == cluster::EngineCluster::Startup::Ready; }));
        engine.submit(command::CreateTopic{"t", 1, 3, {}, {}});
        engine.submit(command::AddProducer{.name = "p", .topics = {"t"}, .rate = 50});
        const auto leader = [&] {
            for (const auto& topic : engine.snapshot()->topics)
                if (topic->name == "t" && !topic->partitions.empty())
                    return topic->partitions[0]->leader.value();
            return -1;
        };
        QVERIFY(settle([&] { return leader() == 1; }));
        world.inner.runFor(1s);
        world.faults.failWrites(NodeId::broker(BrokerId(1)),
                                world::DiskFault{static_cast<Failure>(kind), false});
        QVERIFY(settle([&] { return leader() == 2; }));
        bool told = false;
        for (const Event& event : engine.takeEvents(1'000'000).events)
            if (const auto* failed = std::get_if<fact::BrokerFailed>(&event.fact))
                told = told || failed->why.find("all log dirs in") != std::string::npos;
        QVERIFY2(told, "the event says that the log directory is gone, and why");
    }
};

QTEST_APPLESS_MAIN(TestLogUpkeep)
#include "test_log_upkeep.moc"
