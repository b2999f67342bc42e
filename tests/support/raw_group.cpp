#include "tests/support/raw_group.h"

#include "engine/protocol/consumer_protocol.h"
#include "engine/protocol/messages/find_coordinator.h"

namespace hw::test {

using namespace protocol;

static constexpr Duration kPatience = 60s;

RawMember::RawMember(SimCluster& cluster, int number, std::string group, std::string name)
    : m_cluster(cluster)
    , m_client(cluster, number, std::move(name))
    , m_group(std::move(group))
{
    join.groupId = m_group;
    join.sessionTimeoutMs = 10'000;
    join.rebalanceTimeoutMs = 20'000;
    join.protocolType = "consumer";
    join.protocols.push_back({.name = "range", .metadata = encodeSubscription({"t"})});
}

bool RawMember::findCoordinator()
{
    for (int attempt = 0; attempt < 200; ++attempt) {
        const auto snapshot = m_cluster.snapshot();
        for (const auto& broker : snapshot->brokers) {
            if (broker->state != observe::BrokerState::Running)
                continue;
            FindCoordinatorRequest request;
            request.key = m_group;
            const auto response = m_client.call(broker->id, request, 2, 1s);
            if (response && response->errorCode == ErrorCode::None) {
                coordinator = response->nodeId;
                return true;
            }
        }
        m_cluster.runFor(100ms);
    }
    return false;
}

void RawMember::sendJoin()
{
    const auto send = [this] {
        JoinGroupRequest request = join;
        request.memberId = id;
        if (!reason.empty())
            request.reason = reason;
        return m_client.send(coordinator, std::move(request), 9, kPatience);
    };
    m_join = send();
    if (id.empty() && !join.groupInstanceId) {
        m_cluster.world().runUntil([&] { return m_join->has_value(); }, 5s);
        HW_ASSERT(*m_join && **m_join, "an answer at once");
        if (answer().errorCode != ErrorCode::MemberIdRequired)
            return;
        id = answer().memberId;
        m_join = send();
    }
    m_cluster.runFor(5ms);
}

ErrorCode RawMember::joined()
{
    m_cluster.world().runUntil([&] { return m_join->has_value(); }, kPatience);
    if (!*m_join || !**m_join)
        return ErrorCode::NetworkException;
    if (answer().errorCode == ErrorCode::None) {
        id = answer().memberId;
        generation = answer().generationId;
    }
    return answer().errorCode;
}

void RawMember::sendSync(const Assignment& assignment)
{
    SyncGroupRequest request;
    request.groupId = m_group;
    request.memberId = id;
    request.groupInstanceId = join.groupInstanceId;
    request.generationId = generation;
    for (const auto& [member, partitions] : assignment)
        request.assignments.push_back(
            {.memberId = member, .assignment = encodeAssignment(partitions)});
    m_sync = m_client.send(coordinator, std::move(request), 3, kPatience);
    m_cluster.runFor(5ms);
}

ErrorCode RawMember::synced()
{
    m_cluster.world().runUntil([&] { return m_sync->has_value(); }, kPatience);
    if (!*m_sync || !**m_sync)
        return ErrorCode::NetworkException;
    if ((**m_sync)->errorCode == ErrorCode::None)
        m_assigned =
            decodeAssignment((**m_sync)->assignment).value_or(std::vector<TopicPartition>());
    return (**m_sync)->errorCode;
}

ErrorCode RawMember::heartbeat()
{
    HeartbeatRequest request;
    request.groupId = m_group;
    request.memberId = id;
    request.groupInstanceId = join.groupInstanceId;
    request.generationId = generation;
    const auto response = m_client.call(coordinator, request, 3);
    return response ? response->errorCode : ErrorCode::NetworkException;
}

ErrorCode RawMember::leave(const std::string& why)
{
    LeaveGroupRequest request;
    request.groupId = m_group;
    auto& leaving = request.members.emplace_back();
    leaving.memberId = id;
    leaving.groupInstanceId = join.groupInstanceId;
    if (!why.empty())
        leaving.reason = why;
    const auto response = m_client.call(coordinator, request, 5);
    return response ? response->members.at(0).errorCode : ErrorCode::NetworkException;
}

ErrorCode RawMember::commit(const TopicPartition& partition, std::int64_t offset)
{
    OffsetCommitRequest request;
    request.groupId = m_group;
    request.memberId = id;
    request.groupInstanceId = join.groupInstanceId;
    request.generationIdOrMemberEpoch = generation;
    auto& topic = request.topics.emplace_back();
    topic.name = partition.topic;
    topic.partitions.push_back({.partitionIndex = partition.partition,
                                .committedOffset = Offset{offset},
                                .committedMetadata = std::nullopt});
    const auto response = m_client.call(coordinator, request, 7);
    return response ? response->topics.at(0).partitions.at(0).errorCode
                    : ErrorCode::NetworkException;
}

bool formGroup(const std::vector<RawMember*>& members)
{
    for (RawMember* member : members)
        member->sendJoin();
    for (RawMember* member : members)
        if (member->joined() != ErrorCode::None)
            return false;
    RawMember::Assignment assignment;
    std::int32_t partition = 0;
    for (RawMember* member : members)
        assignment.push_back({member->id, {{"t", partition++}}});
    for (RawMember* member : members)
        member->sendSync(member->leads() ? assignment : RawMember::Assignment());
    for (RawMember* member : members)
        if (member->synced() != ErrorCode::None)
            return false;
    return true;
}

} // namespace hw::test
