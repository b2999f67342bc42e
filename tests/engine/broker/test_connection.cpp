#include <QTest>

#include <limits>

#include "engine/base/reader.h"
#include "engine/base/writer.h"
#include "engine/protocol/batch_builder.h"
#include "engine/protocol/header.h"
#include "engine/protocol/messages/api_versions.h"
#include "engine/protocol/messages/fetch.h"
#include "engine/protocol/messages/metadata.h"
#include "engine/protocol/messages/produce.h"
#include "tests/support/sim_client.h"

using namespace hw;
using namespace hw::test;
using namespace hw::observe;
using namespace hw::protocol;

namespace {

/// Somebody's program that speaks bytes.
struct Raw
{
    SimCluster& cluster;
    std::unique_ptr<world::Channel> channel;
    std::vector<Slice> answers;
    bool closed = false;

    Raw(SimCluster& of, int number)
        : cluster(of)
    {
        world::Host& host =
            of.world().addHost({NodeId::outside(number), "raw-" + std::to_string(number)});
        const std::string at = of.snapshot()->brokers.front()->endpoint;
        const auto port = static_cast<std::uint16_t>(std::stoi(at.substr(at.rfind(':') + 1)));
        host.control([this, &host, port] {
            channel = host.network().connect({"127.0.0.1", port}, world::Framing::Kafka);
            channel->setHandlers(
                [this](world::Frame frame) { answers.push_back(frame.pieces.flatten().value()); },
                [this](world::CloseReason) { closed = true; });
        });
        of.runFor(5ms);
    }
    void send(Bytes bytes)
    {
        channel->send({Pieces(std::move(bytes)), kNoEvent});
        cluster.runFor(50ms);
    }
    template <class Request> void ask(const Request& request, int version, int correlation)
    {
        Writer writer;
        RequestHeader{static_cast<std::int16_t>(Request::kApi), ApiVersion(version),
                      CorrelationId(correlation), "raw"}
            .encode(writer);
        request.encode(writer, ApiVersion(version));
        send(writer.takeBytes());
    }
    template <class Request> typename Request::Response answer(std::size_t which, int version)
    {
        Reader reader(answers.at(which));
        HW_ASSERT(ResponseHeader::decode(reader, Request::kApi, ApiVersion(version)), "a header");
        return Request::Response::decode(reader, ApiVersion(version)).value();
    }
};

cluster::ClusterSpec oneBroker()
{
    cluster::ClusterSpec spec;
    spec.brokers = 1;
    return spec;
}

Bytes header(int api, int version, int correlation)
{
    Writer writer;
    writer.i16(static_cast<std::int16_t>(api));
    writer.i16(static_cast<std::int16_t>(version));
    writer.i32(correlation);
    writer.i16(-1);
    writer.text("garbage");
    return writer.takeBytes();
}

ApiVersionsRequest versionsRequest()
{
    ApiVersionsRequest request;
    request.clientSoftwareName = "raw";
    request.clientSoftwareVersion = "1.0";
    return request;
}

ProduceRequest produceRequest(int acks, const std::string& topic, Pieces records)
{
    ProduceRequest request;
    request.acks = static_cast<std::int16_t>(acks);
    request.timeoutMs = 1000;
    auto& data = request.topicData.emplace_back();
    data.name = topic;
    data.partitionData.push_back({.index = 0, .records = std::move(records)});
    return request;
}

Pieces oneRecord(SimCluster& cluster)
{
    BatchBuilder builder;
    builder.add(cluster.world().wallTime(), std::nullopt, viewOf("v"));
    return Pieces(builder.build());
}

std::vector<std::string> refusals(SimCluster& cluster)
{
    std::vector<std::string> all;
    for (const Event& event : cluster.events())
        if (const auto* refused = std::get_if<fact::ConnectionRefused>(&event.fact))
            all.push_back(refused->why);
    return all;
}

} // namespace

class TestConnection : public QObject
{
    Q_OBJECT

