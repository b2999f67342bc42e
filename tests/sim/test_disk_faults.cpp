#include "tests/support/fault_scene.h"

using namespace hw;
using namespace hw::test;
using namespace hw::observe;

/// Disks that are slow, full, broken or lie.
class TestDiskFaults : public QObject, protected FaultScene
{
    Q_OBJECT
private slots:
    void init() { start({}); }
    void cleanup() { end(); }

    void aSlowDiskSlowsWhatNeedsIt()
    {
        QVERIFY(obeys(command::TroubleDisk{nodeOf(3), command::DiskTrouble::Slow, 400ms}));
        const Instant before = sim->world().now();
        produce(1, "slow");
        QVERIFY(sim->world().now() - before >= 400ms);
        sim->runFor(10s);
        QVERIFY(isIsr({1, 2, 3})); // its session and its lag live through it
        QVERIFY(obeys(command::TroubleDisk{nodeOf(3), command::DiskTrouble::None, {}}));
    }

    void aBrokerWhoseOnlyDiskFailsHalts_data()
    {
        QTest::addColumn<int>("trouble");
        QTest::newRow("full") << static_cast<int>(command::DiskTrouble::Full);
        QTest::newRow("write error") << static_cast<int>(command::DiskTrouble::WriteError);
        QTest::newRow("torn write") << static_cast<int>(command::DiskTrouble::TornWrite);
    }
    /// Kafka: LogManager.handleLogDirFailure, KIP-112.
    void aBrokerWhoseOnlyDiskFailsHalts()
    {
        QFETCH(int, trouble);
        produce(3, "before");
        QVERIFY(
            obeys(command::TroubleDisk{nodeOf(3), static_cast<command::DiskTrouble>(trouble), {}}));
        produce(1, "after");
        QVERIFY(stateBecomes(3, BrokerState::Down));
        const Event* fault = find<fact::FaultStarted>();
        QVERIFY(fault && find<fact::BrokerFailed>() && find<fact::LogFailed>());
        QCOMPARE(find<fact::LogFailed>()->cause, fault->id);
        QCOMPARE(find<fact::BrokerFailed>()->cause, fault->id);
        QVERIFY(isrBecomes({1, 2}));
        const EventId failed = find<fact::BrokerFailed>()->id;
        QVERIFY(obeys(command::HealAll{}));
        QVERIFY(stateBecomes(3, BrokerState::Running));
        QVERIFY(find<fact::BrokerStarting>());
        QCOMPARE(find<fact::BrokerStarting>()->cause, failed);
        QVERIFY(isrBecomes({1, 2, 3}));
        QVERIFY(sim->settled());
        QCOMPARE(client->readAll("t", 0).size(), std::size_t(4));
    }

    void aFailedFsyncHaltsTheBroker()
    {
        start({{"log.flush.interval.messages", "1"}});
        produce(1, "before");
        QVERIFY(obeys(command::TroubleDisk{nodeOf(3), command::DiskTrouble::FsyncError, {}}));
        produce(1, "after");
        QVERIFY(stateBecomes(3, BrokerState::Down));
        QVERIFY(obeys(command::HealAll{}));
        QVERIFY(isrBecomes({1, 2, 3}));
    }

    void aBrokerThatHasNothingToSyncHaltsAtItsNextCheckpoint_data()
    {
        QTest::addColumn<bool>("idle");
        QTest::newRow("idle") << true;
        QTest::newRow("it never flushes") << false;
    }
    /// Kafka: CheckpointFileWithFailureHandler.
    void aBrokerThatHasNothingToSyncHaltsAtItsNextCheckpoint()
    {
        QFETCH(bool, idle);
        produce(1, "before");
        sim->runFor(70s);
        QVERIFY(obeys(command::TroubleDisk{nodeOf(3), command::DiskTrouble::FsyncError, {}}));
        if (!idle)
            produce(1, "after");
        sim->runFor(6s);
        QVERIFY(stateBecomes(3, BrokerState::Down));
        QVERIFY(find<fact::BrokerFailed>());
        QCOMPARE(find<fact::BrokerFailed>()->cause, find<fact::FaultStarted>()->id);
        QVERIFY(obeys(command::HealAll{}));
        QVERIFY(isrBecomes({1, 2, 3}));
    }

