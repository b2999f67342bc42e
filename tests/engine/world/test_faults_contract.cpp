#include <QTest>

#include "tests/engine/world/contract_env.h"

using namespace hw;
using namespace hw::world;
using namespace hw::world::contract;

/// What the fault table does, in every world. A server on broker 1, a client on broker 2.
class TestFaultsContract : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase_data()
    {
        QTest::addColumn<QString>("world");
        QTest::newRow("sim") << "sim wrapped";
        QTest::newRow("live") << "live wrapped";
    }

    void init()
    {
        QFETCH_GLOBAL(QString, world);
        env = makeEnv(world);
        server = &env->addHost(broker(1));
        client = &env->addHost(broker(2));
        log = std::make_unique<Log>();
        listen();
    }
    void cleanup()
    {
        env->stop();
        outgoing.reset();
        accepted.clear();
        listener.reset();
        env.reset();
    }

    void cutLinkStallsAndDeliversInOrderWhenItHeals()
    {
        connect();
        cut();
        send("1");
        send("2");
        answer("a");
        env->settle({client, server});
        QCOMPARE(log->text(), std::string("accepted"));
        heal();
        send("3");
        QVERIFY(env->await(*log, 5));
        env->settle({client, server});
        std::string toServer;
        for (const std::string& line : log->lines())
            toServer += line.size() == 1 ? line : "";
        QCOMPARE(toServer, std::string("123"));
        QVERIFY(std::ranges::count(log->lines(), "client:a") == 1);
    }

    void otherLinksAreNotTouched()
    {
        Host& third = env->addHost(broker(3));
        std::unique_ptr<Channel> other;
        cut();
        env->run(third, [&] {
            other = third.network().connect(at, Framing::Kafka);
            other->setHandlers([](Frame) {}, nullptr);
            other->send(frameOf("through"));
        });
        QVERIFY(env->await(*log, 2));
        QCOMPARE(log->text(), std::string("accepted through"));
        env->run(third, [&] { other.reset(); });
    }

    void cutIsByNodeNotByHost()
    {
        env->faults->cut(NodeId::client(7), server->node());
        std::unique_ptr<Channel> cutOff;
        env->run(*client, [&] {
            cutOff = client->network().connectAs(NodeId::client(7), at, Framing::Kafka);
            cutOff->setHandlers([](Frame) {}, nullptr);
            cutOff->send(frameOf("held"));
        });
        connect();
        send("own");
        QVERIFY(env->await(*log, 2));
        env->settle({client, server});
        QCOMPARE(log->text(), std::string("accepted own"));
        env->run(*client, [&] { cutOff.reset(); });
    }

    void newConnectionHangsUntilTheLinkHeals()
    {
        cut();
        env->run(*client, [this] { makeChannel(); });
        send("early");
        env->settle({client, server});
        QCOMPARE(log->text(), std::string());
        heal();
        QVERIFY(env->await(*log, 2));
        QCOMPARE(log->text(), std::string("accepted early"));
        answer("late");
        QVERIFY(env->await(*log, 3));
        QCOMPARE(log->lines().at(2), std::string("client:late"));
    }

    void hangingConnectionThatWasGivenUpEndsAtOnce()
    {
        cut();
        env->run(*client, [this] {
            makeChannel();
            outgoing.reset();
        });
        env->settle({client, server});
        QCOMPARE(log->text(), std::string());
        heal();
        QVERIFY(env->await(*log, 2));
        QCOMPARE(log->text(), std::string("accepted server:by-peer"));
    }

    void crashBehindACutIsHeardOfWhenItHeals()
    {
        connect();
        cut();
        env->run(*server, [this] {
            accepted.clear();
            server->crash();
        });
        env->settle({client});
        QCOMPARE(log->text(), std::string("accepted"));
        heal();
        QVERIFY(env->await(*log, 2));
        QVERIFY(log->lines().at(1).starts_with("client:"));
    }

    void closedChannelStillSendsWhatWaits()
    {
        connect();
        cut();
        send("last words");
        env->run(*client, [this] { outgoing.reset(); });
        env->settle({client, server});
        QCOMPARE(log->text(), std::string("accepted"));
        heal();
        QVERIFY(env->await(*log, 3));
        QCOMPARE(log->text(), std::string("accepted last words server:by-peer"));
    }

    void tooMuchWaitingResetsTheChannel()
    {
        connect();
        cut();
        env->run(*client, [this] {
            for (std::size_t i = 0; i <= kHeldFramesLimit; ++i)
                outgoing->send(frameOf("x"));
            log->add("sent"); // the news comes in a later task
        });
        heal();
        QVERIFY(env->await(*log, 4));
        QCOMPARE(log->lines().at(1), std::string("sent"));
        QCOMPARE(std::ranges::count(log->lines(), "client:reset"), 1);
    }

    void delayedFramesKeepTheirOrder()
    {
        connect();
        env->faults->delay(server->node(), client->node(), 20ms);
        const Instant start = env->ask(*client, [this] { return client->loop().now(); });
        send("1");
        send("2");
        QVERIFY(env->await(*log, 3));
        QVERIFY(lastArrival - start >= 20ms);
        env->faults->delay(server->node(), client->node(), 0ms);
        send("3");
        QVERIFY(env->await(*log, 4));
        QCOMPARE(log->text(), std::string("accepted 1 2 3"));
    }

    void stoppedReaderLeavesFramesWaiting()
    {
        connect();
        env->faults->stopReading(server->node(), client->node(), true);
        env->run(*server, [] {});
        send("1");
        env->settle({client, server});
        QCOMPARE(log->text(), std::string("accepted"));
        env->run(*server, [this] { // what the owner wants is remembered
            accepted.at(0)->pauseReading();
        });
        env->faults->stopReading(server->node(), client->node(), false);
        env->settle({client, server});
        QCOMPARE(log->text(), std::string("accepted"));
        env->run(*server, [this] { accepted.at(0)->resumeReading(); });
        QVERIFY(env->await(*log, 2));
        QCOMPARE(log->text(), std::string("accepted 1"));
    }

    void oneWayCutLetsTheOtherWayThrough()
    {
        connect();
        env->faults->cutOneWay(client->node(), server->node());
        env->run(*client, [] {});
        send("1");
        answer("a");
        QVERIFY(env->await(*log, 2));
        env->settle({client, server});
        QCOMPARE(log->text(), std::string("accepted client:a"));
        heal();
        QVERIFY(env->await(*log, 3));
        QCOMPARE(log->text(), std::string("accepted client:a 1"));
    }

    void cloggedLinkTakesTimeForItsBytes()
    {
        connect();
        env->faults->clog(server->node(), client->node(), 5000);
        env->run(*client, [] {});
        const Instant start = env->ask(*client, [this] { return client->loop().now(); });
        send(std::string(246, 'x')); // with its size 250 bytes: 50 ms
        send("y");
        QVERIFY(env->await(*log, 3));
        QVERIFY(lastArrival - start >= 50ms);
        env->faults->clog(server->node(), client->node(), 1); // what waits goes when it is healed
        env->run(*client, [] {});
        send("late");
        env->settle({client, server});
        QCOMPARE(log->size(), std::size_t(3));
        env->faults->clog(server->node(), client->node(), 0);
        QVERIFY(env->await(*log, 4));
        QCOMPARE(log->lines().back(), std::string("late"));
    }

    void resetEndsTheChannelAtBothEnds()
    {
        connect();
        env->faults->reset(client->node(), server->node());
        QVERIFY(env->await(*log, 3));
        QCOMPARE(std::ranges::count(log->lines(), "client:reset"), 1);
        QCOMPARE(std::ranges::count(log->lines(), "server:reset"), 1);
        env->run(*client, [this] { makeChannel(); }); // a new one is fine
        QVERIFY(env->await(*log, 4));
    }

    void heldFrameWaitsWithAllBehindIt()
    {
        connect();
        listenToHolds();
        env->faults->hold({EventId(5), client->node(), server->node(), keyOf("ab"), false});
        env->run(*client, [] {});
        send("xy other");
        QVERIFY(env->await(*log, 2));
        send("ab held");
        send("xy behind");
        QVERIFY(env->await(*log, 3));
        env->settle({client, server});
        QCOMPARE(log->text(), std::string("accepted xy other held:5"));
        env->faults->release(EventId(5), false);
        QVERIFY(env->await(*log, 5));
        send("ab next"); // only one is held
        QVERIFY(env->await(*log, 6));
        QCOMPARE(log->text(), std::string("accepted xy other held:5 ab held xy behind ab next"));
    }

    void heldAnswerIsKnownByItsRequest()
    {
        connect();
        listenToHolds();
        env->faults->hold({EventId(5), server->node(), client->node(), keyOf("ab"), true});
        env->run(*server, [] {});
        send("xy00aaaa");
        send("ab00bbbb");
        QVERIFY(env->await(*log, 3));
        answer("aaaa");
        answer("bbbb");
        QVERIFY(env->await(*log, 5));
        env->settle({client, server});
        QCOMPARE(std::ranges::count(log->lines(), "client:aaaa"), 1);
        QCOMPARE(std::ranges::count(log->lines(), "held:5"), 1);
        QCOMPARE(std::ranges::count(log->lines(), "client:bbbb"), 0);
        env->faults->release(EventId(5), false);
        QVERIFY(env->await(*log, 6));
        QCOMPARE(log->lines().back(), std::string("client:bbbb"));
    }

    void droppedFrameTakesItsChannelAlong()
    {
        connect();
        listenToHolds();
        env->faults->hold({EventId(5), client->node(), server->node(), std::nullopt, false});
        env->run(*client, [] {});
        send("lost");
        QVERIFY(env->await(*log, 2));
        env->faults->release(EventId(5), true);
        QVERIFY(env->await(*log, 4));
        QCOMPARE(std::ranges::count(log->lines(), "client:reset"), 1);
        QCOMPARE(std::ranges::count(log->lines(), "server:by-peer"), 1);
        QCOMPARE(std::ranges::count(log->lines(), "lost"), 0);
    }

    void aHeldFrameThatGoesWithItsChannelIsTold()
    {
        connect();
        listenToHolds();
        env->faults->hold({EventId(5), client->node(), server->node(), std::nullopt, false});
        env->run(*client, [] {});
        send("lost");
        QVERIFY(env->await(*log, 2));
        env->run(*server, [this] { accepted.clear(); });
        QVERIFY(env->await(*log, 4));
        QCOMPARE(std::ranges::count(log->lines(), "gone:5"), 1);
    }

    void hostsThatAreWrappedLaterSufferToo()
    {
        env->faults->cut(NodeId::broker(BrokerId(9)), server->node());
        Host& late = env->addHost(broker(9));
        std::unique_ptr<Channel> channel;
        env->run(late, [&] {
            channel = late.network().connect(at, Framing::Kafka);
            channel->setHandlers([](Frame) {}, nullptr);
            channel->send(frameOf("held"));
        });
        env->settle({&late, server});
        QCOMPARE(log->text(), std::string());
        env->run(late, [&] { channel.reset(); });
    }

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
    static std::int16_t keyOf(const char* text)
    {
        return static_cast<std::int16_t>(text[0] << 8 | text[1]);
    }
    void listenToHolds()
    {
        env->faults->setHoldNews([this](const HoldNews& news) {
            log->add((news.gone ? "gone:" : "held:") + std::to_string(news.rule.value()));
        });
    }
    void listen()
    {
        env->run(*server, [this] {
            listener = server->network()
                           .listen({}, Framing::Kafka,
                                   [this](std::unique_ptr<Channel> channel) { take(channel); })
                           .value();
            at = listener->endpoint();
        });
    }
    void take(std::unique_ptr<Channel>& channel)
    {
        channel->setHandlers(
            [this](Frame frame) {
                lastArrival = server->loop().now();
                log->add(textIn(frame));
            },
            [this](CloseReason reason) { log->add("server:" + nameOf(reason)); });
        accepted.push_back(std::move(channel));
        log->add("accepted");
    }
    /// On the client's loop.
    void makeChannel()
    {
        outgoing = client->network().connect(at, Framing::Kafka);
        outgoing->setHandlers([this](Frame frame) { log->add("client:" + textIn(frame)); },
                              [this](CloseReason reason) { log->add("client:" + nameOf(reason)); });
    }
    void connect()
    {
        env->run(*client, [this] { makeChannel(); });
        QVERIFY(env->await(*log, 1));
    }
    void cut()
    {
        env->faults->cut(client->node(), server->node());
        env->run(*client, [] {});
        env->run(*server, [] {});
    }
    void heal() { env->faults->heal(server->node(), client->node()); }
    void send(const std::string& text)
    {
        env->run(*client, [&] { outgoing->send(frameOf(text)); });
    }
    void answer(const std::string& text)
    {
        env->run(*server, [&] { accepted.at(0)->send(frameOf(text)); });
    }
    void note(const Result<void>& result)
    {
        if (result)
            log->add("ok");
        else
            log->add(result.error().kind == Failure::NoSpace ? "no-space" : "io");
    }

    std::unique_ptr<Env> env;
    Host* server = nullptr;
    Host* client = nullptr;
    std::unique_ptr<Log> log;
    Endpoint at;
    Instant lastArrival;
    std::unique_ptr<Listener> listener;
    std::vector<std::unique_ptr<Channel>> accepted;
    std::unique_ptr<Channel> outgoing;
};

QTEST_APPLESS_MAIN(TestFaultsContract)
#include "test_faults_contract.moc"
