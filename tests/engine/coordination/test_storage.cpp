#include <QTest>

#include "engine/coordination/storage.h"
#include "tests/support/coordination_bench.h"

using namespace hw;
using namespace hw::coordination;
using namespace hw::test;

namespace {

/// Everything that must be the same after a restart, sessions' remaining time aside.
std::string pictureOf(const Server& server)
{
    std::string picture;
    const ServerReport report = server.report();
    for (const ZnodeReport& node : report.znodes) {
        const Stat& s = node.stat;
        picture += node.path + "=" + textOf(node.data) + " c" + std::to_string(s.czxid.value()) +
                   " m" + std::to_string(s.mzxid.value()) + " p" + std::to_string(s.pzxid.value()) +
                   " v" + std::to_string(s.version) + " cv" + std::to_string(s.cversion) + " t" +
                   std::to_string(s.ctime.ms()) + "," + std::to_string(s.mtime.ms()) + " o" +
                   std::to_string(s.ephemeralOwner.value()) + "\n";
    }
    for (const SessionReport& session : report.sessions)
        picture += "session " + std::to_string(session.id.value()) + " " +
                   std::to_string(toMs(session.timeout)) + " " + session.client.text() + "\n";
    return picture;
}

void writeSomething(CoordinationBench& bench)
{
    bench.create(1, "/a", "1");
    bench.create(1, "/a/q-", "", CreateMode::PersistentSequential);
    bench.create(1, "/e", "mine", CreateMode::Ephemeral);
    bench.setData(1, "/a", "2");
    bench.create(1, "/gone");
    bench.remove(1, "/gone");
    bench.multi(1, {Op::create("/m", {}), Op::create("/m/n", {1})});
    bench.multi(1, {Op::create("/x", {}), Op::check("/nowhere", 0)});
}

std::vector<std::string> filesOf(CoordinationBench& bench)
{
    std::vector<std::string> names;
    const auto entries = bench.serverHost.disk().list("version-2").value();
    for (const world::DirectoryEntry& entry : entries)
        names.push_back(entry.name);
    return names;
}

std::size_t countOf(const std::vector<std::string>& names, const std::string& prefix)
{
    std::size_t count = 0;
    for (const std::string& name : names)
        count += name.starts_with(prefix);
    return count;
}

} // namespace

class TestStorage : public QObject
{
    Q_OBJECT
private slots:
    void aCrashLosesNothingAcknowledged_data()
    {
        QTest::addColumn<bool>("powerLoss");
        QTest::newRow("process") << false;
        QTest::newRow("power") << true;
    }
    void aCrashLosesNothingAcknowledged()
    {
        QFETCH(bool, powerLoss);
        CoordinationBench bench;
        bench.startServer();
        writeSomething(bench);
        const std::string before = pictureOf(*bench.server);
        bench.crashServer(powerLoss);
        bench.startServer();
        QCOMPARE(pictureOf(*bench.server), before);
        QCOMPARE(bench.create(1, "/a/q-", "", CreateMode::PersistentSequential).path,
                 std::string("/a/q-0000000001"));
    }

    void aCleanStopLeavesASnapshotThatHoldsEverything()
    {
        CoordinationBench bench;
        bench.startServer();
        writeSomething(bench);
        const std::string before = pictureOf(*bench.server);
        QVERIFY(bench.stopServer());
        for (const std::string& name : filesOf(bench)) {
            if (name.starts_with("log."))
                QVERIFY(bench.serverHost.disk().remove("version-2/" + name));
        }
        bench.startServer();
        QCOMPARE(pictureOf(*bench.server), before);
    }

    void snapshotsComeEveryNTransactionsAndOldFilesGo()
    {
        ServerConfig config = CoordinationBench::classroom();
        config.snapshotEvery = 10;
        config.keepSnapshots = 2;
        CoordinationBench bench(config);
        bench.startServer();
        for (int i = 0; i < 100; ++i)
            bench.create(1, "/n" + std::to_string(i));
        bench.world.runFor(1s);
        const auto names = filesOf(bench);
        QCOMPARE(countOf(names, "snapshot."), std::size_t(2));
        QVERIFY(countOf(names, "log.") <= 4);
        const std::string before = pictureOf(*bench.server);
        bench.crashServer(true);
        bench.startServer();
        QCOMPARE(pictureOf(*bench.server), before);
    }

