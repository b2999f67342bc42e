#include <QTest>

#include <limits>
#include <map>

#include "engine/protocol/messages/create_topics.h"
#include "engine/protocol/messages/describe_cluster.h"
#include "engine/protocol/messages/find_coordinator.h"
#include "engine/protocol/messages/offset_for_leader_epoch.h"
#include "engine/protocol/messages/sasl_authenticate.h"
#include "engine/protocol/messages/sasl_handshake.h"
#include "tests/engine/broker/wire_bench.h"

using namespace hw;
using namespace hw::test;
using namespace hw::protocol;

namespace {

constexpr std::int32_t kNotAsked = std::numeric_limits<std::int32_t>::min();

Pieces oneRecord(WireBench& bench)
{
    BatchBuilder builder;
    builder.add(bench.cluster.world().wallTime(), std::nullopt, viewOf("v"));
    return Pieces(builder.build());
}

MetadataResponse::MetadataResponseTopic byId(WireBench& bench, const Uuid& id)
{
    MetadataRequest request;
    request.topics.emplace();
    request.topics->push_back({.topicId = id, .name = std::nullopt});
    return bench.client->call(bench.leader, request, 12).value().topics.at(0);
}

} // namespace

/// What tells the versions of an API apart, over the wire and one version after the other.
class TestWireVersions : public QObject
{
    Q_OBJECT
private slots:
    void metadata()
    {
        WireBench bench(2, 2);
        for (int version = 0; version <= 12; ++version) {
            MetadataRequest request;
            request.topics.emplace();
            request.topics->push_back({.name = "t"});
            if (version >= 4) { // before, asking makes it
                request.topics->push_back({.name = "absent"});
                request.allowAutoTopicCreation = false;
            }
            request.includeClusterAuthorizedOperations = version >= 8 && version <= 10;
            request.includeTopicAuthorizedOperations = version >= 8;
            const auto told = bench.client->call(bench.leader, request, version).value();
            QCOMPARE(told.brokers.size(), std::size_t(2));
            QCOMPARE(told.clusterId.has_value(), version >= 2);
            QCOMPARE(told.controllerId.value() > 0, version >= 1);
            QCOMPARE(told.clusterAuthorizedOperations,
                     version >= 8 && version <= 10 ? 0x1fa0 : kNotAsked);
            const auto& topic = told.topics.at(0);
            QCOMPARE(topic.name, std::optional<std::string>("t"));
            QCOMPARE(topic.topicId, version >= 10 ? bench.id : Uuid{});
            QCOMPARE(topic.topicAuthorizedOperations, version >= 8 ? 0x0df8 : kNotAsked);
            QCOMPARE(topic.partitions.at(0).leaderEpoch,
                     version >= 7 ? bench.epoch : kNoLeaderEpoch);
            if (version >= 4) {
                QCOMPARE(told.topics.at(1).errorCode, ErrorCode::UnknownTopicOrPartition);
                QCOMPARE(told.topics.at(1).topicAuthorizedOperations, kNotAsked);
            }
        }
    }

    void metadataById()
    {
        WireBench bench(1, 1);
        const auto known = byId(bench, bench.id);
        QCOMPARE(known.errorCode, ErrorCode::None);
        QCOMPARE(known.name, std::optional<std::string>("t"));
        QCOMPARE(known.partitions.size(), std::size_t(1));
        Uuid another = bench.id;
        another.bytes[15] ^= 1;
        const auto unknown = byId(bench, another);
        QCOMPARE(unknown.errorCode, ErrorCode::UnknownTopicId);
        QCOMPARE(unknown.name, std::optional<std::string>());
        QCOMPARE(unknown.topicId, another);

        // One id makes names beside it mean nothing; nobody is answered twice.
        MetadataRequest request;
        request.topics.emplace();
        request.topics->push_back({.name = "t"});
        for (int i = 0; i < 2; ++i)
            request.topics->push_back({.topicId = another, .name = std::nullopt});
        const auto mixed = bench.client->call(bench.leader, request, 12).value();
        QCOMPARE(mixed.topics.size(), std::size_t(1));
        QCOMPARE(mixed.topics[0].topicId, another);

        // Versions 10 and 11 have the field, but do not obey it.
        for (const int version : {10, 11}) {
            request.topics.emplace();
            request.topics->push_back({.topicId = bench.id, .name = std::nullopt});
            const auto refused = bench.client->call(bench.leader, request, version).value();
            QCOMPARE(refused.topics.at(0).errorCode, ErrorCode::InvalidRequest);
            QCOMPARE(refused.topics.at(0).name, std::optional<std::string>(""));
        }
    }

