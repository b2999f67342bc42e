#include "engine/client/membership.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/protocol/messages/leave_group.h"

namespace hw::client {

using protocol::ErrorCode;

static constexpr protocol::ApiVersion kFindCoordinatorVersion{2};
static constexpr protocol::ApiVersion kHeartbeatVersion{3};
static constexpr protocol::ApiVersion kLeaveGroupVersion{5};
static constexpr Duration kFarewellLimit = 1s;

Membership::Membership(const ClientContext& context, const ConsumerConfig& config,
                       Connections& connections, ClientMetadata& metadata, MembershipOwner& owner,
                       std::string& lastError)
    : m_context(context)
    , m_config(config)
    , m_connections(connections)
    , m_metadata(metadata)
    , m_owner(owner)
    , m_lastError(lastError)
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

void Membership::rejoin(std::string why)
{
    if (m_leaving || isFixed() || m_phase == MemberPhase::Failed || m_needsJoin)
        return;
    m_why = std::move(why);
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

void Membership::beat()
{
    m_context.host.loop().setCause(kNoEvent); // by the clock, not because of anything
    const Instant now = m_context.host.loop().now();
    m_heartbeat.start(m_config.heartbeatInterval, [this] { beat(); });
    if (m_muted)
        return;
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

void Membership::mute(bool muted)
{
    m_muted = muted;
    m_lastHeard = m_context.host.loop().now(); // the silence was its own
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
        rejoin("group is already rebalancing");
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
    m_ownedBefore.clear();
    m_ownedSince = Generation{-1};
    m_heartbeat.cancel();
    m_toAssign.reset();
    m_assignedFor.reset();
    m_firstAssignment.first = Generation{-1};
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

void Membership::leave(Task done, const std::string& why)
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
        m_ownedBefore.clear();
        m_ownedSince = Generation{-1};
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
    auto& leaving = request.members.emplace_back();
    leaving.memberId = m_member;
    leaving.reason = why;
    peer->send<protocol::LeaveGroupRequest>(
        std::move(request), kLeaveGroupVersion, kFarewellLimit,
        [this, round = m_round, finish](Result<protocol::LeaveGroupResponse>) {
            if (round == m_round && m_leaving)
                finish();
        });
}

} // namespace hw::client
