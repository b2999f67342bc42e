#include <QTest>

#include "tests/engine/inspect/inspect_fixture.h"

using namespace hw;
using namespace hw::inspect;
using namespace hw::inspect::test;

class TestCheck : public QObject
{
    Q_OBJECT
private slots:
    void anEnginesOwnLogIsClean()
    {
        LogFixture fixture;
        fixture.create();
        for (int i = 0; i < 200; ++i)
            fixture.lead(batchOf(1 + i % 5, 300, kNow.ms() + i), i / 50);
        Kept kept;
        const auto totals = inspect::check(fixture.host.disk(), "TopicA-0", Detail::Entries, kept);
        QVERIFY(totals.has_value());
        QCOMPARE(kept.problems(), std::string());
        QVERIFY(kept.rowsOf("segment") > 3);
    }

    void soundFilesByHandAreClean()
    {
        Shelf shelf;
        threeBatches(shelf);
        shelf.put("logs/TopicA-0/00000000000000000030.snapshot", snapshot());
        shelf.put("logs/replication-offset-checkpoint", "0\n1\nTopicA 0 30\n");
        QCOMPARE(shelf.check("logs/TopicA-0").problems(), std::string());
        const Kept directory = shelf.check("logs");
        QCOMPARE(directory.problems(), std::string());
        QCOMPARE(directory.rowsOf("partition"), std::size_t(1));
        QCOMPARE(shelf.check("logs/TopicA-0/" + kLog).rowsOf("batch"), std::size_t(3));
        QCOMPARE(shelf.check("logs/TopicA-0/" + kLog, Detail::Records).rowsOf("record"),
                 std::size_t(30));
        QCOMPARE(shelf.check("logs/TopicA-0/" + kIndex).rowsOf("index-entry"), std::size_t(1));
        QCOMPARE(shelf.check("logs/TopicA-0/" + kTimes).rowsOf("time-index-entry"), std::size_t(1));
        QCOMPARE(shelf.check("logs/TopicA-0/00000000000000000030.snapshot").rowsOf("producer"),
                 std::size_t(1));
        QCOMPARE(shelf.check("logs/TopicA-0/" + kEpochs).rowsOf("epoch"), std::size_t(1));
    }

    void aFlippedByteIsABadCrc()
    {
        Shelf shelf;
        threeBatches(shelf);
        Bytes bytes = shelf.bytes("logs/TopicA-0/" + kLog);
        const std::size_t second = bytes.size() / 3;
        bytes[second + 70] ^= 1;
        shelf.put("logs/TopicA-0/" + kLog, bytes);
        const Kept kept = shelf.check("logs/TopicA-0");
        QCOMPARE(kept.problems(), "bad-crc " + kLog + " " + std::to_string(second) + "\n");
        QVERIFY(kept.findings.front().found != kept.findings.front().expected);
    }

    void aTornTailAndZeroesAreTold()
    {
        Shelf shelf;
        threeBatches(shelf);
        Bytes whole = shelf.bytes("logs/TopicA-0/" + kLog);
        const std::size_t third = whole.size() / 3 * 2;
        Bytes torn(whole.begin(), whole.end() - 5);
        shelf.put("logs/TopicA-0/" + kLog, torn);
        shelf.put("logs/.kafka_cleanshutdown", "{\"version\":0,\"brokerEpoch\":7}");
        Kept kept = shelf.check("logs/TopicA-0");
        QCOMPARE(kept.problems(), "torn-batch " + kLog + " " + std::to_string(third) + "\n");
        QCOMPARE(kept.first(FindingKind::TornBatch)->found, std::to_string(whole.size() / 3 - 5));

        whole.resize(whole.size() + 1000);
        shelf.put("logs/TopicA-0/" + kLog, whole);
        kept = shelf.check("logs/TopicA-0");
        QCOMPARE(kept.problems(),
                 "zero-bytes " + kLog + " " + std::to_string(whole.size() - 1000) + "\n");
    }

