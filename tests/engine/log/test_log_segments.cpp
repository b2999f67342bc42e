#include <QTest>

#include "tests/engine/log/log_fixture.h"

using namespace hw;
using namespace hw::log;
using namespace hw::log::test;

namespace {

QString hexOf(ByteView bytes) { return QString::fromStdString(toHex(bytes)); }

} // namespace

/// How a log is cut into segments, and cut off.
class TestLogSegments : public QObject
{
    Q_OBJECT
private slots:
    void rollsBeforeTheBatchThatWouldNotFit()
    {
        LogFixture fixture;
        const std::size_t size = batchOf(1, 1000).size();
        fixture.config.segmentBytes = static_cast<std::uint32_t>(3 * size);
        fixture.create();
        std::vector<bool> rolled;
        for (int i = 0; i < 7; ++i)
            rolled.push_back(fixture.lead(batchOf(1, 1000)).rolled);
        QVERIFY((rolled == std::vector<bool>{false, false, false, true, false, false, true}));
        const auto segments = fixture.log->segments();
        QCOMPARE(segments.size(), std::size_t(3));
        QCOMPARE(segments[1].base.value(), 3);
        QCOMPARE(segments[2].base.value(), 6);
        QCOMPARE(segments[1].next.value(), 6);
        QVERIFY(fixture.host.disk().exists("TopicA-0/00000000000000000006.log"));
        // The index is cut to size when its segment is rolled, and extended while it is active.
        QCOMPARE(fixture.fileBytes("00000000000000000003.index").size(), std::size_t(0));
        QCOMPARE(fixture.fileBytes("00000000000000000006.index").size(), std::size_t(1024));
        // Reads go over the border; a follower given it all at once cuts its segments alike.
        const Bytes all = fixture.readAll(Offset(0), Offset(7));
        LogFixture follower;
        follower.config = fixture.config;
        follower.create();
        QVERIFY(follower.log->appendAsFollower(Slice(all), kNow).has_value());
        QCOMPARE(indexText(follower), indexText(fixture));
    }

    void rollsByTimeOfTheRecords()
    {
        LogFixture fixture;
        fixture.config.segmentTime = 60s;
        fixture.create();
        QVERIFY(!fixture.lead(batchOf(1, 10, kNow.ms() - 100000)).rolled);
        QVERIFY(!fixture.lead(batchOf(1, 10, kNow.ms() - 40000)).rolled);
        QVERIFY(fixture.lead(batchOf(1, 10, kNow.ms() - 39999)).rolled);
    }

    void rollingFlushesWhatLiesBelow()
    {
        LogFixture fixture;
        fixture.config.segmentBytes = 1000;
        fixture.create();
        fixture.lead(batchOf(1, 600));
        fixture.lead(batchOf(1, 600));
        QCOMPARE(fixture.log->recoveryPoint().value(), 0);
        fixture.world.runFor(1s);
        QCOMPARE(fixture.log->recoveryPoint().value(), 1);
    }

    void indexEntriesFollowTheInterval()
    {
        LogFixture fixture;
        fixture.create();
        const std::uint32_t size = static_cast<std::uint32_t>(batchOf(2, 1000).size());
        for (int i = 0; i < 6; ++i)
            fixture.lead(batchOf(2, 1000));
        // 2 * size is the first position more than 4096 bytes behind 0, then behind that.
        QVERIFY(2 * size > 4096 && size < 4096);
        const Bytes index = fixture.fileBytes("00000000000000000000.index");
        const std::string expected =
            fmt::format("{:08x}{:08x}{:08x}{:08x}", 5, 2 * size, 9, 4 * size);
        QCOMPARE(hexOf(ByteView(index).first(16)), QString::fromStdString(expected));
        QCOMPARE(fixture.log->segments()[0].indexEntries, 2u);
    }

    void findsAnOffsetByNameIndexAndScan()
    {
        LogFixture fixture;
        fixture.config.segmentBytes = 100000;
        fixture.config.segmentIndexBytes = 4096;
        fixture.create();
        while (fixture.log->leo() < Offset(1100))
            fixture.lead(batchOf(1, 400));
        const auto trace = fixture.log->lookup(Offset(503));
        QVERIFY(trace.has_value());
        QVERIFY(trace->segmentBase <= Offset(503));
        QVERIFY(trace->indexEntryOffset <= Offset(503));
        QVERIFY(Offset(503) - trace->indexEntryOffset <= 10);
        QVERIFY(trace->indexProbes >= 1 && trace->indexProbes <= 6);
        QVERIFY(trace->logBytes <= 3 * 4096);
        const auto read = fixture.log->read(Offset(503), Offset(1100), 1, true);
        QCOMPARE(read->firstBatchOffset.value(), 503);
        QVERIFY(read->position == trace->found);
    }

