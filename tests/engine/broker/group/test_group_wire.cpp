#include <QTest>

#include "engine/base/writer.h"
#include "engine/protocol/messages/consumer_protocol.h"
#include "engine/protocol/messages/delete_groups.h"
#include "engine/protocol/messages/describe_groups.h"
#include "engine/protocol/messages/find_coordinator.h"
#include "engine/protocol/messages/heartbeat.h"
#include "engine/protocol/messages/join_group.h"
#include "engine/protocol/messages/leave_group.h"
#include "engine/protocol/messages/list_groups.h"
#include "engine/protocol/messages/offset_commit.h"
#include "engine/protocol/messages/offset_delete.h"
#include "engine/protocol/messages/offset_fetch.h"
#include "engine/protocol/messages/sync_group.h"
#include "tests/support/sim_client.h"

using namespace hw;
using namespace hw::test;
using namespace hw::protocol;

namespace {

/// One member of a group, sending what a consumer would send, by hand.
class WireMember
{
public:
    WireMember(SimCluster& cluster, SimClient& client, std::string group)
        : m_cluster(cluster)
        , m_client(client)
        , m_group(std::move(group))
    {
    }

    std::string id;
    Generation generation{-1};
    BrokerId coordinator = kNoBroker;

    /// Asks every living broker in turn until one names the coordinator; the last error.
    ErrorCode findCoordinator(BrokerId ask, int version = 2, int attempts = 100)
    {
        ErrorCode error = ErrorCode::None;
        for (int i = 0; i < attempts; ++i) {
            FindCoordinatorRequest request;
            if (version >= 4)
                request.coordinatorKeys = {m_group, "another"};
            else
                request.key = m_group;
            const auto response = m_client.call(ask, request, version);
            if (!response)
                return ErrorCode::NetworkException;
            if (version >= 4) {
                HW_ASSERT(response->coordinators.size() == 2, "each key is answered");
                HW_ASSERT(response->coordinators[0].key == m_group, "in the order asked");
                error = response->coordinators[0].errorCode;
                coordinator = response->coordinators[0].nodeId;
            } else {
                error = response->errorCode;
                coordinator = response->nodeId;
            }
            if (error == ErrorCode::None)
                return error;
            m_cluster.runFor(100ms);
        }
        return error;
    }
    ErrorCode join(int version)
    {
        JoinGroupRequest request;
        request.groupId = m_group;
        request.sessionTimeoutMs = 30000;
        if (version >= 1)
            request.rebalanceTimeoutMs = 30000;
        request.memberId = id;
        request.protocolType = "consumer";
        request.protocols.push_back({.name = "range", .metadata = {0, 0, 0, 0, 0, 0}});
        const auto response = m_client.call(coordinator, request, version);
        if (!response)
            return ErrorCode::NetworkException;
        id = response->memberId;
        generation = response->generationId;
        return response->errorCode;
    }
    Result<SyncGroupResponse> sync(int version, const Bytes& assignment)
    {
        SyncGroupRequest request;
        request.groupId = m_group;
        request.memberId = id;
        request.generationId = generation;
        if (version >= 5) {
            request.protocolType = "consumer";
            request.protocolName = "range";
        }
        request.assignments.push_back({.memberId = id, .assignment = assignment});
        return m_client.call(coordinator, request, version);
    }
    ErrorCode heartbeat(int version)
    {
        HeartbeatRequest request;
        request.groupId = m_group;
        request.memberId = id;
        request.generationId = generation;
        const auto response = m_client.call(coordinator, request, version);
        return response ? response->errorCode : ErrorCode::NetworkException;
    }
    /// Of t-0 and of a partition that does not exist.
    std::vector<ErrorCode> commit(int version, std::int64_t offset)
    {
        OffsetCommitRequest request;
        request.groupId = m_group;
        request.memberId = id;
        request.generationIdOrMemberEpoch = generation;
        auto& topic = request.topics.emplace_back();
        topic.name = "t";
        for (const std::int32_t partition : {99, 0})
            topic.partitions.push_back({.partitionIndex = partition,
                                        .committedOffset = Offset{offset},
                                        .committedMetadata = std::nullopt});
        const auto response = m_client.call(coordinator, request, version);
        if (!response)
            return {ErrorCode::NetworkException};
        std::vector<ErrorCode> codes;
        for (const auto& partition : response->topics.at(0).partitions)
            codes.push_back(partition.errorCode);
        return codes;
    }
    Result<OffsetFetchResponse> fetch(int version, bool all)
    {
        OffsetFetchRequest request;
        if (version >= 8)
            return fetchOfSeveral(version, all);
        request.groupId = m_group;
        if (all)
            request.topics.reset();
        else
            request.topics->push_back({.name = "t", .partitionIndexes = {0, 1}});
        return m_client.call(coordinator, request, version);
    }
    /// The answer for this group as it was before v8, beside a group that does not exist.
    Result<OffsetFetchResponse> fetchOfSeveral(int version, bool all)
    {
        OffsetFetchRequest request;
        request.requireStable = true;
        request.groups.push_back({.groupId = "nobody", .topics = std::nullopt});
        auto& ours = request.groups.emplace_back();
        ours.groupId = m_group;
        if (version >= 9)
            ours.memberId = id;
        if (all)
            ours.topics.reset();
        else
            ours.topics->push_back({.name = "t", .partitionIndexes = {0, 1}});
        auto response = m_client.call(coordinator, request, version);
        if (!response)
            return response;
        HW_ASSERT(response->groups.size() == 2, "each group is answered");
        HW_ASSERT(response->groups[0].topics.empty(), "nobody has committed nothing");
        OffsetFetchResponse alone;
        alone.errorCode = response->groups[1].errorCode;
        for (const auto& topic : response->groups[1].topics) {
            auto& to = alone.topics.emplace_back();
            to.name = topic.name;
            for (const auto& partition : topic.partitions)
                to.partitions.push_back({.partitionIndex = partition.partitionIndex,
                                         .committedOffset = partition.committedOffset,
                                         .metadata = partition.metadata,
                                         .errorCode = partition.errorCode});
        }
        return alone;
    }
    ErrorCode leave(int version)
    {
        LeaveGroupRequest request;
        request.groupId = m_group;
        if (version < 3)
            request.memberId = id;
        else
            request.members.push_back({.memberId = id, .groupInstanceId = {}, .reason = {}});
        const auto response = m_client.call(coordinator, request, version);
        if (!response)
            return ErrorCode::NetworkException;
        return version < 3 ? response->errorCode : response->members.at(0).errorCode;
    }

private:
    SimCluster& m_cluster;
    SimClient& m_client;
    const std::string m_group;
};

Bytes assignmentOf(std::int32_t partition)
{
    ConsumerProtocolAssignment message;
    message.assignedPartitions.push_back({.topic = "t", .partitions = {partition}});
    Writer writer;
    writer.i16(0);
    message.encode(writer, ApiVersion{0});
    return writer.takeBytes();
}

cluster::ClusterSpec brokers(std::int32_t count, std::int32_t offsetsReplicas)
{
    cluster::ClusterSpec spec;
    spec.brokers = count;
    spec.configs["offsets.topic.replication.factor"] = std::to_string(offsetsReplicas);
    return spec;
}

BrokerId another(BrokerId than) { return than == BrokerId{1} ? BrokerId{2} : BrokerId{1}; }

} // namespace

