#include <QTest>

#include "tests/engine/log/cleaner/cleaner_fixture.h"

using namespace hw;
using namespace hw::log;
using namespace hw::log::test;

namespace {

protocol::BatchSpec transactional(CleanerFixture& f, ProducerId producer)
{
    return {.baseOffset = f.log().leo(),
            .leaderEpoch = LeaderEpoch(0),
            .producerId = producer,
            .producerEpoch = ProducerEpoch(0),
            .transactional = true};
}

/// As a follower gets it.
void appendInTransaction(CleanerFixture& f, ProducerId producer, const char* value)
{
    protocol::BatchSpec spec = transactional(f, producer);
    spec.baseSequence = 0;
    protocol::BatchBuilder builder(spec);
    builder.add(f.world.wallTime(), viewOf("a"), viewOf(value));
    QVERIFY(f.log().appendAsFollower(Slice(builder.build()), kNow).has_value());
}

void endTransaction(CleanerFixture& f, ProducerId producer, bool commit)
{
    const Bytes marker =
        protocol::buildControlMarker(transactional(f, producer), f.world.wallTime(), {commit, 7});
    QVERIFY(f.log().appendAsFollower(Slice(marker), kNow).has_value());
}

void writeTransactionIndex(CleanerFixture& f, Offset base,
                           const std::vector<AbortedTransaction>& aborted)
{
    const std::string name = segmentFileName(base, kTransactionIndexSuffix);
    auto index = *f.host.disk().open("TopicA-0/" + name, world::OpenMode::CreateNew);
    QVERIFY(index->writeAt(0, transactionIndexBytes(aborted)).has_value());
}

} // namespace

class TestLogCleaner : public QObject
{
    Q_OBJECT
private slots:
    void tombstonesStayUntilALaterPassAfterTheirTime() // R15
    {
        CleanerFixture f;
        f.config.deleteRetention = 100ms;
        f.config.segmentTime = 100ms;
        f.start();
        f.write("1111", "a");
        f.write("2222", "b");
        f.write("1111", "c");
        f.write("1111", std::nullopt);
        f.world.runFor(150ms);
        QCOMPARE(f.write("3333", "d").value(), 4);
        QCOMPARE(f.log().activeSegmentBase().value(), 4);
        const WallTime before = f.world.wallTime();
        f.clean();
        QCOMPARE(f.text(), std::string("1:2222=b 3:1111 4:3333=d"));
        QCOMPARE(f.reports.size(), std::size_t(1));
        QCOMPARE(f.reports[0].firstDirty.value(), 0);
        QCOMPARE(f.reports[0].end.value(), 4);
        QCOMPARE(f.reports[0].records.recordsRead, 4u);
        QCOMPARE(f.reports[0].records.recordsKept, 2u);
        QCOMPARE(f.reports[0].records.tombstonesKept, 1u);
        QCOMPARE(f.log().leo().value(), 5);
        const protocol::BatchHeader tombstone = f.batches()[1].header;
        QVERIFY(tombstone.hasDeleteHorizon());
        const std::int64_t due = tombstone.baseTimestamp.ms() - before.ms();
        QVERIFY2(due >= 100 && due <= 150, "now + delete.retention.ms");

        // Nothing new is dirty, so nothing happens, however long it takes.
        f.world.runFor(1s);
        QCOMPARE(f.reports.size(), std::size_t(1));
        QCOMPARE(f.text(), std::string("1:2222=b 3:1111 4:3333=d"));

        QCOMPARE(f.write("4444", "e").value(), 5);
        QCOMPARE(f.write("5555", "f").value(), 6);
        QCOMPARE(f.log().activeSegmentBase().value(), 5);
        f.clean();
        QCOMPARE(f.text(), std::string("1:2222=b 4:3333=d 5:4444=e 6:5555=f"));
        QCOMPARE(f.reports.size(), std::size_t(2));
        QCOMPARE(f.reports[1].records.tombstonesDropped, 1u);
        QCOMPARE(f.log().leo().value(), 7);
        QCOMPARE(f.cleaner->firstDirty(kPartition)->value(), 5);
    }

    void aTombstoneWhoseTimeIsNotOverStays()
    {
        CleanerFixture f;
        f.config.deleteRetention = 10s;
        f.start();
        f.write("a", std::nullopt);
        f.roll();
        f.clean();
        f.world.runFor(5s);
        f.write("b", "1");
        f.roll();
        f.clean();
        QCOMPARE(f.text(), std::string("0:a 2:b=1"));
        f.world.runFor(6s);
        f.roll();
        f.clean();
        QCOMPARE(f.text(), std::string("2:b=1"));
    }

