#include <QTest>

#include "engine/log/loader.h"
#include "engine/log/producer_state_manager.h"
#include "tests/engine/log/log_fixture.h"

using namespace hw;
using namespace hw::log;
using namespace hw::log::test;

namespace {

struct Sent
{
    std::int32_t sequence = 0;
    int count = 1;
    std::int16_t epoch = 0;
    std::int64_t producer = 4000;
    std::int64_t timestampMs = kNow.ms();
    std::size_t valueBytes = 10;
};

Slice batchOf(const Sent& sent)
{
    protocol::BatchSpec spec;
    spec.producerId = ProducerId(sent.producer);
    spec.producerEpoch = ProducerEpoch(sent.epoch);
    spec.baseSequence = sent.sequence;
    protocol::BatchBuilder builder(spec);
    const Bytes value(sent.valueBytes, 'v');
    for (int i = 0; i < sent.count; ++i)
        builder.add(WallTime(sent.timestampMs), viewOf("k"), ByteView(value));
    return Slice(builder.build());
}

Slice storedAt(std::int64_t base, const Sent& sent)
{
    const Slice built = batchOf(sent);
    Bytes bytes(built.view().begin(), built.view().end());
    protocol::setBaseOffset(bytes, Offset(base));
    protocol::setLeaderEpoch(bytes, LeaderEpoch(0));
    return Slice(std::move(bytes));
}

class Fixture : public LogFixture
{
public:
    Fixture() { create(); }

    Outcome<AppendInfo> send(const Sent& sent, AppendOrigin origin = AppendOrigin::Client)
    {
        return log->appendAsLeader(batchOf(sent), LeaderEpoch(0), kNow, origin);
    }
    AppendInfo sent(const Sent& batch)
    {
        const auto info = send(batch);
        HW_ASSERT(info.has_value(), info.error().message);
        return *info;
    }
    ErrorCode refused(const Sent& batch)
    {
        const Offset before = log->leo();
        const auto info = send(batch);
        HW_ASSERT(!info && log->leo() == before, "refused, and nothing written");
        return info.error().code;
    }
    const ProducerStateEntry* entry(std::int64_t producer = 4000)
    {
        return log->producers().find(ProducerId(producer));
    }
    std::string snapshots()
    {
        std::string names;
        const auto files = host.disk().list("TopicA-0");
        for (const auto& file : *files) {
            if (file.name.find(".snapshot") != std::string::npos)
                names += file.name.substr(17) + " ";
        }
        return names;
    }
};

std::string lastSequences(const ProducerStateEntry& entry)
{
    std::string text;
    for (const ProducerBatch& batch : entry.batches())
        text += fmt::format("{}-{} ", batch.firstSequence(), batch.lastSequence);
    return text;
}

} // namespace

class TestProducers : public QObject
{
    Q_OBJECT

private slots:
    void snapshotHasKafkasBytes()
    {
        ProducerStates producers;
        ProducerStateEntry& writer = producers[ProducerId(4000)];
        writer.moveTo(ProducerEpoch(2));
        writer.add({9, Offset(109), 4, 1700000000000});
        ProducerStateEntry& marked = producers[ProducerId(4001)];
        marked.moveTo(ProducerEpoch(0));
        marked.lastTimestampMs = 1700000000005;
        marked.coordinatorEpoch = 7;
        const Bytes bytes = encodeProducerSnapshot(producers);
        QCOMPARE(
            toHex(bytes),
            std::string(
                "0001c92d3f93000000020000000000000fa0000200000009000000000000006d00000004000001"
                "8bcfe56800ffffffffffffffffffffffff0000000000000fa10000ffffffffffffffffffffffff"
                "000000000000018bcfe5680500000007ffffffffffffffff"));
        QCOMPARE(toHex(encodeProducerSnapshot({})), std::string("000148674bc700000000"));

        const auto read = decodeProducerSnapshot(bytes);
        QVERIFY(read.has_value());
        const ProducerStateEntry& writerAgain = read->at(ProducerId(4000));
        QCOMPARE(writerAgain.epoch, ProducerEpoch(2));
        QCOMPARE(lastSequences(writerAgain), std::string("5-9 "));
        QCOMPARE(writerAgain.batches()[0].firstOffset(), Offset(105));
        QCOMPARE(read->at(ProducerId(4001)).coordinatorEpoch, 7);
        QCOMPARE(read->at(ProducerId(4001)).batches().size(), std::size_t(0));
    }

