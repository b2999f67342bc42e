#include <QTemporaryDir>
#include <QTest>

#include <condition_variable>
#include <mutex>

#include "engine/cluster/broker_settings.h"
#include "engine/cluster/engine_cluster.h"
#include "engine/world/live/live_world.h"

using namespace hw;
using namespace hw::cluster;
using namespace hw::observe;

namespace {

/// Three brokers on real threads and files. Waits with bounds, never sleeps a fixed time.
class LiveCluster
{
public:
    LiveCluster()
    {
        world::LiveOptions options;
        options.dataDirectory = m_directory.path().toStdString();
        m_world = std::make_unique<world::LiveWorld>(options);
        ClusterSpec spec;
        m_cluster = std::make_unique<EngineCluster>(*m_world, spec, *brokerSettings(spec));
        m_cluster->setInterest({true, true});
        m_cluster->start();
    }
    ~LiveCluster()
    {
        std::mutex mutex;
        std::condition_variable ended;
        bool done = false;
        m_cluster->shutDown([&] {
            const std::scoped_lock lock(mutex);
            done = true;
            ended.notify_all();
        });
        {
            std::unique_lock lock(mutex);
            ended.wait_for(lock, std::chrono::seconds(20), [&] { return done; });
        }
        m_world->stop();
    }

    EngineCluster& operator*() { return *m_cluster; }
    EngineCluster* operator->() { return m_cluster.get(); }

    /// Whether the command ended well; takes events until it has an outcome.
    bool run(Command command)
    {
        const CommandId id = m_cluster->submit(std::move(command));
        bool ok = false;
        const bool ended = QTest::qWaitFor(
            [&] {
                for (const Event& event : m_cluster->takeEvents(1000).events) {
                    const auto* done = std::get_if<fact::CommandDone>(&event.fact);
                    if (!done || done->command != id)
                        continue;
                    ok = done->ok;
                    return true;
                }
                m_cluster->takeFlights();
                return false;
            },
            40000);
        return ended && ok;
    }
    /// The leader of TopicA-0 as the newest picture has it.
    BrokerId leader()
    {
        for (const auto& topic : m_cluster->snapshot()->topics) {
            if (topic->name == "t")
                return topic->partitions.at(0)->leader;
        }
        return kNoBroker;
    }
    std::uint64_t received()
    {
        m_cluster->snapshot();
        std::uint64_t all = 0;
        for (const std::uint64_t one : m_cluster->gauges()->consumed)
            all += one;
        return all;
    }

private:
    QTemporaryDir m_directory;
    std::unique_ptr<world::LiveWorld> m_world;
    std::unique_ptr<EngineCluster> m_cluster;
};

} // namespace

class TestLiveCluster : public QObject
{
    Q_OBJECT
private slots:
    void leadershipMovesAndRecordsGoOnWhenALeaderIsKilled()
    {
        LiveCluster cluster;
        QTRY_COMPARE_WITH_TIMEOUT(cluster->startup(), EngineCluster::Startup::Ready, 20000);
        command::CreateTopic create;
        create.topic = "t";
        create.partitions = 1;
        create.replicationFactor = 3;
        QVERIFY(cluster.run(create));
        command::AddProducer producer;
        producer.topics = {"t"};
        producer.rate = 500;
        QVERIFY(cluster.run(producer));
        command::AddConsumer consumer;
        consumer.group = "g";
        consumer.topics = {"t"};
        QVERIFY(cluster.run(consumer));
        QTRY_VERIFY_WITH_TIMEOUT(cluster.received() > 100, 30000);

        const BrokerId before = cluster.leader();
        QVERIFY(cluster.run(command::Kill{NodeId::broker(before)}));
        QTRY_VERIFY_WITH_TIMEOUT(cluster.leader() != before && cluster.leader() != kNoBroker,
                                 30000);
        const std::uint64_t then = cluster.received();
        QTRY_VERIFY_WITH_TIMEOUT(cluster.received() > then + 100, 30000);
        QVERIFY(cluster.run(command::Restart{NodeId::broker(before)}));
        QVERIFY(!cluster.run(command::Restart{NodeId::broker(before)})); // it runs already
    }

    void endsWhileItStarts()
    {
        LiveCluster cluster;
        QVERIFY(cluster->startup() != EngineCluster::Startup::Failed);
    }
};

QTEST_GUILESS_MAIN(TestLiveCluster)
#include "test_live_cluster.moc"
