#include <QTest>

#include "engine/client/sequences.h"
#include "engine/protocol/record_batch.h"

using namespace hw;
using namespace hw::client;

namespace {

const TopicPartition kPartition{"t", 0};
constexpr BrokerId kLeader(1);

/// Batches of two records each, as the sender hands them over.
struct Bench
{
    Sequences sequences;

    Bench() { sequences.identify(ProducerId(7)); }

    static ProducerBatch batch()
    {
        ProducerBatch made(kPartition, Instant());
        for (int i = 0; i < 2; ++i)
            made.builder.add(WallTime(), std::nullopt, std::nullopt);
        made.records = 2;
        made.close();
        return made;
    }
    /// Sent, and failed: it waits in the queue again.
    ProducerBatch failed()
    {
        ProducerBatch made = batch();
        sequences.sent(made, kLeader);
        sequences.landed(kPartition);
        return made;
    }
    void sendAgain(ProducerBatch& again, BrokerId leader = kLeader)
    {
        sequences.sent(again, leader);
        sequences.landed(kPartition);
    }
};

} // namespace

class TestSequences : public QObject
{
    Q_OBJECT
private slots:
    void whatComesAfterADroppedBatchKeepsItsNumber()
    {
        Bench bench;
        const ProducerBatch first = bench.failed();
        ProducerBatch second = bench.failed();
        QCOMPARE(second.sequence, 2);
        bench.sequences.dropped(first);
        QVERIFY(!bench.sequences.beginEpochIfDue(kPartition));
        QVERIFY(bench.sequences.mayGo(second, kLeader));
        QVERIFY(!bench.sequences.mayGo(Bench::batch(), kLeader)); // new ones wait
        bench.sendAgain(second);
        QCOMPARE(second.sequence, 2);
        // It was in the log, or followed what is there: so the first was there too.
        bench.sequences.acknowledged(second, kLeader);
        QVERIFY(!bench.sequences.beginEpochIfDue(kPartition));
        ProducerBatch third = Bench::batch();
        QVERIFY(bench.sequences.mayGo(third, kLeader));
        bench.sequences.sent(third, kLeader);
        QCOMPARE(third.sequence, 4);
    }

    void theRestIsNumberedAnewWhenTheBrokerMissesABatch()
    {
        Bench bench;
        const ProducerBatch first = bench.failed();
        ProducerBatch second = bench.failed();
        bench.sequences.dropped(first);
        bench.sendAgain(second);
        QVERIFY(bench.sequences.isOldest(second));
        bench.sequences.mismatched(second);
        QVERIFY(!bench.sequences.mayGo(second, kLeader));
        QVERIFY(bench.sequences.beginEpochIfDue(kPartition));
        second.sequence = -1;
        QVERIFY(bench.sequences.mayGo(second, kLeader));
        bench.sendAgain(second);
        QCOMPARE(second.sequence, 0);
        const auto header = protocol::BatchHeader::parse(second.bytes.view());
        QVERIFY(header.has_value());
        QCOMPARE(header->producerEpoch, ProducerEpoch(1));
    }

    void aNewEpochBeginsWhenAllThatFollowedWasDropped()
    {
        Bench bench;
        const ProducerBatch first = bench.failed();
        const ProducerBatch second = bench.failed();
        bench.sequences.dropped(first);
        bench.sequences.dropped(second);
        QVERIFY(bench.sequences.beginEpochIfDue(kPartition));
        ProducerBatch third = Bench::batch();
        bench.sequences.sent(third, kLeader);
        QCOMPARE(third.sequence, 0);
    }

    void whatWasRefusedForGoodLeavesAGap()
    {
        Bench bench;
        const ProducerBatch first = bench.failed();
        bench.sequences.dropped(first);
        QVERIFY(bench.sequences.beginEpochIfDue(kPartition));
        ProducerBatch unsent = Bench::batch();
        bench.sequences.dropped(unsent); // never numbered: nothing is missing
        QVERIFY(!bench.sequences.beginEpochIfDue(kPartition));
    }

    /// A broker that does not know the producer takes the batch after a refused one, whatever its
    /// sequence: when that broker dies before it answers, the next must know it again.
    void whatWasInFlightBehindARefusedBatchKeepsItsNumber()
    {
        Bench bench;
        ProducerBatch tooLarge = Bench::batch();
        bench.sequences.sent(tooLarge, kLeader);
        ProducerBatch behind = Bench::batch();
        bench.sequences.sent(behind, kLeader);
        bench.sequences.landed(kPartition);
        bench.sequences.dropped(tooLarge);
        bench.sequences.landed(kPartition); // without an answer
        QVERIFY(!bench.sequences.beginEpochIfDue(kPartition));
        bench.sendAgain(behind);
        QCOMPARE(behind.sequence, 2);
        bench.sequences.acknowledged(behind, kLeader);
        QVERIFY(!bench.sequences.beginEpochIfDue(kPartition));
    }

