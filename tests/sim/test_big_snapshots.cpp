#include <QTest>

#include <fmt/format.h>

#include "engine/base/assert.h"
#include "engine/world/random.h"
#include "tests/support/ensemble_bench.h"

using namespace hw;
using namespace hw::coordination;
using namespace hw::test;

namespace {

constexpr int kNodes = 3000;
constexpr std::size_t kData = 300; ///< a snapshot is about a MiB: many slices

/// Servers with a big tree, whose snapshots take many tasks, so that something can happen between.
class Big
{
public:
    Big(std::uint64_t seed, int servers)
        : bench(servers, seed, world::PowerLoss::Tears)
        , random(seed * 7919 + 1)
        , m_seed(seed)
    {
        bench.snapshotEvery = 200;
        bench.startAll();
        if (servers > 1)
            check(bench.settled(), "a leader is found");
        bench.client(1, std::nullopt, 10s);
    }

    void fill()
    {
        for (int from = 0; from < kNodes; from += 100) {
            std::vector<Op> ops;
            for (int i = from; i < from + 100; ++i)
                ops.push_back(Op::create(fmt::format("/n{}", i), Bytes(kData, 1)));
            bool done = false;
            bench.clientHost(1).control([&] {
                bench.client(1).multi(ops, [&](const MultiReply& reply) {
                    check(reply.error == ZkError::Ok, "it is written");
                    done = true;
                });
            });
            bench.world.runUntil([&] { return done; }, 10s);
            check(done, "it is answered");
        }
    }

    /// One write after the other, without an end.
    void keepWriting()
    {
        const int n = static_cast<int>(random.below(kNodes));
        bench.clientHost(1).control([this, n] {
            const std::string path = fmt::format("/n{}", n);
            bench.client(1).setData(path, Bytes(kData, 2), kAnyVersion, [this, path](Reply reply) {
                if (reply.ok())
                    acked[path] = std::max(acked[path], reply.stat.version);
                keepWriting();
            });
        });
    }

    bool isWriting(int server)
    {
        const auto entries = bench.serverHost(server).disk().list("version-2").value();
        for (const world::DirectoryEntry& entry : entries)
            if (entry.name.ends_with(".tmp") && entry.name.starts_with("snapshot."))
                return true;
        return false;
    }
    /// Steps until a snapshot is under way, and then into the midst of it.
    void runIntoSnapshot(int server)
    {
        check(bench.world.runUntil([&] { return isWriting(server); }, 60s), "a snapshot is due");
        for (auto steps = random.below(25); steps > 0 && isWriting(server); --steps)
            bench.world.runOne();
    }

    void findAllAgain()
    {
        for (const auto& [path, version] : acked) {
            const Reply found = bench.exists(1, path);
            check(found.ok() && found.stat.version >= version,
                  fmt::format("{} was acknowledged with version {} and has {}", path, version,
                              found.ok() ? found.stat.version : -1));
        }
    }
    void check(bool holds, const std::string& what) const
    {
        HW_ASSERT(holds, fmt::format("seed {}: {}", m_seed, what));
    }

    EnsembleBench bench;
    world::Random random;
    std::map<std::string, std::int32_t> acked; ///< by path: the highest version told

private:
    const std::uint64_t m_seed;
};

} // namespace

class TestBigSnapshots : public QObject
{
    Q_OBJECT
private slots:
    void writesAreAnsweredWhileASnapshotIsWritten()
    {
        Big big(1, 1);
        big.fill();
        big.keepWriting();
        big.check(big.bench.world.runUntil([&] { return big.isWriting(0); }, 60s), "one is due");
        std::uint64_t tasks = 0;
        for (; big.isWriting(0); ++tasks)
            QVERIFY(big.bench.world.runOne());
        QVERIFY2(tasks > 8, qPrintable(QString::number(tasks))); // a task for each slice
    }

