#include "tests/engine/world/faults_bench.h"

using namespace hw;
using namespace hw::world;
using namespace hw::world::contract;

/// Frames that are held, let go or dropped, in every world.
class TestHeldFramesContract : public QObject, protected FaultsBench
{
    Q_OBJECT
    using FaultsBench::connect;

private slots:
    void initTestCase_data() { addWorlds(); }
    void init() { begin(); }
    void cleanup() { end(); }

    void heldFrameWaitsWithAllBehindIt()
    {
        connect();
        listenToHolds();
        env->faults->hold({EventId(5), client->node(), server->node(), kind("ab"), false});
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
        env->faults->hold({EventId(5), server->node(), client->node(), kind("ab"), true});
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
        env->faults->hold({EventId(5), client->node(), server->node(), {}, false});
        env->run(*client, [] {});
        send("lost");
        QVERIFY(env->await(*log, 2));
        env->faults->release(EventId(5), true);
        QVERIFY(env->await(*log, 4));
        QCOMPARE(std::ranges::count(log->lines(), "client:reset"), 1);
        QCOMPARE(std::ranges::count(log->lines(), "server:reset"), 1);
        QCOMPARE(std::ranges::count(log->lines(), "lost"), 0);
    }

    void aHeldFrameThatGoesWithItsChannelIsTold()
    {
        connect();
        listenToHolds();
        env->faults->hold({EventId(5), client->node(), server->node(), {}, false});
        env->run(*client, [] {});
        send("lost");
        QVERIFY(env->await(*log, 2));
        env->run(*server, [this] { accepted.clear(); });
        QVERIFY(env->await(*log, 4));
        QCOMPARE(std::ranges::count(log->lines(), "gone:5"), 1);
    }

    /// What listens is often destroyed along with the table.
    void aTableThatGoesTellsOfNoHeldFrame()
    {
        connect();
        listenToHolds();
        env->faults->hold({EventId(5), client->node(), server->node(), {}, false});
        env->run(*client, [] {});
        send("lost");
        QVERIFY(env->await(*log, 2));
        env->run(*client, [this] { outgoing.reset(); }); // what it has sent still waits
        env->settle({client, server});
        QCOMPARE(log->text(), std::string("accepted held:5"));
        env->stop();
        env->faults.reset();
        QCOMPARE(log->text(), std::string("accepted held:5"));
    }

    /// A ZooKeeper request: xid, type. What opens a connection has neither, and begins with zero.
    void aFrameIsKnownByANumberAnywhereInItsHead()
    {
        connect();
        listenToHolds();
        HoldRule rule{EventId(5), client->node(), server->node(), HoldRule::Mark{4, 4, 'b'}, false};
        rule.numberAt = 0;
        rule.numberIsNotZero = true;
        env->faults->hold(rule);
        env->run(*client, [] {});
        const auto request = [](char xid, char type) {
            return std::string{'\0', '\0', '\0', xid, '\0', '\0', '\0', type};
        };
        send(request('\0', 'b'));
        send(request('1', 'a'));
        QVERIFY(env->await(*log, 3));
        send(request('2', 'b'));
        QVERIFY(env->await(*log, 4));
        QCOMPARE(log->lines().back(), std::string("held:5"));
        env->faults->release(EventId(5), false);
        QVERIFY(env->await(*log, 5));
    }

    void whatIsPushedGoesTheWayOfAnswers()
    {
        connect();
        listenToHolds();
        HoldRule rule{EventId(5), server->node(), client->node(), HoldRule::Mark{0, 1, 'w'}, false};
        rule.isPushed = true;
        env->faults->hold(rule);
        env->run(*server, [] {});
        send("wasRequest");
        answer("other");
        QVERIFY(env->await(*log, 3));
        answer("watch");
        QVERIFY(env->await(*log, 4));
        QCOMPARE(log->lines().back(), std::string("held:5"));
        QCOMPARE(std::ranges::count(log->lines(), "client:watch"), 0);
    }

private:
    static HoldRule::Mark kind(const char* text)
    {
        return {0, 2, static_cast<std::uint64_t>(text[0] << 8 | text[1])};
    }
};

QTEST_APPLESS_MAIN(TestHeldFramesContract)
#include "test_held_frames_contract.moc"
