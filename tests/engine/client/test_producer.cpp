#include <QTest>

#include "engine/client/load_producer.h"
#include "tests/engine/client/producer_stage.h"

using namespace hw;
using namespace hw::test;
using protocol::ApiKey;
using protocol::ErrorCode;

/// Batching, partitioning, and records that arrive.
class TestProducer : public QObject
{
    Q_OBJECT
private slots:
    void recordsAreWrittenAndCalledBackWithTheirOffsets()
    {
        Stage s;
        s.cluster.addTopic("t", {1});
        s.start();
        s.send("a");
        s.send("b");
        QVERIFY(s.deliveries.empty());
        s.world.runFor(100ms);
        QCOMPARE(s.deliveries, (Texts{"a t-0@0 NONE", "b t-0@1 NONE"}));
        QCOMPARE(s.cluster.values(kT0), (Texts{"a", "b"}));
        const ProducerCounters& counters = s.producer->counters();
        QCOMPARE(counters.acked, std::uint64_t(2));
        QCOMPARE(counters.buffered, std::uint64_t(0));
    }

    void anInterceptorChangesRecordsAndSeesHowTheyEnd()
    {
        struct Stamp final : ProducerInterceptor
        {
            void onSend(ProducerRecord& record) override { *record.value += "!"; }
            void onAcknowledgement(const Delivery& delivery, std::int32_t count,
                                   std::size_t) override
            {
                ends.push_back(std::to_string(count) + " " + delivery.partition.text() + "@" +
                               std::to_string(delivery.offset.value()) + " " +
                               protocol::infoOf(delivery.error).name);
            }
            Texts ends;
        };
        Stage s;
        Stamp stamp;
        s.cluster.addTopic("t", {1});
        s.start({}, &stamp);
        s.send("a");
        s.send("b");
        s.send("far", {}, 7);
        s.world.runFor(100ms);
        QCOMPARE(s.cluster.values(kT0), (Texts{"a!", "b!"}));
        std::ranges::sort(stamp.ends);
        QCOMPARE(stamp.ends, (Texts{"1 t-7@-1 INVALID_REQUEST", "2 t-0@0 NONE"}));
    }

    void keysChooseThePartitionAsJavaDoes()
    {
        Stage s;
        s.cluster.addTopic("t", {1, 2, 1});
        s.start();
        s.send("v", "a-little-bit-long-string"); // 2 of 3
        s.send("v", "key-0");                    // 1 of 3
        s.send("v", "abc");                      // 0 of 3
        s.send("v", std::nullopt, 2);
        s.world.runFor(100ms);
        QCOMPARE(s.cluster.values(kT0).size(), std::size_t(1));
        QCOMPARE(s.cluster.values(kT1).size(), std::size_t(1));
        QCOMPARE(s.cluster.values({"t", 2}).size(), std::size_t(2));
    }

    void roundRobinTakesPartitionsWithLeadersInTurn()
    {
        Stage s;
        s.cluster.addTopic("t", {1, -1, 2});
        s.start({.keyless = KeylessPartitioning::RoundRobin});
        for (const char* value : {"a", "b", "c", "d"})
            s.send(value);
        s.world.runFor(100ms);
        QCOMPARE(s.cluster.values(kT0), (Texts{"a", "c"}));
        QCOMPARE(s.cluster.values({"t", 2}), (Texts{"b", "d"}));
    }

    void stickyStaysUntilABatchIsFull()
    {
        Stage s;
        s.cluster.addTopic("t", {1, 1, 1});
        s.start({.batchSize = 1000});
        for (int i = 0; i < 60; ++i)
            s.send(std::string(79, 'x')); // 100 bytes each
        s.world.runFor(100ms);
        std::vector<std::size_t> counts;
        for (int i = 0; i < 3; ++i)
            counts.push_back(s.cluster.values({"t", i}).size());
        QCOMPARE(counts[0] + counts[1] + counts[2], std::size_t(60));
        for (const std::size_t count : counts)
            QCOMPARE(count % 10, std::size_t(0));
    }

