#include <QTest>

#include "tests/engine/log/cleaner/cleaner_fixture.h"

using namespace hw;
using namespace hw::log;
using namespace hw::log::test;

/// Which logs the cleaner takes and when, and what makes it let go of one.
class TestCleaningChoice : public QObject
{
    Q_OBJECT
private slots:
    void activeSegmentAndUndecidedAreNeverCleaned()
    {
        CleanerFixture f;
        f.start();
        f.lastStable = Offset(2); // in the second segment
        f.write("a", "1");
        f.roll(); // 1 begins a segment
        f.write("a", "2");
        f.roll(); // 3
        f.write("a", "3");
        f.clean();
        // The first segment alone is decided, and there 0 is the newest.
        QCOMPARE(f.text(), std::string("0:a=1 2:a=2 4:a=3"));
        QCOMPARE(f.reports.size(), std::size_t(1));
        QCOMPARE(f.reports[0].end.value(), 1);
        f.lastStable = Offset(3);
        f.clean();
        QCOMPARE(f.text(), std::string("2:a=2 4:a=3"));
        f.lastStable = std::nullopt;
        f.world.runFor(1s);
        QCOMPARE(f.text(), std::string("2:a=2 4:a=3"));
    }

    void youngRecordsWait()
    {
        CleanerFixture f;
        f.config.minCompactionLag = 1s;
        f.start();
        f.write("a", "1");
        f.roll();
        f.world.runFor(700ms);
        f.write("a", "2");
        f.roll();
        QCOMPARE(f.reports.size(), std::size_t(0));
        f.world.runFor(500ms); // the first segment is old enough, the second is not
        QCOMPARE(f.reports.size(), std::size_t(1));
        QCOMPARE(f.text(), std::string("0:a=1 2:a=2"));
        f.world.runFor(600ms);
        QCOMPARE(f.text(), std::string("2:a=2"));
    }

    void aLogIsCleanedWhenDirtyEnough()
    {
        CleanerFixture f;
        f.config.minCleanableDirtyRatio = 0.5;
        f.start();
        for (int i = 0; i < 10; ++i)
            f.write("key-" + std::to_string(i), "1");
        f.roll();
        f.clean();
        QCOMPARE(f.reports.size(), std::size_t(1)); // all of it was dirty
        for (int i = 0; i < 9; ++i)
            f.write("key-" + std::to_string(i), "2");
        f.roll();
        f.clean();
        QCOMPARE(f.reports.size(), std::size_t(1)); // 10 of 21 records
        for (int i = 0; i < 3; ++i)
            f.write("more-" + std::to_string(i), "2");
        f.roll();
        f.clean();
        QCOMPARE(f.reports.size(), std::size_t(2));
    }

    void anOverdueRecordIsCleanedAtAnyRatio()
    {
        CleanerFixture f;
        f.config.minCleanableDirtyRatio = 1;
        f.config.maxCompactionLag = 2s;
        f.start();
        f.write("a", "1");
        f.write("a", "2");
        f.roll();
        f.world.runFor(1500ms);
        QCOMPARE(f.reports.size(), std::size_t(0));
        f.world.runFor(700ms);
        QCOMPARE(f.reports.size(), std::size_t(1));
        QCOMPARE(f.text(), std::string("1:a=2"));
    }

    void logsThatAreNotCompactedAreLeftAlone()
    {
        CleanerFixture f;
        f.config.compacted = false;
        f.start();
        f.write("a", "1");
        f.write("a", "2");
        f.roll();
        f.clean();
        QCOMPARE(f.text(), std::string("0:a=1 1:a=2"));
        f.config.compacted = true;
        f.setConfig();
        f.clean();
        QCOMPARE(f.text(), std::string("1:a=2"));
    }

