#include <QTest>

#include <map>
#include <set>

#include <fmt/format.h>

#include "engine/client/consumer.h"
#include "engine/client/producer.h"
#include "tests/support/sim_cluster.h"

using namespace hw;
using namespace hw::test;
using namespace hw::observe;
using client::Consumer;
using client::Producer;

namespace {

/// What was acknowledged, and what some consumer read, by partition and offset.
struct History final : client::ConsumerListener
{
    void onRecord(const TopicPartition& partition, const protocol::RecordView& record) override
    {
        read[partition][record.offset] = textOf(*record.value);
        ++reads;
    }
    /// Empty if every acknowledged record was read where it was acknowledged.
    std::string missing() const
    {
        for (const auto& [partition, records] : acked)
            for (const auto& [offset, value] : records) {
                const auto log = read.find(partition);
                if (log == read.end() || !log->second.contains(offset))
                    return fmt::format("{} {} at {} was never read", partition.text(), value,
                                       offset);
                if (log->second.at(offset) != value)
                    return fmt::format("{} at {}: acknowledged {}, read {}", partition.text(),
                                       offset, value, log->second.at(offset));
            }
        return {};
    }
    /// Empty if the numbers in each partition rise; a record may be there twice after a retry.
    std::string disorder() const
    {
        for (const auto& [partition, records] : read) {
            int last = -1;
            for (const auto& [offset, value] : records) {
                if (std::stoi(value) < last)
                    return fmt::format("{}: {} follows {}", partition.text(), value, last);
                last = std::max(last, std::stoi(value));
            }
        }
        return {};
    }

    std::size_t distinct() const
    {
        std::size_t count = 0;
        for (const auto& [partition, records] : read)
            count += records.size();
        return count;
    }

    using Log = std::map<Offset, std::string>;
    std::map<TopicPartition, Log> acked;
    std::map<TopicPartition, Log> read;
    std::size_t ackCount = 0;
    std::size_t reads = 0;
};

std::vector<world::Endpoint> endpointsOf(const Snapshot& snapshot)
{
    std::vector<world::Endpoint> list;
    for (const auto& broker : snapshot.brokers) {
        const std::size_t colon = broker->endpoint.rfind(':');
        const int port = std::stoi(broker->endpoint.substr(colon + 1));
        list.push_back({broker->endpoint.substr(0, colon), static_cast<std::uint16_t>(port)});
    }
    return list;
}

struct Stage
{
    explicit Stage(int seed)
        : cluster(specOf(seed))
        , host(cluster.world().addHost({NodeId::client(500), "clients-of-the-test"}))
    {
    }
    static cluster::ClusterSpec specOf(int seed)
    {
        cluster::ClusterSpec spec;
        spec.seed = static_cast<std::uint64_t>(seed);
        return spec;
    }
    client::ClientContext context(int number)
    {
        return {host, journal, NodeId::client(number), fmt::format("client-{}", number),
                endpointsOf(*cluster.snapshot())};
    }
    void startProducer()
    {
        producer = std::make_unique<Producer>(
            context(501),
            client::ProducerConfig{.keyless = client::KeylessPartitioning::RoundRobin});
    }
    Consumer& startConsumer(const std::string& topic = "t")
    {
        client::ConsumerConfig config;
        config.group = "g";
        config.topics = {topic};
        config.sessionTimeout = 6s;
        config.heartbeatInterval = 2s;
        config.reset = client::OffsetReset::Earliest;
        consumers.push_back(std::make_unique<Consumer>(
            context(510 + static_cast<int>(consumers.size())), config, &history));
        consumers.back()->start();
        return *consumers.back();
    }
    void write(int count)
    {
        for (int i = 0; i < count; ++i) {
            const std::string value = std::to_string(m_number++);
            producer->send({"t", {}, {}, value, {}, {}}, [this, value](const auto& delivery) {
                if (delivery.error != protocol::ErrorCode::None)
                    return;
                history.acked[delivery.partition][delivery.offset] = value;
                ++history.ackCount;
            });
            cluster.runFor(10ms);
        }
    }
    bool settle()
    {
        return cluster.world().runUntil(
            [this] { return producer->counters().buffered == 0 && history.missing().empty(); },
            60s);
    }
    bool groupIs(std::size_t members)
    {
        return cluster.until(
            [&](const Snapshot&, const Gauges&) {
                const auto group = cluster.group("g");
                return group && group->state == fact::GroupState::Stable &&
                       group->members.size() == members;
            },
            30s);
    }
    /// Partitions by how many members own them; owners of two at once would show.
    std::size_t owned() const
    {
        std::set<TopicPartition> all;
        std::size_t count = 0;
        for (const auto& consumer : consumers) {
            ConsumerReport report;
            consumer->report(report);
            all.insert(report.assigned.begin(), report.assigned.end());
            count += report.assigned.size();
        }
        return count == all.size() ? count : 0;
    }

