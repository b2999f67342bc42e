#include <QTest>

#include "engine/protocol/messages/offset_for_leader_epoch.h"
#include "engine/protocol/messages/update_metadata.h"
#include "tests/engine/broker/wire_bench.h"

using namespace hw;
using namespace hw::test;
using namespace hw::protocol;

namespace {

/// Of all records that a response carries.
std::size_t bytesOf(const FetchResponse& response)
{
    std::size_t bytes = 0;
    for (const auto& topic : response.responses)
        for (const auto& partition : topic.partitions)
            bytes += partition.records ? partition.records->size() : 0;
    return bytes;
}

const FetchResponse::PartitionData& only(const FetchResponse& response)
{
    return response.responses.at(0).partitions.at(0);
}

} // namespace

/// Fetch in each of its versions, over the wire.
class TestWireFetch : public QObject
{
    Q_OBJECT
private slots:
    void everyVersionReadsTheSame()
    {
        WireBench bench(1, 1);
        QVERIFY(bench.client->produce("t", 0, {"a", "b"}).ok());
        std::size_t bytes = 0;
        for (int version = 4; version <= 17; ++version) {
            const auto response = bench.fetch(bench.leader, version, bench.fetchRequest(version));
            QCOMPARE(response.errorCode, ErrorCode::None);
            const auto& topic = response.responses.at(0);
            QCOMPARE(topic.topic, std::string(version < 13 ? "t" : ""));
            QCOMPARE(topic.topicId, version < 13 ? Uuid{} : bench.id);
            const auto& part = topic.partitions.at(0);
            QCOMPARE(part.errorCode, ErrorCode::None);
            QCOMPARE(part.highWatermark, Offset(2));
            QCOMPARE(part.lastStableOffset, Offset(2));
            QCOMPARE(part.logStartOffset, version < 5 ? kNoOffset : Offset(0));
            QCOMPARE(part.preferredReadReplica, kNoBroker);
            bytes = bytes == 0 ? bytesOf(response) : bytes;
            QVERIFY(bytes > 0);
            QCOMPARE(bytesOf(response), bytes);
        }
    }

    void unknownTopicsAreToldByNameOrId()
    {
        WireBench bench(1, 1);
        for (int version = 4; version <= 17; ++version) {
            FetchRequest request = bench.fetchRequest(version);
            if (version < 13)
                request.topics[0].topic = "nobody";
            else
                request.topics[0].topicId.bytes[3] ^= 1;
            const auto response = bench.fetch(bench.leader, version, request);
            QCOMPARE(only(response).errorCode,
                     version < 13 ? ErrorCode::UnknownTopicOrPartition : ErrorCode::UnknownTopicId);
            QCOMPARE(response.responses[0].topicId, request.topics[0].topicId);
        }
    }

    /// A deleted topic in a session does not make every answer come at once.
    void whatIsUnknownWaitsWithTheRest()
    {
        WireBench bench(1, 1);
        FetchRequest request = bench.fetchRequest(17, 0, 300);
        auto& topic = request.topics.emplace_back();
        topic.topicId.bytes[0] = 9;
        topic.partitions.emplace_back();
        const auto before = bench.cluster.world().now();
        const auto response = bench.fetch(bench.leader, 17, request);
        QVERIFY(bench.cluster.world().now() - before >= 300ms);
        QCOMPARE(response.responses.size(), std::size_t(2));
        QCOMPARE(response.responses[1].partitions.at(0).errorCode, ErrorCode::UnknownTopicId);
    }

    void whoeverLeadsItIsToldFromVersion16On()
    {
        WireBench bench(2, 1); // the other one has no replica at all
        for (int version = 4; version <= 17; ++version) {
            const auto response = bench.fetch(bench.other(), version, bench.fetchRequest(version));
            QCOMPARE(only(response).errorCode, ErrorCode::NotLeaderOrFollower);
            const bool tells = version >= 16;
            QCOMPARE(only(response).currentLeader.leaderId, tells ? bench.leader : kNoBroker);
            QCOMPARE(only(response).currentLeader.leaderEpoch,
                     tells ? bench.epoch : kNoLeaderEpoch);
            QCOMPARE(response.nodeEndpoints.size(), std::size_t(tells ? 1 : 0));
            if (tells) {
                QCOMPARE(response.nodeEndpoints[0].nodeId, bench.leader);
                QVERIFY(response.nodeEndpoints[0].port > 0);
            }
        }
    }

