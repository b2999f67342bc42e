#include <QTest>

#include "tests/engine/log/log_fixture.h"

using namespace hw;
using namespace hw::log;
using namespace hw::log::test;

static QString hexOf(ByteView bytes) { return QString::fromStdString(toHex(bytes)); }

namespace {

/// A log whose batches are 1 KiB each, one record a batch, with an index entry every second one.
class Timed
{
public:
    Timed()
    {
        fixture.config.segmentBytes = 1 << 20;
        fixture.config.indexIntervalBytes = 2000;
        fixture.create();
    }
    void write(std::initializer_list<std::int64_t> times)
    {
        for (const std::int64_t time : times)
            fixture.lead(batchOf(1, 950, time));
    }
    Bytes times(std::int64_t base = 0)
    {
        return fixture.fileBytes(segmentFileName(Offset(base), ".timeindex"));
    }
    std::uint32_t entries() { return fixture.log->segments().front().timeIndexEntries; }
    QString entryText()
    {
        return hexOf(ByteView(times()).first(std::size_t(entries()) * TimeIndex::kEntryBytes));
    }
    std::int64_t offsetAt(std::int64_t time)
    {
        return fixture.log->offsetForTimestamp(time, fixture.log->leo())->offset.value();
    }

    LogFixture fixture;
};

} // namespace

class TestTimeIndex : public QObject
{
    Q_OBJECT
private slots:
    void entriesGrowWithTheOffsetIndexAndOnlyIfTimeDoes()
    {
        Timed log;
        // `.index` gets entries at 2, 4, 6 and 8; the largest times by then: 30 at 2, 30 at 2,
        // 50 at 6, 60 at 7.
        log.write({10, 20, 30, 5, 7, 9, 50, 60, 55});
        QCOMPARE(log.fixture.log->segments()[0].indexEntries, 4u);
        QCOMPARE(log.entryText(), QString("000000000000001e"
                                          "00000002"
                                          "0000000000000032"
                                          "00000006"
                                          "000000000000003c"
                                          "00000007"));
    }

    void theFileIsExtendedWhileActiveAndEndsWithTheLargestTimeWhenLeft()
    {
        Timed log;
        log.fixture.config.segmentBytes = 5 * 1100;
        log.fixture.log->setConfig(log.fixture.config);
        log.write({10, 20, 30, 40, 99});
        QCOMPARE(log.times().size(), std::size_t(1024 / 12 * 12));
        QCOMPARE(log.entries(), 2u); // 30 at 2, 99 at 4
        log.write({50, 60, 70, 65});
        QVERIFY(log.fixture.log->segments().size() == 2);
        QCOMPARE(hexOf(log.times()), QString("000000000000001e"
                                             "00000002"
                                             "0000000000000063"
                                             "00000004"));
        // The last batches of the second have no entry of their own until it is closed.
        const std::int64_t second = log.fixture.log->segments()[1].base.value();
        QCOMPARE(log.fixture.log->segments()[1].maxTimestampMs, 70);
        QVERIFY(log.fixture.log->close().has_value());
        const Bytes closed = log.times(second);
        QCOMPARE(hexOf(ByteView(closed).last(12)), QString("0000000000000046"
                                                           "00000002"));
    }

    void theEntryOfACloseIsTakenBackWhenAppendsGoOn()
    {
        Timed log;
        log.write({10, 20, 30, 40});
        QVERIFY(log.fixture.log->close().has_value());
        QCOMPARE(log.entries(), 2u);
        log.fixture.reopen({.clean = true});
        QCOMPARE(log.fixture.log->recovery().segmentsChecked, 0u);
        QCOMPARE(log.entries(), 1u);
        QCOMPARE(log.fixture.log->segments()[0].maxTimestampMs, 40);
        QCOMPARE(log.offsetAt(40), 3);
        log.write({1, 2});
        const QString written = log.entryText();
        log.fixture.reopen({.clean = false});
        QCOMPARE(log.entryText(), written);
    }

    void aTimeIsFoundBySegmentThenTimesThenOffsetsThenScan()
    {
        Timed log;
        log.fixture.config.segmentBytes = 20 * 1100;
        log.fixture.log->setConfig(log.fixture.config);
        for (int i = 0; i < 100; ++i)
            log.write({1000 + 10 * i});
        QCOMPARE(log.offsetAt(0), 0);
        QCOMPARE(log.offsetAt(1000 + 990), 99);
        QCOMPARE(log.offsetAt(1000 + 991), -1);
        for (int i = 1; i < 100; ++i) {
            QCOMPARE(log.offsetAt(1000 + 10 * i), i);
            QCOMPARE(log.offsetAt(1000 + 10 * i - 5), i);
        }
        const auto trace = log.fixture.log->lookupTime(1500);
        QVERIFY(trace.has_value());
        QCOMPARE(trace->found.offset.value(), 50);
        QVERIFY(trace->segmentBase <= Offset(50) && trace->segmentsCompared == 3);
        QVERIFY(trace->timeEntry.timestampMs <= 1500 && trace->timeProbes >= 1);
        QVERIFY(trace->indexEntryOffset <= Offset(50));
        QVERIFY2(trace->batchesScanned <= 4, "the scan begins at the index entry");
        QVERIFY(trace->logBytes < 12000);
    }

