#include <QTest>

#include "engine/world/sim/sim_world.h"

using namespace hw;
using namespace hw::world;

namespace {

Frame frameOf(std::string_view text)
{
    return {Pieces(Bytes(viewOf(text).begin(), viewOf(text).end())), kNoEvent};
}

/// An echo server and a client that counts to `rounds`: enough traffic to compare two runs.
struct PingPong
{
    SimWorld world;
    Host& server;
    Host& client;
    std::unique_ptr<Listener> listener;
    std::unique_ptr<Channel> accepted;
    std::unique_ptr<Channel> channel;
    int answers = 0;

    explicit PingPong(std::uint64_t seed, int rounds = 20)
        : world(SimOptions{.seed = seed})
        , server(world.addHost({NodeId::broker(BrokerId(1)), "broker-1"}))
        , client(world.addHost({NodeId::client(1), "clients"}))
    {
        server.control([this] { serve(); });
        client.control([this, rounds] { call(rounds); });
    }
    void serve()
    {
        listener = server.network()
                       .listen({"127.0.0.1", 9092}, Framing::Kafka,
                               [this](std::unique_ptr<Channel> got) {
                                   accepted = std::move(got);
                                   accepted->setHandlers(
                                       [this](Frame f) { accepted->send(std::move(f)); }, nullptr);
                               })
                       .value();
    }
    void call(int rounds)
    {
        channel = client.network().connect({"127.0.0.1", 9092}, Framing::Kafka);
        channel->setHandlers(
            [this, rounds](Frame) {
                if (++answers < rounds)
                    channel->send(frameOf("ping " + std::to_string(answers)));
            },
            nullptr);
        channel->send(frameOf("ping"));
    }
};

} // namespace

class TestSimWorld : public QObject
{
    Q_OBJECT
private slots:
    void sameSeedGivesTheSameRun()
    {
        PingPong first(7);
        PingPong second(7);
        PingPong other(8);
        for (auto* run : {&first, &second, &other})
            run->world.runFor(1s);
        QCOMPARE(first.answers, 20);
        QCOMPARE(first.world.fingerprint(), second.world.fingerprint());
        QVERIFY(first.world.fingerprint() != other.world.fingerprint());
    }

    void fingerprintSeesTheBytesOfFrames()
    {
        auto run = [](std::string_view text) {
            SimWorld world;
            Host& host = world.addHost({NodeId::client(1), "c"});
            std::unique_ptr<Channel> accepted, channel;
            std::unique_ptr<Listener> listener;
            host.control([&] {
                listener = host.network()
                               .listen({}, Framing::Kafka,
                                       [&](std::unique_ptr<Channel> got) {
                                           accepted = std::move(got);
                                           accepted->setHandlers([](Frame) {}, nullptr);
                                       })
                               .value();
                channel = host.network().connect(listener->endpoint(), Framing::Kafka);
                channel->setHandlers([](Frame) {}, nullptr);
                channel->send(frameOf(text));
            });
            world.runFor(1s);
            return world.fingerprint();
        };
        QCOMPARE(run("one frame of text"), run("one frame of text"));
        QVERIFY(run("one frame of text") != run("one frame of test"));
    }

    void controlTasksLeaveTheFingerprintAlone()
    {
        PingPong plain(3);
        PingPong watched(3);
        plain.world.runFor(1s);
        int looks = 0;
        for (int i = 0; i < 100; ++i) {
            watched.server.control([&] { ++looks; });
            watched.world.runFor(10ms);
        }
        QCOMPARE(looks, 100);
        QCOMPARE(watched.world.fingerprint(), plain.world.fingerprint());
    }

    void clockStandsStillUntilStepped()
    {
        SimWorld world;
        Host& host = world.addHost({NodeId::client(1), "c"});
        std::vector<std::int64_t> seen;
        host.control([&] {
            for (const auto ms : {30, 10, 20})
                host.loop().after(fromMs(ms),
                                  [&] { seen.push_back(toMs(host.loop().now().sinceStart())); });
        });
        QCOMPARE(toMs(world.now().sinceStart()), 0);
        QVERIFY(world.runOne()); // the control task
        QCOMPARE(toMs(world.nextDue()->sinceStart()), 10);
        QVERIFY(world.runOne());
        QCOMPARE(toMs(world.now().sinceStart()), 10);
        world.runFor(fromMs(5));
        QCOMPARE(toMs(world.now().sinceStart()), 15);
        QVERIFY(world.runUntil([&] { return seen.size() == 3; }, 1s));
        QCOMPARE(toMs(world.now().sinceStart()), 30);
        QVERIFY(!world.runOne());
        QVERIFY(!world.runUntil([] { return false; }, 1s));
        QCOMPARE(toMs(world.now().sinceStart()), 1030);
        QCOMPARE(world.wallTime().ms(), 1700000001030);
    }

    void manyCancelledTimersAreSwept()
    {
        SimWorld world;
        Host& host = world.addHost({NodeId::client(1), "c"});
        int fired = 0;
        host.control([&] {
            for (int i = 0; i < 10000; ++i) {
                const TimerId doomed = host.loop().after(1s, [&] { fired += 1000000; });
                host.loop().after(1s, [&] { ++fired; });
                host.loop().cancel(doomed);
            }
        });
        world.runFor(2s);
        QCOMPARE(fired, 10000);
    }

