#include <QTest>

#include "tests/engine/inspect/inspect_fixture.h"

using namespace hw;
using namespace hw::inspect;
using namespace hw::inspect::test;

/// What a broker leaves lying and will mend by itself is no problem; the same elsewhere is one.
class TestLeftovers : public QObject
{
    Q_OBJECT
private slots:
    /// While a broker writes, and after it was killed, its next start cuts what is half a batch;
    /// but what was synced must be whole.
    void aTornTailOfAnOpenLogIsRemarked()
    {
        Shelf shelf;
        threeBatches(shelf);
        Bytes torn = shelf.bytes("logs/TopicA-0/" + kLog);
        torn.resize(torn.size() - 5);
        shelf.put("logs/TopicA-0/" + kLog, torn);
        Kept kept = shelf.check("logs");
        QCOMPARE(kept.problems(), std::string());
        QCOMPARE(kept.first(FindingKind::TornBatch)->found,
                 std::to_string(storedBatch(0, 0, 10).size() - 5));
        shelf.put("logs/recovery-point-offset-checkpoint", "0\n1\nTopicA 0 20\n");
        QCOMPARE(shelf.check("logs").problems(), std::string());
        shelf.put("logs/recovery-point-offset-checkpoint", "0\n1\nTopicA 0 30\n");
        kept = shelf.check("logs");
        QVERIFY(kept.first(FindingKind::TornBatch)->isProblem);
        // A directory alone, of which nothing says that a broker holds it.
        QVERIFY(shelf.disk.remove("logs/meta.properties").has_value());
        QVERIFY(shelf.check("logs/TopicA-0").first(FindingKind::TornBatch)->isProblem);
    }

    void leftoversAndStrangeNamesAreTold()
    {
        Shelf shelf;
        threeBatches(shelf);
        for (const char* name :
             {"00000000000000000000.log.cleaned", "00000000000000000000.log.swap",
              "00000000000000000000.index.deleted", "7.log"})
            shelf.put("logs/TopicA-0/" + std::string(name), Bytes());
        Kept kept = shelf.check("logs/TopicA-0");
        QCOMPARE(kept.problems(), std::string("bad-name 7.log\n"));
        std::string leftovers;
        for (const Finding& finding : kept.findings)
            leftovers += finding.kind == FindingKind::LeftoverFile ? finding.file + "\n" : "";
        QCOMPARE(leftovers, std::string("00000000000000000000.index.deleted\n"
                                        "00000000000000000000.log.cleaned\n"
                                        "00000000000000000000.log.swap\n"));
        QVERIFY(shelf.disk.makeDirectory("logs/nothing").has_value());
        QVERIFY(shelf.disk.makeDirectory("logs/TopicB-0.0123456789abcdef0123456789abcdef-delete")
                    .has_value());
        kept = shelf.check("logs");
        QCOMPARE(kept.first(FindingKind::BadName)->file, std::string("nothing"));
        QVERIFY(kept.first(FindingKind::LeftoverFile)->file.ends_with("-delete"));
        QVERIFY(!kept.first(FindingKind::LeftoverFile)->isProblem);
    }

    /// A kill in the middle of replacing or removing a segment.
    void halfOfASegmentIsAProblemOnlyIfNobodyWillMendIt()
    {
        Shelf shelf;
        threeBatches(shelf);
        shelf.log("00000000000000000030.log", {storedBatch(30, 0, 10)});
        shelf.put("logs/TopicA-0/00000000000000000030.index", Bytes());
        shelf.put("logs/TopicA-0/00000000000000000030.timeindex", Bytes());
        QVERIFY(shelf.disk.rename("logs/TopicA-0/" + kLog, "logs/TopicA-0/" + kLog + ".deleted")
                    .has_value());
        const Kept kept = shelf.check("logs");
        QCOMPARE(kept.problems(), std::string());
        QVERIFY(kept.first(FindingKind::MissingLog));
        QVERIFY(shelf.disk.remove("logs/TopicA-0/" + kLog + ".deleted").has_value());
        QVERIFY(shelf.check("logs").first(FindingKind::MissingLog)->isProblem);
    }

