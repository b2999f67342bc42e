#include <QTest>

#include "tests/engine/world/contract_env.h"

using namespace hw;
using namespace hw::world;
using namespace hw::world::contract;

/// What every world's network promises. A server on broker 1, a client on broker 2.
class TestChannelContract : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase_data() { addWorlds(); }

    void init()
    {
        QFETCH_GLOBAL(QString, world);
        env = makeEnv(world);
        server = &env->addHost(broker(1));
        client = &env->addHost(broker(2));
        log = std::make_unique<Log>();
        at = Endpoint{};
    }
    void cleanup()
    {
        env->stop();
        outgoing.reset();
        accepted.clear();
        listener.reset();
        env.reset();
    }

    void framesArriveInOrderAndWhole()
    {
        listen();
        connect();
        env->run(*client, [this] {
            for (int i = 0; i < 5; ++i)
                outgoing->send(frameOf(std::to_string(i)));
        });
        QVERIFY(env->await(*log, 6));
        QCOMPARE(log->text(), std::string("accepted 0 1 2 3 4"));
    }

    void whatIsSentBeforeTheConnectionStandsWaits()
    {
        listen();
        env->run(*client, [this] {
            makeChannel();
            outgoing->send(frameOf("early"));
        });
        QVERIFY(env->await(*log, 2));
        QCOMPARE(log->text(), std::string("accepted early"));
    }

    void answersComeBackAndPeersAreNamed()
    {
        listen();
        connect();
        const auto who = env->ask(*server, [this] { return accepted.at(0)->peer(); });
        QVERIFY(who.node == client->node());
        QVERIFY(who.address.starts_with("127.0.0.1:"));
        const auto whom = env->ask(*client, [this] { return outgoing->peer(); });
        QVERIFY(whom.node == server->node());
        QCOMPARE(whom.address, at.text());
        env->run(*server, [this] { accepted.at(0)->send(frameOf("answer")); });
        QVERIFY(env->await(*log, 2));
        QCOMPARE(log->text(), std::string("accepted client:answer"));
    }

    void hostThatManyShareConnectsUnderTheirNames()
    {
        listen();
        env->run(*client, [this] {
            outgoing = client->network().connectAs(NodeId::client(42), at, Framing::Kafka);
            outgoing->setHandlers([](Frame) {}, nullptr);
        });
        QVERIFY(env->await(*log, 1));
        QVERIFY(env->ask(*server, [this] { return accepted.at(0)->peer().node; }) ==
                NodeId::client(42));
    }

    void piecesAreSharedNotCopied()
    {
        const Slice bytes(Bytes(100000, 7));
        const void* seen = nullptr;
        listen([&](Frame frame) {
            seen = std::get<Slice>(frame.pieces.list().at(0)).data();
            log->add("got");
        });
        connect();
        env->run(*client, [&] { outgoing->send({Pieces(bytes), kNoEvent}); });
        QVERIFY(env->await(*log, 2));
        QCOMPARE(seen, static_cast<const void*>(bytes.data()));
    }

    void rangesOfFilesTravelEvenIfTheFileIsRemoved()
    {
        listen();
        connect();
        env->run(*client, [this] {
            auto file = client->disk().open("log", OpenMode::CreateNew).value();
            HW_ASSERT(file->append(frameOf("0123456789").pieces), "there is room");
            Pieces pieces(Bytes{'<'});
            pieces.add(FileRange{file->source(), 3, 4});
            HW_ASSERT(client->disk().remove("log"), "it is there");
            outgoing->send({pieces, kNoEvent});
        });
        QVERIFY(env->await(*log, 2));
        QCOMPARE(log->text(), std::string("accepted <3456"));
    }

    void nobodyListeningIsRefused()
    {
        listen();
        env->run(*server, [this] { listener.reset(); });
        env->run(*client, [this] {
            makeChannel();
            outgoing->send(frameOf("lost"));
            log->add("later:");
        });
        QVERIFY(env->await(*log, 2));
        QCOMPARE(log->text(), std::string("later: client:refused"));
    }

    void takenPortIsBusyAndZeroFindsAFreeOne()
    {
        listen();
        QVERIFY(at.port != 0);
        const auto again = env->ask(*client, [this] {
            return client->network().listen(at, Framing::Kafka, [](auto) {}).error();
        });
        QVERIFY(again.kind == Failure::Busy);
        QVERIFY(again.message.find(std::to_string(at.port)) != std::string::npos);
        const auto other = env->ask(*client, [this] {
            return client->network().listen({}, Framing::Kafka, [](auto) {}).value()->endpoint();
        });
        QVERIFY(other.port != 0 && other.port != at.port);
    }

    void closedListenerLeavesItsChannelsOpen()
    {
        listen();
        connect();
        env->run(*server, [this] { listener.reset(); });
        env->run(*client, [this] { outgoing->send(frameOf("still")); });
        QVERIFY(env->await(*log, 2));
        QCOMPARE(log->text(), std::string("accepted still"));
    }

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

    void causesTravelWithFramesAndConnections()
    {
        env->run(*server, [this] {
            listener =
                server->network()
                    .listen(at, Framing::Kafka,
                            [this](std::unique_ptr<Channel> channel) {
                                noteCause("accept", *server);
                                channel->setHandlers(
                                    [this](Frame frame) {
                                        noteCause("frame", *server);
                                        log->add("carried=" + std::to_string(frame.cause.value()));
                                    },
                                    [this](CloseReason) { noteCause("end", *server); });
                                accepted.push_back(std::move(channel));
                            })
                    .value();
            at = listener->endpoint();
        });
        env->run(*client, [this] {
            client->loop().setCause(EventId(5));
            makeChannel();
            client->loop().setCause(EventId(6));
            outgoing->send(frameOf("x"));
            client->loop().setCause(EventId(7));
            outgoing->close();
        });
        QVERIFY(env->await(*log, 4));
        QCOMPARE(log->text(), std::string("accept=5 frame=6 carried=6 end=7"));
    }

    void frameAboveTheLimitEndsTheChannel()
    {
        listen([this](Frame) { log->add("too much"); }, Framing::ZooKeeper);
        connect(Framing::ZooKeeper);
        env->run(*client, [this] {
            outgoing->send({Pieces(Bytes(kZooKeeperFrameLimit + 1)), kNoEvent});
        });
        QVERIFY(env->await(*log, 3));
        env->settle({client, server});
        const auto lines = log->lines();
        QCOMPARE(lines.size(), std::size_t(3));
        QVERIFY(std::ranges::count(lines, "server:malformed") == 1);
        QVERIFY(std::ranges::count(lines, "client:reset") == 1);
    }

    void hostCanConnectToItself()
    {
        listen();
        std::unique_ptr<Channel> own;
        env->run(*server, [&] {
            own = server->network().connect(at, Framing::Kafka);
            own->setHandlers([](Frame) {}, nullptr);
            own->send(frameOf("hello"));
        });
        QVERIFY(env->await(*log, 2));
        QCOMPARE(log->text(), std::string("accepted hello"));
        env->run(*server, [&] {
            own.reset();
            server->crash();
        });
    }

