#include "tests/engine/world/faults_bench.h"

using namespace hw;
using namespace hw::world;
using namespace hw::world::contract;

/// What faults of links do, in every world.
class TestFaultsContract : public QObject, protected FaultsBench
{
    Q_OBJECT
    using FaultsBench::connect;

private slots:
    void initTestCase_data() { addWorlds(); }
    void init() { begin(); }
    void cleanup() { end(); }

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
        cut();
        std::unique_ptr<Channel> other = say(third, third.node(), "through");
        QVERIFY(env->await(*log, 2));
        QCOMPARE(log->text(), std::string("accepted through"));
        env->run(third, [&] { other.reset(); });
    }

    void cutIsByNodeNotByHost()
    {
        env->faults->cut(NodeId::client(7), server->node());
        std::unique_ptr<Channel> cutOff = say(*client, NodeId::client(7), "held");
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

    void hostsThatAreWrappedLaterSufferToo()
    {
        env->faults->cut(NodeId::broker(BrokerId(9)), server->node());
        Host& late = env->addHost(broker(9));
        std::unique_ptr<Channel> channel = say(late, late.node(), "held");
        env->settle({&late, server});
        QCOMPARE(log->text(), std::string());
        env->run(late, [&] { channel.reset(); });
    }
};

QTEST_APPLESS_MAIN(TestFaultsContract)
#include "test_faults_contract.moc"