    void traceOfALifeIsNoProblem()
    {
        Shelf shelf;
        threeBatches(shelf);
        // A clean shutdown at 15 left one; later the log was truncated below the high watermark
        // last written, its start raised inside of the segment, and a checkpoint fell behind.
        shelf.put("logs/TopicA-0/00000000000000000015.snapshot",
                  withCrc(fromHex("0001 00000000 00000000")));
        shelf.put("logs/TopicA-0/00000000000000000030.snapshot", snapshot());
        shelf.put("logs/replication-offset-checkpoint", "0\n1\nTopicA 0 33\n");
        shelf.put("logs/log-start-offset-checkpoint", "0\n1\nTopicA 0 10\n");
        shelf.put("logs/TopicA-0/" + kEpochs, "0\n1\n0 10\n");
        shelf.put("logs/recovery-point-offset-checkpoint.tmp", "0\n");
        const Kept kept = shelf.check("logs");
        QCOMPARE(kept.problems(), std::string());
        QVERIFY(kept.first(FindingKind::SnapshotStray));
        QVERIFY(kept.first(FindingKind::CheckpointBeyondEnd));
        QVERIFY(kept.first(FindingKind::LeftoverFile));
        QVERIFY(!kept.first(FindingKind::EpochMismatch));
        // After a clean shutdown the high watermark is not beyond the end.
        shelf.put("logs/.kafka_cleanshutdown", "");
        QVERIFY(shelf.check("logs").first(FindingKind::CheckpointBeyondEnd)->isProblem);
        // Batches that are still read must have their epoch, unless a broker is at work.
        shelf.put("logs/TopicA-0/" + kEpochs, "0\n1\n0 20\n");
        QVERIFY(shelf.check("logs").first(FindingKind::EpochMismatch)->isProblem);
    }

    void aDataFolderIsCheckedBrokerByBroker()
    {
        Shelf shelf;
        threeBatches(shelf);
        QVERIFY(shelf.disk.makeDirectory("DIR").has_value());
        QVERIFY(shelf.disk.rename("logs", "DIR/broker-1").has_value());
        for (const char* name : {"DIR/broker-2", "DIR/zookeeper0", "DIR/clients"})
            QVERIFY(shelf.disk.makeDirectory(name).has_value());
        shelf.put("DIR/.highwater-lock", "");
        shelf.put("DIR/broker-2/meta.properties", "version=0\nbroker.id=2\ncluster.id=abc\n");
        Kept kept = shelf.check("DIR");
        QVERIFY(shelf.lastTotals.kind == observe::LogFileKind::DataFolder);
        QVERIFY2(kept.findings.empty(), kept.problems().c_str());
        QCOMPARE(kept.rowsOf("log-directory"), std::size_t(2));
        QCOMPARE(kept.rowsOf("ensemble-directory"), std::size_t(1));
        QCOMPARE(kept.rowsOf("clients-directory"), std::size_t(1));
        QCOMPARE(kept.rowsOf("partition"), std::size_t(1));
        // What is wrong is told with the broker's folder before it.
        shelf.put("DIR/broker-1/recovery-point-offset-checkpoint", "0\n1\nTopicA 0 31\n");
        shelf.put("DIR/broker-2/meta.properties", "");
        shelf.put("DIR/notes.txt", "");
        kept = shelf.check("DIR");
        QCOMPARE(kept.problems(),
                 std::string("checkpoint-beyond-end broker-1/recovery-point-offset-checkpoint\n"
                             "text-version broker-2/meta.properties\n"
                             "text-line broker-2/meta.properties\n"));
        QCOMPARE(kept.first(FindingKind::StrayFile)->file, std::string("notes.txt"));
        // Without the lock's file it is known by the brokers in it.
        QVERIFY(shelf.disk.remove("DIR/.highwater-lock").has_value());
        QVERIFY(*kindOf(shelf.disk, "DIR") == observe::LogFileKind::DataFolder);
    }
};

QTEST_APPLESS_MAIN(TestLeftovers)
#include "test_leftovers.moc"