    void produce()
    {
        WireBench bench(2, 2);
        for (int version = 0; version <= 11; ++version) {
            ProduceRequest request;
            request.acks = -1;
            request.timeoutMs = 5000;
            auto& topic = request.topicData.emplace_back();
            topic.name = "t";
            topic.partitionData.push_back({.index = 0, .records = oneRecord(bench)});
            const auto stored = bench.client->call(bench.leader, request, version).value();
            const auto& good = stored.responses.at(0).partitionResponses.at(0);
            QCOMPARE(good.errorCode,
                     version < 3 ? ErrorCode::UnsupportedForMessageFormat : ErrorCode::None);
            QVERIFY(stored.nodeEndpoints.empty());
            if (version >= 3) {
                QCOMPARE(good.baseOffset, Offset(version - 3));
                QCOMPARE(good.logStartOffset, version >= 5 ? Offset(0) : kNoOffset);
            }
            const auto sent = bench.client->call(bench.other(), request, version).value();
            const auto& bad = sent.responses.at(0).partitionResponses.at(0);
            if (version >= 3)
                QCOMPARE(bad.errorCode, ErrorCode::NotLeaderOrFollower);
            const bool tells = version >= 10;
            QCOMPARE(bad.currentLeader.leaderId, tells ? bench.leader : kNoBroker);
            QCOMPARE(bad.currentLeader.leaderEpoch, tells ? bench.epoch : kNoLeaderEpoch);
            QCOMPARE(sent.nodeEndpoints.size(), std::size_t(tells ? 1 : 0));
            if (tells)
                QCOMPARE(sent.nodeEndpoints[0].nodeId, bench.leader);
        }
    }

    void listOffsets()
    {
        WireBench bench(2, 2);
        const auto stamp = [&](std::int64_t ms) {
            BatchBuilder builder;
            builder.add(WallTime(ms), std::nullopt, viewOf("v"));
            ProduceRequest request;
            request.acks = -1;
            request.timeoutMs = 5000;
            auto& topic = request.topicData.emplace_back();
            topic.name = "t";
            topic.partitionData.push_back({.index = 0, .records = Pieces(builder.build())});
            const auto done = bench.client->call(bench.leader, request, 7).value();
            QCOMPARE(done.responses.at(0).partitionResponses.at(0).errorCode, ErrorCode::None);
        };
        for (const std::int64_t ms : {1000, 3000, 2000})
            stamp(ms);
        struct Case
        {
            std::int64_t asked;
            int since;
            std::int64_t offset;
            std::int64_t timestamp;
        };
        const std::vector<Case> cases{
            {-1, 1, 3, -1},     // the latest
            {-2, 1, 0, -1},     // the earliest
            {-3, 7, 1, 3000},   // the one with the largest timestamp
            {-4, 8, 0, -1},     // the earliest on this disk
            {-5, 9, -1, -1},    // the latest elsewhere: there is no elsewhere
            {-6, 99, -1, -1},   // means nothing
            {500, 1, 0, 1000},  //
            {1001, 1, 1, 3000}, // the first that is late enough, not the nearest
            {3001, 1, -1, -1}}; // nobody
        for (int version = 1; version <= 9; ++version)
            for (const Case& each : cases) {
                const auto got = bench.listOffsets(version, each.asked);
                if (version < each.since) {
                    QCOMPARE(got.errorCode, ErrorCode::UnsupportedVersion);
                    continue;
                }
                QCOMPARE(got.errorCode, ErrorCode::None);
                QCOMPARE(got.offset, Offset(each.offset));
                QCOMPARE(got.timestamp, each.timestamp);
                QCOMPARE(got.leaderEpoch,
                         version >= 4 && each.offset >= 0 ? bench.epoch : kNoLeaderEpoch);
            }
        // Only whoever debugs may ask a follower.
        QCOMPARE(bench.listOffsets(5, -1, kNoLeaderEpoch, kNoBroker, bench.other()).errorCode,
                 ErrorCode::NotLeaderOrFollower);
        QCOMPARE(bench.listOffsets(5, -1, kNoLeaderEpoch, BrokerId{-2}, bench.other()).offset,
                 Offset(3));
    }