private:
    using Handler = std::function<void(Frame)>;

    void listen(Handler onFrame = nullptr, Framing framing = Framing::Kafka)
    {
        if (!onFrame)
            onFrame = [this](Frame frame) { log->add(textIn(frame)); };
        env->run(*server, [&] {
            listener = server->network()
                           .listen(at, framing,
                                   [this, onFrame](std::unique_ptr<Channel> channel) {
                                       channel->setHandlers(onFrame, [this](CloseReason reason) {
                                           log->add("server:" + nameOf(reason));
                                       });
                                       accepted.push_back(std::move(channel));
                                       log->add("accepted");
                                   })
                           .value();
            at = listener->endpoint();
        });
    }
    /// On the client's loop.
    void makeChannel(Framing framing = Framing::Kafka)
    {
        outgoing = client->network().connect(at, framing);
        outgoing->setHandlers([this](Frame frame) { log->add("client:" + textIn(frame)); },
                              [this](CloseReason reason) { log->add("client:" + nameOf(reason)); });
    }
    void connect(Framing framing = Framing::Kafka)
    {
        const std::size_t before = log->size();
        env->run(*client, [&] { makeChannel(framing); });
        QVERIFY(env->await(*log, before + 1));
    }
    void noteCause(const std::string& what, Host& host)
    {
        log->add(what + "=" + std::to_string(host.loop().cause().value()));
    }

    std::unique_ptr<Env> env;
    Host* server = nullptr;
    Host* client = nullptr;
    std::unique_ptr<Log> log;
    Endpoint at;
    std::unique_ptr<Listener> listener;
    std::vector<std::unique_ptr<Channel>> accepted;
    std::unique_ptr<Channel> outgoing;
};

QTEST_APPLESS_MAIN(TestChannelContract)
#include "test_channel_contract.moc"
