#include <QTest>

#include "engine/protocol/messages/api_versions.h"
#include "engine/protocol/messages/heartbeat.h"
#include "engine/protocol/messages/metadata.h"
#include "engine/protocol/messages/produce.h"
#include "engine/rpc/peer.h"
#include "engine/world/sim/sim_world.h"
#include "tests/engine/rpc/station.h"

using namespace hw;
using test::Station;
using protocol::ApiVersion;

class FlightJournal final : public observe::Journal
{
public:
    EventId report(observe::Fact) override { return kNoEvent; }
    bool wantsFlights() const override { return true; }
    FlightId flight(observe::Flight flight, const Pieces&) override
    {
        flights.push_back(std::move(flight));
        return FlightId(flights.size());
    }
    std::vector<observe::Flight> flights;
};

static constexpr std::uint16_t kPort = 9092;

static std::string wordFor(Failure kind)
{
    switch (kind) {
    case Failure::Closed:
        return "closed";
    case Failure::TimedOut:
        return "timed out";
    case Failure::Invalid:
        return "invalid";
    case Failure::Unsupported:
        return "unsupported";
    default:
        return "other";
    }
}

struct Stage
{
    Stage()
        : client(world.addHost({NodeId::client(1), "client"}))
        , server(world.addHost({NodeId::broker(BrokerId{1}), "broker"}))
        , station(server)
    {
        station.listen(kPort);
    }
    rpc::PeerConfig config() const
    {
        rpc::PeerConfig config;
        config.self = NodeId::client(7);
        config.node = NodeId::broker(BrokerId{1});
        config.where = {"127.0.0.1", kPort};
        config.clientId = "test";
        return config;
    }
    void heartbeat(rpc::Peer& peer, Duration timeout = 5s)
    {
        peer.send<protocol::HeartbeatRequest>(
            {}, ApiVersion{3}, timeout, [this](Result<protocol::HeartbeatResponse> got) {
                ends.push_back(got ? "ok" : wordFor(got.error().kind));
            });
    }

    world::SimWorld world;
    world::Host& client;
    world::Host& server;
    Station station;
    FlightJournal journal;
    std::vector<std::string> ends;
};

using Ends = std::vector<std::string>;

class TestPeer : public QObject
{
    Q_OBJECT
private slots:
    void responsesFindTheirRequests()
    {
        Stage s;
        rpc::Peer peer(s.client, s.journal, s.config());
        std::string host;
        peer.send<protocol::MetadataRequest>(
            {}, ApiVersion{8}, 5s,
            [&](Result<protocol::MetadataResponse> got) { host = got.value().brokers.at(0).host; });
        s.heartbeat(peer);
        s.world.runFor(10ms);
        QCOMPARE(s.station.requests.size(), std::size_t(2));
        QVERIFY(s.station.requests[0].clientId == "test");
        s.station.answer([](const auto& header, Writer& writer) {
            protocol::MetadataResponse response;
            response.brokers.emplace_back().host = "here";
            response.encode(writer, header.apiVersion);
        });
        s.station.answerHeartbeat();
        s.world.runFor(10ms);
        QCOMPARE(host, std::string("here"));
        QCOMPARE(s.ends, Ends{"ok"});
        QVERIFY(peer.isConnected());
        QCOMPARE(peer.pending(), std::size_t(0));
    }

    void onlySoManyAreInFlight()
    {
        Stage s;
        auto config = s.config();
        config.maxInFlight = 2;
        rpc::Peer peer(s.client, s.journal, config);
        for (int i = 0; i < 3; ++i)
            s.heartbeat(peer);
        s.world.runFor(10ms);
        QCOMPARE(s.station.requests.size(), std::size_t(2));
        s.station.answerHeartbeat();
        s.world.runFor(10ms);
        QCOMPARE(s.station.requests.size(), std::size_t(2));
        QCOMPARE(s.ends, Ends{"ok"});
    }

    void refusedConnectionFailsWhatWaitsAndIsTriedAgainLater()
    {
        Stage s;
        auto config = s.config();
        config.where.port = 9999;
        rpc::Peer peer(s.client, s.journal, config);
        s.heartbeat(peer);
        QVERIFY(s.ends.empty());
        s.world.runFor(10ms);
        QCOMPARE(s.ends, Ends{"closed"});
        s.heartbeat(peer);
        s.station.listen(9999);
        s.world.runFor(10ms); // within the reconnect delay
        QCOMPARE(s.station.connections, 0);
        s.world.runFor(100ms);
        QCOMPARE(s.station.connections, 1);
        s.station.answerHeartbeat();
        s.world.runFor(10ms);
        QCOMPARE(s.ends, (Ends{"closed", "ok"}));
    }