    void lingerCollectsABatch()
    {
        Stage s;
        s.cluster.addTopic("t", {1});
        s.start({.linger = 50ms});
        s.send("warm up");
        s.world.runFor(200ms);
        for (int i = 0; i < 5; ++i) {
            s.send("v");
            s.world.runFor(8ms);
        }
        QCOMPARE(s.cluster.produced.size(), std::size_t(1));
        s.world.runFor(20ms);
        QCOMPARE(s.cluster.produced.size(), std::size_t(2));
        QCOMPARE(s.cluster.produced.back().second, 5);
    }

    void fullBatchDoesNotLinger()
    {
        Stage s;
        s.cluster.addTopic("t", {1});
        s.start({.batchSize = 500, .linger = 10s});
        for (int i = 0; i < 9; ++i)
            s.send(std::string(79, 'x'));
        s.world.runFor(100ms);
        QCOMPARE(s.producer->counters().acked, std::uint64_t(8)); // 4 in a batch; the last waits
    }

    void oneRequestCarriesAllPartitionsOfALeader()
    {
        Stage s;
        s.cluster.addTopic("t", {1, 1, 2});
        s.start({.linger = 5ms});
        for (int i = 0; i < 3; ++i)
            s.send("v", std::nullopt, i);
        s.world.runFor(100ms);
        QCOMPARE(s.cluster.produced.size(), std::size_t(2));
        QCOMPARE(s.cluster.produced[0].first + s.cluster.produced[1].first, std::size_t(3));
    }

    void acksZeroWaitsForNobody()
    {
        Stage s;
        s.cluster.addTopic("t", {1});
        s.start({.acks = 0});
        s.send("a");
        s.world.runFor(50ms);
        s.send("b");
        s.world.runFor(50ms);
        QCOMPARE(s.deliveries, (Texts{"a t-0@-1 NONE", "b t-0@-1 NONE"}));
        QCOMPARE(s.cluster.values(kT0), (Texts{"a", "b"}));
    }

    void flushSendsWhatLingers()
    {
        Stage s;
        s.cluster.addTopic("t", {1});
        s.start({.linger = 60s});
        s.send("a");
        bool flushed = false;
        s.producer->flush([&] { flushed = true; });
        s.world.runFor(100ms);
        QVERIFY(flushed);
        QCOMPARE(s.deliveries.size(), std::size_t(1));
    }

    void loadKeepsItsRate()
    {
        for (const double rate : {0.5, 10.0, 333.0, 20000.0}) {
            Stage s;
            s.cluster.addTopic("t", {1, 2});
            observe::command::AddProducer load;
            load.name = "p";
            load.topics = {"t"};
            load.rate = rate;
            LoadProducer producer(s.context(), {.keyless = KeylessPartitioning::RoundRobin}, load);
            producer.start();
            s.world.runFor(10s);
            observe::ProducerReport report;
            producer.report(report);
            const double expected = rate * 10;
            QVERIFY2(std::abs(static_cast<double>(report.sent) - expected) <= 1 + expected / 500,
                     qPrintable(QString::number(report.sent)));
            bool stopped = false;
            producer.stop([&] { stopped = true; });
            s.world.runFor(1s);
            QVERIFY(stopped);
            producer.report(report);
            QCOMPARE(report.acked, report.sent);
            QVERIFY(!report.running);
            QCOMPARE(s.journal.count<observe::fact::ProducerStopped>(), 1);
        }
    }

    void loadFillsRecordsAndKeys()
    {
        Stage s;
        s.cluster.addTopic("t", {1});
        observe::command::AddProducer load;
        load.name = "p";
        load.topics = {"t"};
        load.keys = observe::command::Keys::RoundRobin;
        load.recordBytes = 50;
        LoadProducer producer(s.context(), {}, load);
        producer.start();
        s.world.runFor(1s);
        const auto values = s.cluster.values(kT0);
        QVERIFY(values.size() >= 9);
        QCOMPARE(values[1].size(), std::size_t(50));
        QVERIFY(values[1].starts_with("p #1 "));
    }
};

QTEST_APPLESS_MAIN(TestProducer)
#include "test_producer.moc"