    void aCutLogIsLetGo()
    {
        CleanerFixture f;
        f.start();
        for (int i = 0; i < 40; ++i)
            f.write("a", std::string(600, 'v'));
        f.roll();
        QVERIFY(f.world.runUntil([&] { return f.filesEnding(".cleaned") > 0; }, 1s));
        QVERIFY(f.cleaner->cleaning() != nullptr);
        QVERIFY(f.log().truncateTo(Offset(20)).has_value());
        f.cleaner->logTruncated(kPartition);
        f.clean();
        QCOMPARE(f.filesEnding(".cleaned"), std::size_t(0));
        QCOMPARE(f.log().leo().value(), 20);
        QVERIFY(f.storageFailures.empty());
        const auto kept = f.records();
        QCOMPARE(kept.back().offset, 19);
    }

    void aRemovedLogIsLetGo()
    {
        CleanerFixture f;
        f.start();
        for (int i = 0; i < 40; ++i)
            f.write("a", std::string(600, 'v'));
        f.roll();
        QVERIFY(f.world.runUntil([&] { return f.filesEnding(".cleaned") > 0; }, 1s));
        QVERIFY(f.logs->remove(kPartition).has_value());
        f.clean();
        QVERIFY(f.cleaner->cleaning() == nullptr);
        QVERIFY(f.storageFailures.empty());
        // A topic of that name that is made anew begins at 0.
        f.write("a", "1");
        QVERIFY(!f.cleaner->firstDirty(kPartition));
    }

    void stoppingLeavesNothingHalfDone()
    {
        CleanerFixture f;
        f.start();
        for (int i = 0; i < 40; ++i)
            f.write("a", std::string(600, 'v'));
        f.roll();
        QVERIFY(f.world.runUntil([&] { return f.filesEnding(".cleaned") > 0; }, 1s));
        f.cleaner->stop();
        QCOMPARE(f.filesEnding(".cleaned"), std::size_t(0));
        f.world.runFor(1s);
        QCOMPARE(f.filesEnding(".cleaned"), std::size_t(0));
    }

    void theCheckpointOutlivesTheBroker()
    {
        CleanerFixture f;
        f.config.deleteRetention = 0ms;
        f.start();
        f.write("a", "1");
        f.write("a", "2");
        f.roll();
        f.clean();
        QCOMPARE(textOf(f.fileBytes(kCleanerFile)), std::string("0\n1\nTopicA 0 2\n"));
        f.crash(true);
        f.start();
        QCOMPARE(f.cleaner->firstDirty(kPartition)->value(), 2);
        QCOMPARE(f.text(), std::string("1:a=2"));
        // A checkpoint beyond the log says that the log was cut: all of it is dirty.
        f.crash(false);
        QVERIFY(world::replaceFile(f.host.disk(), kCleanerFile, viewOf("0\n1\nTopicA 0 99\n")));
        f.start();
        f.setConfig();
        f.clean();
        QCOMPARE(f.reports.back().firstDirty.value(), 0);
    }

    void aDamagedLogIsLeftAlone()
    {
        CleanerFixture f;
        f.start();
        f.write("a", "1");
        f.write("a", "2");
        f.roll();
        auto file =
            *f.host.disk().open("TopicA-0/00000000000000000000.log", world::OpenMode::MustExist);
        QVERIFY(file->writeAt(65, Bytes{0xff}).has_value());
        f.world.runFor(1s);
        QCOMPARE(f.uncleanable.size(), std::size_t(1));
        QVERIFY2(f.uncleanable[0].find("CRC") != std::string::npos, f.uncleanable[0].c_str());
        QCOMPARE(f.filesEnding(".cleaned"), std::size_t(0));
        QVERIFY(f.storageFailures.empty());
    }

    void aFullDiskIsTold()
    {
        CleanerFixture f;
        f.start();
        f.write("a", "1");
        f.write("a", "2");
        f.roll();
        f.faults.failWrites(f.host.node(), world::DiskFault{Failure::NoSpace, true});
        f.world.runFor(20ms);
        QVERIFY(!f.storageFailures.empty());
        QCOMPARE(f.filesEnding(".swap"), std::size_t(0));
        f.faults.failWrites(f.host.node(), std::nullopt);
        f.clean();
        QCOMPARE(f.text(), std::string("1:a=2"));
    }
};

QTEST_APPLESS_MAIN(TestCleaningChoice)
#include "test_cleaning_choice.moc"