    void aTornEndIsCutOff()
    {
        CoordinationBench bench;
        bench.startServer();
        writeSomething(bench);
        const std::string before = pictureOf(*bench.server);
        bench.crashServer();
        const std::string path = "version-2/log.0000000100000001";
        auto file = bench.serverHost.disk().open(path, world::OpenMode::MustExist).value();
        const std::uint64_t whole = file->size();
        QVERIFY(file->append(Pieces(fromHex("00000030 11223344 0000000100000020"))));
        bench.startServer();
        QCOMPARE(pictureOf(*bench.server), before);
        QCOMPARE(file->size(), whole);
    }

    void everyCutOfTheLogIsAPrefixOfHistory()
    {
        CoordinationBench bench;
        bench.startServer();
        writeSomething(bench);
        bench.crashServer();
        world::Disk& disk = bench.serverHost.disk();
        const std::string path = "version-2/log.0000000100000001";
        const Bytes whole = world::readAll(disk, path).value();
        Zxid last;
        for (std::size_t size = 0; size <= whole.size(); ++size) {
            auto file = disk.open(path, world::OpenMode::Truncate).value();
            QVERIFY(file->append(Pieces(Bytes(whole.begin(), whole.begin() + size))));
            Storage storage(disk, "version-2", 3);
            const auto recovered = storage.recover();
            QVERIFY(recovered);
            QVERIFY(recovered->state.zxid() >= last);
            last = recovered->state.zxid();
        }
        QVERIFY(last > Zxid());
    }

    void filesLongerThanASliceAreReadBack_data()
    {
        QTest::addColumn<bool>("snapshot");
        QTest::newRow("log") << false;
        QTest::newRow("snapshot") << true;
    }
    void filesLongerThanASliceAreReadBack()
    {
        QFETCH(bool, snapshot);
        CoordinationBench bench;
        bench.startServer();
        for (int i = 0; i < 40; ++i)
            bench.create(1, "/big" + std::to_string(i), std::string(3000u * (i % 30 + 1), 'x'));
        const std::string before = pictureOf(*bench.server);
        if (snapshot)
            QVERIFY(bench.stopServer());
        else
            bench.crashServer();
        // In many tasks, in the midst of which it may stop or die again.
        for (const bool stops : {true, false}) {
            for (int tasks = 1; tasks <= 12; ++tasks) {
                bool started = false;
                bench.serverHost.control([&] {
                    bench.server = std::make_unique<Server>(bench.serverHost, bench.config,
                                                            *bench.serverJournal);
                    bench.server->start([&](const Result<void>&) { started = true; });
                });
                for (int i = 0; i < tasks; ++i)
                    bench.world.runOne();
                QVERIFY(!started);
                if (stops)
                    QVERIFY(bench.stopServer());
                else
                    bench.crashServer();
            }
        }
        bench.startServer();
        QCOMPARE(pictureOf(*bench.server), before);
    }

    void whatIsLeftOfAnUnfinishedSnapshotIsRemoved()
    {
        CoordinationBench bench;
        bench.startServer();
        writeSomething(bench);
        const std::string before = pictureOf(*bench.server);
        bench.crashServer();
        world::Disk& disk = bench.serverHost.disk();
        auto file = disk.open("version-2/snapshot.00000001000000ff.tmp", world::OpenMode::CreateNew)
                        .value();
        QVERIFY(file->append(Pieces(fromHex("48575a53 00000001"))));
        bench.startServer();
        QCOMPARE(pictureOf(*bench.server), before);
        QCOMPARE(countOf(filesOf(bench), "snapshot."), std::size_t(0));
    }

    void damageInsideTheOnlySnapshotIsNotHidden()
    {
        CoordinationBench bench;
        bench.startServer();
        writeSomething(bench);
        QVERIFY(bench.stopServer());
        world::Disk& disk = bench.serverHost.disk();
        for (const std::string& name : filesOf(bench)) {
            if (!name.starts_with("snapshot."))
                continue;
            auto file = disk.open("version-2/" + name, world::OpenMode::MustExist).value();
            QVERIFY(file->writeAt(file->size() / 2, fromHex("ff00ff")));
        }
        Storage storage(disk, "version-2", 3);
        const auto recovered = storage.recover();
        QVERIFY(!recovered);
        QCOMPARE(recovered.error().kind, Failure::Corrupt);
    }