/// The group APIs over the wire, against whole brokers.
class TestGroupWire : public QObject
{
    Q_OBJECT
private slots:
    void everyVersionOfEveryApiIsServed()
    {
        SimCluster cluster(brokers(1, 1));
        QVERIFY2(cluster.ready(), cluster.story().c_str());
        QVERIFY(cluster.createTopic("t", 1, 1).ok);
        SimClient client(cluster, 1);
        for (int version = 0; version <= 9; ++version)
            everyApi(cluster, client, version);
    }

    void syncSaysWhichProtocolItBelievesIn()
    {
        SimCluster cluster(brokers(1, 1));
        QVERIFY2(cluster.ready(), cluster.story().c_str());
        SimClient client(cluster, 1);
        WireMember member(cluster, client, "g");
        QCOMPARE(member.findCoordinator(BrokerId{1}), ErrorCode::None);
        QCOMPARE(member.join(3), ErrorCode::None);
        const auto asked = [&](std::optional<std::string> type, std::optional<std::string> name) {
            SyncGroupRequest request;
            request.groupId = "g";
            request.memberId = member.id;
            request.generationId = member.generation;
            request.protocolType = std::move(type);
            request.protocolName = std::move(name);
            return client.call(BrokerId{1}, request, 5)->errorCode;
        };
        QCOMPARE(asked("consumer", std::nullopt), ErrorCode::InconsistentGroupProtocol);
        QCOMPARE(asked(std::nullopt, "range"), ErrorCode::InconsistentGroupProtocol);
        QCOMPARE(asked("consumer", "sticky"), ErrorCode::InconsistentGroupProtocol);
        QCOMPARE(asked("connect", "range"), ErrorCode::InconsistentGroupProtocol);
        QCOMPARE(asked("consumer", "range"), ErrorCode::None);
        const auto again = member.sync(5, {});
        QCOMPARE(again->protocolType, std::optional<std::string>("consumer"));
        QCOMPARE(again->protocolName, std::optional<std::string>("range"));
    }