    void aCrashInTheMidstOfASnapshotLosesNothing()
    {
        for (std::uint64_t seed = 1; seed <= 6; ++seed) {
            Big big(seed, 1);
            big.fill();
            big.keepWriting();
            for (int round = 0; round < 3; ++round) {
                big.runIntoSnapshot(0);
                big.bench.crash(0, big.random.chance(1, 2));
                big.bench.start(0);
                big.check(!big.isWriting(0), "what was unfinished is gone");
            }
            big.bench.world.runFor(500ms);
            big.findAllAgain();
        }
    }

    void aCrashWhileAStateIsOnItsWayLosesNothing()
    {
        for (std::uint64_t seed = 1; seed <= 6; ++seed) {
            Big big(seed, 3);
            EnsembleBench& bench = big.bench;
            const int behind = bench.someFollower();
            bench.crash(behind);
            big.fill();
            for (int i = 0; i < 600; ++i) // more than a leader keeps for those that lack little
                QVERIFY(bench.setData(1, "/n0", "x").ok());
            big.keepWriting();
            bench.world.runFor(20ms);
            bench.start(behind);
            // In the midst of sending, loading or writing: at some task of the way there.
            const auto steps = big.random.below(400);
            for (std::uint64_t i = 0; i < steps; ++i)
                bench.world.runOne();
            const bool leader = big.random.chance(1, 2);
            const int dies = leader && bench.leader() >= 0 ? bench.leader() : behind;
            bench.crash(dies, big.random.chance(1, 2));
            bench.world.runFor(fromMs(big.random.between(1, 3000)));
            bench.start(dies);
            big.check(bench.settled(20s), "all follow again");
            bench.world.runFor(500ms);
            big.findAllAgain();
            bench.world.runFor(1s);
            bench.checkEqualAtEqualZxid();
        }
    }

    /// An old leader wrote what nobody else has: it reads all back but that, in many tasks.
    void aTailThatIsCutOffABigTreeIsGoneWhateverComesBetween()
    {
        for (std::uint64_t seed = 1; seed <= 6; ++seed) {
            Big big(seed, 3);
            EnsembleBench& bench = big.bench;
            big.fill();
            const int old = bench.leader();
            bench.client(2, old);
            bench.isolate(old);
            bench.clientHost(2).control([&] {
                for (int i = 0; i < 5; ++i)
                    bench.client(2).create(fmt::format("/tail{}", i), {}, CreateMode::Persistent,
                                           nullptr);
            });
            big.check(
                bench.world.runUntil([&] { return bench.mode(old) == ServerMode::Looking; }, 20s),
                "it has no quorum");
            bench.world.runFor(3s);
            bench.healAll();
            if (seed > 1) { // seed 1: nothing comes between
                bench.world.runUntil([&] { return bench.mode(old) != ServerMode::Looking; },
                                     fromMs(big.random.between(1, 40)));
                for (auto steps = big.random.below(60); steps > 0; --steps)
                    bench.world.runOne();
                if (big.random.chance(1, 2))
                    bench.crash(old, big.random.chance(1, 2));
                else
                    bench.isolate(old);
                bench.world.runFor(2s);
                bench.healAll();
                bench.startAll();
            }
            big.check(bench.settled(20s), "all follow again");
            bench.world.runFor(1s);
            bench.checkEqualAtEqualZxid();
            for (int n = 0; n < 3; ++n)
                big.check(bench.picture(n).find("/tail") == std::string::npos, "the tail is gone");
        }
    }

    /// What is committed while a whole state is on its way comes after it.
    void aFollowerThatIsSentAStateMissesNothingOfThatTime()
    {
        Big big(3, 3);
        EnsembleBench& bench = big.bench;
        const int behind = bench.someFollower();
        bench.crash(behind);
        big.fill();
        for (int i = 0; i < 600; ++i)
            QVERIFY(bench.setData(1, "/n0", "x").ok());
        big.keepWriting();
        bench.world.runFor(20ms);
        bench.start(behind);
        QVERIFY(bench.settled());
        bench.world.runFor(500ms);
        bench.checkEqualAtEqualZxid();
        QVERIFY(bench.server(behind).zxid().value() >=
                bench.server(bench.leader()).zxid().value() - 1);
        big.findAllAgain();
    }
};

QTEST_GUILESS_MAIN(TestBigSnapshots)
#include "test_big_snapshots.moc"
