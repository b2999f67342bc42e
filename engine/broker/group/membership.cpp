#include "engine/broker/group/membership.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "engine/base/mutation.h"
#include "engine/broker/group/offsets_records.h"

namespace hw::group {

namespace fact = observe::fact;
using fact::RebalanceKind;

namespace {

const char* did(RebalanceKind kind)
{
    switch (kind) {
    case RebalanceKind::SubscriptionChanged:
        return "changed its subscription";
    case RebalanceKind::ProtocolChanged:
        return "changed its list of assignors";
    case RebalanceKind::PartitionsGivenUp:
        return "gave up partitions for others to have";
    case RebalanceKind::PartitionsAdded:
        return "leads and saw its topics change";
    default:
        return "leads and asks for a new assignment";
    }
}

/// Why the leader asks for a new assignment, by its own words. Kafka: ConsumerCoordinator
/// .rejoinNeededOrPending says "cached metadata has changed from …"; KIP-800.
RebalanceKind kindOfRejoin(const std::string& reason)
{
    return reason.find("metadata has changed") != std::string::npos ? RebalanceKind::PartitionsAdded
                                                                    : RebalanceKind::LeaderRejoined;
}

/// Two lists of the same protocols in the same order. Cooperative members also say what they own
/// (KIP-429), so that the rest may differ.
bool wantSameTopics(const std::vector<Protocol>& one, const std::vector<Protocol>& other)
{
    return std::ranges::equal(one, other, [](const Protocol& a, const Protocol& b) {
        const auto before = subscribedTopics(a.metadata);
        const auto after = subscribedTopics(b.metadata);
        return before && after && *before == *after;
    });
}

/// Ids that a group has given out and that nobody has used yet.
constexpr std::size_t kPendingMembersMax = 10000;

/// Of protocols named twice the first counts.
void dropRepeated(std::vector<Protocol>& protocols)
{
    std::set<std::string> seen;
    std::erase_if(protocols, [&](const Protocol& p) { return !seen.insert(p.name).second; });
}

} // namespace

std::string Membership::withReason(std::string text, const std::string& reason)
{
    return reason.empty() ? text : fmt::format("{} ({})", text, reason);
}

void Membership::refuse(Done<JoinResult> done, ErrorCode error, std::string memberId)
{
    JoinResult result;
    result.error = error;
    result.memberId = std::move(memberId);
    answerLater(m_setting.loop, std::move(done), std::move(result));
}

void Membership::join(JoinRequest request, Done<JoinResult> done)
{
    if (request.sessionTimeout < m_setting.config.groupMinSessionTimeout ||
        request.sessionTimeout > m_setting.config.groupMaxSessionTimeout)
        return refuse(std::move(done), ErrorCode::InvalidSessionTimeout, request.memberId);

    const bool isNew = request.memberId.empty();
    GroupPtr group = m_store.find(request.group);
    if (!group && !isNew)
        return refuse(std::move(done), ErrorCode::UnknownMemberId, request.memberId);
    if (group && group->consumer) {
        // Kafka lets classic members into a group of consumers; here only into an empty one.
        if (!group->consumer->empty())
            return refuse(std::move(done), ErrorCode::InconsistentGroupProtocol, request.memberId);
        if (!group->isDeserted())
            return refuse(std::move(done), ErrorCode::RebalanceInProgress, request.memberId);
        m_store.turnIntoClassic(*group);
    }
    if (!group)
        group = m_store.create(request.group);

    dropRepeated(request.protocols);
    if (!hasRoomFor(*group, request.memberId)) {
        if (group->roster.find(request.memberId))
            m_rebalancer.removeMember(group, request.memberId, fact::LeaveCause::Removed,
                                      "the group is over group.max.size");
        return refuse(std::move(done), ErrorCode::GroupMaxSizeReached, {});
    }
    if (isNew)
        joinAsNew(group, std::move(request), std::move(done));
    else
        joinAgain(group, std::move(request), std::move(done));
    m_rebalancer.completeIfAllJoined(group);
}

/// While a rebalance is under way, those count who have joined it: so the last to come of a group
/// that is too large are shed.  Kafka: GroupCoordinator.acceptJoiningMember.
bool Membership::hasRoomFor(const Group& group, const std::string& memberId) const
{
    const auto max = static_cast<std::size_t>(m_setting.config.groupMaxSize);
    const Member* member = group.roster.find(memberId);
    switch (group.state) {
    case State::PreparingRebalance:
        return (member && member->awaitsJoin()) || group.roster.awaitingJoin() < max;
    case State::CompletingRebalance:
    case State::Stable:
        return member || group.pending.contains(memberId) || group.roster.size() < max;
    default:
        return true;
    }
}

void Membership::joinAsNew(const GroupPtr& group, JoinRequest request, Done<JoinResult> done)
{
    if (!group->roster.supports(request.protocolType, request.protocols))
        return refuse(std::move(done), ErrorCode::InconsistentGroupProtocol, {});
    if (request.instanceId) {
        if (const std::string* holder = group->roster.staticMember(*request.instanceId))
            return returnStatic(group, std::string(*holder), std::move(request), std::move(done));
    }
    const std::string memberId = newMemberId(request);
    if (request.requireKnownMemberId && !request.instanceId) {
        if (group->pending.size() >= kPendingMembersMax)
            return refuse(std::move(done), ErrorCode::GroupMaxSizeReached, {});
        m_rebalancer.addPending(group, memberId, request.clientId, request.sessionTimeout);
        return refuse(std::move(done), ErrorCode::MemberIdRequired, memberId);
    }
    addMember(group, memberId, std::move(request), std::move(done));
}

void Membership::joinAgain(const GroupPtr& group, JoinRequest request, Done<JoinResult> done)
{
    const std::string memberId = request.memberId;
    if (!group->roster.supports(request.protocolType, request.protocols))
        return refuse(std::move(done), ErrorCode::InconsistentGroupProtocol, memberId);
    if (group->pending.erase(memberId) > 0)
        return addMember(group, memberId, std::move(request), std::move(done));

    if (const ErrorCode error = group->roster.check(memberId, request.instanceId);
        error != ErrorCode::None)
        return refuse(std::move(done), error, memberId);
    Member& member = *group->roster.find(memberId);
    const bool changed = !member.offersSame(request.protocols);
    const RebalanceKind kind =
        !changed                                              ? kindOfRejoin(request.reason)
        : !member.namesSame(request.protocols)                ? RebalanceKind::ProtocolChanged
        : wantSameTopics(member.protocols, request.protocols) ? RebalanceKind::PartitionsGivenUp
                                                              : RebalanceKind::SubscriptionChanged;
    switch (group->state) {
    case State::PreparingRebalance:
        return updateMember(group, member, std::move(request), std::move(done), kind);
    case State::CompletingRebalance:
        if (changed)
            return updateMember(group, member, std::move(request), std::move(done), kind);
        // It may have missed the answer to its last join.
        break;
    case State::Stable:
        if (changed)
            return updateMember(group, member, std::move(request), std::move(done), kind);
        if (group->roster.isLeader(memberId))
            return updateMember(group, member, std::move(request), std::move(done), kind);
        break;
    default:
        return refuse(std::move(done), ErrorCode::UnknownMemberId, memberId);
    }
    answerLater(m_setting.loop, std::move(done), m_rebalancer.currentGeneration(*group, member));
}

void Membership::addMember(const GroupPtr& group, const std::string& memberId, JoinRequest request,
                           Done<JoinResult> done)
{
    if (group->is(State::PreparingRebalance) && group->generation == Generation{0})
        group->newMemberAdded = true;
    auto joining = std::make_unique<Member>(m_setting.loop);
    joining->id = memberId;
    joining->instanceId = request.instanceId;
    joining->clientId = request.clientId;
    joining->clientHost = request.clientHost;
    joining->sessionTimeout = request.sessionTimeout;
    joining->rebalanceTimeout = request.rebalanceTimeout;
    joining->protocols = std::move(request.protocols);
    joining->isNew = true;
    joining->joinDone = std::move(done);
    Member& member = group->roster.add(std::move(joining), request.protocolType);
    m_rebalancer.startNewMemberTimer(group, member);
    const EventId joined = reportJoined(*group, member, false);
    m_rebalancer.begin(
        group,
        {joined, group->roster.size() == 1 ? RebalanceKind::FirstMember : RebalanceKind::Joined,
         memberId, withReason(fmt::format("member {} joined", memberId), request.reason)});
}

void Membership::updateMember(const GroupPtr& group, Member& member, JoinRequest request,
                              Done<JoinResult> done, RebalanceKind kind)
{
    group->roster.setProtocols(member, std::move(request.protocols));
    member.sessionTimeout = request.sessionTimeout;
    member.rebalanceTimeout = request.rebalanceTimeout;
    member.joinDone = std::move(done);
    m_rebalancer.touch(group, member);
    const EventId joined = reportJoined(*group, member, true);
    m_rebalancer.begin(
        group, {joined, kind, member.id,
                withReason(fmt::format("member {} {}", member.id, did(kind)), request.reason)});
}

EventId Membership::reportJoined(const Group& group, const Member& member, bool rejoin)
{
    return m_setting.journal.report(
        fact::MemberJoined{group.id, member.id, member.clientId, member.clientHost, rejoin});
}

std::string Membership::newMemberId(const JoinRequest& request)
{
    const Uuid uuid = m_setting.loop.random().uuid();
    return fmt::format("{}-{}", request.instanceId.value_or(request.clientId), uuid.dashed());
}

ErrorCode Membership::checkSync(const Group& group, const SyncRequest& request) const
{
    const ErrorCode member = group.roster.check(request.memberId, request.instanceId);
    if (member != ErrorCode::None)
        return member;
    if (request.generation != group.generation && !mutated(Rule::SyncFencedByGeneration))
        return ErrorCode::IllegalGeneration;
    if ((request.protocolType && request.protocolType != group.roster.protocolType()) ||
        (request.protocol && request.protocol != group.protocol))
        return ErrorCode::InconsistentGroupProtocol;
    if (group.is(State::PreparingRebalance))
        return ErrorCode::RebalanceInProgress;
    return ErrorCode::None;
}

void Membership::sync(SyncRequest request, Done<SyncResult> done)
{
    const GroupPtr group = m_store.find(request.group);
    const ErrorCode error = group ? checkSync(*group, request) : ErrorCode::UnknownMemberId;
    if (error != ErrorCode::None)
        return answerLater(m_setting.loop, std::move(done), SyncResult{error, {}, {}, {}});

    Member& member = *group->roster.find(request.memberId);
    m_rebalancer.noteSync(*group, request.memberId);
    member.syncDone = std::move(done);
    if (group->is(State::Stable))
        return m_rebalancer.answerSync(group, member, ErrorCode::None);
    m_rebalancer.touch(group, member);
    if (group->roster.isLeader(request.memberId))
        m_rebalancer.storeAssignment(group, std::move(request.assignments));
}

ErrorCode Membership::heartbeat(const HeartbeatRequest& request)
{
    const GroupPtr group = m_store.find(request.group);
    if (!group)
        return ErrorCode::UnknownMemberId;
    if (const ErrorCode error = group->roster.check(request.memberId, request.instanceId);
        error != ErrorCode::None)
        return error;
    if (request.generation != group->generation && !mutated(Rule::HeartbeatFencedByGeneration))
        return ErrorCode::IllegalGeneration;
    m_rebalancer.touch(group, *group->roster.find(request.memberId));
    return group->is(State::PreparingRebalance) ? ErrorCode::RebalanceInProgress : ErrorCode::None;
}

LeaveResult Membership::leave(const LeaveRequest& request)
{
    const GroupPtr group = m_store.find(request.group);
    LeaveResult result;
    for (const LeavingMember& leaving : request.members) {
        const ErrorCode error = group ? leaveOne(group, leaving) : ErrorCode::UnknownMemberId;
        result.members.push_back({leaving.memberId, leaving.instanceId, error});
    }
    return result;
}

ErrorCode Membership::leaveOne(const GroupPtr& group, const LeavingMember& leaving)
{
    if (leaving.memberId.empty()) {
        const std::string* holder =
            leaving.instanceId ? group->roster.staticMember(*leaving.instanceId) : nullptr;
        if (!holder)
            return ErrorCode::UnknownMemberId;
        m_rebalancer.removeMember(group, std::string(*holder), fact::LeaveCause::Removed,
                                  leaving.reason);
        return ErrorCode::None;
    }
    if (group->pending.contains(leaving.memberId)) {
        m_rebalancer.removePending(group, leaving.memberId, fact::LeaveCause::Left);
        return ErrorCode::None;
    }
    if (const ErrorCode error = group->roster.check(leaving.memberId, leaving.instanceId);
        error != ErrorCode::None)
        return error;
    m_rebalancer.removeMember(group, leaving.memberId, fact::LeaveCause::Left, leaving.reason);
    return ErrorCode::None;
}

} // namespace hw::group
