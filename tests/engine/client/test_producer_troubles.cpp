#include <QTest>

#include "tests/engine/client/producer_stage.h"

using namespace hw;
using namespace hw::test;
using protocol::ApiKey;
using protocol::ErrorCode;

/// Retries, splits, and records that fail.
class TestProducerTroubles : public QObject
{
    Q_OBJECT
private slots:
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
};

QTEST_APPLESS_MAIN(TestProducerTroubles)
#include "test_producer_troubles.moc"