    void listOffsetsTwice()
    {
        WireBench bench(1, 1);
        ListOffsetsRequest request;
        request.replicaId = kNoBroker;
        auto& topic = request.topics.emplace_back();
        topic.name = "t";
        for (int i = 0; i < 2; ++i)
            topic.partitions.push_back({.timestamp = -1});
        const auto told = bench.client->call(bench.leader, request, 9).value();
        for (const auto& partition : told.topics.at(0).partitions)
            QCOMPARE(partition.errorCode, ErrorCode::InvalidRequest);
    }

    void offsetForLeaderEpoch()
    {
        WireBench bench(2, 2);
        QVERIFY(bench.client->produce("t", 0, {"a", "b"}).ok());
        for (int version = 0; version <= 4; ++version) {
            OffsetForLeaderEpochRequest request;
            auto& topic = request.topics.emplace_back();
            topic.topic = "t";
            topic.partitions.push_back({.leaderEpoch = bench.epoch});
            topic.partitions.push_back({.leaderEpoch = LeaderEpoch(9)});
            topic.partitions.push_back({.partition = 7, .leaderEpoch = bench.epoch});
            const auto told = bench.client->call(bench.leader, request, version).value();
            const auto& parts = told.topics.at(0).partitions;
            QCOMPARE(parts.at(0).endOffset, Offset(2));
            QCOMPARE(parts.at(0).leaderEpoch, version >= 1 ? bench.epoch : kNoLeaderEpoch);
            QCOMPARE(parts.at(1).endOffset, kNoOffset);
            QCOMPARE(parts.at(1).errorCode, ErrorCode::None);
            QCOMPARE(parts.at(2).errorCode, ErrorCode::UnknownTopicOrPartition);
            const auto elsewhere = bench.client->call(bench.other(), request, version).value();
            QCOMPARE(elsewhere.topics.at(0).partitions.at(0).errorCode,
                     ErrorCode::NotLeaderOrFollower);
        }
    }

    void createTopics()
    {
        WireBench bench(1, 1);
        for (int version = 0; version <= 7; ++version) {
            CreateTopicsRequest request;
            const std::string name = "made" + std::to_string(version);
            auto& topic = request.topics.emplace_back();
            topic.name = name;
            topic.numPartitions = 2;
            topic.replicationFactor = 1;
            topic.configs.push_back({.name = "retention.ms", .value = "1000"});
            auto& bad = request.topics.emplace_back();
            bad.name = "a bad name";
            bad.numPartitions = 1;
            bad.replicationFactor = 1;
            const auto told = bench.client->call(bench.leader, request, version).value();
            const auto& made = told.topics.at(0);
            QCOMPARE(made.errorCode, ErrorCode::None);
            QCOMPARE(made.numPartitions, version >= 5 ? 2 : -1);
            QCOMPARE(made.replicationFactor, std::int16_t(version >= 5 ? 1 : -1));
            QCOMPARE(made.topicId.isZero(), version < 7);
            QCOMPARE(retentionOf(made), version >= 5 ? std::string("1000 from 1") : std::string());
            const auto& refused = told.topics.at(1);
            QCOMPARE(refused.errorCode, ErrorCode::InvalidTopicException);
            QCOMPARE(refused.errorMessage.value_or("").empty(), version < 1);
            QCOMPARE(refused.numPartitions, -1);
            QVERIFY(refused.topicId.isZero());
        }
        MetadataRequest all;
        all.topics.reset();
        const auto told = bench.client->call(bench.leader, all, 12).value();
        QCOMPARE(told.topics.size(), std::size_t(9));
    }