    void reconnectDelayDoublesUpToItsMaximum()
    {
        Stage s;
        auto config = s.config();
        config.where.port = 9999;
        rpc::Peer peer(s.client, s.journal, config);
        const auto timeToFail = [&] {
            const Instant start = s.world.now();
            s.heartbeat(peer, 60s);
            s.ends.clear();
            s.world.runUntil([&] { return !s.ends.empty(); }, 60s);
            return s.world.now() - start;
        };
        QVERIFY(timeToFail() < 10ms);
        const Duration second = timeToFail();
        QVERIFY(second > 40ms && second < 60ms);
        const Duration third = timeToFail();
        QVERIFY(third > 90ms && third < 110ms);
        for (int i = 0; i < 6; ++i)
            timeToFail();
        const Duration last = timeToFail();
        QVERIFY(last > 900ms && last < 1100ms);
    }

    void brokenConnectionFailsEverything()
    {
        Stage s;
        auto config = s.config();
        config.maxInFlight = 1;
        rpc::Peer peer(s.client, s.journal, config);
        s.heartbeat(peer);
        s.heartbeat(peer);
        s.world.runFor(10ms);
        s.server.control([&] { s.station.channel.reset(); });
        s.world.runFor(10ms);
        QCOMPARE(s.ends, (Ends{"closed", "closed"}));
        QVERIFY(!peer.isConnected());
    }

    void disconnectFailsEverythingInALaterTask()
    {
        Stage s;
        rpc::Peer peer(s.client, s.journal, s.config());
        s.heartbeat(peer);
        s.world.runFor(10ms);
        peer.disconnect();
        s.heartbeat(peer);
        QVERIFY(s.ends.empty());
        s.world.runFor(10ms);
        QCOMPARE(s.ends, Ends{"closed"});
        s.world.runFor(100ms);
        s.station.requests.erase(s.station.requests.begin());
        s.station.answerHeartbeat();
        s.world.runFor(10ms);
        QCOMPARE(s.ends, (Ends{"closed", "ok"}));
    }

    void silenceTimesOutAndBreaksTheConnection()
    {
        Stage s;
        rpc::Peer peer(s.client, s.journal, s.config());
        s.heartbeat(peer, 100ms);
        s.heartbeat(peer, 5s);
        s.world.runFor(99ms);
        QVERIFY(s.ends.empty());
        s.world.runFor(10ms);
        QCOMPARE(s.ends, (Ends{"timed out", "closed"}));
        QVERIFY(!s.station.channel);
    }

    void waitingRequestTimesOutAlone()
    {
        Stage s;
        auto config = s.config();
        config.maxInFlight = 1;
        rpc::Peer peer(s.client, s.journal, config);
        s.heartbeat(peer, 5s);
        s.heartbeat(peer, 100ms);
        s.world.runFor(200ms);
        QCOMPARE(s.ends, Ends{"timed out"});
        s.station.answerHeartbeat();
        s.world.runFor(10ms);
        QCOMPARE(s.ends, (Ends{"timed out", "ok"}));
    }

    void malformedResponseIsInvalidAndBreaksTheConnection()
    {
        Stage s;
        rpc::Peer peer(s.client, s.journal, s.config());
        s.heartbeat(peer);
        s.heartbeat(peer);
        s.world.runFor(10ms);
        s.station.answer([](const auto&, Writer&) {});
        s.world.runFor(10ms);
        QCOMPARE(s.ends, (Ends{"invalid", "closed"}));
    }

    void wrongCorrelationBreaksTheConnection()
    {
        Stage s;
        rpc::Peer peer(s.client, s.journal, s.config());
        s.heartbeat(peer);
        s.world.runFor(10ms);
        s.station.send(fromHex("00000063 00000000 0000"));
        s.world.runFor(10ms);
        QCOMPARE(s.ends, Ends{"closed"});
    }

    void callbackMayDestroyThePeer()
    {
        Stage s;
        auto peer = std::make_unique<rpc::Peer>(s.client, s.journal, s.config());
        int calls = 0;
        for (int i = 0; i < 3; ++i)
            peer->send<protocol::HeartbeatRequest>({}, ApiVersion{3}, 5s,
                                                   [&](Result<protocol::HeartbeatResponse>) {
                                                       ++calls;
                                                       peer.reset();
                                                   });
        s.world.runFor(10ms);
        s.server.control([&] { s.station.channel.reset(); });
        s.world.runFor(10ms);
        QCOMPARE(calls, 1);
    }