    void thawedHostRunsWhatItMissedInOrder()
    {
        SimWorld world;
        Host& host = world.addHost({NodeId::client(1), "c"});
        std::vector<int> order;
        host.control([&] {
            host.loop().after(10ms, [&] { order.push_back(1); });
            host.loop().after(20ms, [&] { order.push_back(2); });
            host.loop().after(50ms, [&] { order.push_back(3); });
        });
        world.runFor(1ms);
        host.setFrozen(true);
        bool looked = false;
        host.control([&] { looked = true; });
        world.runFor(49ms); // the third is due at this very moment
        QVERIFY(looked);
        QVERIFY(order.empty());
        host.setFrozen(false);
        world.runFor(0ms);
        QCOMPARE(order, (std::vector<int>{1, 2, 3}));
        QCOMPARE(toMs(world.now().sinceStart()), 50);
    }

    void hostsHaveTheirOwnNumbers()
    {
        SimWorld one(SimOptions{.seed = 5});
        SimWorld two(SimOptions{.seed = 5});
        Host& a1 = one.addHost({NodeId::broker(BrokerId(1)), "a"});
        Host& b1 = one.addHost({NodeId::broker(BrokerId(2)), "b"});
        Host& b2 = two.addHost({NodeId::broker(BrokerId(2)), "b"});
        const auto first = b1.loop().random().next();
        QCOMPARE(b2.loop().random().next(), first);
        QVERIFY(a1.loop().random().next() != first);
    }

    void powerLossForgetsUnsyncedBytesAndNames()
    {
        SimWorld world;
        Host& host = world.addHost({NodeId::broker(BrokerId(1)), "b"});
        Disk& disk = host.disk();
        host.control([&] {
            QVERIFY(disk.makeDirectory("t-0").has_value());
            auto log = disk.open("t-0/log", OpenMode::CreateNew).value();
            QVERIFY(log->append(frameOf("synced,").pieces).has_value());
            log->sync(nullptr);
            // Written after the sync was asked for: not part of it.
            QVERIFY(log->writeAt(0, viewOf("S")).has_value());
            QVERIFY(log->append(frameOf("lost").pieces).has_value());
            disk.syncDirectory("t-0", nullptr);
            disk.syncDirectory("", nullptr);
            QVERIFY(disk.open("t-0/later", OpenMode::CreateNew).has_value());
        });
        world.runFor(1s);
        host.control([&] {
            QCOMPARE(textOf(readAll(disk, "t-0/log").value()), std::string("Synced,lost"));
            host.crash();
            QCOMPARE(textOf(readAll(disk, "t-0/log").value()), std::string("Synced,lost"));
            host.losePower();
            QCOMPARE(textOf(readAll(disk, "t-0/log").value()), std::string("synced,"));
            QVERIFY(!disk.exists("t-0/later"));
        });
        world.runFor(1s);
    }

    void replacedFileIsOldOrNewAfterPowerLoss()
    {
        SimWorld world;
        Host& host = world.addHost({NodeId::broker(BrokerId(1)), "b"});
        Disk& disk = host.disk();
        bool safe = false;
        host.control([&] { QVERIFY(replaceFile(disk, "meta", viewOf("old")).has_value()); });
        world.runFor(1s);
        host.control([&] {
            QVERIFY(replaceFile(disk, "meta", viewOf("new"), [&](Result<void>) {
                        safe = true;
                    }).has_value());
            host.losePower();
            QCOMPARE(textOf(readAll(disk, "meta").value()), std::string("old"));
            QVERIFY(replaceFile(disk, "meta", viewOf("new"), [&](Result<void>) {
                        safe = true;
                    }).has_value());
        });
        QVERIFY(world.runUntil([&] { return safe; }, 1s));
        host.control([&] {
            host.losePower();
            QCOMPARE(textOf(readAll(disk, "meta").value()), std::string("new"));
        });
        world.runFor(1s);
    }

    void truncatedFileFallsBackToItsSyncedContent()
    {
        SimWorld world;
        Host& host = world.addHost({NodeId::broker(BrokerId(1)), "b"});
        Disk& disk = host.disk();
        host.control([&] {
            auto log = disk.open("log", OpenMode::CreateNew).value();
            QVERIFY(log->append(frameOf("0123456789").pieces).has_value());
            log->sync(nullptr);
            disk.syncDirectory("", nullptr);
        });
        world.runFor(1s);
        host.control([&] {
            auto log = disk.open("log", OpenMode::MustExist).value();
            QVERIFY(log->truncate(4).has_value());
            QVERIFY(log->append(frameOf("xyz").pieces).has_value());
            QVERIFY(log->truncate(2).has_value());
            QVERIFY(log->append(frameOf("ab").pieces).has_value());
            QVERIFY(log->writeAt(1, viewOf("--")).has_value());
            log.reset();
            host.losePower();
            QCOMPARE(textOf(readAll(disk, "log").value()), std::string("0123456789"));
        });
        world.runFor(1s);
    }
};

QTEST_APPLESS_MAIN(TestSimWorld)
#include "test_sim_world.moc"
