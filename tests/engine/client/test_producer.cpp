#include <QTest>

#include "engine/client/load_producer.h"
#include "engine/client/producer.h"
#include "tests/support/fake_cluster.h"

using namespace hw;
using namespace hw::client;
using protocol::ApiKey;
using protocol::ErrorCode;

class FactJournal final : public observe::Journal
{
public:
    EventId report(observe::Fact fact) override
    {
        facts.push_back(std::move(fact));
        return EventId(facts.size());
    }
    bool wantsFlights() const override { return false; }
    FlightId flight(observe::Flight, const Pieces&) override { return kNoFlight; }
    template <class T> int count() const
    {
        int found = 0;
        for (const observe::Fact& fact : facts)
            found += std::holds_alternative<T>(fact) ? 1 : 0;
        return found;
    }
    std::vector<observe::Fact> facts;
};

struct Stage
{
    explicit Stage(int brokers = 2)
        : cluster(world, brokers)
        , host(world.addHost({NodeId::client(0), "clients"}))
    {
    }
    ClientContext context()
    {
        return {host, journal, NodeId::client(1), "producer1", cluster.bootstrap()};
    }
    void start(ProducerConfig config = {}, ProducerInterceptor* interceptor = nullptr)
    {
        producer = std::make_unique<Producer>(context(), std::move(config), interceptor);
    }
    void send(const std::string& value, std::optional<std::string> key = {},
              std::optional<std::int32_t> partition = {})
    {
        producer->send({"t", partition, std::move(key), value, {}, {}},
                       [this, value](const Delivery& delivery) {
                           deliveries.push_back(value + " " + delivery.partition.text() + "@" +
                                                std::to_string(delivery.offset.value()) + " " +
                                                protocol::infoOf(delivery.error).name);
                       });
    }

    world::SimWorld world;
    test::FakeCluster cluster;
    world::Host& host;
    FactJournal journal;
    std::unique_ptr<Producer> producer;
    std::vector<std::string> deliveries;
};