    void damagedSnapshotsAreToldApart()
    {
        Bytes bytes = encodeProducerSnapshot({{ProducerId(1), {}}});
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            Bytes damaged = bytes;
            damaged[i] ^= 0x10;
            QVERIFY2(!decodeProducerSnapshot(damaged), qPrintable(QString::number(i)));
            QVERIFY(!decodeProducerSnapshot(ByteView(bytes).first(i)));
        }
    }

    void anyOfTheLastFiveBatchesIsADuplicate()
    {
        Fixture fixture;
        for (int i = 0; i < 6; ++i)
            QCOMPARE(fixture.sent({.sequence = 3 * i, .count = 3}).firstOffset, Offset(3 * i));
        for (int i = 1; i < 6; ++i) {
            const AppendInfo again = fixture.sent({.sequence = 3 * i, .count = 3});
            QVERIFY(again.isDuplicate);
            QCOMPARE(again.firstOffset, Offset(3 * i));
            QCOMPARE(again.lastOffset, Offset(3 * i + 2));
            QCOMPARE(again.logAppendTimeMs, kNow.ms());
            QCOMPARE(again.records, 0u);
        }
        QCOMPARE(fixture.log->leo(), Offset(18));
        // The oldest is not known any more.
        QCOMPARE(fixture.refused({.sequence = 0, .count = 3}), ErrorCode::OutOfOrderSequenceNumber);
        // First and last sequence have to be the same.
        QCOMPARE(fixture.refused({.sequence = 15, .count = 2}),
                 ErrorCode::OutOfOrderSequenceNumber);
        QVERIFY(!fixture.sent({.sequence = 18}).isDuplicate);
    }

    void sequencesFollowOneAnother()
    {
        Fixture fixture;
        fixture.sent({.sequence = 0, .count = 2});
        QCOMPARE(fixture.refused({.sequence = 3}), ErrorCode::OutOfOrderSequenceNumber);
        QCOMPARE(fixture.refused({.sequence = 1}), ErrorCode::OutOfOrderSequenceNumber);
        QCOMPARE(fixture.sent({.sequence = 2}).firstOffset, Offset(2));
        // Others are none of its business.
        QCOMPARE(fixture.sent({.sequence = 0, .producer = 4001}).firstOffset, Offset(3));
    }

    void sequencesWrapToZero()
    {
        Fixture fixture;
        fixture.sent({.sequence = 2147483645, .count = 3}); // unknown here: begins anywhere
        QCOMPARE(fixture.sent({.sequence = 0, .count = 2}).firstOffset, Offset(3));
        QCOMPARE(fixture.sent({.sequence = 2147483645, .count = 3}).firstOffset, Offset(0));

        Fixture across;
        across.sent({.sequence = 2147483646, .count = 4}); // …646, …647, 0, 1
        QCOMPARE(across.entry()->lastSequence(), 1);
        QCOMPARE(across.entry()->batches()[0].firstSequence(), 2147483646);
        QVERIFY(across.sent({.sequence = 2147483646, .count = 4}).isDuplicate);
        QCOMPARE(across.refused({.sequence = 3}), ErrorCode::OutOfOrderSequenceNumber);
        QCOMPARE(across.sent({.sequence = 2}).firstOffset, Offset(4));
    }

    void epochsFenceOlderOnes()
    {
        Fixture fixture;
        fixture.sent({.sequence = 0, .count = 2, .epoch = 1});
        QCOMPARE(fixture.refused({.sequence = 2, .epoch = 0}), ErrorCode::InvalidProducerEpoch);
        QCOMPARE(fixture.refused({.sequence = 2, .epoch = 2}), ErrorCode::OutOfOrderSequenceNumber);
        QVERIFY(fixture.sent({.sequence = 0, .count = 2, .epoch = 1}).isDuplicate);
        QCOMPARE(fixture.sent({.sequence = 0, .epoch = 2}).firstOffset, Offset(2));
        QCOMPARE(lastSequences(*fixture.entry()), std::string("0-0 "));
        // What the epoch before sent is not a duplicate any more.
        QCOMPARE(fixture.refused({.sequence = 0, .count = 2, .epoch = 1}),
                 ErrorCode::InvalidProducerEpoch);
    }

    void coordinatorsAreHeldToTheEpochOnly()
    {
        Fixture fixture;
        fixture.sent({.sequence = 0, .epoch = 1});
        QVERIFY(fixture.send({.sequence = 7, .epoch = 1}, AppendOrigin::Coordinator).has_value());
        const auto old = fixture.send({.sequence = 8, .epoch = 0}, AppendOrigin::Coordinator);
        QVERIFY(!old);
        QCOMPARE(old.error().code, ErrorCode::InvalidProducerEpoch);
    }

    void followersRecordWithoutChecking()
    {
        Fixture fixture;
        const Slice batches = joined({storedAt(0, {.sequence = 5, .epoch = 3}),
                                      storedAt(1, {.sequence = 9, .count = 2, .epoch = 3}),
                                      storedAt(3, {.sequence = 0, .epoch = 1})});
        QVERIFY(fixture.log->appendAsFollower(batches, kNow).has_value());
        QCOMPARE(fixture.entry()->epoch, ProducerEpoch(1));
        QCOMPARE(lastSequences(*fixture.entry()), std::string("0-0 "));
        QVERIFY(fixture.sent({.sequence = 0, .epoch = 1}).isDuplicate);
        QCOMPARE(fixture.sent({.sequence = 1, .epoch = 1}).firstOffset, Offset(4));
    }

    void markersMoveTheEpochAndEndTheTransaction()
    {
        Fixture fixture;
        protocol::BatchSpec spec;
        spec.producerId = ProducerId(4000);
        spec.producerEpoch = ProducerEpoch(2);
        const auto marker = [&](std::int32_t coordinatorEpoch) {
            return fixture.log->appendAsLeader(
                Slice(protocol::buildControlMarker(spec, kNow, {true, coordinatorEpoch})),
                LeaderEpoch(0), kNow, AppendOrigin::Coordinator);
        };
        QVERIFY(marker(5).has_value());
        QCOMPARE(fixture.entry()->coordinatorEpoch, 5);
        QCOMPARE(fixture.entry()->lastDataOffset(), kNoOffset);
        QCOMPARE(marker(4).error().code, ErrorCode::TransactionCoordinatorFenced);
        // After nothing but markers the first sequence is 0.
        QCOMPARE(fixture.refused({.sequence = 3, .epoch = 2}), ErrorCode::OutOfOrderSequenceNumber);
        fixture.sent({.sequence = 0, .epoch = 2});
    }

    void truncationForgetsWhatWasCut()
    {
        Fixture fixture;
        for (int i = 0; i < 4; ++i)
            fixture.sent({.sequence = 2 * i, .count = 2});
        fixture.sent({.sequence = 0, .producer = 4001});
        QVERIFY(fixture.log->truncateTo(Offset(4)).has_value());
        QVERIFY(isReplayingProducers(*fixture.log));
        QVERIFY(LogLoader::replaySome(*fixture.log, UINT64_MAX).has_value());
        QVERIFY(!isReplayingProducers(*fixture.log));
        QCOMPARE(lastSequences(*fixture.entry()), std::string("0-1 2-3 "));
        QVERIFY(!fixture.entry(4001));
        QCOMPARE(fixture.snapshots(), std::string("004.snapshot "));
        QCOMPARE(fixture.sent({.sequence = 4, .count = 2}).firstOffset, Offset(4));
        QVERIFY(fixture.log->truncateFullyAndStartAt(Offset(50)).has_value());
        QVERIFY(!fixture.entry());
        QCOMPARE(fixture.snapshots(), std::string());
        QCOMPARE(fixture.sent({.sequence = 44}).firstOffset, Offset(50));
    }

    /// A long segment is read again slice by slice; who writes meanwhile is held to all of it.
    void afterATruncationProducersAreReadAgainInSlices()
    {
        Fixture fixture;
        fixture.config.segmentBytes = 1 << 20;
        fixture.config.segmentIndexBytes = 1 << 16;
        fixture.log->setConfig(fixture.config);
        for (int i = 0; i < 200; ++i)
            fixture.sent({.sequence = i, .valueBytes = 4000});
        const auto cut = [&] {
            QVERIFY(fixture.log->truncateTo(fixture.log->leo() - 10).has_value());
            QVERIFY(isReplayingProducers(*fixture.log));
        };
        cut();
        int slices = 0;
        for (; isReplayingProducers(*fixture.log); ++slices)
            QVERIFY(LogLoader::replaySome(*fixture.log, 64 << 10).has_value());
        QVERIFY2(slices > 5 && slices < 40, qPrintable(QString::number(slices)));
        QCOMPARE(lastSequences(*fixture.entry()),
                 std::string("185-185 186-186 187-187 188-188 189-189 "));
        cut();
        QVERIFY(LogLoader::replaySome(*fixture.log, 64 << 10).has_value());
        QVERIFY(isReplayingProducers(*fixture.log));
        QCOMPARE(fixture.refused({.sequence = 190}), ErrorCode::OutOfOrderSequenceNumber);
        QVERIFY(fixture.sent({.sequence = 179}).isDuplicate);
        QCOMPARE(fixture.sent({.sequence = 180}).firstOffset, Offset(180));
        // Cut again before it was done: below, and between what was read and the end.
        cut();
        QVERIFY(LogLoader::replaySome(*fixture.log, 64 << 10).has_value());
        cut();
        QVERIFY(fixture.log->truncateTo(Offset(3)).has_value());
        QVERIFY(fixture.sent({.sequence = 2}).isDuplicate);
        QCOMPARE(fixture.sent({.sequence = 3}).firstOffset, Offset(3));
    }

    void aRollWritesASnapshotAtTheNewBase()
    {
        Fixture fixture;
        int sequence = 0;
        while (fixture.log->segmentCount() < 3)
            fixture.sent({.sequence = sequence++, .valueBytes = 1000});
        const auto segments = fixture.log->segments();
        QCOMPARE(fixture.snapshots(),
                 fmt::format("{:03}.snapshot {:03}.snapshot ", segments[1].base, segments[2].base));
        const auto read = decodeProducerSnapshot(
            fixture.fileBytes(segmentFileName(segments[2].base, ".snapshot")));
        QVERIFY(read.has_value());
        const ProducerStateEntry& entry = read->at(ProducerId(4000));
        QCOMPARE(entry.lastDataOffset(), segments[2].base - 1);
        QCOMPARE(std::int64_t(entry.lastSequence()), segments[2].base.value() - 1);
    }

    void afterACrashTheNewestSnapshotAndTheBatchesBehindItAreKnown()
    {
        Fixture fixture;
        int sequence = 0;
        while (fixture.log->segmentCount() < 3)
            fixture.sent({.sequence = sequence++, .valueBytes = 1000});
        const int rolledAt = sequence - 1; // its batch rolled the segment, and is in the new one
        fixture.sent({.sequence = sequence++});
        fixture.reopen({});
        QCOMPARE(lastSequences(*fixture.entry()),
                 fmt::format("{0}-{0} {1}-{1} {2}-{2} ", rolledAt - 1, rolledAt, rolledAt + 1));
        QVERIFY(fixture.sent({.sequence = rolledAt + 1}).isDuplicate);
        QVERIFY(!fixture.sent({.sequence = rolledAt + 2}).isDuplicate);
    }

    void aDamagedSnapshotIsPassedOverForTheOneBefore()
    {
        Fixture fixture;
        int sequence = 0;
        while (fixture.log->segmentCount() < 3)
            fixture.sent({.sequence = sequence++, .valueBytes = 1000});
        const std::string name =
            "TopicA-0/" + segmentFileName(fixture.log->activeSegmentBase(), ".snapshot");
        {
            const auto file = fixture.host.disk().open(name, world::OpenMode::MustExist);
            const Bytes wrong{0xff};
            QVERIFY((*file)->writeAt(12, wrong).has_value());
        }
        fixture.reopen({});
        QCOMPARE(fixture.entry()->batches().size(), std::size_t(5));
        QCOMPARE(fixture.entry()->lastSequence(), sequence - 1);
        // And it is there again.
        QVERIFY(fixture.host.disk().exists(name));
    }

    void aCleanCloseKeepsTheNewestBatchOfEachProducer()
    {
        Fixture fixture;
        fixture.sent({.sequence = 0, .count = 2});
        fixture.sent({.sequence = 2, .count = 2});
        QVERIFY(fixture.log->close().has_value());
        QCOMPARE(fixture.snapshots(), std::string("004.snapshot "));
        fixture.reopen({.clean = true});
        QCOMPARE(lastSequences(*fixture.entry()), std::string("2-3 "));
        QVERIFY(fixture.sent({.sequence = 2, .count = 2}).isDuplicate);
        QCOMPARE(fixture.refused({.sequence = 0, .count = 2}), ErrorCode::OutOfOrderSequenceNumber);
        QCOMPARE(fixture.sent({.sequence = 4}).firstOffset, Offset(4));
    }

    void straySnapshotsAreRemovedAtStart()
    {
        Fixture fixture;
        int sequence = 0;
        while (fixture.log->segmentCount() < 2)
            fixture.sent({.sequence = sequence++, .valueBytes = 1000});
        const Offset base = fixture.log->activeSegmentBase();
        const auto put = [&](Offset at) {
            const auto file = fixture.host.disk().open(
                "TopicA-0/" + segmentFileName(at, ".snapshot"), world::OpenMode::Truncate);
            QVERIFY((*file)->writeAt(0, encodeProducerSnapshot({})).has_value());
        };
        put(Offset(3));
        put(base + 90);
        fixture.reopen({});
        QCOMPARE(fixture.snapshots(),
                 fmt::format("{:03}.snapshot {:03}.snapshot ", base, fixture.log->leo()));
        QCOMPARE(fixture.entry()->lastSequence(), sequence - 1);
    }

    void producersThatRestAreForgotten()
    {
        Fixture fixture;
        fixture.sent({.sequence = 0, .timestampMs = kNow.ms() - 1000});
        fixture.sent({.sequence = 0, .producer = 4001});
        const std::int64_t day = 86400000;
        QCOMPARE(fixture.log->expireProducers(WallTime(kNow.ms() + day - 1001)), std::size_t(0));
        QCOMPARE(fixture.log->expireProducers(WallTime(kNow.ms() + day - 1000)), std::size_t(1));
        QVERIFY(!fixture.entry());
        // Whatever it sends next is accepted.
        QCOMPARE(fixture.sent({.sequence = 17}).firstOffset, Offset(2));
        QCOMPARE(fixture.refused({.sequence = 17, .producer = 4001}),
                 ErrorCode::OutOfOrderSequenceNumber);
    }

    void compactionLearnsWhichBatchAProducerNeeds()
    {
        Fixture fixture;
        fixture.sent({.sequence = 0});
        fixture.sent({.sequence = 1});
        const auto header = [](std::int64_t base, std::int32_t sequence) {
            return *protocol::BatchHeader::parse(storedAt(base, {.sequence = sequence}).view());
        };
        QVERIFY(!fixture.log->producers().isLastOfItsProducer(header(0, 0)));
        QVERIFY(fixture.log->producers().isLastOfItsProducer(header(1, 1)));
    }
};

QTEST_APPLESS_MAIN(TestProducers)
#include "test_producers.moc"
