#include <QTest>

#include <set>

#include "engine/protocol/messages/api_versions.h"
#include "engine/protocol/messages/consumer_group_describe.h"
#include "engine/protocol/messages/consumer_group_heartbeat.h"
#include "engine/protocol/messages/describe_groups.h"
#include "engine/protocol/messages/find_coordinator.h"
#include "engine/protocol/messages/join_group.h"
#include "engine/protocol/messages/list_groups.h"
#include "engine/protocol/messages/offset_commit.h"
#include "engine/protocol/messages/offset_fetch.h"
#include "tests/support/sim_client.h"

using namespace hw;
using namespace hw::test;
using namespace hw::protocol;

namespace {

cluster::ClusterSpec specWith(const char* protocols)
{
    cluster::ClusterSpec spec;
    spec.configs["group.coordinator.rebalance.protocols"] = protocols;
    return spec;
}

/// Requests by hand to the coordinator of group g, for a topic t of four partitions.
struct Wire
{
    explicit Wire(const char* protocols = "classic,consumer")
        : cluster(specWith(protocols))
        , client(cluster, 700)
    {
    }
    bool start()
    {
        if (!cluster.ready() || !cluster.createTopic("t", 4, 3).ok)
            return false;
        for (int i = 0; i < 100; ++i) {
            FindCoordinatorRequest request;
            request.key = "g";
            const auto answer = client.call(BrokerId{1}, request, 2);
            if (answer && answer->errorCode == ErrorCode::None) {
                coordinator = answer->nodeId;
                return true;
            }
            cluster.runFor(100ms);
        }
        return false;
    }
    static ConsumerGroupHeartbeatRequest joining(const std::string& member)
    {
        ConsumerGroupHeartbeatRequest request;
        request.groupId = "g";
        request.memberId = member;
        request.rebalanceTimeoutMs = 30000;
        request.subscribedTopicNames = std::vector<std::string>{"t"};
        request.topicPartitions.emplace();
        return request;
    }
    ConsumerGroupHeartbeatResponse beat(ConsumerGroupHeartbeatRequest request, int version = 1)
    {
        const auto answer = client.call(coordinator, std::move(request), version);
        HW_ASSERT(answer.has_value(), "the coordinator answers");
        return *answer;
    }
    std::set<std::int16_t> advertised()
    {
        std::set<std::int16_t> keys;
        for (const auto& api : client.call(BrokerId{1}, ApiVersionsRequest{}, 2)->apiKeys)
            keys.insert(api.apiKey);
        return keys;
    }
    ErrorCode commit(const std::string& member, int epoch, int version)
    {
        OffsetCommitRequest request;
        request.groupId = "g";
        request.memberId = member;
        request.generationIdOrMemberEpoch = Generation{epoch};
        request.topics.push_back({"t", {}});
        auto& partition = request.topics.back().partitions.emplace_back();
        partition.committedOffset = Offset{3};
        return client.call(coordinator, std::move(request), version)
            ->topics.front()
            .partitions.front()
            .errorCode;
    }
    ErrorCode fetch(const std::string& member, int epoch)
    {
        OffsetFetchRequest request;
        auto& group = request.groups.emplace_back();
        group.groupId = "g";
        group.memberId = member;
        group.memberEpoch = epoch;
        group.topics.emplace();
        group.topics->push_back({"t", {0}});
        return client.call(coordinator, std::move(request), 9)->groups.front().errorCode;
    }

    SimCluster cluster;
    SimClient client;
    BrokerId coordinator = kNoBroker;
};

} // namespace

/// The consumer protocol as clients see it on the wire.
class TestConsumerWire : public QObject
{
    Q_OBJECT
private slots:
    void itIsOffUnlessAskedFor()
    {
        Wire wire("classic");
        QVERIFY(wire.start());
        QVERIFY(!wire.advertised().contains(68) && !wire.advertised().contains(69));
        QCOMPARE(wire.beat(Wire::joining("m")).errorCode, ErrorCode::UnsupportedVersion);
        ConsumerGroupDescribeRequest describe;
        describe.groupIds = {"g"};
        const auto told = wire.client.call(wire.coordinator, describe, 0);
        QCOMPARE(told->groups.front().errorCode, ErrorCode::UnsupportedVersion);
    }

    void aMemberLivesAndLeaves()
    {
        Wire wire;
        QVERIFY(wire.start());
        QVERIFY(wire.advertised().contains(68) && wire.advertised().contains(69));
        const auto joined = wire.beat(Wire::joining("m"));
        QCOMPARE(joined.errorCode, ErrorCode::None);
        QCOMPARE(joined.memberId, std::optional<std::string>("m"));
        QCOMPARE(joined.memberEpoch, 1);
        QCOMPARE(joined.heartbeatIntervalMs, 2000); // the classroom's
        QCOMPARE(joined.assignment->topicPartitions.size(), std::size_t(1));
        QCOMPARE(joined.assignment->topicPartitions[0].partitions,
                 (std::vector<std::int32_t>{0, 1, 2, 3}));

        ConsumerGroupHeartbeatRequest alive;
        alive.groupId = "g";
        alive.memberId = "m";
        alive.memberEpoch = 1;
        QVERIFY(!wire.beat(alive).assignment);
        alive.memberEpoch = 2;
        const auto fenced = wire.beat(alive);
        QCOMPARE(fenced.errorCode, ErrorCode::FencedMemberEpoch);
        QVERIFY(fenced.errorMessage &&
                fenced.errorMessage->find("epoch 1, not 2") != std::string::npos);
        alive.memberEpoch = -1;
        const auto left = wire.beat(alive);
        QCOMPARE(left.errorCode, ErrorCode::None);
        QCOMPARE(left.memberEpoch, -1);
        QCOMPARE(wire.beat(alive).errorCode, ErrorCode::UnknownMemberId);
    }

