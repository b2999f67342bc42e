#include <QTest>

#include "tests/engine/world/channel_fixture.h"

using namespace hw;
using namespace hw::world;
using namespace hw::world::contract;

/// What every world's network promises. A server on broker 1, a client on broker 2.
class TestChannelContract : public QObject, private ChannelFixture
{
    Q_OBJECT
    using ChannelFixture::connect;

private slots:
    void initTestCase_data() { addWorlds(); }

    void init() { begin(); }
    void cleanup() { end(); }

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
};

QTEST_APPLESS_MAIN(TestChannelContract)
#include "test_channel_contract.moc"
