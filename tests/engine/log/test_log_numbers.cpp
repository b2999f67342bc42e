#include <set>

#include <QTest>

#include "tests/engine/log/log_fixture.h"

using namespace hw;
using namespace hw::log;
using namespace hw::log::test;

/// Counts that are easily mistaken for one another, and records that are larger than every limit.
class TestLogNumbers : public QObject
{
    Q_OBJECT
private slots:
    /// Offsets 0–50264 and 0–49734: 100,000 records, not 99,998.
    void theEndIsTheNextOffsetNotTheLastOne()
    {
        std::int64_t records = 0;
        for (const int count : {50265, 49735}) {
            LogFixture fixture;
            fixture.config.segmentBytes = 1 << 20;
            fixture.config.segmentIndexBytes = 1 << 16;
            fixture.create();
            AppendInfo last;
            for (int left = count; left > 0; left -= 1000)
                last = fixture.lead(batchOf(std::min(left, 1000), 1));
            QCOMPARE(last.lastOffset.value(), count - 1);
            QCOMPARE(fixture.log->leo().value(), count);
            records += fixture.log->leo() - fixture.log->logStart();
        }
        QCOMPARE(records, std::int64_t(100000));
    }

    /// A compacted log: the span of offsets says nothing about how many records are left.
    void aSpanOfOffsetsIsNotACount()
    {
        LogFixture fixture;
        fixture.config.segmentBytes = 1 << 20;
        fixture.create();
        for (std::int64_t base = 0; base < 20000; base += 100)
            QVERIFY(fixture.log->appendAsFollower(storedBatch(base, 0, 10), kNow));
        QCOMPARE(fixture.log->leo().value(), 19910);
        std::size_t records = 0;
        protocol::BatchWalker walker(Slice(fixture.readAll(Offset(0), fixture.log->leo())));
        while (const auto batch = walker.next().value())
            records += static_cast<std::size_t>(batch->header.recordCount);
        QCOMPARE(records, std::size_t(2000));
        // Between two batches the next one is found.
        QCOMPARE(fixture.log->read(Offset(55), Offset(19910), 1, true)->firstBatchOffset.value(),
                 100);
    }

    void aRecordLargerThanTheLimitIsReturnedWhole()
    {
        constexpr std::size_t kMB = 1000000;
        LogFixture fixture;
        fixture.config.segmentBytes = 64 << 20;
        fixture.config.maxMessageBytes = 25 * kMB;
        fixture.create();
        for (int i = 0; i < 6; ++i)
            fixture.lead(batchOf(1, 5 * kMB));
        fixture.lead(batchOf(1, 20 * kMB));
        const auto tooLarge =
            fixture.log->appendAsLeader(batchOf(1, 26 * kMB), LeaderEpoch(0), kNow);
        QVERIFY(!tooLarge && tooLarge.error().code == ErrorCode::MessageTooLarge);
        for (std::int64_t at = 0; at < 7; ++at) {
            const auto read = fixture.log->read(Offset(at), Offset(7), kMB, true);
            QVERIFY(read.has_value());
            QCOMPARE(read->nextOffset.value(), at + 1);
            QVERIFY(read->records.size() > (at < 6 ? 5 : 20) * kMB);
            const auto none = fixture.log->read(Offset(at), Offset(7), kMB, false);
            QVERIFY(none && none->records.empty());
        }
        // And after a crash, when all of it is checked in blocks of 1 MiB.
        fixture.reopen({.clean = false});
        QCOMPARE(fixture.log->leo().value(), 7);
        QCOMPARE(fixture.log->recovery().bytesCut, std::uint64_t(0));
    }

    /// Batches of many offsets: a segment spans at most 2^31-1 of them.
    void aSegmentNeverSpansMoreOffsetsThanAnIndexCanSay()
    {
        LogFixture fixture;
        fixture.create();
        QVERIFY(fixture.log->appendAsFollower(storedBatch(5, 0, 1), kNow));
        QVERIFY(fixture.log->appendAsFollower(storedBatch(INT32_MAX, 0, 1), kNow));
        QCOMPARE(fixture.log->segmentCount(), std::size_t(1));
        QVERIFY(
            fixture.log->appendAsFollower(storedBatch(std::int64_t(INT32_MAX) + 1, 0, 1), kNow));
        QCOMPARE(fixture.log->segmentCount(), std::size_t(2));
        QCOMPARE(fixture.log->activeSegmentBase().value(), std::int64_t(INT32_MAX) + 1);
        QCOMPARE(fixture.log->offsetForTimestamp(kNow.ms(), fixture.log->leo())->offset.value(), 5);
    }

    /// segment.ms with segment.jitter.ms: earlier by up to the jitter, the same for a seed.
    void segmentsRollByTimeLessTheirJitter()
    {
        const auto firstRoll = [](std::uint64_t seed) {
            LogFixture fixture(seed);
            fixture.config.segmentTime = 100s;
            fixture.config.segmentJitter = 50s;
            LogContext context = fixture.context();
            context.loop = &fixture.host.loop();
            fixture.log = *Log::create(context, "", kPartition, fixture.config, std::nullopt, kNow);
            for (int second = 0;; ++second) {
                fixture.lead(batchOf(1, 10, kNow.ms() + second * 1000));
                if (fixture.log->segmentCount() > 1)
                    return second;
            }
        };
        std::set<int> seen;
        for (std::uint64_t seed = 1; seed <= 8; ++seed) {
            const int rolled = firstRoll(seed);
            QVERIFY(rolled >= 50 && rolled <= 101);
            QCOMPARE(firstRoll(seed), rolled);
            seen.insert(rolled);
        }
        QVERIFY(seen.size() > 1);
    }
};

QTEST_APPLESS_MAIN(TestLogNumbers)
#include "test_log_numbers.moc"
