#include "tests/engine/log/directory_fixture.h"

using namespace hw;
using namespace hw::log;
using namespace hw::log::test;

/// How a broker's log directory lives on after a clean end, a crash and a power loss.
class TestLogLives : public QObject
{
    Q_OBJECT
private slots:
    void cleanShutdownIsRememberedAndTrusted()
    {
        DirectoryFixture fixture;
        QVERIFY(fixture.load());
        QVERIFY(fixture.manager->confirmClusterId(kClusterId));
        fixture.write(kA0, 40);
        fixture.write(kDashed, 3);
        QVERIFY(fixture.manager->find(kA0)->raiseLogStart(Offset(5)));
        fixture.manager->setHighWatermarkSource([](const TopicPartition& p) {
            return p == kA0 ? std::optional(Offset(39)) : std::nullopt;
        });
        QVERIFY(fixture.shutDown());
        fixture.manager.reset();
        QCOMPARE(fixture.textOfFile(".kafka_cleanshutdown"),
                 std::string("{\"version\":0,\"brokerEpoch\":77}"));
        QCOMPARE(fixture.textOfFile("recovery-point-offset-checkpoint"),
                 std::string("0\n2\nA 0 40\na-b.c 12 3\n"));
        QCOMPARE(fixture.textOfFile("log-start-offset-checkpoint"), std::string("0\n1\nA 0 5\n"));
        QCOMPARE(fixture.textOfFile("replication-offset-checkpoint"),
                 std::string("0\n1\nA 0 39\n"));

        const auto summary = fixture.load();
        QVERIFY(summary && summary->wasClean);
        QCOMPARE(summary->logs, 2u);
        QCOMPARE(summary->bytesChecked, std::uint64_t(0));
        QVERIFY(fixture.manager->previousBrokerEpoch() == BrokerEpoch(77));
        QVERIFY(!fixture.host.disk().exists("logs/.kafka_cleanshutdown"));
        QCOMPARE(fixture.manager->find(kA0)->leo().value(), 40);
        QCOMPARE(fixture.manager->find(kA0)->logStart().value(), 5);
        QCOMPARE(fixture.manager->find(kDashed)->leo().value(), 3);
        QCOMPARE(fixture.manager->checkpointedHighWatermark(kA0).value(), 39);
        QCOMPARE(fixture.manager->checkpointedHighWatermark(kDashed).value(), 0);
    }

    void powerLossAfterACleanShutdownLosesNothing()
    {
        DirectoryFixture fixture;
        QVERIFY(fixture.load());
        fixture.write(kA0, 40);
        QVERIFY(fixture.shutDown());
        fixture.crash(true);
        const auto summary = fixture.load();
        QVERIFY(summary && summary->wasClean);
        QCOMPARE(fixture.manager->find(kA0)->leo().value(), 40);
    }

    void aCrashKeepsWhatWasWrittenAndChecksIt()
    {
        DirectoryFixture fixture;
        QVERIFY(fixture.load());
        QVERIFY(fixture.manager->confirmClusterId(kClusterId));
        fixture.write(kA0, 40);
        fixture.crash(false);
        const auto summary = fixture.load();
        QVERIFY(summary && !summary->wasClean);
        QVERIFY(summary->bytesChecked > 40 * 500);
        QCOMPARE(summary->bytesCut, std::uint64_t(0));
        QCOMPARE(fixture.manager->find(kA0)->leo().value(), 40);
        QCOMPARE(fixture.manager->find(kA0)->epochs().latestEpoch().value(), 1);
    }

    void powerLossKeepsWhatWasFlushed()
    {
        DirectoryFixture fixture;
        QVERIFY(fixture.load());
        fixture.write(kA0, 10);
        fixture.world.runFor(1s); // the new directory's name becomes durable
        fixture.manager->find(kA0)->flush();
        fixture.world.runFor(1s);
        QVERIFY(fixture.manager->checkpointRecoveryPoints());
        fixture.world.runFor(1s);
        fixture.write(kA0, 2);
        fixture.crash(true);
        QVERIFY(fixture.load());
        QCOMPARE(fixture.manager->find(kA0)->leo().value(), 10);
    }

    void aFlushMakesTheNamesDurable_data()
    {
        QTest::addColumn<bool>("crashes");
        QTest::newRow("of a log that was just made") << false;
        // Whoever was killed may not have synced the name of a log's directory: the next does.
        QTest::newRow("after a crash") << true;
    }
    void aFlushMakesTheNamesDurable()
    {
        QFETCH(bool, crashes);
        DirectoryFixture fixture;
        fixture.config.nameSyncDelay = 3600s; // nothing else makes its directory's name durable
        QVERIFY(fixture.load());
        fixture.write(kA0, 10);
        if (crashes) {
            fixture.crash(false);
            QVERIFY(fixture.load());
        }
        bool flushed = false;
        fixture.manager->find(kA0)->flush([&](const Result<void>& done) { flushed = bool(done); });
        fixture.world.runUntil([&] { return flushed; }, 10s);
        QVERIFY(flushed);
        fixture.crash(true);
        QVERIFY(fixture.load());
        QVERIFY(fixture.manager->find(kA0));
        QCOMPARE(fixture.manager->find(kA0)->leo().value(), 10);
    }

    void aPowerLossDoesNotBringTheMarkerOfACleanShutdownBack()
    {
        DirectoryFixture fixture;
        QVERIFY(fixture.load());
        fixture.write(kA0, 10);
        QVERIFY(fixture.shutDown());
        fixture.crash(false);
        const auto clean = fixture.load();
        QVERIFY(clean && clean->wasClean);
        fixture.world.runFor(1s);
        fixture.write(kA0, 2);
        fixture.crash(true);
        const auto summary = fixture.load();
        QVERIFY(summary && !summary->wasClean);
    }

    /// The entry that sealing adds to a time index is not synced: a power loss takes it back.
    void aPowerLossAfterACleanShutdownLeavesTheLargestTimeKnown()
    {
        int keptMarker = 0, lostMarker = 0;
        for (int steps = 0; steps < 20; ++steps) {
            DirectoryFixture fixture;
            QVERIFY(fixture.load());
            for (int i = 0; i < 5; ++i) {
                QVERIFY(fixture.logOf(kA0).appendAsLeader(batchOf(1, 500, kNow.ms() + i),
                                                          LeaderEpoch(1), kNow));
            }
            QVERIFY(fixture.shutDown());
            fixture.crash(false);
            fixture.manager = std::make_unique<LogManager>(fixture.host.loop(), fixture.host.disk(),
                                                           fixture.config, &fixture.failures);
            fixture.manager->load([](const Result<LoadSummary>&) {});
            for (int i = 0; i < steps; ++i)
                fixture.world.runOne();
            fixture.crash(true);
            const auto summary = fixture.load();
            QVERIFY(summary);
            ++(summary->wasClean ? keptMarker : lostMarker);
            const auto largest = fixture.manager->find(kA0)->offsetOfMaxTimestamp();
            QVERIFY(largest);
            QCOMPARE(largest->timestampMs, kNow.ms() + 4);
            QCOMPARE(largest->offset.value(), 4);
        }
        QVERIFY(keptMarker > 0 && lostMarker > 0);
    }
};

QTEST_APPLESS_MAIN(TestLogLives)
#include "test_log_lives.moc"