    /// The followers ask for all that the leader leads in one request.
    void aCommitThatIsSyncedDoesNotWaitForALongPoll()
    {
        start({{"log.flush.interval.messages", "1"}});
        command::CreateTopic create;
        create.topic = "u";
        create.assignment = {ids({1, 2, 3})};
        QVERIFY(obeys(create));
        for (int i = 0; i < 5; ++i) {
            sim->runFor(1s + i * 77ms);
            const Instant before = sim->world().now();
            produce(1, "alone");
            const auto took = sim->world().now() - before;
            QVERIFY2(took < 100ms, qPrintable(QString::number(toMs(took))));
        }
    }

    void aStartAfterAPowerLossIsDueToIt()
    {
        produce(3, "x");
        QVERIFY(sim->powerOff(3).ok);
        const EventId lost = find<fact::BrokerKilled>()->id;
        QVERIFY(sim->restart(3).ok);
        const Event* starting = find<fact::BrokerStarting>();
        QVERIFY(starting);
        QCOMPARE(starting->cause, lost);
    }

    void aFlippedByteIsFoundAtRecovery()
    {
        produce(5, "x");
        QVERIFY(sim->settled());
        QVERIFY(sim->kill(3).ok);
        const auto flipped = sim->run(command::FlipByte{nodeOf(3), "t-0", {}});
        QVERIFY2(flipped.ok, flipped.message.c_str());
        QVERIFY(sim->restart(3).ok);
        const Event* recovered = find<fact::LogRecovered>();
        QVERIFY(recovered);
        QVERIFY(std::get<fact::LogRecovered>(recovered->fact).bytesCut > 0);
        QVERIFY(isrBecomes({1, 2, 3}));
        QVERIFY(sim->settled());
        // The file is whole again by replication: putting the byte back would harm it.
        const auto healed = sim->run(command::HealAll{});
        QVERIFY(healed.ok);
        QVERIFY(sim->snapshot()->faults.empty());
    }

    void aFlippedByteIsPutBackIfItIsStillThere()
    {
        produce(5, "x");
        QVERIFY(sim->settled());
        QVERIFY(sim->kill(3).ok);
        QVERIFY(obeys(command::FlipByte{nodeOf(3), "t-0", 1}));
        const EventId fault = find<fact::FaultStarted>()->id;
        QVERIFY(obeys(command::HealFault{fault}));
        QVERIFY(sim->restart(3).ok);
        const Event* recovered = find<fact::LogRecovered>();
        QVERIFY(!recovered);
        QVERIFY(!obeys(command::FlipByte{nodeOf(3), "t-7", {}}));
        QVERIFY(!obeys(command::FlipByte{nodeOf(3), "t-0/00000000000000000000.log", 1 << 30}));
    }

    /// A leader sends what its file holds; who appends it checks.  Kafka: Log.appendAsFollower.
    void aFlippedByteIsFoundByTheFollowerThatFetchesIt()
    {
        QVERIFY(sim->kill(3).ok);
        produce(5, "x");
        sim->runFor(60s); // until the leader keeps its newest records in memory no more
        QVERIFY(obeys(command::FlipByte{nodeOf(1), "t-0", 2}));
        QVERIFY(sim->restart(3).ok);
        sim->runFor(10s);
        const Event* failed = find<fact::LogFailed>();
        QVERIFY(failed);
        QCOMPARE(failed->node, nodeOf(3));
        QVERIFY(isIsr({1, 2}));
        QVERIFY(obeys(command::HealAll{})); // the byte is put back
        QVERIFY(isrBecomes({1, 2, 3}));
        QVERIFY(sim->settled());
    }
};

QTEST_APPLESS_MAIN(TestDiskFaults)
#include "test_disk_faults.moc"