    void findCoordinator()
    {
        WireBench bench(1, 1);
        for (int version = 0; version <= 5; ++version) {
            FindCoordinatorRequest request;
            request.keyType = version >= 1 ? 1 : 0; // transactions have none yet
            if (version >= 4)
                request.coordinatorKeys = {"a", "b"};
            else
                request.key = "a";
            const auto told = bench.client->call(bench.leader, request, version).value();
            QCOMPARE(told.coordinators.size(), std::size_t(version >= 4 ? 2 : 0));
            const auto error = version >= 4 ? told.coordinators[1].errorCode : told.errorCode;
            const auto node = version >= 4 ? told.coordinators[1].nodeId : told.nodeId;
            QCOMPARE(error,
                     version == 0 ? ErrorCode::CoordinatorNotAvailable : ErrorCode::InvalidRequest);
            QCOMPARE(node, kNoBroker);
        }
    }

    void describeCluster()
    {
        WireBench bench(2, 1);
        for (int version = 0; version <= 1; ++version) {
            DescribeClusterRequest request;
            request.includeClusterAuthorizedOperations = version == 1;
            const auto told = bench.client->call(bench.leader, request, version).value();
            QCOMPARE(told.errorCode, ErrorCode::None);
            QCOMPARE(told.clusterId.size(), std::size_t(22));
            QCOMPARE(told.brokers.size(), std::size_t(2));
            QVERIFY(told.controllerId.value() > 0);
            QCOMPARE(told.clusterAuthorizedOperations, version == 1 ? 0x1fa0 : kNotAsked);
        }
        DescribeClusterRequest request;
        request.endpointType = 2;
        QCOMPARE(bench.client->call(bench.leader, request, 1).value().errorCode,
                 ErrorCode::MismatchedEndpointType);
        request.endpointType = 9;
        QCOMPARE(bench.client->call(bench.leader, request, 1).value().errorCode,
                 ErrorCode::UnsupportedEndpointType);
    }

    void sasl()
    {
        WireBench bench(1, 1);
        for (int version = 0; version <= 1; ++version) {
            SaslHandshakeRequest request;
            request.mechanism = "PLAIN";
            const auto told = bench.client->call(bench.leader, request, version).value();
            QCOMPARE(told.errorCode, ErrorCode::IllegalSaslState);
            QVERIFY(told.mechanisms.empty());
        }
        for (int version = 0; version <= 2; ++version)
            QCOMPARE(bench.client->call(bench.leader, SaslAuthenticateRequest{}, version)
                         .value()
                         .errorCode,
                     ErrorCode::IllegalSaslState);
    }

    /// Clients with Metadata 9 and later trust epochs: they must be the same everywhere and never
    /// fall, or such clients stall.
    void epochsToldNeverFall()
    {
        WireBench bench(3, 3);
        std::map<BrokerId, LeaderEpoch> seen;
        for (int round = 0; round < 3; ++round) {
            const BrokerId victim = bench.cluster.partition("t", 0)->leader;
            QVERIFY(bench.cluster.kill(victim.value()).ok);
            for (int i = 0; i < 60; ++i) {
                lookEverywhere(bench, seen, victim);
                bench.cluster.runFor(100ms);
            }
            QVERIFY(bench.cluster.restart(victim.value()).ok);
            QVERIFY2(bench.cluster.settled(), bench.cluster.story().c_str());
            lookEverywhere(bench, seen, kNoBroker);
            QCOMPARE(seen.size(), std::size_t(3));
            for (const auto& [broker, epoch] : seen)
                QCOMPARE(epoch, bench.cluster.partition("t", 0)->leaderEpoch);
        }
        QVERIFY(bench.cluster.partition("t", 0)->leaderEpoch.value() >= 3);
    }

private:
    static void lookEverywhere(WireBench& bench, std::map<BrokerId, LeaderEpoch>& seen,
                               BrokerId except)
    {
        for (const int number : {1, 2, 3}) {
            const BrokerId broker(number);
            if (broker == except)
                continue;
            const auto told = bench.metadata(broker, 9).topics.at(0).partitions.at(0).leaderEpoch;
            const auto known = seen.find(broker);
            if (known != seen.end())
                QVERIFY(told >= known->second);
            seen[broker] = told;
        }
    }
    static std::string retentionOf(const CreateTopicsResponse::CreatableTopicResult& topic)
    {
        if (topic.configs)
            for (const auto& config : *topic.configs)
                if (config.name == "retention.ms")
                    return config.value.value_or("") + " from " +
                           std::to_string(config.configSource);
        return {};
    }
};

QTEST_APPLESS_MAIN(TestWireVersions)
#include "test_wire_versions.moc"
