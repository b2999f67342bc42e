#include "tests/engine/world/faults_bench.h"

using namespace hw;
using namespace hw::world;
using namespace hw::world::contract;

/// Clocks that jump and disks that fail, in every world.
class TestMachineFaultsContract : public QObject, protected FaultsBench
{
    Q_OBJECT
    using FaultsBench::connect;

private slots:
    void initTestCase_data() { addWorlds(); }
    void init() { begin(); }
    void cleanup() { end(); }

    void clocksJumpAndTimersDoNot()
    {
        const auto wall = [this] {
            return env->ask(*server, [this] { return server->loop().wallTime(); }).ms();
        };
        const std::int64_t before = wall();
        env->faults->setClock(server->node(), std::chrono::hours(-24));
        QVERIFY(wall() < before - 86'000'000);
        env->run(*server, [this] { server->loop().after(1ms, [this] { log->add("timer"); }); });
        QVERIFY(env->await(*log, 1));
        env->faults->setClock(server->node(), {});
        QVERIFY(wall() >= before);
    }

    void aSlowDiskHoldsBackWhatItsHostSends()
    {
        connect();
        env->faults->slowDisk(server->node(), 30ms);
        Instant start;
        env->run(*server, [&] {
            start = server->loop().now();
            auto file = server->disk().open("log", OpenMode::CreateNew).value();
            note(file->append(frameOf("x").pieces));
            accepted.at(0)->send(frameOf("written"));
            file->sync([this, start](Result<void> synced) {
                note(synced);
                log->add(server->loop().now() - start >= 30ms ? "late" : "early");
            });
        });
        send("1"); // is not read meanwhile, but later
        QVERIFY(env->await(*log, 6));
        QCOMPARE(std::ranges::count(log->lines(), "late"), 1);
        QCOMPARE(std::ranges::count(log->lines(), "client:written"), 1);
        QCOMPARE(std::ranges::count(log->lines(), "1"), 1);
        QVERIFY(lastArrival - start >= 30ms);
    }

    void aPowerLossTakesWhatASlowDiskHasNotSyncedYet()
    {
        env->run(*server, [&] {
            note(server->disk().open("log", OpenMode::CreateNew).value()->append({}));
            server->disk().syncDirectory("", [this](Result<void> synced) { note(synced); });
        });
        QVERIFY(env->await(*log, 2));
        env->faults->slowDisk(server->node(), 3600s);
        loseAfterSync(false);
        QCOMPARE(log->text(), std::string("ok ok ok no answer left:"));
    }

    void aPowerLossTakesWhatADiskFailedToSync()
    {
        env->run(*server, [&] {
            note(server->disk().open("log", OpenMode::CreateNew).value()->append({}));
            server->disk().syncDirectory("", [this](Result<void> synced) { note(synced); });
        });
        QVERIFY(env->await(*log, 2));
        env->faults->failWrites(server->node(), DiskFault{Failure::Io, false, true});
        loseAfterSync(true);
        QCOMPARE(log->text(), std::string("ok ok ok io left:"));
    }

    void aDiskMayFailOnlyToSync()
    {
        std::unique_ptr<File> file;
        env->faults->failWrites(server->node(), DiskFault{Failure::Io, false, true});
        env->run(*server, [&] {
            file = server->disk().open("log", OpenMode::CreateNew).value();
            note(file->append(frameOf("x").pieces));
            note(server->disk().rename("log", "moved"));
            file->sync([this](Result<void> synced) { note(synced); });
        });
        QVERIFY(env->await(*log, 3));
        env->run(*server, [&] { file.reset(); });
        QCOMPARE(log->text(), std::string("ok ok io"));
    }

    void writesFailAsAsked()
    {
        std::unique_ptr<File> file;
        env->run(*server, [&] {
            file = server->disk().open("log", OpenMode::CreateNew).value();
            note(file->append(frameOf("before,").pieces));
        });
        env->faults->failWrites(server->node(), DiskFault{Failure::NoSpace, false});
        env->run(*server, [&] {
            note(file->append(frameOf("lost").pieces));
            note(file->writeAt(0, viewOf("lost")));
            log->add(server->disk().freeSpace() == 0 ? "full" : "not full");
        });
        env->faults->failWrites(server->node(), DiskFault{Failure::Io, true});
        env->run(*server, [&] { note(file->append(frameOf("torn").pieces)); });
        env->faults->failWrites(server->node(), std::nullopt);
        env->run(*server, [&] {
            note(file->append(frameOf(",after").pieces));
            log->add(textOf(readAll(server->disk(), "log").value()));
            file.reset();
        });
        QCOMPARE(log->text(), std::string("ok no-space no-space full io ok before,to,after"));
    }

    void aFullDiskMakesNothingAndABrokenOneDoesNotSync()
    {
        std::unique_ptr<File> file;
        env->run(*server, [&] { file = server->disk().open("log", OpenMode::CreateNew).value(); });
        env->faults->failWrites(server->node(), DiskFault{Failure::NoSpace, false});
        env->run(*server, [&] {
            const auto made = server->disk().open("more", OpenMode::CreateNew);
            log->add(!made && made.error().kind == Failure::NoSpace ? "full" : "made");
            note(server->disk().makeDirectory("d"));
            note(server->disk().rename("log", "moved"));
            file->sync([this](Result<void> synced) { note(synced); });
        });
        QVERIFY(env->await(*log, 4));
        env->faults->failWrites(server->node(), DiskFault{Failure::Io, false});
        env->run(*server, [&] {
            note(server->disk().rename("moved", "log"));
            file->sync([this](Result<void> synced) {
                note(synced);
                server->disk().syncDirectory("", [this](Result<void> names) { note(names); });
            });
        });
        QVERIFY(env->await(*log, 7));
        env->run(*server, [&] { file.reset(); });
        QCOMPARE(log->text(), std::string("full no-space ok ok io io io"));
    }

private:
    void note(const Result<void>& result)
    {
        if (result)
            log->add("ok");
        else
            log->add(result.error().kind == Failure::NoSpace ? "no-space" : "io");
    }

private:
    /// Writes to `log`, asks for a sync, lets time pass (or waits for its answer), loses the power.
    void loseAfterSync(bool isAnswered)
    {
        std::unique_ptr<File> file;
        env->run(*server, [&] {
            file = server->disk().open("log", OpenMode::MustExist).value();
            note(file->append(frameOf("x").pieces));
            file->sync([this](Result<void> synced) { note(synced); });
            if (!isAnswered)
                server->loop().after(50ms, [this] { log->add("no answer"); });
        });
        QVERIFY(env->await(*log, 4));
        env->run(*server, [&] {
            file.reset();
            server->losePower();
            log->add("left:" + textOf(readAll(server->disk(), "log").value()));
        });
    }
};

QTEST_APPLESS_MAIN(TestMachineFaultsContract)
#include "test_machine_faults_contract.moc"