    void leaderEpochsAreChecked()
    {
        WireBench bench(2, 2);
        // Once more, so that there is an older one.
        QVERIFY(bench.cluster.kill(bench.leader.value()).ok);
        const BrokerId now = bench.other();
        QVERIFY(bench.cluster.until([&](const observe::Snapshot&, const observe::Gauges&) {
            return bench.cluster.partition("t", 0)->leader == now;
        }));
        const LeaderEpoch epoch = bench.cluster.partition("t", 0)->leaderEpoch;
        QVERIFY(epoch > bench.epoch);
        const std::vector<std::pair<LeaderEpoch, ErrorCode>> cases{
            {epoch, ErrorCode::None},
            {kNoLeaderEpoch, ErrorCode::None},
            {bench.epoch, ErrorCode::FencedLeaderEpoch},
            {LeaderEpoch(epoch.value() + 1), ErrorCode::UnknownLeaderEpoch}};
        for (const auto& [current, error] : cases) {
            for (int version = 9; version <= 17; ++version) {
                FetchRequest request = bench.fetchRequest(version);
                request.topics[0].partitions[0].currentLeaderEpoch = current;
                const auto response = bench.fetch(now, version, request);
                QCOMPARE(only(response).errorCode, error);
                const bool tells = version >= 16 && error == ErrorCode::FencedLeaderEpoch;
                QCOMPARE(only(response).currentLeader.leaderEpoch, tells ? epoch : kNoLeaderEpoch);
            }
            for (int version = 4; version <= 9; ++version)
                QCOMPARE(bench.listOffsets(version, -1, current, kNoBroker, now).errorCode, error);
            for (int version = 2; version <= 4; ++version)
                QCOMPARE(epochEnd(bench, now, version, current).errorCode, error);
        }
    }

    /// Kafka: ReplicaManager.createLogReadResult.
    void whoAsksOutOfRangeIsToldNoOffsets()
    {
        WireBench bench(1, 1);
        QVERIFY(bench.client->produce("t", 0, {"a", "b"}).ok());
        for (int version = 4; version <= 17; ++version)
            for (const std::int64_t at : {-5, 3, 50}) {
                const auto response =
                    bench.fetch(bench.leader, version, bench.fetchRequest(version, at));
                QCOMPARE(only(response).errorCode, ErrorCode::OffsetOutOfRange);
                QCOMPARE(only(response).highWatermark, kNoOffset);
                QCOMPARE(only(response).lastStableOffset, kNoOffset);
                QCOMPARE(only(response).logStartOffset, kNoOffset);
            }
    }

    void aDivergingEpochIsToldFromVersion12On()
    {
        WireBench bench(1, 1);
        QVERIFY(bench.client->produce("t", 0, {"a", "b"}).ok());
        for (int version = 12; version <= 17; ++version) {
            FetchRequest request = bench.fetchRequest(version, 5);
            request.topics[0].partitions[0].lastFetchedEpoch = bench.epoch;
            const auto response = bench.fetch(bench.leader, version, request);
            QCOMPARE(only(response).errorCode, ErrorCode::None);
            QCOMPARE(only(response).divergingEpoch.epoch, bench.epoch);
            QCOMPARE(only(response).divergingEpoch.endOffset, Offset(2));
        }
    }

    /// Followers say who they are in another place since version 15.
    void followersReadUpToTheEnd()
    {
        WireBench bench(2, 2);
        QVERIFY(bench.cluster.kill(bench.other().value()).ok);
        QVERIFY(bench.client->produce("t", 0, {"a"}, 1).ok()); // not committed
        for (const int version : {14, 15, 17}) {
            QCOMPARE(bytesOf(bench.fetch(bench.leader, version, bench.fetchRequest(version))),
                     std::size_t(0));
            FetchRequest request = bench.fetchRequest(version);
            if (version < 15)
                request.replicaId = bench.other();
            else
                request.replicaState.replicaId = bench.other();
            QVERIFY(bytesOf(bench.fetch(bench.leader, version, request)) > 0);
        }
    }

    /// Kafka: DelayedFetch.tryComplete; a mark in an older segment is not waited for.
    void whoReadsAboveTheMarkWaitsForItInItsSegment()
    {
        WireBench bench(2, 2, {{"segment.bytes", "200"}});
        QVERIFY(bench.cluster.kill(bench.other().value()).ok);
        const std::string value(100, 'x'); // two of them do not fit into a segment
        for (const auto& [least, waits] : {std::pair{1, true}, {1, false}, {50, false}}) {
            const auto made = bench.client->produce("t", 0, {value}, 1);
            QVERIFY(made.ok());
            FetchRequest request = bench.fetchRequest(17, made.base.value() + 1, 300);
            request.minBytes = least;
            const auto before = bench.cluster.world().now();
            const auto response = bench.fetch(bench.leader, 17, request);
            QCOMPARE(only(response).errorCode, ErrorCode::None);
            QCOMPARE(only(response).highWatermark, Offset(0));
            QCOMPARE(bytesOf(response), std::size_t(0));
            QCOMPARE(bench.cluster.world().now() - before >= 300ms, waits);
        }
    }