    void offsetsAreDeletedAndAnEmptyGroupWithThem()
    {
        SimCluster cluster(brokers(1, 1));
        QVERIFY2(cluster.ready(), cluster.story().c_str());
        QVERIFY(cluster.createTopic("t", 2, 1).ok);
        SimClient client(cluster, 1);
        WireMember member(cluster, client, "g");
        QCOMPARE(member.findCoordinator(BrokerId{1}), ErrorCode::None);
        QCOMPARE(offsetDeleted(client, "g", "t"), ErrorCode::GroupIdNotFound);
        QCOMPARE(member.commit(7, 42).back(), ErrorCode::None); // outside of any generation
        QCOMPARE(member.fetch(9, true)->topics.size(), std::size_t(1));
        QCOMPARE(offsetDeleted(client, "g", "t"), ErrorCode::None);
        QVERIFY(member.fetch(9, true)->topics.empty());
        QCOMPARE(offsetDeleted(client, "g", "t"), ErrorCode::GroupIdNotFound);
    }

    /// Case R11.
    void theCoordinatorsBrokerDies()
    {
        SimCluster cluster(brokers(3, 3));
        QVERIFY2(cluster.ready(), cluster.story().c_str());
        QVERIFY(cluster.createTopic("t", 1, 3).ok);
        SimClient client(cluster, 1);
        WireMember member(cluster, client, "group-1");
        QCOMPARE(member.findCoordinator(BrokerId{1}), ErrorCode::None);
        QCOMPARE(member.join(3), ErrorCode::None);
        QVERIFY(member.sync(3, assignmentOf(0)));
        QCOMPARE(member.commit(7, 42).back(), ErrorCode::None);
        const BrokerId old = member.coordinator;
        const BrokerId ask = another(old);
        // Somebody who does not coordinate it says so.
        member.coordinator = ask;
        QCOMPARE(member.heartbeat(3), ErrorCode::NotCoordinator);

        QVERIFY(cluster.kill(old.value()).ok);
        ErrorCode found = ErrorCode::None;
        for (int i = 0; i < 100; ++i) { // until the dead one's session has ended
            found = member.findCoordinator(ask);
            if (found == ErrorCode::None && member.coordinator != old)
                break;
            cluster.runFor(100ms);
        }
        QCOMPARE(found, ErrorCode::None);
        QVERIFY(member.coordinator != old);
        cluster.runFor(1s);
        QCOMPARE(member.heartbeat(3), ErrorCode::None); // the same generation
        const auto offsets = member.fetch(7, true);
        QCOMPARE(offsets->topics.at(0).partitions.at(0).committedOffset, Offset{42});
        const auto assigned = member.sync(3, {});
        QCOMPARE(toHex(assigned->assignment), toHex(assignmentOf(0)));
    }