    void offsetsThatFallAndGapsAreTold()
    {
        Shelf shelf;
        threeBatches(shelf);
        shelf.log(kLog, {storedBatch(0, 0, 10), storedBatch(15, 0, 5), storedBatch(12, 0, 3)});
        shelf.put("logs/TopicA-0/" + kIndex, Bytes());
        const Kept kept = shelf.check("logs/TopicA-0");
        QVERIFY(kept.first(FindingKind::OffsetGap)->isProblem);
        QCOMPARE(kept.first(FindingKind::OffsetGap)->expected, std::string("10"));
        QCOMPARE(kept.first(FindingKind::OffsetsNotRising)->found, std::string("12"));
        QCOMPARE(kept.first(FindingKind::OffsetsNotRising)->expected, std::string("20"));

        // In a log that was compacted gaps are as they should be.
        shelf.put("logs/cleaner-offset-checkpoint", "0\n1\nTopicA 0 20\n");
        QVERIFY(!shelf.check("logs/TopicA-0").first(FindingKind::OffsetGap)->isProblem);
    }

    void epochsThatFallOrDisagreeAreTold()
    {
        Shelf shelf;
        threeBatches(shelf);
        shelf.log(kLog, {storedBatch(0, 2, 10), storedBatch(10, 1, 10), storedBatch(20, 1, 10)});
        shelf.put("logs/TopicA-0/" + kEpochs, "0\n3\n2 0\n1 10\n5 99\n");
        const Kept kept = shelf.check("logs/TopicA-0");
        QCOMPARE(kept.first(FindingKind::EpochFalls)->expected, std::string("2"));
        QCOMPARE(*kept.first(FindingKind::EpochsNotRising)->position, std::uint64_t(4));
        QCOMPARE(kept.first(FindingKind::EpochBeyondEnd)->found, std::string("99"));
        shelf.put("logs/TopicA-0/" + kEpochs, "0\n1\n7 0\n");
        QVERIFY(shelf.check("logs/TopicA-0").first(FindingKind::EpochMismatch));
        QVERIFY(shelf.disk.remove("logs/TopicA-0/" + kEpochs).has_value());
        QVERIFY(shelf.check("logs/TopicA-0").first(FindingKind::MissingEpochs));
    }

    void wrongIndexEntriesAreTold()
    {
        Shelf shelf;
        threeBatches(shelf);
        shelf.put("logs/.kafka_cleanshutdown", "{\"version\":0,\"brokerEpoch\":7}");
        const auto size = static_cast<std::uint32_t>(storedBatch(0, 0, 10).size());
        const auto with = [&](const Bytes& entries) {
            shelf.put("logs/TopicA-0/" + kIndex, entries);
            return shelf.check("logs/TopicA-0").problems();
        };
        QCOMPARE(with(offsetEntries({{19, size}, {29, 2 * size}})), std::string());
        QCOMPARE(with(offsetEntries({{19, size + 1}})), "index-not-batch-start " + kIndex + " 0\n");
        QCOMPARE(with(offsetEntries({{18, size}})), "index-wrong-offset " + kIndex + " 0\n");
        QCOMPARE(with(offsetEntries({{29, 3 * size}})), "index-beyond-log " + kIndex + " 0\n");
        QCOMPARE(with(offsetEntries({{19, size}, {19, size}})),
                 "index-not-rising " + kIndex + " 8\n");
        QCOMPARE(with(offsetEntries({{19, size}, {0, 0}, {29, 2 * size}})),
                 "index-zero-inside " + kIndex + " 8\n");
        // A follower may have written two batches at once: the entry names the last of them.
        QCOMPARE(with(offsetEntries({{29, size}})), std::string());
        Bytes part = offsetEntries({{19, size}});
        part.push_back(1);
        QCOMPARE(with(part), "wrong-size " + kIndex + "\n");
        // While a segment is active its index is longer than its entries.
        Bytes preallocated = offsetEntries({{19, size}});
        preallocated.resize(1024);
        QCOMPARE(with(preallocated), std::string());
    }