    void earlierTimesBehindLaterOnesAreFound()
    {
        Timed log;
        log.write({100, 300, 200, 50, 400, 10, 500, 450});
        QCOMPARE(log.offsetAt(150), 1);
        QCOMPARE(log.offsetAt(301), 4);
        QCOMPARE(log.offsetAt(401), 6);
        QCOMPARE(log.offsetAt(5), 0);
        // Below the log start nothing is found.
        QVERIFY(log.fixture.log->raiseLogStart(Offset(2)));
        QCOMPARE(log.offsetAt(150), 2);
        QCOMPARE(log.offsetAt(5), 2);
    }

    void theRecordWithTheLargestTimeIsTheFirstThatHasIt()
    {
        Timed log;
        QCOMPARE(log.fixture.log->offsetOfMaxTimestamp()->offset, kNoOffset);
        log.write({100, 300, 200, 300, 10});
        QCOMPARE(log.fixture.log->offsetOfMaxTimestamp()->offset.value(), 1);
        QCOMPARE(log.fixture.log->offsetOfMaxTimestamp()->timestampMs, 300);
    }

    void cuttingTheLogCutsItsTimes()
    {
        Timed log;
        log.write({10, 20, 30, 40, 90, 5, 6, 7, 8});
        QVERIFY(log.fixture.log->truncateTo(Offset(4)).has_value());
        QCOMPARE(log.fixture.log->segments()[0].maxTimestampMs, 40);
        QCOMPARE(log.offsetAt(41), -1);
        QCOMPARE(log.offsetAt(40), 3);
        const std::string cut = indexText(log.fixture);
        log.fixture.reopen({.clean = false});
        QCOMPARE(QString::fromStdString(indexText(log.fixture)), QString::fromStdString(cut));
    }

    void aFullTimeIndexRollsTheSegment()
    {
        Timed log;
        log.fixture.config.segmentIndexBytes = 48; // 6 offsets, 4 times, one of them kept free
        log.fixture.log->setConfig(log.fixture.config);
        QVERIFY(log.fixture.log->truncateFullyAndStartAt(Offset(0)));
        for (int i = 0; i < 30; ++i)
            log.write({1000 + i});
        const auto segments = log.fixture.log->segments();
        QVERIFY(segments.size() > 2);
        QCOMPARE(segments[0].indexEntries, 3u);
        QVERIFY(segments[0].timeIndexEntries <= 4u);
    }

    void aMissingOrBrokenTimeIndexIsBuiltAgain_data()
    {
        QTest::addColumn<int>("bytes");
        QTest::newRow("missing") << -1;
        QTest::newRow("half an entry") << 30;
        QTest::newRow("zeros behind the entries") << 96;
    }
    void aMissingOrBrokenTimeIndexIsBuiltAgain()
    {
        QFETCH(int, bytes);
        Timed log;
        log.write({10, 20, 30, 40, 50, 60, 70});
        QVERIFY(log.fixture.log->close().has_value());
        log.fixture.log.reset();
        const std::string name = "TopicA-0/00000000000000000000.timeindex";
        if (bytes < 0) {
            QVERIFY(log.fixture.host.disk().remove(name));
        } else {
            auto file = *log.fixture.host.disk().open(name, world::OpenMode::MustExist);
            QVERIFY(file->truncate(static_cast<std::uint64_t>(bytes)));
        }
        log.fixture.reopen({.clean = true});
        QCOMPARE(log.fixture.log->recovery().segmentsChecked, 1u);
        for (int i = 0; i < 7; ++i)
            QCOMPARE(log.offsetAt(10 + 10 * i), i);
    }

    void theSealOfASegmentThatWasFlushedBeforeIsSyncedToo()
    {
        Timed log;
        log.fixture.host.disk().syncDirectory("", [](Result<void>) {});
        log.write({10, 20, 30, 40});
        log.fixture.log->flush();
        log.fixture.world.runFor(1s);
        QCOMPARE(log.fixture.log->recoveryPoint().value(), 4);
        log.fixture.config.segmentBytes = 4500;
        log.fixture.log->setConfig(log.fixture.config);
        log.write({50});
        log.fixture.log->flush();
        log.fixture.world.runFor(1s);
        log.fixture.host.control([&] {
            log.fixture.log.reset();
            log.fixture.host.losePower();
        });
        while (log.fixture.log)
            log.fixture.world.runOne();
        log.fixture.reopen({.clean = false, .recoveryPoint = Offset(5)});
        QCOMPARE(log.fixture.log->recovery().segmentsChecked, 1u);
        QCOMPARE(log.fixture.log->segments()[0].maxTimestampMs, 40);
        QCOMPARE(log.offsetAt(40), 3);
    }
};

QTEST_APPLESS_MAIN(TestTimeIndex)
#include "test_time_index.moc"