    void aSessionGoesOnWithWhatChanged()
    {
        WireBench bench(1, 1);
        std::int64_t end = 0;
        for (const int version : {7, 12, 13, 17}) {
            FetchRequest first = bench.fetchRequest(version, end++);
            first.sessionEpoch = 0;
            const auto opened = bench.fetch(bench.leader, version, first);
            QVERIFY(opened.sessionId > 0);
            QCOMPARE(opened.responses.size(), std::size_t(1));

            FetchRequest more;
            more.maxBytes = 1 << 20;
            more.minBytes = 1;
            more.sessionId = opened.sessionId;
            more.sessionEpoch = 1;
            QVERIFY(bench.fetch(bench.leader, version, more).responses.empty());

            const auto made = bench.client->produce("t", 0, {"a"});
            QVERIFY(made.ok());
            more.sessionEpoch = 2;
            const auto news = bench.fetch(bench.leader, version, more);
            QCOMPARE(news.sessionId, opened.sessionId);
            QVERIFY(bytesOf(news) > 0);
            QCOMPARE(news.responses[0].topicId, version < 13 ? Uuid{} : bench.id);

            QCOMPARE(bench.fetch(bench.leader, version, more).errorCode,
                     ErrorCode::InvalidFetchSessionEpoch);
            more.sessionEpoch = 3;
            if (version < 13) {
                QCOMPARE(bench.fetch(bench.leader, 13, more).errorCode,
                         ErrorCode::FetchSessionTopicIdError);
            } else {
                QCOMPARE(bench.fetch(bench.leader, 12, more).errorCode,
                         ErrorCode::FetchSessionTopicIdError);
            }
            more.sessionEpoch = -1; // the last
            QCOMPARE(bench.fetch(bench.leader, version, more).errorCode, ErrorCode::None);
            more.sessionEpoch = 3;
            QCOMPARE(bench.fetch(bench.leader, version, more).errorCode,
                     ErrorCode::FetchSessionIdNotFound);
        }
    }

    /// A topic that was deleted and made again under its old name is another one: here the broker
    /// has heard of the new one, but not yet that its replica belongs to the old one.
    void anIdOfAnotherTopicIsRefused()
    {
        WireBench bench(1, 1);
        FetchRequest first = bench.fetchRequest(17);
        first.sessionEpoch = 0;
        const auto opened = bench.fetch(bench.leader, 17, first);
        Uuid another = bench.id;
        another.bytes[0] ^= 1;
        renew(bench, another);

        FetchRequest request = bench.fetchRequest(17);
        QCOMPARE(only(bench.fetch(bench.leader, 17, request)).errorCode, ErrorCode::UnknownTopicId);
        request.topics[0].topicId = another;
        QCOMPARE(only(bench.fetch(bench.leader, 17, request)).errorCode,
                 ErrorCode::InconsistentTopicId);
        // By name nobody notices, and a session remembers its name.
        QCOMPARE(only(bench.fetch(bench.leader, 12, bench.fetchRequest(12))).errorCode,
                 ErrorCode::None);
        FetchRequest more;
        more.maxBytes = 1 << 20;
        more.sessionId = opened.sessionId;
        more.sessionEpoch = 1;
        QCOMPARE(bench.fetch(bench.leader, 17, more).errorCode, ErrorCode::None);
        QCOMPARE(bench.metadata(bench.leader, 12).topics.at(0).topicId, another);
    }

private:
    /// Tells the broker, as its controller would, that `t` has another id.
    static void renew(WireBench& bench, const Uuid& id)
    {
        const auto known = bench.metadata(bench.leader, 12);
        UpdateMetadataRequest news;
        news.controllerId = bench.leader;
        news.controllerEpoch = bench.cluster.snapshot()->controller.epoch;
        news.brokerEpoch = BrokerEpoch(-1);
        auto& live = news.liveBrokers.emplace_back();
        live.id = bench.leader;
        live.endpoints.push_back({.port = known.brokers.at(0).port,
                                  .host = known.brokers.at(0).host,
                                  .listener = "PLAINTEXT"});
        auto& topic = news.topicStates.emplace_back();
        topic.topicName = "t";
        topic.topicId = id;
        topic.partitionStates.push_back({.partitionIndex = 0,
                                         .controllerEpoch = news.controllerEpoch,
                                         .leader = bench.leader,
                                         .leaderEpoch = bench.epoch,
                                         .isr = {bench.leader},
                                         .replicas = {bench.leader}});
        QCOMPARE(bench.client->call(bench.leader, news, 8).value().errorCode, ErrorCode::None);
    }
    static OffsetForLeaderEpochResponse::EpochEndOffset epochEnd(WireBench& bench, BrokerId broker,
                                                                 int version, LeaderEpoch current)
    {
        OffsetForLeaderEpochRequest request;
        auto& topic = request.topics.emplace_back();
        topic.topic = "t";
        topic.partitions.push_back({.currentLeaderEpoch = current, .leaderEpoch = bench.epoch});
        return bench.client->call(broker, request, version).value().topics.at(0).partitions.at(0);
    }
};

QTEST_APPLESS_MAIN(TestWireFetch)
#include "test_wire_fetch.moc"