using Texts = std::vector<std::string>;
static const TopicPartition kT0{"t", 0};
static const TopicPartition kT1{"t", 1};

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

    void movedLeaderIsFoundAndTheOrderKept()
    {
        Stage s;
        s.cluster.addTopic("t", {1});
        s.start();
        s.send("a");
        s.world.runFor(100ms);
        s.cluster.moveLeader(kT0, 2);
        for (const char* value : {"b", "c", "d"}) {
            s.send(value);
            s.world.runFor(1ms);
        }
        s.world.runFor(1s);
        QCOMPARE(s.cluster.values(kT0), (Texts{"a", "b", "c", "d"}));
        QCOMPARE(s.deliveries.back(), std::string("d t-0@3 NONE"));
        QVERIFY(s.producer->counters().retried > 0);
        QCOMPARE(s.producer->counters().failed, std::uint64_t(0));
    }

    void retriedBatchIsNotOvertaken()
    {
        Stage s;
        s.cluster.addTopic("t", {1});
        s.start();
        s.send("warm up");
        s.world.runFor(100ms);
        s.cluster.produceErrors = {ErrorCode::NotEnoughReplicas};
        s.send("a");
        s.world.runFor(50us); // on its way
        s.send("b");
        s.world.runFor(1s);
        QCOMPARE(s.cluster.values(kT0), (Texts{"warm up", "a", "b"}));
    }

    void deadBrokerIsWaitedFor()
    {
        Stage s;
        s.cluster.addTopic("t", {1});
        s.start();
        s.send("a");
        s.world.runFor(100ms);
        s.cluster.broker(1).crash();
        s.send("b");
        s.world.runFor(2s);
        QCOMPARE(s.deliveries.size(), std::size_t(1));
        s.cluster.moveLeader(kT0, 2);
        s.world.runFor(3s);
        QCOMPARE(s.cluster.values(kT0), (Texts{"a", "b"}));
    }

    void retriableErrorsAreTriedAgainAfterTheBackoff()
    {
        Stage s;
        s.cluster.addTopic("t", {1});
        s.start();
        s.send("warm up");
        s.world.runFor(100ms);
        s.cluster.produceErrors = {ErrorCode::NotEnoughReplicas, ErrorCode::NotEnoughReplicas};
        s.send("a");
        s.world.runFor(150ms);
        QCOMPARE(s.cluster.produced.size(), std::size_t(3));
        s.world.runFor(100ms);
        QCOMPARE(s.cluster.produced.size(), std::size_t(4));
        QCOMPARE(s.deliveries.back(), std::string("a t-0@1 NONE"));
    }

    void otherErrorsFailAtOnceAndAreReported()
    {
        Stage s;
        s.cluster.addTopic("t", {1});
        s.start();
        s.cluster.produceErrors = {ErrorCode::InvalidRecord};
        s.send("a");
        s.world.runFor(1s);
        QCOMPARE(s.deliveries, Texts{"a t-0@-1 INVALID_RECORD"});
        QCOMPARE(s.cluster.produced.size(), std::size_t(1));
        QCOMPARE(s.journal.count<observe::fact::SendFailed>(), 1);
    }

    void aBatchThatIsTooLargeGoesInPartsInItsOrder()
    {
        for (const auto codec : {protocol::Compression::None, protocol::Compression::Zstd}) {
            Stage s;
            s.cluster.addTopic("t", {1});
            s.cluster.maxMessageBytes = protocol::kBatchHeaderSize + 230;
            s.start({.linger = 5ms, .bufferMemory = 3000, .compression = codec});
            Texts sent, told;
            for (int i = 0; i < 10; ++i) {
                std::string value = std::to_string(i);
                for (int k = 0; k < 90; ++k) // nothing that a codec makes much of
                    value.push_back(static_cast<char>('!' + (k * k * 7 + i * 31 + k * i) % 90));
                told.push_back(value + " t-0@" + std::to_string(i) + " NONE");
                sent.push_back(value);
                s.send(value);
            }
            s.world.runFor(10ms);
            s.send("after");
            sent.emplace_back("after");
            told.emplace_back("after t-0@10 NONE");
            s.world.runFor(1s);
            QCOMPARE(s.cluster.values(kT0), sent);
            QCOMPARE(s.deliveries, told);
            QVERIFY(s.cluster.produced.size() > 5);
            const ProducerCounters& counters = s.producer->counters();
            QCOMPARE(counters.failed, std::uint64_t(0));
            QCOMPARE(counters.buffered, std::uint64_t(0));
            QVERIFY(counters.waited > Duration(0));
            QCOMPARE(s.journal.count<observe::fact::SendFailed>(), 0);
            for (int i = 0; i < 100; ++i) { // what was charged is given back to the last byte
                s.send("x");
                s.world.runFor(20ms);
            }
            QVERIFY(!s.producer->isFull());
            QCOMPARE(counters.failed, std::uint64_t(0));
        }
    }

    void keysHeadersAndTimesGoThroughASplit()
    {
        Stage s;
        s.cluster.addTopic("t", {1});
        s.cluster.maxMessageBytes = protocol::kBatchHeaderSize + 20; // one of them
        s.start({.linger = 5ms});
        for (const char* key : {"k1", "k2"})
            s.producer->send({"t", {}, key, std::nullopt, {{"h", key}}, WallTime(key[1] * 1000)});
        s.world.runFor(1s);
        const auto& batches = s.cluster.log(kT0).batches;
        QCOMPARE(batches.size(), std::size_t(2));
        for (std::size_t i = 0; i < 2; ++i) {
            const std::string key = i == 0 ? "k1" : "k2";
            const protocol::Batch batch{protocol::BatchHeader::parse(batches[i]).value(),
                                        Slice(batches[i])};
            auto reader = protocol::RecordReader::open(batch).value();
            const auto record = reader.next().value();
            QCOMPARE(textOf(*record->key), key);
            QVERIFY(!record->value);
            QCOMPARE(record->timestamp, WallTime(key[1] * 1000));
            const auto header = protocol::HeaderReader(*record).next();
            QCOMPARE(std::string(header->key), std::string("h"));
            QCOMPARE(textOf(*header->value), key);
        }
    }

    void onlyTheRecordThatIsTooLargeByItselfFails()
    {
        Stage s;
        s.cluster.addTopic("t", {1});
        s.cluster.maxMessageBytes = 200;
        s.start({.linger = 5ms});
        const std::string large(300, 'x');
        for (const std::string& value :
             {std::string("a"), std::string("b"), large, std::string("c")})
            s.send(value);
        s.world.runFor(1s);
        QCOMPARE(s.cluster.values(kT0), (Texts{"a", "b", "c"}));
        QCOMPARE(s.deliveries, (Texts{"a t-0@0 NONE", "b t-0@1 NONE",
                                      large + " t-0@-1 MESSAGE_TOO_LARGE", "c t-0@2 NONE"}));
        QCOMPARE(s.producer->counters().failed, std::uint64_t(1));
        QCOMPARE(s.journal.count<observe::fact::SendFailed>(), 1);
    }

    void whatIsNotAcknowledgedInTimeFails()
    {
        Stage s;
        s.cluster.addTopic("t", {1});
        s.cluster.addTopic("t2", {1});
        s.start({.deliveryTimeout = 2s});
        s.cluster.produceErrors.assign(100, ErrorCode::NotEnoughReplicas);
        s.send("a");
        s.world.runFor(1900ms);
        QVERIFY(s.deliveries.empty());
        s.world.runFor(200ms);
        QCOMPARE(s.deliveries.size(), std::size_t(1));
        s.producer->send({"nowhere", {}, {}, "v", {}, {}}, [&](const Delivery& delivery) {
            s.deliveries.push_back(protocol::infoOf(delivery.error).name);
        });
        s.world.runFor(3s);
        QCOMPARE(s.deliveries.back(), std::string("REQUEST_TIMED_OUT"));
        QCOMPARE(s.producer->counters().buffered, std::uint64_t(0));
    }

    void recordsWaitForTheirTopic()
    {
        Stage s;
        s.start();
        s.send("a");
        s.world.runFor(1s);
        QVERIFY(s.deliveries.empty());
        s.cluster.addTopic("t", {2});
        s.world.runFor(2s);
        QCOMPARE(s.deliveries, Texts{"a t-0@0 NONE"});
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

    void impossibleRecordsAreRefusedInALaterTask()
    {
        Stage s;
        s.cluster.addTopic("t", {1});
        s.start({.bufferMemory = 100000, .maxRequestSize = 1000});
        s.send("first");
        s.world.runFor(50ms);
        s.send("a", std::nullopt, 7);
        s.send(std::string(1000, 'b'));
        QCOMPARE(s.deliveries.size(), std::size_t(1));
        s.world.runFor(50ms);
        QCOMPARE(s.deliveries.at(1), std::string("a t-7@-1 INVALID_REQUEST"));
        QVERIFY(s.deliveries.at(2).ends_with("MESSAGE_TOO_LARGE"));
    }

    void fullBufferRefusesAndDrains()
    {
        Stage s;
        s.cluster.addTopic("t", {1});
        s.start({.bufferMemory = 1000});
        for (int i = 0; i < 20; ++i)
            s.send(std::string(100, 'x'));
        QVERIFY(s.producer->isFull());
        s.world.runFor(1s);
        QVERIFY(!s.producer->isFull());
        QCOMPARE(s.producer->counters().buffered, std::uint64_t(0));
        QVERIFY(s.producer->counters().failed > 0);
        for (int i = 0; i < 1000; ++i) { // what is charged is given back to the last byte
            s.send("x");
            s.world.runFor(5ms);
        }
        QVERIFY(!s.producer->isFull());
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