    /// A cluster with one broker and topic `t`, ready.
    static std::unique_ptr<SimCluster> readyCluster()
    {
        auto cluster = std::make_unique<SimCluster>(oneBroker());
        HW_ASSERT(cluster->ready(), "it starts");
        HW_ASSERT(cluster->createTopic("t", 1, 1).ok, "it makes topics");
        return cluster;
    }

private slots:
    /// Case R18.
    void unknownApiVersionsVersionIsAnsweredInTheOldestLayout()
    {
        auto cluster = readyCluster();
        Raw raw(*cluster, 1);
        raw.send(header(18, 99, 7));
        QCOMPARE(raw.answers.size(), std::size_t(1));
        QCOMPARE(QString::fromStdString(toHex(raw.answers[0].view())), QString("00000007"
                                                                               "0023"
                                                                               "00000001"
                                                                               "001200000004"));
        QVERIFY(!raw.closed);

        raw.ask(versionsRequest(), 3, 8);
        QCOMPARE(raw.answers.size(), std::size_t(2));
        QVERIFY(raw.answer<ApiVersionsRequest>(1, 3).errorCode == ErrorCode::None);

        raw.send(header(1, 99, 9));
        QVERIFY(raw.closed);
        QCOMPARE(raw.answers.size(), std::size_t(2));
        QCOMPARE(refusals(*cluster).back(),
                 std::string("Fetch version 99 is not served: allowed are 4 to 17"));
    }

    void aBadSoftwareNameIsAnInvalidRequest()
    {
        auto cluster = readyCluster();
        Raw raw(*cluster, 1);
        ApiVersionsRequest request = versionsRequest();
        request.clientSoftwareName = "-raw";
        raw.ask(request, 3, 1);
        QVERIFY(raw.answer<ApiVersionsRequest>(0, 3).errorCode == ErrorCode::InvalidRequest);
    }

    void garbageClosesItsConnectionAndNoOther()
    {
        auto cluster = readyCluster();
        Raw good(*cluster, 1);
        for (const Bytes& bytes : {Bytes{}, Bytes{1, 2, 3}, Bytes(40, 0xff), header(3, 8, 1),
                                   header(0, 7, 1), header(11, 5, 1), header(999, 0, 1)}) {
            static int number = 10;
            Raw bad(*cluster, number++);
            bad.send(bytes);
            QVERIFY(bad.closed);
            QVERIFY(bad.answers.empty());
        }
        QCOMPARE(refusals(*cluster).size(), std::size_t(7));
        good.ask(MetadataRequest{}, 4, 1);
        QCOMPARE(good.answers.size(), std::size_t(1));
    }

    void requestsOfOneConnectionAreAnsweredInOrderThoughTheFirstWaits()
    {
        auto cluster = readyCluster();
        Raw raw(*cluster, 1);
        FetchRequest fetch;
        fetch.replicaId = kNoBroker;
        fetch.maxWaitMs = 300;
        fetch.minBytes = 1;
        auto& topic = fetch.topics.emplace_back();
        topic.topic = "t";
        topic.partitions.push_back({.partition = 0, .partitionMaxBytes = 1000});
        raw.ask(fetch, 11, 1);
        raw.ask(versionsRequest(), 3, 2);
        QVERIFY(raw.answers.empty());
        cluster->runFor(300ms);
        QCOMPARE(raw.answers.size(), std::size_t(2));
        QCOMPARE(raw.answers[0].data()[3], std::uint8_t(1));
        QCOMPARE(raw.answers[1].data()[3], std::uint8_t(2));
    }