    void theLastBatchOfTheRoundIsAShell() // R15
    {
        CleanerFixture f;
        f.start();
        f.config.segmentTime = 100ms;
        f.write("a", "1");
        f.write("b", "1");
        f.write("a", "2");
        f.world.runFor(150ms);
        f.write("a", "3"); // in the active segment: not known to the map
        f.clean();
        QCOMPARE(f.text(), std::string("1:b=1 2:a=2 3:a=3"));
        f.write("c", "1");
        f.world.runFor(150ms);
        f.write("c", "2");
        f.clean();
        QCOMPARE(f.text(), std::string("1:b=1 3:a=3 4:c=1 5:c=2"));
        // Now [3, 5) was mapped and 2 is neither the newest nor the round's last.
        f.world.runFor(150ms);
        f.write("c", "3");
        f.clean();
        QCOMPARE(f.text(), std::string("1:b=1 3:a=3 5:c=2 6:c=3"));
    }

    void aRoundThatEmptiesItsLastBatchKeepsItAsAShell() // R15
    {
        CleanerFixture f;
        f.start();
        f.write("b", "1");
        appendInTransaction(f, ProducerId(2), "aborted"); // 1
        f.roll();                                         // 2
        endTransaction(f, ProducerId(2), false);          // 3, in the active segment
        const std::vector<AbortedTransaction> aborted{
            {ProducerId(2), Offset(1), Offset(3), Offset(1)}};
        writeTransactionIndex(f, Offset(2), aborted);
        f.forgetProducers();
        f.clean();
        const auto left = f.batches();
        QCOMPARE(left.size(), std::size_t(4));
        QCOMPARE(left[1].header.recordCount, 0);
        QCOMPARE(left[1].header.baseOffset.value(), 1);
        QCOMPARE(left[1].header.producerId, ProducerId(2));
        QCOMPARE(f.text().substr(0, 5), std::string("0:b=1"));
        // Whoever copies the segment learns where it ends.
        QCOMPARE(f.log().read(Offset(1), Offset(2), 100, true)->nextOffset.value(), 2);
    }

    void aFullMapLeavesTheRestForTheNextRound()
    {
        CleanerFixture f;
        f.config.segmentBytes = 600;
        f.cleaning.dedupeBufferBytes = 20 * KeyOffsetMap::kSlotBytes; // 18 keys
        f.start();
        for (int round = 0; round < 3; ++round)
            for (int i = 0; i < 20; ++i)
                f.write("key-" + std::to_string(i), std::to_string(round));
        f.roll();
        f.clean();
        QVERIFY(f.reports.size() > 2);
        QCOMPARE(f.reports[0].end.value(), 18);
        std::map<std::string, int> seen;
        for (const auto& record : f.records())
            ++seen[record.key];
        QCOMPARE(seen.size(), std::size_t(21));
        QVERIFY(std::ranges::all_of(seen, [](const auto& key) { return key.second == 1; }));
        QCOMPARE(f.records().front().offset, 40);
    }

    void smallSegmentsBecomeOne()
    {
        CleanerFixture f;
        f.start();
        for (int i = 0; i < 8; ++i) {
            f.write("key-" + std::to_string(i % 2), std::string(500, 'v'));
            f.roll();
        }
        QCOMPARE(f.log().segmentCount(), std::size_t(9));
        f.clean();
        QCOMPARE(f.log().segmentCount(), std::size_t(3));
        QCOMPARE(f.log().firstSegmentBase().value(), 0);
        // Once they are small they fit together.
        f.write("key-0", "x");
        f.roll();
        f.clean();
        QCOMPARE(f.log().segmentCount(), std::size_t(2));
        QVERIFY(f.filesEnding(".deleted") > 0);
        f.world.runFor(61s);
        QCOMPARE(f.filesEnding(".deleted"), std::size_t(0));
        QCOMPARE(f.filesEnding(".log"), std::size_t(2));
    }

    void readersSkipAndTimesAreFound()
    {
        CleanerFixture f;
        f.config.segmentBytes = 2000;
        f.start();
        std::vector<std::int64_t> times;
        for (int i = 0; i < 200; ++i) {
            times.push_back(f.world.wallTime().ms());
            f.write("key-" + std::to_string(i % 7), std::string(50, 'v'));
            f.world.runFor(1ms);
        }
        f.roll();
        f.clean();
        const auto kept = f.records();
        QVERIFY(kept.size() < 60);
        std::size_t next = 0;
        for (std::int64_t offset = 0; offset < f.log().leo().value(); ++offset) {
            while (kept[next].offset < offset)
                ++next;
            const auto read = f.log().read(Offset(offset), f.log().leo(), 1, true);
            QVERIFY(read.has_value());
            const auto header = protocol::BatchHeader::parse(read->records.flatten()->view());
            QVERIFY(header->lastOffset().value() >= offset);
            QCOMPARE(header->lastOffset().value(), kept[next].offset);
            QCOMPARE(f.log().positionOf(Offset(offset)).value(), read->position);
        }
        for (int i = 0; i < 200; ++i) {
            const auto found = f.log().offsetForTimestamp(times[i], f.log().leo());
            const auto first =
                std::ranges::find_if(kept, [&](const auto& record) { return record.offset >= i; });
            QCOMPARE(found->offset.value(), first->offset);
        }
    }