    void truncatesToBatchesAndSegments()
    {
        LogFixture fixture;
        fixture.config.segmentBytes = 900;
        fixture.create();
        for (int i = 0; i < 6; ++i)
            fixture.lead(batchOf(2, 200), i / 2);
        QCOMPARE(fixture.log->segments().size(), std::size_t(6));
        QVERIFY(fixture.log->truncateTo(Offset(20)).has_value());
        QCOMPARE(fixture.log->leo().value(), 12);
        QVERIFY(fixture.log->truncateTo(Offset(7)).has_value()); // inside the batch of 6 and 7
        QCOMPARE(fixture.log->leo().value(), 6);
        QVERIFY(!fixture.host.disk().exists("TopicA-0/00000000000000000008.log"));
        QCOMPARE(fixture.log->epochs().latestEpoch().value(), 1);
        QVERIFY(fixture.log->truncateTo(Offset(4)).has_value());
        QCOMPARE(fixture.log->leo().value(), 4);
        QCOMPARE(QString::fromStdString(textOf(fixture.fileBytes("leader-epoch-checkpoint"))),
                 QString("0\n1\n0 0\n"));
        // Who led without writing anything forgets that, too: its epoch begins where others write.
        QVERIFY(fixture.log->assignEpochStart(LeaderEpoch(4), Offset(4)).has_value());
        QVERIFY(fixture.log->truncateTo(Offset(4)).has_value());
        QCOMPARE(fixture.log->epochs().latestEpoch().value(), 0);
        const AppendInfo info = fixture.lead(batchOf(1), 5);
        QCOMPARE(info.firstOffset.value(), 4);
        QCOMPARE(fixture.readAll(Offset(0), Offset(5)).size(),
                 2 * batchOf(2, 200).size() + batchOf(1).size());
    }

    /// Every sync ends in a task of its own, so tasks count syncs.
    void manyRollsSyncEachSegmentOnce()
    {
        constexpr std::uint64_t kRolls = 20;
        LogFixture fixture;
        fixture.config.segmentBytes = 300;
        fixture.create();
        const std::uint64_t before = fixture.world.tasksRun();
        for (std::uint64_t i = 0; i <= kRolls; ++i)
            fixture.lead(batchOf(1, 200));
        QCOMPARE(fixture.log->segments().size(), std::size_t(kRolls + 1));
        fixture.world.runFor(1s);
        QVERIFY(fixture.world.tasksRun() - before <= 5 * kRolls);
        QCOMPARE(fixture.log->recoveryPoint().value(), std::int64_t(kRolls));
    }

    void aFlushUnderWayDoesNotCoverWhatIsCutAndWrittenAnew()
    {
        LogFixture fixture;
        fixture.create();
        for (int i = 0; i < 4; ++i)
            fixture.lead(batchOf(1));
        fixture.log->flush();
        QVERIFY(fixture.log->truncateTo(Offset(2)).has_value());
        for (int i = 0; i < 4; ++i)
            fixture.lead(batchOf(1), 1);
        fixture.world.runFor(1s);
        QCOMPARE(fixture.log->recoveryPoint().value(), 2);
    }

    void truncatesFullyAndStartsElsewhere()
    {
        LogFixture fixture;
        fixture.create();
        fixture.lead(batchOf(3), 2);
        QVERIFY(fixture.log->truncateFullyAndStartAt(Offset(100)).has_value());
        QCOMPARE(fixture.log->leo().value(), 100);
        QCOMPARE(fixture.log->logStart().value(), 100);
        QVERIFY(fixture.log->epochs().entries().empty());
        QVERIFY(fixture.log->appendAsFollower(storedBatch(100, 3, 2), kNow).has_value());
        QCOMPARE(fixture.log->segments()[0].base.value(), 100);
        QCOMPARE(fixture.log->leo().value(), 102);
    }
};

QTEST_APPLESS_MAIN(TestLogSegments)
#include "test_log_segments.moc"