    SimCluster cluster;
    world::Host& host;
    NullJournal journal;
    History history;
    std::unique_ptr<Producer> producer;
    std::vector<std::unique_ptr<Consumer>> consumers;

private:
    int m_number = 0;
};

} // namespace

class TestEmbeddedClients : public QObject
{
    Q_OBJECT

    static void seeds()
    {
        QTest::addColumn<int>("seed");
        for (int seed = 1; seed <= 3; ++seed)
            QTest::newRow(fmt::format("seed {}", seed).c_str()) << seed;
    }

private slots:
    void everyAcknowledgedRecordIsReadWhileBrokersDie_data() { seeds(); }
    void everyAcknowledgedRecordIsReadWhileBrokersDie()
    {
        QFETCH(int, seed);
        Stage s(seed);
        QVERIFY(s.cluster.ready());
        QVERIFY(s.cluster.createTopic("t", 3, 3, {{"min.insync.replicas", "2"}}).ok);
        s.startProducer();
        s.startConsumer();
        s.startConsumer();
        s.write(50);
        for (int broker = 1; broker <= 3; ++broker) {
            QVERIFY(s.cluster.kill(broker).ok);
            s.write(500);
            QVERIFY(s.cluster.restart(broker).ok);
            QVERIFY(s.cluster.settled());
        }
        QVERIFY2(s.settle(), (s.history.missing() + "\n" + s.cluster.story()).c_str());
        QCOMPARE(s.producer->counters().failed, std::uint64_t(0));
        QCOMPARE(s.history.ackCount, std::size_t(1550));
        QCOMPARE(s.history.disorder(), std::string());
    }

    void groupSharesAndInheritsPartitions()
    {
        Stage s(1);
        QVERIFY(s.cluster.ready());
        QVERIFY(s.cluster.createTopic("t", 4, 3).ok);
        s.startConsumer();
        s.startConsumer();
        QVERIFY2(s.groupIs(2), s.cluster.story().c_str());
        s.cluster.runFor(100ms);
        QCOMPARE(s.owned(), std::size_t(4));
        s.consumers.pop_back(); // crashes
        const Duration limit = 6s + 2s + 1s;
        QVERIFY(s.cluster.world().runUntil([&] { return s.owned() == 4; }, limit));
        s.startConsumer();
        QVERIFY2(s.groupIs(2), s.cluster.story().c_str());
        bool stopped = false;
        s.consumers.back()->stop([&] { stopped = true; });
        QVERIFY2(s.groupIs(1), s.cluster.story().c_str());
        QVERIFY(stopped);
    }

    void groupOutlivesItsCoordinator_data() { seeds(); }
    void groupOutlivesItsCoordinator()
    {
        QFETCH(int, seed);
        Stage s(seed);
        QVERIFY(s.cluster.ready());
        QVERIFY(s.cluster.createTopic("t", 3, 3).ok);
        s.startProducer();
        s.startConsumer();
        s.startConsumer();
        QVERIFY2(s.groupIs(2), s.cluster.story().c_str());
        s.write(100);
        const auto before = s.cluster.group("g");
        QVERIFY(s.cluster.kill(before->coordinator.value()).ok);
        s.write(1000);
        QVERIFY2(s.groupIs(2), s.cluster.story().c_str());
        const auto after = s.cluster.group("g");
        QVERIFY(after->coordinator != before->coordinator);
        QVERIFY2(after->generation == before->generation, s.cluster.story().c_str());
        QCOMPARE(s.owned(), std::size_t(3));
        QVERIFY(s.settle());
        // Each record in the logs was handed out once: positions survived.
        QCOMPARE(s.history.reads, s.history.distinct());
    }

    void manyMembersShareATopic_data()
    {
        QTest::addColumn<int>("members");
        QTest::newRow("100") << 100;
        QTest::newRow("1000") << 1000;
    }
    void manyMembersShareATopic()
    {
        QFETCH(int, members);
        Stage s(1);
        QVERIFY(s.cluster.ready());
        QVERIFY(s.cluster.createTopic("t", 30, 3).ok);
        for (int i = 0; i < members; ++i)
            s.startConsumer();
        QVERIFY2(s.groupIs(static_cast<std::size_t>(members)), s.cluster.story().c_str());
        s.cluster.runFor(1s);
        QCOMPARE(s.owned(), std::size_t(30));
    }
};

QTEST_APPLESS_MAIN(TestEmbeddedClients)
#include "test_embedded_clients.moc"