    void withOneReplicaOfTheOffsetsThereIsNoCoordinatorMeanwhile()
    {
        SimCluster cluster(brokers(3, 1));
        QVERIFY2(cluster.ready(), cluster.story().c_str());
        SimClient client(cluster, 1);
        WireMember member(cluster, client, "group-1");
        QCOMPARE(member.findCoordinator(BrokerId{1}), ErrorCode::None);
        QCOMPARE(member.join(3), ErrorCode::None);
        QVERIFY(member.sync(3, assignmentOf(0)));
        const BrokerId old = member.coordinator;
        QVERIFY(cluster.kill(old.value()).ok);
        cluster.runFor(10s);
        QCOMPARE(member.findCoordinator(another(old), 2, 3), ErrorCode::CoordinatorNotAvailable);
        QVERIFY(cluster.restart(old.value()).ok);
        QCOMPARE(member.findCoordinator(another(old)), ErrorCode::None);
        QCOMPARE(member.coordinator, old);
        cluster.runFor(1s);
        QCOMPARE(member.heartbeat(3), ErrorCode::None);
    }

private:
    /// Versions above an API's range are served at its highest.
    void everyApi(SimCluster& cluster, SimClient& client, int version)
    {
        const std::string group = "g" + std::to_string(version);
        WireMember member(cluster, client, group);
        QCOMPARE(member.findCoordinator(BrokerId{1}, std::min(version, 5)), ErrorCode::None);
        const int joinVersion = version;
        const ErrorCode first = member.join(joinVersion);
        if (joinVersion >= 4) {
            QCOMPARE(first, ErrorCode::MemberIdRequired);
            QCOMPARE(member.join(joinVersion), ErrorCode::None);
        } else {
            QCOMPARE(first, ErrorCode::None);
        }
        QCOMPARE(member.generation, Generation{1});
        const auto synced = member.sync(std::min(version, 5), assignmentOf(0));
        QVERIFY(synced);
        QCOMPARE(toHex(synced->assignment), toHex(assignmentOf(0)));
        QCOMPARE(member.heartbeat(std::min(version, 4)), ErrorCode::None);
        QCOMPARE(member.commit(std::max(version, 2), 42),
                 (std::vector{ErrorCode::UnknownTopicOrPartition, ErrorCode::None}));

        const auto asked = member.fetch(std::max(version, 1), false);
        QVERIFY(asked);
        const auto& partitions = asked->topics.at(0).partitions;
        QCOMPARE(partitions.at(0).committedOffset, Offset{42});
        QCOMPARE(partitions.at(1).committedOffset, kNoOffset);
        const auto all = member.fetch(std::max(version, 2), true);
        QCOMPARE(all->topics.at(0).partitions.size(), std::size_t(1));

        describeAndList(client, group, std::min(version, 5));
        QCOMPARE(deleted(client, group, std::min(version, 2)), ErrorCode::NonEmptyGroup);
        QCOMPARE(offsetDeleted(client, group, "t"), ErrorCode::GroupSubscribedToTopic);
        QCOMPARE(offsetDeleted(client, group, "absent"), ErrorCode::UnknownTopicOrPartition);
        QCOMPARE(member.leave(std::min(version, 5)), ErrorCode::None);
        QCOMPARE(member.leave(std::min(version, 5)), ErrorCode::UnknownMemberId);
        QCOMPARE(deleted(client, group, std::min(version, 2)), ErrorCode::None);
    }
    static void describeAndList(SimClient& client, const std::string& group, int version)
    {
        DescribeGroupsRequest describe;
        describe.groups = {group};
        const auto told = client.call(BrokerId{1}, describe, version);
        QVERIFY(told);
        QCOMPARE(told->groups.at(0).groupState, std::string("Stable"));
        QCOMPARE(told->groups.at(0).protocolData, std::string("range"));
        QCOMPARE(toHex(told->groups.at(0).members.at(0).memberAssignment), toHex(assignmentOf(0)));

        ListGroupsRequest list;
        if (version >= 4)
            list.statesFilter = {"stable"};
        const auto listed = client.call(BrokerId{1}, list, version);
        QVERIFY(listed);
        QCOMPARE(listed->groups.size(), std::size_t(1)); // those before are deleted
        QCOMPARE(listed->groups.at(0).groupId, group);
        if (version >= 4) {
            list.statesFilter = {"Empty"};
            QVERIFY(client.call(BrokerId{1}, list, version)->groups.empty());
        }
    }
    static ErrorCode offsetDeleted(SimClient& client, const std::string& group,
                                   const std::string& topic)
    {
        OffsetDeleteRequest request;
        request.groupId = group;
        request.topics.push_back({.name = topic, .partitions = {{.partitionIndex = 0}}});
        const auto response = client.call(BrokerId{1}, request, 0);
        if (!response)
            return ErrorCode::NetworkException;
        return response->errorCode != ErrorCode::None
                   ? response->errorCode
                   : response->topics.at(0).partitions.at(0).errorCode;
    }
    static ErrorCode deleted(SimClient& client, const std::string& group, int version)
    {
        DeleteGroupsRequest request;
        request.groupsNames = {group};
        const auto response = client.call(BrokerId{1}, request, version);
        return response ? response->results.at(0).errorCode : ErrorCode::NetworkException;
    }
};

QTEST_APPLESS_MAIN(TestGroupWire)
#include "test_group_wire.moc"