    void theOldVersionNamesItsMembers()
    {
        Wire wire;
        QVERIFY(wire.start());
        QCOMPARE(wire.beat(Wire::joining(""), 1).errorCode, ErrorCode::InvalidRequest);
        const auto joined = wire.beat(Wire::joining(""), 0);
        QCOMPARE(joined.errorCode, ErrorCode::None);
        QCOMPARE(joined.memberId->size(), std::size_t(22));
        auto regex = Wire::joining("m");
        regex.subscribedTopicRegex = "t.*";
        QCOMPARE(wire.beat(regex).errorCode, ErrorCode::InvalidRegularExpression);
    }

    void groupsAreListedAndDescribedByTheirType()
    {
        Wire wire;
        QVERIFY(wire.start());
        QCOMPARE(wire.beat(Wire::joining("m")).errorCode, ErrorCode::None);
        const auto list = [&](std::vector<std::string> types) {
            ListGroupsRequest request;
            request.typesFilter = std::move(types);
            return wire.client.call(wire.coordinator, std::move(request), 5)->groups;
        };
        QCOMPARE(list({}).size(), std::size_t(1));
        QCOMPARE(list({"classic"}).size(), std::size_t(0));
        const auto consumers = list({"Consumer"});
        QCOMPARE(consumers.size(), std::size_t(1));
        QCOMPARE(consumers[0].groupType, "consumer");
        QCOMPARE(consumers[0].groupState, "Stable");
        QCOMPARE(consumers[0].protocolType, "consumer");

        ConsumerGroupDescribeRequest describe;
        describe.groupIds = {"g"};
        describe.includeAuthorizedOperations = true;
        const auto answer = wire.client.call(wire.coordinator, describe, 1);
        const auto& told = answer->groups.front();
        QCOMPARE(told.errorCode, ErrorCode::None);
        QCOMPARE(told.groupState, "Stable");
        QCOMPARE(told.groupEpoch, 1);
        QCOMPARE(told.assignmentEpoch, 1);
        QCOMPARE(told.assignorName, "uniform");
        QCOMPARE(told.members.size(), std::size_t(1));
        QCOMPARE(told.members[0].subscribedTopicNames, std::vector<std::string>{"t"});
        QCOMPARE(told.members[0].assignment.topicPartitions[0].topicName, "t");
        QCOMPARE(told.members[0].memberType, std::int8_t(1));
        QCOMPARE(told.members[0].targetAssignment.topicPartitions[0].partitions.size(),
                 std::size_t(4));
        QVERIFY(told.authorizedOperations > 0);

        DescribeGroupsRequest classic;
        classic.groups = {"g"};
        QCOMPARE(wire.client.call(wire.coordinator, classic, 5)->groups.front().groupState, "Dead");
    }

    void offsetsNameTheMembersEpoch()
    {
        Wire wire;
        QVERIFY(wire.start());
        QCOMPARE(wire.beat(Wire::joining("m")).errorCode, ErrorCode::None);
        QCOMPARE(wire.commit("m", 1, 9), ErrorCode::None);
        QCOMPARE(wire.commit("m", 2, 9), ErrorCode::StaleMemberEpoch);
        QCOMPARE(wire.commit("m", 1, 8), ErrorCode::UnsupportedVersion);
        QCOMPARE(wire.commit("x", 1, 9), ErrorCode::UnknownMemberId);
        QCOMPARE(wire.fetch("m", 1), ErrorCode::None);
        QCOMPARE(wire.fetch("m", 0), ErrorCode::StaleMemberEpoch);
        QCOMPARE(wire.fetch("x", 1), ErrorCode::UnknownMemberId);
    }

    void theClassicProtocolIsRefused()
    {
        Wire wire;
        QVERIFY(wire.start());
        QCOMPARE(wire.beat(Wire::joining("m")).errorCode, ErrorCode::None);
        JoinGroupRequest request;
        request.groupId = "g";
        request.sessionTimeoutMs = 30000;
        request.rebalanceTimeoutMs = 30000;
        request.protocolType = "consumer";
        request.protocols.push_back({.name = "range", .metadata = {0, 0, 0, 0, 0, 0}});
        QCOMPARE(wire.client.call(wire.coordinator, request, 3)->errorCode,
                 ErrorCode::InconsistentGroupProtocol);
    }
};

QTEST_APPLESS_MAIN(TestConsumerWire)
#include "test_consumer_wire.moc"
