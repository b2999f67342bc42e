// The rebalance, as a member and as the group's leader see it.

#include "engine/client/membership.h"

#include <algorithm>

#include "engine/client/sticky_assignor.h"
#include "engine/protocol/consumer_protocol.h"

namespace hw::client {

using observe::command::Assignor;
using protocol::ErrorCode;

static constexpr protocol::ApiVersion kJoinGroupVersion{8};
static constexpr protocol::ApiVersion kSyncGroupVersion{3};
static constexpr const char* kProtocolType = "consumer";
/// A JoinGroup is answered within the rebalance timeout; so much longer is waited for the answer.
static constexpr Duration kJoinLapse = 5s;

const char* nameOf(Assignor assignor)
{
    switch (assignor) {
    case Assignor::Range:
        return "range";
    case Assignor::RoundRobin:
        return "roundrobin";
    case Assignor::Sticky:
        return "sticky";
    case Assignor::Fixed:
        return "fixed";
    case Assignor::CooperativeSticky:
        break;
    }
    return "cooperative-sticky";
}

/// By the protocol that the coordinator chose.
static GroupAssignment assign(const std::string& protocol,
                              const std::vector<AssignorMember>& members,
                              const PartitionCounts& counts)
{
    if (protocol == nameOf(Assignor::RoundRobin))
        return assignRoundRobin(members, counts);
    if (protocol == nameOf(Assignor::Sticky))
        return assignSticky(members, counts);
    if (protocol == nameOf(Assignor::CooperativeSticky))
        return assignCooperativeSticky(members, counts);
    if (protocol == nameOf(Assignor::Fixed))
        return assignFixed(members, counts);
    return assignRange(members, counts);
}

Bytes Membership::subscription() const
{
    if (m_config.assignor == Assignor::Fixed)
        return protocol::encodeWishes(m_config.topics, m_config.wished);
    const bool sticky = m_config.assignor == Assignor::Sticky;
    protocol::Subscription said{m_config.topics};
    if (sticky || m_config.assignor == Assignor::CooperativeSticky) {
        said.owned = sticky ? m_ownedBefore : m_owner.owned();
        said.generation = m_ownedSince;
    }
    return protocol::encodeSubscription(said, sticky);
}

void Membership::join()
{
    rpc::Peer* peer = coordinator();
    if (!peer) {
        m_needsJoin = true;
        proceed();
        return;
    }
    m_heartbeat.cancel();
    m_assignedFor.reset();
    protocol::JoinGroupRequest request;
    request.groupId = m_config.group;
    request.sessionTimeoutMs = static_cast<std::int32_t>(toMs(m_config.sessionTimeout));
    request.rebalanceTimeoutMs = static_cast<std::int32_t>(toMs(m_config.maxPollInterval));
    request.memberId = m_member;
    request.groupInstanceId = m_config.instance;
    request.protocolType = kProtocolType;
    request.protocols.push_back({nameOf(m_config.assignor), subscription()});
    request.reason = std::exchange(m_why, {});
    const Duration timeout =
        std::max(m_config.connection.requestTimeout, m_config.maxPollInterval + kJoinLapse);
    peer->send<protocol::JoinGroupRequest>(
        std::move(request), kJoinGroupVersion, timeout,
        onlyNow<Result<protocol::JoinGroupResponse>>(&Membership::joined));
}

void Membership::joined(const Result<protocol::JoinGroupResponse>& answer)
{
    const ErrorCode error = answer ? answer->errorCode : ErrorCode::NetworkException;
    if (error != ErrorCode::None) {
        m_needsJoin = true;
        if (error == ErrorCode::MemberIdRequired) {
            m_member = answer->memberId;
            proceed();
            return;
        }
        m_lastError = answer ? textOf(error) : answer.error().message;
        react(error);
        if (error == ErrorCode::RebalanceInProgress)
            retryLater();
        return;
    }
    m_member = answer->memberId;
    m_generation = answer->generationId;
    m_protocol = answer->protocolName.value_or("");
    m_phase = MemberPhase::Syncing;
    m_lastHeard = m_context.host.loop().now();
    m_heartbeat.start(m_config.heartbeatInterval, [this] { beat(); });
    if (answer->leader == m_member)
        lead(*answer);
    else
        sync({});
}

/// The group's leader needs to know the partitions of all topics that any member wants.
void Membership::lead(const protocol::JoinGroupResponse& response)
{
    m_toAssign.emplace();
    m_groupTopics.clear();
    for (const auto& member : response.members) {
        auto said =
            protocol::decodeSubscription(member.metadata, m_protocol == nameOf(Assignor::Sticky))
                .value_or(protocol::Subscription());
        m_groupTopics.insert(said.topics.begin(), said.topics.end());
        m_toAssign->push_back({member.memberId, member.groupInstanceId, std::move(said.topics),
                               std::move(said.owned), said.generation});
        if (m_protocol == nameOf(Assignor::Fixed))
            m_toAssign->back().wished =
                protocol::decodeWishes(member.metadata).value_or(std::vector<TopicPartition>());
    }
    std::set<std::string> topics(m_config.topics.begin(), m_config.topics.end());
    topics.insert(m_groupTopics.begin(), m_groupTopics.end());
    m_metadata.setTopics(topics);
    assignIfKnown();
}

void Membership::assignIfKnown()
{
    if (!m_toAssign || m_phase != MemberPhase::Syncing)
        return;
    for (const std::string& topic : m_groupTopics)
        if (!m_metadata.topic(topic))
            return; // metadataChanged comes back here
    const PartitionCounts counts = countsFor(m_groupTopics);
    if (m_firstAssignment.first != m_generation)
        m_firstAssignment = {m_generation, counts};
    const bool isKept = m_firstAssignment.second == counts;
    m_assignedFor = isKept ? counts : PartitionCounts();
    const std::vector<AssignorMember> members = std::move(*m_toAssign);
    m_toAssign.reset();
    sync(assign(m_protocol, members, counts));
}

PartitionCounts Membership::countsFor(const std::set<std::string>& topics) const
{
    PartitionCounts counts;
    for (const std::string& topic : topics) {
        const TopicView* view = m_metadata.topic(topic);
        if (view && !view->partitions.empty())
            counts[topic] = static_cast<std::int32_t>(view->partitions.size());
    }
    return counts;
}

void Membership::metadataChanged()
{
    assignIfKnown();
    if (!isStable() || !m_assignedFor)
        return;
    // A topic that is only unreadable for the moment is no reason to move partitions.
    for (const auto& [topic, count] : countsFor(m_groupTopics)) {
        const auto before = m_assignedFor->find(topic);
        if (before == m_assignedFor->end() || before->second != count) {
            rejoin("cached metadata has changed from " +
                   std::to_string(before == m_assignedFor->end() ? 0 : before->second) + " to " +
                   std::to_string(count) + " partitions of " + topic);
            return;
        }
    }
}

void Membership::sync(const GroupAssignment& assignment)
{
    rpc::Peer* peer = coordinator();
    if (!peer) {
        m_needsJoin = true;
        proceed();
        return;
    }
    protocol::SyncGroupRequest request;
    request.groupId = m_config.group;
    request.generationId = m_generation;
    request.memberId = m_member;
    request.groupInstanceId = m_config.instance;
    for (const auto& [member, partitions] : assignment)
        request.assignments.push_back({member, protocol::encodeAssignment(partitions)});
    const Duration timeout =
        std::max(m_config.connection.requestTimeout, m_config.maxPollInterval + kJoinLapse);
    peer->send<protocol::SyncGroupRequest>(
        std::move(request), kSyncGroupVersion, timeout,
        onlyNow<Result<protocol::SyncGroupResponse>>(&Membership::synced));
}

void Membership::synced(const Result<protocol::SyncGroupResponse>& answer)
{
    const ErrorCode error = answer ? answer->errorCode : ErrorCode::NetworkException;
    if (error != ErrorCode::None) {
        m_lastError = answer ? textOf(error) : answer.error().message;
        m_needsJoin = true;
        react(error);
        if (error == ErrorCode::RebalanceInProgress)
            proceed();
        return;
    }
    m_phase = MemberPhase::Stable;
    m_lastHeard = m_context.host.loop().now();
    const auto partitions = protocol::decodeAssignment(answer->assignment);
    if (!partitions)
        m_lastError = partitions.error().message;
    m_ownedBefore = partitions.value_or(std::vector<TopicPartition>());
    m_ownedSince = m_generation;
    m_owner.assigned(m_ownedBefore);
    if (m_needsJoin)
        proceed();
    else
        metadataChanged(); // it may have, while the assignment was on its way
}

} // namespace hw::client