    void partsOfABatchTakeItsNumbersAndGoBeforeWhatFollowsIt()
    {
        Bench bench;
        ProducerBatch known = Bench::batch();
        bench.sequences.sent(known, kLeader);
        bench.sequences.landed(kPartition);
        bench.sequences.acknowledged(known, kLeader);
        ProducerBatch tooLarge = Bench::batch(), behind = Bench::batch();
        bench.sequences.sent(tooLarge, kLeader);
        bench.sequences.sent(behind, kLeader);
        bench.sequences.landed(kPartition);
        bench.sequences.landed(kPartition);
        bench.sequences.failed(kPartition);
        const auto parts = Accumulator(1000).halvesOf(tooLarge);
        bench.sequences.split(tooLarge, parts);
        QCOMPARE(parts.size(), std::size_t(2));
        QVERIFY(tooLarge.order <= parts[0]->order && parts[0]->order < parts[1]->order &&
                parts[1]->order < behind.order);
        for (std::size_t i = 0; i < 2; ++i) {
            QVERIFY(!bench.sequences.mayGo(behind, kLeader));
            QVERIFY(bench.sequences.mayGo(*parts[i], kLeader));
            bench.sendAgain(*parts[i]);
            const auto header = protocol::BatchHeader::parse(parts[i]->bytes.view());
            QCOMPARE(header->producerId, ProducerId(7));
            QCOMPARE(header->baseSequence, static_cast<std::int32_t>(2 + i));
            QCOMPARE(header->recordCount, 1);
            QVERIFY(protocol::hasValidCrc(parts[i]->bytes.view()));
            bench.sequences.acknowledged(*parts[i], kLeader);
        }
        QVERIFY(bench.sequences.mayGo(behind, kLeader));
        bench.sendAgain(behind);
        QCOMPARE(behind.sequence, 4);
        bench.sequences.acknowledged(behind, kLeader);
        QVERIFY(!bench.sequences.beginEpochIfDue(kPartition));
    }

    void aPartThatFailsForGoodLeavesAGap()
    {
        Bench bench;
        ProducerBatch tooLarge = bench.failed();
        const auto parts = Accumulator(1000).halvesOf(tooLarge);
        bench.sequences.split(tooLarge, parts);
        bench.sendAgain(*parts[0]);
        bench.sequences.dropped(*parts[0]);
        QVERIFY(!bench.sequences.beginEpochIfDue(kPartition)); // the other may be in the log
        bench.sendAgain(*parts[1]);
        bench.sequences.mismatched(*parts[1]);
        QVERIFY(bench.sequences.beginEpochIfDue(kPartition));
        parts[1]->sequence = -1;
        bench.sendAgain(*parts[1]);
        QCOMPARE(parts[1]->sequence, 0);
    }

    /// A leader that knows nothing of the producer would take any sequence for the first.
    void oneGoesAtATimeUntilItsLeaderHasAcknowledgedOne()
    {
        constexpr BrokerId kNext(2);
        Bench bench;
        ProducerBatch first = Bench::batch();
        QVERIFY(bench.sequences.mayGo(first, kLeader));
        bench.sequences.sent(first, kLeader);
        QVERIFY(!bench.sequences.mayGo(Bench::batch(), kLeader));
        bench.sequences.landed(kPartition);
        bench.sequences.acknowledged(first, kLeader);
        ProducerBatch second = Bench::batch();
        bench.sequences.sent(second, kLeader);
        QVERIFY(bench.sequences.mayGo(Bench::batch(), kLeader));
        QVERIFY(!bench.sequences.mayGo(Bench::batch(), kNext));
        bench.sequences.landed(kPartition); // without an answer
        QVERIFY(bench.sequences.mayGo(second, kNext));
        bench.sendAgain(second, kNext);
        bench.sequences.acknowledged(second, kNext);
        ProducerBatch third = Bench::batch();
        bench.sequences.sent(third, kNext);
        QVERIFY(bench.sequences.mayGo(Bench::batch(), kNext));
        // It may be another life of the same broker, which has lost what it knew.
        bench.sequences.failed(kPartition);
        QVERIFY(!bench.sequences.mayGo(Bench::batch(), kNext));
    }

    /// Though that leader acknowledged something before: meanwhile the topic may have been made
    /// anew, and it knows nothing of the producer any more.
    void nothingGoesToALeaderWhileAnotherHasNotAnswered()
    {
        constexpr BrokerId kOther(2);
        Bench bench;
        ProducerBatch first = Bench::batch();
        bench.sequences.sent(first, kLeader);
        bench.sequences.landed(kPartition);
        bench.sequences.acknowledged(first, kLeader);
        ProducerBatch second = Bench::batch();
        QVERIFY(bench.sequences.mayGo(second, kOther)); // nothing is open
        bench.sequences.sent(second, kOther);
        QVERIFY(!bench.sequences.mayGo(Bench::batch(), kLeader));
        QVERIFY(!bench.sequences.mayGo(Bench::batch(), kOther));
    }
};

QTEST_APPLESS_MAIN(TestSequences)
#include "test_sequences.moc"