    void wrongTimeIndexEntriesAreTold()
    {
        Shelf shelf;
        threeBatches(shelf);
        const auto with = [&](const Bytes& entries) {
            shelf.put("logs/TopicA-0/" + kTimes, entries);
            return shelf.check("logs/TopicA-0").problems();
        };
        QCOMPARE(with(timeEntries({{kNow.ms() - 1, 9}})), "time-mismatch " + kTimes + " 0\n");
        QCOMPARE(with(timeEntries({{kNow.ms(), 9}, {kNow.ms(), 19}})),
                 "time-not-rising " + kTimes + " 12\n");
        QCOMPARE(with(timeEntries({{kNow.ms(), 99}})), "index-beyond-log " + kTimes + " 0\n");
        shelf.put("logs/.kafka_cleanshutdown", "{\"version\":0,\"brokerEpoch\":7}");
        QCOMPARE(with(Bytes()), "time-not-at-end " + kTimes + " 0\n");
    }

    void segmentsThatOverlapOrLackIndexesAreTold()
    {
        Shelf shelf;
        threeBatches(shelf);
        shelf.log("00000000000000000025.log", {storedBatch(25, 0, 10)});
        const Kept kept = shelf.check("logs/TopicA-0");
        QCOMPARE(kept.first(FindingKind::OffsetsNotRising)->file,
                 std::string("00000000000000000025.log"));
        QCOMPARE(kept.first(FindingKind::MissingIndex)->expected,
                 std::string("00000000000000000025.index"));
        // The first one is no longer active.
        shelf.put("logs/TopicA-0/00000000000000000040.index", Bytes());
        QVERIFY(shelf.check("logs/TopicA-0").first(FindingKind::MissingLog));
    }

    void checkpointsBeyondTheEndAreTold()
    {
        Shelf shelf;
        threeBatches(shelf);
        shelf.put("logs/recovery-point-offset-checkpoint", "0\n2\nTopicA 0 31\nTopicX 3 1\n");
        shelf.put("logs/replication-offset-checkpoint", "0\n2\nTopicA 0 30\n");
        shelf.put("logs/log-start-offset-checkpoint", "0\n1\nTopicA zero 3\n");
        const Kept kept = shelf.check("logs");
        QCOMPARE(kept.problems(),
                 std::string("text-line log-start-offset-checkpoint 3\n"
                             "text-count replication-offset-checkpoint 2\n"
                             "checkpoint-beyond-end recovery-point-offset-checkpoint\n"));
        QCOMPARE(kept.first(FindingKind::CheckpointNoPartition)->found, std::string("TopicX-3"));
    }

    /// A broker of Apache Kafka makes them so, and fills them later.
    void checkpointsWithoutAByteAreSound()
    {
        Shelf shelf;
        threeBatches(shelf);
        shelf.put("logs/cleaner-offset-checkpoint", "");
        QCOMPARE(shelf.check("logs").problems(), std::string());
    }

    void damagedSnapshotsAreTold()
    {
        Shelf shelf;
        threeBatches(shelf);
        const std::string name = "00000000000000000030.snapshot";
        const auto with = [&](const Bytes& bytes) {
            shelf.put("logs/TopicA-0/" + name, bytes);
            return shelf.check("logs/TopicA-0/" + name).problems();
        };
        Bytes flipped = snapshot();
        flipped.back() ^= 1;
        QCOMPARE(with(flipped), "snapshot-crc " + name + " 2\n");
        Bytes beyond = snapshot();
        beyond[10 + 8 + 2 + 4 + 7] = 30; // lastOffset
        QCOMPARE(with(withCrc(beyond)), "snapshot-entry " + name + " 10\n");
        Bytes counts = snapshot();
        counts[9] = 2;
        QCOMPARE(with(withCrc(counts)), "snapshot-count " + name + " 6\n");
        QCOMPARE(with(fromHex("0002")), "wrong-size " + name + "\n");
        QCOMPARE(with(snapshot()), std::string());
    }

