#include "engine/client/membership.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/protocol/consumer_protocol.h"
#include "engine/protocol/messages/leave_group.h"

namespace hw::client {

using protocol::ErrorCode;

static constexpr protocol::ApiVersion kFindCoordinatorVersion{2};
static constexpr protocol::ApiVersion kJoinGroupVersion{5};
static constexpr protocol::ApiVersion kSyncGroupVersion{3};
static constexpr protocol::ApiVersion kHeartbeatVersion{3};
static constexpr protocol::ApiVersion kLeaveGroupVersion{3};
static constexpr const char* kProtocolType = "consumer";
/// A JoinGroup is answered within the rebalance timeout; so much longer is waited for the answer.
static constexpr Duration kJoinLapse = 5s;
static constexpr Duration kFarewellLimit = 1s;

static const char* nameOf(observe::command::Assignor assignor)
{
    return assignor == observe::command::Assignor::Range ? "range" : "roundrobin";
}

Membership::Membership(const ClientContext& context, const ConsumerConfig& config,
                       Connections& connections, ClientMetadata& metadata, MembershipOwner& owner)
    : m_context(context)
    , m_config(config)
    , m_connections(connections)
    , m_metadata(metadata)
    , m_owner(owner)
    , m_retry(context.host.loop())
    , m_heartbeat(context.host.loop())
    , m_farewell(context.host.loop())
{
}

void Membership::start()
{
    if (isFixed()) {
        m_phase = MemberPhase::Stable;
        m_owner.assigned(m_config.fixed);
        if (!m_config.group.empty())
            find();
        return;
    }
    m_needsJoin = true;
    proceed();
}

void Membership::rejoin()
{
    if (m_leaving || isFixed() || m_phase == MemberPhase::Failed || m_needsJoin)
        return;
    m_needsJoin = true;
    proceed();
}

/// The next step towards what is wanted.
void Membership::proceed()
{
    if (m_leaving || m_phase == MemberPhase::Failed)
        return;
    if (!m_coordinator) {
        find();
        return;
    }
    if (!m_needsJoin)
        return;
    m_needsJoin = false;
    ++m_round;
    m_phase = MemberPhase::Joining;
    m_owner.beforeJoin([this, round = m_round] {
        if (round == m_round)
            join();
    });
}

void Membership::find()
{
    if (m_finding)
        return;
    m_finding = true;
    if (m_phase != MemberPhase::Stable && m_phase != MemberPhase::Leaving)
        m_phase = MemberPhase::FindingCoordinator;
    protocol::FindCoordinatorRequest request;
    request.key = m_config.group;
    m_connections.any().send<protocol::FindCoordinatorRequest>(
        std::move(request), kFindCoordinatorVersion, m_config.connection.requestTimeout,
        [this](Result<protocol::FindCoordinatorResponse> answer) { found(answer); });
}

void Membership::found(const Result<protocol::FindCoordinatorResponse>& answer)
{
    m_finding = false;
    const ErrorCode error = answer ? answer->errorCode : ErrorCode::NetworkException;
    if (error == ErrorCode::None) {
        m_coordinator = answer->nodeId;
        m_lastHeard = m_context.host.loop().now();
        m_connections.learn(answer->nodeId,
                            {answer->host, static_cast<std::uint16_t>(answer->port)});
        proceed();
        m_owner.coordinatorFound();
        return;
    }
    m_lastError = answer ? textOf(error) : answer.error().message;
    if (protocol::isRetriable(error))
        retryLater();
    else
        failFor(error);
}

void Membership::retryLater()
{
    if (!m_retry.armed())
        m_retry.start(m_config.connection.retryBackoff, [this] { proceed(); });
}

rpc::Peer* Membership::coordinator()
{
    return m_coordinator ? &m_connections.to(*m_coordinator, Lane::Coordinator) : nullptr;
}

void Membership::coordinatorLost()
{
    m_coordinator.reset();
    retryLater();
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
    request.protocols.push_back(
        {nameOf(m_config.assignor), protocol::encodeSubscription(m_config.topics)});
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
        m_lastError = answer ? textOf(error) : answer.error().message;
        m_needsJoin = true;
        if (error == ErrorCode::MemberIdRequired) {
            m_member = answer->memberId;
            proceed();
            return;
        }
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
        auto topics = protocol::decodeSubscription(member.metadata);
        m_toAssign->push_back({member.memberId, member.groupInstanceId,
                               topics.value_or(std::vector<std::string>())});
        m_groupTopics.insert(m_toAssign->back().topics.begin(), m_toAssign->back().topics.end());
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
    m_assignedFor = countsFor(m_groupTopics);
    const std::vector<AssignorMember> members = std::move(*m_toAssign);
    m_toAssign.reset();
    sync(m_protocol == "roundrobin" ? assignRoundRobin(members, *m_assignedFor)
                                    : assignRange(members, *m_assignedFor));
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
            rejoin();
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
    m_owner.assigned(partitions.value_or(std::vector<TopicPartition>()));
    if (m_needsJoin)
        proceed();
}

void Membership::beat()
{
    m_context.host.loop().setCause(kNoEvent); // by the clock, not because of anything
    const Instant now = m_context.host.loop().now();
    m_heartbeat.start(m_config.heartbeatInterval, [this] { beat(); });
    if (isStable() && m_coordinator && now - m_lastHeard > m_config.sessionTimeout) {
        m_lastError = "the coordinator was silent for a session timeout";
        coordinatorLost();
    }
    rpc::Peer* peer = coordinator();
    if (!peer || m_beating)
        return;
    m_beating = true;
    protocol::HeartbeatRequest request;
    request.groupId = m_config.group;
    request.generationId = m_generation;
    request.memberId = m_member;
    request.groupInstanceId = m_config.instance;
    peer->send<protocol::HeartbeatRequest>(
        std::move(request), kHeartbeatVersion,
        std::min(m_config.connection.requestTimeout, m_config.sessionTimeout),
        [this, round = m_round](Result<protocol::HeartbeatResponse> answer) {
            m_beating = false;
            if (round == m_round)
                heartbeatAnswered(answer);
        });
}

void Membership::heartbeatAnswered(const Result<protocol::HeartbeatResponse>& answer)
{
    const ErrorCode error = answer ? answer->errorCode : ErrorCode::NetworkException;
    if (m_leaving)
        return;
    if (error == ErrorCode::None) {
        m_lastHeard = m_context.host.loop().now();
        return;
    }
    m_lastError = answer ? textOf(error) : answer.error().message;
    // While it joins or syncs, the answer to that says what to do.
    if (error == ErrorCode::RebalanceInProgress && !isStable())
        return;
    react(error);
}

bool Membership::react(ErrorCode error)
{
    switch (error) {
    case ErrorCode::CoordinatorNotAvailable:
    case ErrorCode::NotCoordinator:
    case ErrorCode::NetworkException:
    case ErrorCode::RequestTimedOut:
        coordinatorLost();
        return true;
    case ErrorCode::RebalanceInProgress:
        rejoin();
        return false;
    case ErrorCode::UnknownMemberId:
        m_member.clear();
        forgetMember();
        return false;
    case ErrorCode::IllegalGeneration:
        forgetMember();
        return false;
    default:
        break;
    }
    if (protocol::isRetriable(error)) {
        retryLater();
        return true;
    }
    failFor(error);
    return false;
}

/// Thrown out: what it owned may be somebody else's. Joins again.
void Membership::forgetMember()
{
    m_generation = Generation{-1};
    m_heartbeat.cancel();
    m_toAssign.reset();
    m_assignedFor.reset();
    if (isFixed() || m_leaving)
        return;
    m_owner.lostPartitions();
    m_needsJoin = true;
    proceed();
}

void Membership::failFor(ErrorCode error)
{
    m_lastError = fmt::format("group {}: {}", m_config.group, textOf(error));
    m_phase = MemberPhase::Failed;
    ++m_round;
    m_heartbeat.cancel();
    m_retry.cancel();
    if (!isFixed())
        m_owner.lostPartitions();
}

void Membership::leave(Task done)
{
    m_leaving = true;
    m_left = std::move(done);
    ++m_round;
    m_heartbeat.cancel();
    m_retry.cancel();
    m_phase = MemberPhase::Leaving;
    const auto finish = [this] {
        m_leaving = false;
        m_needsJoin = false;
        m_member.clear();
        m_generation = Generation{-1};
        m_phase = MemberPhase::Idle;
        m_farewell.cancel();
        Task left = std::move(m_left);
        m_left = nullptr;
        if (left)
            left();
    };
    rpc::Peer* peer = coordinator();
    if (!peer || m_member.empty() || m_config.instance) {
        m_farewell.start(0ms, finish);
        return;
    }
    m_farewell.start(kFarewellLimit, finish);
    protocol::LeaveGroupRequest request;
    request.groupId = m_config.group;
    request.members.emplace_back().memberId = m_member;
    peer->send<protocol::LeaveGroupRequest>(
        std::move(request), kLeaveGroupVersion, kFarewellLimit,
        [this, round = m_round, finish](Result<protocol::LeaveGroupResponse>) {
            if (round == m_round && m_leaving)
                finish();
        });
}

} // namespace hw::client