    void aPowerLossAfterACrashTakesNothingThatWasServedBetween_data()
    {
        QTest::addColumn<bool>("synced");
        QTest::newRow("synced before the answer") << true;
        QTest::newRow("not synced") << false;
    }
    void aPowerLossAfterACrashTakesNothingThatWasServedBetween()
    {
        QFETCH(bool, synced);
        ServerConfig config = CoordinationBench::classroom();
        config.syncBeforeAck = synced;
        CoordinationBench bench(config);
        bench.startServer();
        writeSomething(bench);
        // In the log, not yet synced when the process dies.
        bench.host(1).control(
            [&] { bench.client(1).create("/tail", {}, CreateMode::Persistent, nullptr); });
        const std::string path = "version-2/log.0000000100000001";
        auto file = bench.serverHost.disk().open(path, world::OpenMode::MustExist).value();
        const std::uint64_t before = file->size();
        bench.world.runUntil([&] { return file->size() > before; }, 1s);
        bench.crashServer();
        bench.startServer();
        QVERIFY(bench.exists(2, "/tail").ok());
        bench.create(2, "/later");
        bench.world.runFor(100ms);
        bench.crashServer(true);
        bench.startServer();
        QVERIFY(bench.exists(3, "/tail").ok());
        QCOMPARE(bench.exists(3, "/later").ok(), synced);
    }

    void logsBeforeTheSnapshotDoNotMatter()
    {
        CoordinationBench bench;
        bench.startServer();
        writeSomething(bench);
        QVERIFY(bench.stopServer());
        bench.startServer();
        bench.create(2, "/later");
        const std::string before = pictureOf(*bench.server);
        bench.crashServer();
        auto file = bench.serverHost.disk()
                        .open("version-2/log.0000000100000001", world::OpenMode::MustExist)
                        .value();
        QVERIFY(file->writeAt(30, fromHex("ff00ff")));
        bench.startServer();
        QCOMPARE(pictureOf(*bench.server), before);
    }

    void aMissingLogIsNoticed()
    {
        ServerConfig config = CoordinationBench::classroom();
        config.snapshotEvery = 10;
        CoordinationBench bench(config);
        bench.startServer();
        for (int i = 0; i < 25; ++i)
            bench.create(1, "/n" + std::to_string(i));
        bench.world.runFor(1s);
        bench.crashServer();
        world::Disk& disk = bench.serverHost.disk();
        for (const std::string& name : filesOf(bench)) {
            if (name.starts_with("snapshot.") || name == "log.000000010000000b")
                QVERIFY(disk.remove("version-2/" + name));
        }
        Storage storage(disk, "version-2", 3);
        const auto recovered = storage.recover();
        QVERIFY(!recovered);
        QCOMPARE(recovered.error().kind, Failure::Corrupt);
    }

    void snapshotsWithoutSyncedLogsStillStart()
    {
        ServerConfig config = CoordinationBench::classroom();
        config.syncBeforeAck = false;
        config.snapshotEvery = 10;
        CoordinationBench bench(config);
        bench.startServer();
        for (int i = 0; i < 45; ++i)
            bench.create(1, "/n" + std::to_string(i));
        bench.world.runFor(1s);
        bench.crashServer(true);
        bench.startServer();
        QVERIFY(bench.exists(2, "/n30").ok()); // in a snapshot
    }

    void aDirectoryHasOneServer()
    {
        CoordinationBench bench;
        bench.startServer();
        ServerConfig config = bench.config;
        config.listen.port = 2182;
        std::optional<Result<void>> started;
        std::unique_ptr<Server> second;
        bench.serverHost.control([&] {
            second = std::make_unique<Server>(bench.serverHost, config, *bench.serverJournal);
            second->start([&](Result<void> result) { started = result; });
        });
        bench.world.runFor(1s);
        QVERIFY(started && !*started);
        QCOMPARE(started->error().kind, Failure::Busy);
    }

    void zxidsAndSessionsNeverRecurWhateverIsLost()
    {
        ServerConfig config = CoordinationBench::classroom();
        config.syncBeforeAck = false;
        CoordinationBench bench(config);
        bench.startServer();
        writeSomething(bench);
        const Zxid seen = bench.server->zxid();
        const SessionId session = bench.client(1).sessionId();
        bench.crashServer(true);
        bench.startServer();
        QCOMPARE(bench.exists(2, "/a").error, ZkError::NoNode); // lost, as was agreed
        QVERIFY(bench.create(2, "/b").stat.czxid > seen);
        QVERIFY(bench.client(2).sessionId() != session);
        bench.world.runFor(1s);
        QCOMPARE(bench.sessionEvents[1].back(), SessionEvent::Expired);
    }
};

QTEST_APPLESS_MAIN(TestStorage)
#include "test_storage.moc"
