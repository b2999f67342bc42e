#include <QTest>

#include "tests/engine/world/channel_fixture.h"

using namespace hw;
using namespace hw::world;
using namespace hw::world::contract;

/// What every world's network promises when a reader pauses, an end closes, or a host dies.
class TestChannelEnds : public QObject, private ChannelFixture
{
    Q_OBJECT
    using ChannelFixture::connect;

private slots:
    void initTestCase_data() { addWorlds(); }
    void init() { begin(); }
    void cleanup() { end(); }

    void pausedReaderKeepsFramesAndTheEndInOrder()
    {
        listen();
        connect();
        env->run(*server, [this] { accepted.at(0)->pauseReading(); });
        env->run(*client, [this] {
            outgoing->send(frameOf("1"));
            outgoing->send(frameOf("2"));
            outgoing->close();
        });
        env->settle({client, server});
        QCOMPARE(log->text(), std::string("accepted"));
        env->run(*server, [this] {
            accepted.at(0)->resumeReading();
            log->add("resumed"); // frames arrive only in later tasks
        });
        QVERIFY(env->await(*log, 5));
        QCOMPARE(log->text(), std::string("accepted resumed 1 2 server:by-peer"));
    }

    void pausingInsideTheCallbackStopsTheNextFrame()
    {
        listen([this](Frame frame) {
            log->add(textIn(frame));
            accepted.at(0)->pauseReading();
        });
        connect();
        env->run(*client, [this] {
            outgoing->send(frameOf("1"));
            outgoing->send(frameOf("2"));
            outgoing->send(frameOf("3"));
        });
        env->settle({client, server});
        QCOMPARE(log->text(), std::string("accepted 1"));
        env->run(*server, [this] { accepted.at(0)->resumeReading(); });
        env->settle({server});
        QCOMPARE(log->text(), std::string("accepted 1 2"));
    }

    void pausingAgainBeforeTheNextTaskKeepsFramesWaiting()
    {
        listen();
        connect();
        env->run(*server, [this] { accepted.at(0)->pauseReading(); });
        env->run(*client, [this] { outgoing->send(frameOf("1")); });
        env->settle({client, server});
        env->run(*server, [this] {
            accepted.at(0)->resumeReading();
            accepted.at(0)->pauseReading();
        });
        env->settle({client, server});
        QCOMPARE(log->text(), std::string("accepted"));
        env->run(*server, [this] { accepted.at(0)->resumeReading(); });
        QVERIFY(env->await(*log, 2));
    }

    void whatArrivesAfterResumingStaysBehindWhatWaited()
    {
        listen();
        std::unique_ptr<Channel> own; // to itself, so that one task can do both
        env->run(*server, [&] {
            own = server->network().connect(at, Framing::Kafka);
            own->setHandlers([](Frame) {}, nullptr);
        });
        QVERIFY(env->await(*log, 1));
        env->run(*server, [&] {
            accepted.at(0)->pauseReading();
            own->send(frameOf("1"));
            own->send(frameOf("2"));
        });
        env->settle({server});
        env->run(*server, [&] {
            accepted.at(0)->resumeReading();
            own->send(frameOf("3"));
        });
        QVERIFY(env->await(*log, 4));
        QCOMPARE(log->text(), std::string("accepted 1 2 3"));
        env->run(*server, [&] { own.reset(); });
    }

    void closingTellsThePeerAfterWhatWasSent()
    {
        listen();
        connect();
        env->run(*client, [this] {
            outgoing->send(frameOf("last"));
            outgoing.reset();
        });
        QVERIFY(env->await(*log, 3));
        env->settle({client, server});
        QCOMPARE(log->text(), std::string("accepted last server:by-peer"));
        env->run(*server, [this] { accepted.at(0)->send(frameOf("into the void")); });
        env->settle({client, server});
        QCOMPARE(log->size(), std::size_t(3));
    }

    void resettingTellsThePeerOfAReset()
    {
        listen();
        connect();
        env->run(*client, [this] {
            outgoing->reset();
            outgoing->send(frameOf("never"));
        });
        QVERIFY(env->await(*log, 2));
        env->settle({client, server});
        QCOMPARE(log->text(), std::string("accepted server:reset"));
    }

    void noCallbackComesAfterClose()
    {
        listen();
        connect();
        env->run(*client, [this] { outgoing->close(); });
        env->run(*server, [this] {
            if (!accepted.empty())
                accepted.at(0)->send(frameOf("too late"));
        });
        env->settle({client, server});
        QCOMPARE(log->text(), std::string("accepted server:by-peer"));
    }

    void channelMayBeDestroyedInsideItsCallbacks()
    {
        listen([this](Frame frame) {
            log->add(textIn(frame));
            accepted.clear();
        });
        connect();
        env->run(*client, [this] {
            outgoing->setHandlers([](Frame) {},
                                  [this](CloseReason reason) {
                                      log->add(nameOf(reason));
                                      outgoing.reset();
                                  });
            outgoing->send(frameOf("1"));
            outgoing->send(frameOf("2"));
        });
        QVERIFY(env->await(*log, 3));
        env->settle({client, server});
        QCOMPARE(log->text(), std::string("accepted 1 by-peer"));
    }

    void crashResetsThePeerAfterWhatWasSent()
    {
        listen();
        connect();
        env->run(*client, [this] {
            outgoing->send(frameOf("last words"));
            client->crash();
            outgoing->send(frameOf("from the dead"));
        });
        QVERIFY(env->await(*log, 3));
        env->run(*client, [this] { outgoing.reset(); }); // safe after the crash as well
        env->settle({client, server});
        QCOMPARE(log->text(), std::string("accepted last words server:reset"));
    }

    void crashOfTheServerFreesItsPort()
    {
        listen();
        connect();
        env->run(*server, [this] {
            accepted.clear();
            server->crash();
            listener.reset(); // after the crash: must not end the next one's
        });
        QVERIFY(env->await(*log, 2));
        QCOMPARE(log->lines().at(1).substr(0, 7), std::string("client:"));
        env->run(*client, [this] { outgoing.reset(); });
        const Endpoint before = at;
        listen();
        QVERIFY(at == before);
        connect();
        QCOMPARE(log->lines().at(2), std::string("accepted"));
    }

    void connectionOnItsWayToACrashedHostEnds()
    {
        listen();
        server->setFrozen(true);
        env->run(*client, [this] { makeChannel(); });
        env->run(*server, [this] { server->crash(); });
        QVERIFY(env->await(*log, 1));
        QCOMPARE(log->lines().at(0).substr(0, 7), std::string("client:"));
        server->setFrozen(false);
    }

    void frozenHostReadsNothingUntilItThaws()
    {
        listen();
        connect();
        server->setFrozen(true);
        env->run(*client, [this] { outgoing->send(frameOf("1")); });
        env->settle({client});
        env->run(*server, [this] { log->add("control"); });
        QCOMPARE(log->text(), std::string("accepted control"));
        server->setFrozen(false);
        QVERIFY(env->await(*log, 3));
        QCOMPARE(log->text(), std::string("accepted control 1"));
    }
};

QTEST_APPLESS_MAIN(TestChannelEnds)
#include "test_channel_ends.moc"