    void oldFormatsAreDescribed()
    {
        Shelf shelf;
        // Magic 0: offset 0, size 22, CRC, magic, attributes, key -1, value of 8 bytes.
        shelf.put("logs/TopicA-0/" + kLog,
                  fromHex("0000000000000000 00000016 12345678 00 00 ffffffff 00000008 "
                          "4142434445464748"));
        shelf.put("logs/TopicA-0/" + kIndex, Bytes());
        shelf.put("logs/TopicA-0/" + kTimes, Bytes());
        const Kept kept = shelf.check("logs/TopicA-0");
        QCOMPARE(kept.problems(), std::string());
        QCOMPARE(kept.first(FindingKind::OldMagic)->found, std::string("0"));
    }

    void whatIsNotKafkasIsRefused()
    {
        Shelf shelf;
        shelf.put("notes.txt", "hello");
        const auto kind = kindOf(shelf.disk, "notes.txt");
        QVERIFY(!kind && kind.error().kind == Failure::Invalid);
        QVERIFY(kindOf(shelf.disk, "nowhere").error().kind == Failure::NotFound);
        QVERIFY(shelf.disk.makeDirectory("etc/dbus-1"));
        shelf.put("etc/dbus-1/session.conf", "a name like a partition's is not enough");
        QVERIFY(!kindOf(shelf.disk, "etc"));
        QVERIFY(!kindOf(shelf.disk, "etc/dbus-1"));
    }

    void stopsWhenNobodyWantsTheRest()
    {
        Shelf shelf;
        threeBatches(shelf);
        Kept kept;
        kept.most = 100;
        const auto totals = inspect::check(shelf.disk, "logs/TopicA-0", Detail::None, kept);
        QVERIFY(totals && totals->wasStopped);
    }

    /// Cuts and flips at random: described, never crashed on.
    void damageNeverCrashes()
    {
        const std::uint64_t seed = 20240807;
        world::Random random(seed);
        qInfo("seed %llu", static_cast<unsigned long long>(seed));
        LogFixture fixture;
        fixture.create();
        for (int i = 0; i < 60; ++i)
            fixture.lead(batchOf(1 + i % 5, 300, kNow.ms() + i), i / 20);
        world::Disk& disk = fixture.host.disk();
        {
            const auto file =
                disk.open("TopicA-0/00000000000000000010.snapshot", world::OpenMode::Truncate);
            QVERIFY((*file)->writeAt(0, snapshot()).has_value());
        }
        const auto entries = *disk.list("TopicA-0");
        std::map<std::string, Bytes> originals;
        for (const auto& entry : entries)
            originals[entry.name] = fixture.fileBytes(entry.name);
        for (int round = 0; round < 400; ++round) {
            const auto& [name, whole] =
                *std::next(originals.begin(), static_cast<long>(random.below(originals.size())));
            Bytes bytes = whole;
            if (random.below(3) == 0 && !bytes.empty())
                bytes.resize(random.below(bytes.size()));
            for (std::uint64_t flips = random.below(8); flips > 0 && !bytes.empty(); --flips)
                bytes[random.below(bytes.size())] ^=
                    static_cast<std::uint8_t>(1 << random.below(8));
            auto file = disk.open("TopicA-0/" + name, world::OpenMode::Truncate);
            QVERIFY((*file)->writeAt(0, bytes).has_value());
            Kept kept;
            const auto totals = inspect::check(disk, "TopicA-0", Detail::Records, kept);
            QVERIFY(totals.has_value());
            for (const Finding& finding : kept.findings)
                QVERIFY(!observe::textOf(finding).empty());
            file = disk.open("TopicA-0/" + name, world::OpenMode::Truncate);
            QVERIFY((*file)->writeAt(0, whole).has_value());
        }
    }
};

QTEST_APPLESS_MAIN(TestCheck)
#include "test_check.moc"