    /// While its request waits nobody reads from it: that its client is gone shows by this alone.
    void whoWaitsLongerThanAConnectionMayRestIsGivenUp()
    {
        cluster::ClusterSpec spec = oneBroker();
        spec.configs["connections.max.idle.ms"] = "3000";
        SimCluster cluster(spec);
        QVERIFY(cluster.ready());
        QVERIFY(cluster.createTopic("t", 1, 1).ok);
        Raw raw(cluster, 1);
        FetchRequest fetch;
        fetch.maxWaitMs = std::numeric_limits<std::int32_t>::max();
        fetch.minBytes = 1;
        auto& topic = fetch.topics.emplace_back();
        topic.topic = "t";
        topic.partitions.push_back({.partition = 0, .partitionMaxBytes = 1000});
        raw.ask(fetch, 11, 1);
        cluster.runFor(2900ms);
        QVERIFY(!raw.closed);
        cluster.runFor(1100ms);
        QVERIFY(raw.closed);
        QVERIFY(raw.answers.empty());
    }

    void acksZeroHasNoAnswerAndAnErrorClosesTheConnection()
    {
        auto cluster = readyCluster();
        Raw raw(*cluster, 1);
        raw.ask(produceRequest(0, "t", oneRecord(*cluster)), 7, 1);
        raw.ask(versionsRequest(), 3, 2);
        QCOMPARE(raw.answers.size(), std::size_t(1));
        QCOMPARE(raw.answers[0].data()[3], std::uint8_t(2));
        raw.ask(produceRequest(0, "nowhere", oneRecord(*cluster)), 7, 3);
        QVERIFY(raw.closed);
    }

    void produceChecksWhatItIsGiven()
    {
        auto cluster = readyCluster();
        Raw raw(*cluster, 1);
        const auto errorOf = [&](const ProduceRequest& request, int version) {
            raw.answers.clear();
            raw.ask(request, version, 1);
            const auto response = raw.answer<ProduceRequest>(0, version);
            return response.responses.at(0).partitionResponses.at(0).errorCode;
        };
        QVERIFY(errorOf(produceRequest(2, "t", oneRecord(*cluster)), 7) ==
                ErrorCode::InvalidRequiredAcks);
        QVERIFY(errorOf(produceRequest(1, "t", oneRecord(*cluster)), 2) ==
                ErrorCode::UnsupportedForMessageFormat);
        QVERIFY(errorOf(produceRequest(1, "nowhere", oneRecord(*cluster)), 7) ==
                ErrorCode::UnknownTopicOrPartition);
        QVERIFY(errorOf(produceRequest(1, "__consumer_offsets", oneRecord(*cluster)), 7) ==
                ErrorCode::InvalidTopicException);
        const Slice whole = oneRecord(*cluster).flatten().value();
        Bytes broken(whole.view().begin(), whole.view().end());
        broken.back() ^= 1;
        QVERIFY(errorOf(produceRequest(1, "t", Pieces(std::move(broken))), 7) ==
                ErrorCode::CorruptMessage);
        QVERIFY(errorOf(produceRequest(1, "t", oneRecord(*cluster)), 7) == ErrorCode::None);
        SimClient client(*cluster, 2);
        QCOMPARE(client.readAll("t", 0).size(), std::size_t(1));
    }

    void unknownTopicsAreMadeWhenAskedFor()
    {
        auto cluster = readyCluster();
        Raw raw(*cluster, 1);
        MetadataRequest request;
        request.topics = {{.name = "fresh"}, {.name = "no such name!"}};
        raw.ask(request, 4, 1);
        auto first = raw.answer<MetadataRequest>(0, 4);
        QVERIFY(first.topics.at(0).errorCode == ErrorCode::LeaderNotAvailable);
        QVERIFY(first.topics.at(1).errorCode == ErrorCode::InvalidTopicException);
        raw.ask(request, 4, 2);
        auto second = raw.answer<MetadataRequest>(1, 4);
        QVERIFY(second.topics.at(0).errorCode == ErrorCode::None);
        QCOMPARE(second.topics.at(0).partitions.size(), std::size_t(3));
        request.allowAutoTopicCreation = false;
        request.topics = {{.name = "other"}};
        raw.ask(request, 4, 3);
        QVERIFY(raw.answer<MetadataRequest>(2, 4).topics.at(0).errorCode ==
                ErrorCode::UnknownTopicOrPartition);
    }
};

QTEST_APPLESS_MAIN(TestConnection)
#include "test_connection.moc"