    void indexesEqualThoseRebuilt()
    {
        CleanerFixture f;
        f.start();
        for (int i = 0; i < 300; ++i)
            f.write("key-" + std::to_string(i % 90), std::string(100, 'v'));
        f.roll();
        f.clean();
        const auto files = f.sealedFiles();
        QVERIFY(std::ranges::any_of(files, [](const auto& file) {
            return file.first.ends_with(".index") && file.second.size() > 8;
        }));
        f.crash(false);
        for (const auto& [name, bytes] : files)
            if (!name.ends_with(".log"))
                QVERIFY(f.host.disk().remove("TopicA-0/" + name).has_value());
        f.start();
        QVERIFY(f.sealedFiles() == files);
    }

    void gapsThatAFollowerCopiedAreNoDamage()
    {
        CleanerFixture f;
        f.config.segmentBytes = 300;
        f.start();
        (void)f.log();
        f.world.runFor(1s);
        for (int base = 0; base < 200; base += 10) // as a compacted leader sends them
            QVERIFY(f.log().appendAsFollower(storedBatch(base, 0, 1, 60), kNow).has_value());
        QVERIFY(f.log().segmentCount() > 8);
        f.world.runFor(5ms); // far less than a checkpoint's interval
        const Offset leo = f.log().leo();
        f.crash(false);
        f.start();
        QCOMPARE(f.log().leo(), leo);
        QCOMPARE(f.batches().size(), std::size_t(20));
    }

    void markersAndAbortedDataFollowTheTransactionIndex()
    {
        CleanerFixture f;
        f.config.deleteRetention = 100ms;
        f.start();
        appendInTransaction(f, ProducerId(1), "committed"); // 0
        appendInTransaction(f, ProducerId(2), "aborted");   // 1
        endTransaction(f, ProducerId(1), true);             // 2
        endTransaction(f, ProducerId(2), false);            // 3
        const std::vector<AbortedTransaction> aborted{
            {ProducerId(2), Offset(1), Offset(3), Offset(1)}};
        writeTransactionIndex(f, Offset(0), aborted);
        f.roll(); // 4
        f.clean();
        // The aborted value does not hide the committed one, though it is newer.
        QCOMPARE(f.text().substr(0, 13), std::string("0:a=committed"));
        QCOMPARE(f.batches().size(), std::size_t(5));
        QCOMPARE(f.batches()[1].header.recordCount, 0); // its producer's sequence hangs on it
        QVERIFY(
            parseTransactionIndex(f.fileBytes("TopicA-0/00000000000000000000.txnindex")).value() ==
            aborted);
        f.forgetProducers();
        f.roll(); // 5
        f.clean();
        QCOMPARE(f.batches().size(), std::size_t(5)); // the shell went, which was met once more
        QVERIFY(!f.batches()[2].header.hasDeleteHorizon());
        f.roll(); // 6
        f.clean();
        QVERIFY(f.batches()[2].header.hasDeleteHorizon()); // nothing of the aborted one was met
        QVERIFY(!f.batches()[1].header.hasDeleteHorizon());
        f.world.runFor(200ms);
        f.roll(); // 7
        f.clean();
        const auto left = f.batches();
        QCOMPARE(left.size(), std::size_t(4)); // 0, its marker, the last two rolls
        QVERIFY(left[1].header.isControl());
        QCOMPARE(left[1].header.baseOffset.value(), 2);
        QVERIFY(!f.host.disk().exists("TopicA-0/00000000000000000000.txnindex"));
    }

    void aProducersSequenceOutlivesItsRecords()
    {
        CleanerFixture f;
        f.start();
        const auto append = [&](std::int32_t sequence) {
            protocol::BatchBuilder builder({.producerId = ProducerId(9),
                                            .producerEpoch = ProducerEpoch(0),
                                            .baseSequence = sequence});
            builder.add(f.world.wallTime(), viewOf("a"), viewOf("p"));
            return f.log().appendAsLeader(Slice(builder.build()), LeaderEpoch(0),
                                          f.world.wallTime());
        };
        QVERIFY(append(0).has_value());
        QVERIFY(append(1).has_value());
        f.write("a", "newer");
        f.roll();
        f.clean();
        QCOMPARE(f.text(), std::string("2:a=newer"));
        QCOMPARE(f.batches()[0].header.baseOffset.value(), 1);
        QCOMPARE(f.batches()[0].header.recordCount, 0);
        f.crash(false);
        const auto files = f.host.disk().list(kPartition.text());
        for (const world::DirectoryEntry& file : *files)
            if (file.name.ends_with(".snapshot"))
                QVERIFY(f.host.disk().remove("TopicA-0/" + file.name).has_value());
        f.start();
        QVERIFY(!append(3).has_value()); // out of order: the log still tells
        QVERIFY(append(1)->isDuplicate);
        QVERIFY(append(2).has_value());
    }
};

QTEST_APPLESS_MAIN(TestLogCleaner)
#include "test_log_cleaner.moc"