    void frameCarriesTheCauseOfItsRequest()
    {
        Stage s;
        auto config = s.config();
        config.maxInFlight = 1;
        rpc::Peer peer(s.client, s.journal, config);
        s.client.loop().setCause(EventId{5});
        s.heartbeat(peer);
        s.client.loop().setCause(EventId{6});
        s.heartbeat(peer);
        s.client.loop().setCause(kNoEvent);
        s.world.runFor(10ms);
        s.station.answerHeartbeat();
        s.world.runFor(10ms);
        QVERIFY((s.station.causes == std::vector<EventId>{EventId{5}, EventId{6}}));
    }

    void negotiationLowersVersions()
    {
        Stage s;
        auto config = s.config();
        config.negotiate = true;
        rpc::Peer peer(s.client, s.journal, config);
        s.heartbeat(peer);
        peer.send<protocol::MetadataRequest>(
            {}, ApiVersion{8}, 5s, [&](Result<protocol::MetadataResponse> got) {
                s.ends.push_back(got ? "ok" : wordFor(got.error().kind));
            });
        s.world.runFor(10ms);
        QCOMPARE(s.station.requests.size(), std::size_t(1));
        s.station.answer([](const auto& header, Writer& writer) {
            protocol::ApiVersionsResponse response;
            response.apiKeys.push_back({12, 0, 1});
            response.encode(writer, header.apiVersion);
        });
        s.world.runFor(10ms);
        QCOMPARE(s.station.requests.size(), std::size_t(1));
        QVERIFY(s.station.requests[0].apiVersion == ApiVersion{1});
        QCOMPARE(s.ends, Ends{"unsupported"});
        s.station.answerHeartbeat();
        s.world.runFor(10ms);
        QCOMPARE(s.ends, (Ends{"unsupported", "ok"}));
    }

    void olderBrokerIsAskedAgainInItsVersion()
    {
        Stage s;
        auto config = s.config();
        config.negotiate = true;
        rpc::Peer peer(s.client, s.journal, config);
        s.heartbeat(peer);
        s.world.runFor(10ms);
        s.station.answer([](const auto&, Writer& writer) {
            protocol::ApiVersionsResponse response;
            response.errorCode = protocol::ErrorCode::UnsupportedVersion;
            response.apiKeys.push_back({18, 0, 2});
            response.encode(writer, ApiVersion{0});
        });
        s.world.runFor(10ms);
        QVERIFY(s.station.requests.at(0).apiVersion == ApiVersion{2});
        s.station.answer([](const auto& header, Writer& writer) {
            protocol::ApiVersionsResponse response;
            response.apiKeys.push_back({12, 0, 3});
            response.encode(writer, header.apiVersion);
        });
        s.world.runFor(10ms);
        QVERIFY(s.station.requests.at(0).key() == protocol::ApiKey::Heartbeat);
    }

    void oneWayRequestsWaitForNoAnswer()
    {
        Stage s;
        auto config = s.config();
        config.maxInFlight = 1;
        rpc::Peer peer(s.client, s.journal, config);
        int sent = 0;
        for (int i = 0; i < 3; ++i)
            peer.sendOneWay<protocol::ProduceRequest>(
                {}, ApiVersion{7}, 5s, [&](Result<void> got) { sent += got ? 1 : 0; });
        s.world.runFor(10ms);
        QCOMPARE(sent, 3);
        QCOMPARE(s.station.requests.size(), std::size_t(3));
    }

    void flightsTellWhoAsksWhomAboutWhat()
    {
        Stage s;
        rpc::Peer peer(s.client, s.journal, s.config());
        protocol::ProduceRequest request;
        auto& topic = request.topicData.emplace_back();
        topic.name = "TopicA";
        topic.partitionData.emplace_back().index = 2;
        peer.send<protocol::ProduceRequest>(request, ApiVersion{7}, 5s, [](auto) {});
        s.world.runFor(10ms);
        QCOMPARE(s.journal.flights.size(), std::size_t(1));
        const observe::Flight& flight = s.journal.flights[0];
        QVERIFY(flight.from == NodeId::client(7) && flight.to == NodeId::broker(BrokerId{1}));
        QVERIFY((flight.partition == TopicPartition{"TopicA", 2}));
        QVERIFY(flight.bytes > 0);
        QVERIFY(s.station.channel->peer().node == NodeId::client(7));
    }
};

QTEST_APPLESS_MAIN(TestPeer)
#include "test_peer.moc"
