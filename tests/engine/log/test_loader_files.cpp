#include <QTest>

#include "engine/log/deleted_files.h"
#include "engine/log/loader.h"
#include "tests/engine/log/log_fixture.h"

using namespace hw;
using namespace hw::log;
using namespace hw::log::test;

namespace {

/// A log of five segments of two records each (bases 0, 2, 4, 6, 8), closed; then a crash is
/// staged by hand in its directory.
class Crashed
{
public:
    Crashed()
    {
        fixture.config.segmentBytes = 2200;
        fixture.create();
        for (int i = 0; i < 10; ++i)
            fixture.lead(batchOf(1, 950));
        HW_ASSERT(fixture.log->close().has_value(), "the disk is good");
        fixture.log.reset();
    }
    /// A segment of whole batches [from, to), with (wrong, empty) indexes.
    void put(std::int64_t from, std::int64_t to, const std::string& suffix)
    {
        write(segmentFileName(Offset(from), ".log") + suffix, bytesOf(from, to));
        write(segmentFileName(Offset(from), ".index") + suffix, {});
        write(segmentFileName(Offset(from), ".timeindex") + suffix, {});
    }
    Slice bytesOf(std::int64_t from, std::int64_t to)
    {
        std::vector<Slice> batches;
        for (std::int64_t offset = from; offset < to; ++offset)
            batches.push_back(storedBatch(offset, 0, 1, 10));
        return joined(batches);
    }
    void write(const std::string& name, const Slice& bytes)
    {
        auto file = *fixture.host.disk().open("TopicA-0/" + name, world::OpenMode::Truncate);
        HW_ASSERT(bytes.size() == 0 || file->writeAt(0, bytes.view()).has_value(), "a good disk");
    }
    QString open(bool clean = true)
    {
        fixture.reopen({.clean = clean});
        QString bases;
        for (const SegmentInfo& segment : fixture.log->segments())
            bases += QString("%1 ").arg(segment.base.value());
        return bases;
    }
    bool exists(const std::string& name) { return fixture.host.disk().exists("TopicA-0/" + name); }
    /// Nothing but plain names is left, and every index has its log.
    bool isTidy()
    {
        const auto entries = *fixture.host.disk().list("TopicA-0");
        for (const auto& entry : entries)
            for (const char* suffix : {kDeletedSuffix, kCleanedSuffix, kSwapSuffix, ".tmp"})
                if (entry.name.ends_with(suffix))
                    return false;
        return true;
    }

    LogFixture fixture;
};

} // namespace

/// What a crash can leave in a directory.  Kafka: LogLoaderTest.
class TestLoaderFiles : public QObject
{
    Q_OBJECT
private slots:
    /// It says nothing, and would stop the broker after the next clean shutdown.
    void aTornTopicIdIsRemovedAfterACrash()
    {
        for (const Bytes& left : {Bytes{'v', 'e', 'r'}, Bytes()}) {
            Crashed crashed;
            crashed.write("partition.metadata", Slice(Bytes(left)));
            crashed.open(false);
            QVERIFY(!crashed.exists("partition.metadata"));
            QVERIFY(!crashed.fixture.log->topicId());
        }
    }

    void deletedCleanedAndTemporaryFilesGo()
    {
        Crashed crashed;
        crashed.put(0, 2, kDeletedSuffix);
        crashed.put(2, 6, kCleanedSuffix);
        crashed.write("leader-epoch-checkpoint.tmp", {});
        QCOMPARE(crashed.open(), QString("0 2 4 6 8 "));
        QVERIFY(crashed.isTidy());
        QCOMPARE(crashed.fixture.log->leo().value(), 10);
    }

    void aSwapTakesThePlaceOfTheSegmentsInItsRange()
    {
        Crashed crashed;
        crashed.put(2, 6, kSwapSuffix); // compacted from segments 2 and 4
        QCOMPARE(crashed.open(), QString("0 2 6 8 "));
        QVERIFY(crashed.isTidy());
        QCOMPARE(crashed.fixture.log->leo().value(), 10);
        // It is the swapped one that is read.
        QCOMPARE(crashed.fixture.readAll(Offset(2), Offset(6)).size(),
                 crashed.bytesOf(2, 6).size());
    }

    void aSwapWhoseOldSegmentsAreGoneAlreadyIsRenamed()
    {
        Crashed crashed;
        crashed.put(2, 6, kSwapSuffix);
        for (const char* base : {"2", "4"})
            for (const char* suffix : {".log", ".index", ".timeindex"}) {
                const std::string name = segmentFileName(Offset(std::stoi(base)), suffix);
                QVERIFY(crashed.fixture.host.disk().rename("TopicA-0/" + name,
                                                           "TopicA-0/" + name + kDeletedSuffix));
            }
        QCOMPARE(crashed.open(), QString("0 2 6 8 "));
        QVERIFY(crashed.isTidy());
    }

    void aSwapAtOrAboveACleanedOneIsHalfAnOperationAndGoes()
    {
        Crashed crashed;
        crashed.put(2, 4, kCleanedSuffix);
        crashed.put(4, 6, kSwapSuffix);
        QCOMPARE(crashed.open(), QString("0 2 4 6 8 "));
        QVERIFY(crashed.isTidy());
        QCOMPARE(crashed.fixture.readAll(Offset(4), Offset(5)).size(), batchOf(1, 950).size());
    }

    void aSwapBelowTheCleanedOneIsKept()
    {
        Crashed crashed;
        crashed.put(0, 2, kSwapSuffix);
        crashed.put(4, 6, kCleanedSuffix);
        QCOMPARE(crashed.open(), QString("0 2 4 6 8 "));
        QCOMPARE(crashed.fixture.readAll(Offset(0), Offset(2)).size(),
                 crashed.bytesOf(0, 2).size());
    }

    void indexesWithoutALogGo()
    {
        Crashed crashed;
        for (const char* suffix : {".index", ".timeindex", ".txnindex"})
            crashed.write(segmentFileName(Offset(77), suffix), {});
        QCOMPARE(crashed.open(), QString("0 2 4 6 8 "));
        for (const char* suffix : {".index", ".timeindex", ".txnindex"})
            QVERIFY(!crashed.exists(segmentFileName(Offset(77), suffix)));
    }

    void aBadBatchCutsThereAndLaterSegmentsGo()
    {
        Crashed crashed;
        const std::string name = "TopicA-0/" + segmentFileName(Offset(4), ".log");
        auto file = *crashed.fixture.host.disk().open(name, world::OpenMode::MustExist);
        const std::uint8_t flipped = 0x55;
        QVERIFY(file->writeAt(file->size() - 3, ByteView(&flipped, 1)));
        file.reset();
        QCOMPARE(crashed.open(false), QString("0 2 4 "));
        QCOMPARE(crashed.fixture.log->leo().value(), 5);
        QVERIFY(!crashed.exists(segmentFileName(Offset(6), ".log")));
        QVERIFY(!crashed.exists(segmentFileName(Offset(8), ".timeindex")));
    }

    void manySegmentsAreOpenedInSlices()
    {
        Crashed crashed;
        LogLoader loader(crashed.fixture.context(), "TopicA-0", kPartition, crashed.fixture.config,
                         {.clean = true}, kNow);
        int steps = 1;
        while (!loader.step(1).value())
            ++steps;
        QVERIFY(steps >= 5);
        QCOMPARE(loader.take()->leo().value(), 10);
    }
};

QTEST_APPLESS_MAIN(TestLoaderFiles)
#include "test_loader_files.moc"
