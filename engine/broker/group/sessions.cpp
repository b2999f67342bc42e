#include <fmt/format.h>

#include "engine/broker/group/rebalancer.h"

#include "engine/base/mutation.h"

/// The part of the Rebalancer that watches over single members.
namespace hw::group {

namespace fact = observe::fact;

namespace {

/// How long a new member may wait for its first rebalance.  Kafka:
/// GroupCoordinator.NewMemberJoinTimeoutMs.
constexpr Duration kNewMemberJoinTimeout = 300s;

/// Kafka: AbstractCoordinator leaves with "consumer poll timeout has expired." (KIP-800).
constexpr std::string_view kPollLimitSaid = "poll timeout has expired";

fact::RebalanceKind kindOf(fact::LeaveCause cause, const std::string& said)
{
    switch (cause) {
    case fact::LeaveCause::SessionExpired:
        return fact::RebalanceKind::SessionExpired;
    case fact::LeaveCause::Removed:
        return fact::RebalanceKind::Removed;
    case fact::LeaveCause::RebalanceTimeout:
        return fact::RebalanceKind::RebalanceTimeout;
    default:
        return said.find(kPollLimitSaid) != std::string::npos ? fact::RebalanceKind::LeftPollLimit
                                                              : fact::RebalanceKind::Left;
    }
}

std::string describe(fact::LeaveCause cause, const Member& member, Duration silentFor,
                     const std::string& said)
{
    switch (cause) {
    case fact::LeaveCause::SessionExpired:
        if (member.isNew)
            return fmt::format("new member {} gave up waiting after {} ms", member.id,
                               toMs(silentFor));
        return fmt::format("the session of {} expired: silent for {} ms of {} ms", member.id,
                           toMs(silentFor), toMs(member.sessionTimeout));
    case fact::LeaveCause::Removed:
        return fmt::format("member {} was removed by an administrator{}{}", member.id,
                           said.empty() ? "" : ": ", said);
    default:
        return fmt::format("member {} left{}{}", member.id, said.empty() ? "" : ": ", said);
    }
}

} // namespace

EventId Rebalancer::reportLeft(const Group& group, const Member& member, fact::LeaveCause cause)
{
    return m_setting.journal.report(fact::MemberLeft{group.id, member.id, member.clientId, cause,
                                                     m_setting.loop.now() - member.lastSeen});
}

void Rebalancer::removeMember(const GroupPtr& group, const std::string& memberId,
                              fact::LeaveCause cause, const std::string& said)
{
    const auto gone = group->roster.remove(memberId);
    HW_ASSERT(gone, "only a member can leave");
    group->awaitedSyncs.erase(memberId);
    const EventId left = reportLeft(*group, *gone, cause);
    const CauseScope because(m_setting.loop, left);
    // Should it still be there, it learns that it has to come as a new member.
    JoinResult unknown;
    unknown.error = ErrorCode::UnknownMemberId;
    answerJoin(*gone, std::move(unknown));
    if (gone->awaitsSync())
        answerLater(m_setting.loop, std::exchange(gone->syncDone, nullptr),
                    SyncResult{ErrorCode::UnknownMemberId, {}, {}, {}});

    if (group->is(State::PreparingRebalance))
        return completeIfAllJoined(group);
    if (group->is(State::Stable) || group->is(State::CompletingRebalance))
        begin(group, {left, kindOf(cause, said), gone->id,
                      describe(cause, *gone, m_setting.loop.now() - gone->lastSeen, said)});
}

void Rebalancer::addPending(const GroupPtr& group, const std::string& memberId,
                            const std::string& clientId, Duration timeout)
{
    auto pending = std::make_unique<PendingMember>(m_setting.loop);
    pending->clientId = clientId;
    pending->since = m_setting.loop.now();
    pending->timer.start(timeout, [this, group = group.get(), memberId] {
        const CauseScope because(m_setting.loop, kNoEvent);
        removePending(group->shared_from_this(), memberId, fact::LeaveCause::PendingExpired);
    });
    group->pending[memberId] = std::move(pending);
}

void Rebalancer::removePending(const GroupPtr& group, const std::string& memberId,
                               fact::LeaveCause cause)
{
    auto node = group->pending.extract(memberId);
    HW_ASSERT(!node.empty(), "only a pending member can be dropped");
    const EventId left = m_setting.journal.report(
        fact::MemberLeft{group->id, memberId, node.mapped()->clientId, cause,
                         m_setting.loop.now() - node.mapped()->since});
    const CauseScope because(m_setting.loop, left);
    completeIfAllJoined(group);
}

void Rebalancer::touch(const GroupPtr& group, Member& member)
{
    member.lastSeen = m_setting.loop.now();
    if (member.isNew)
        return; // its longer timer runs
    if (member.awaitsJoin() || member.awaitsSync()) {
        member.expiresAt.reset();
        return;
    }
    startSessionTimer(group, member, member.sessionTimeout);
}

void Rebalancer::startNewMemberTimer(const GroupPtr& group, Member& member)
{
    member.lastSeen = m_setting.loop.now();
    startSessionTimer(group, member, kNewMemberJoinTimeout);
}

void Rebalancer::startSessionTimer(const GroupPtr& group, Member& member, Duration timeout)
{
    const Instant due = m_setting.loop.now() + timeout;
    member.expiresAt = due;
    if (member.sessionTimer.armed() && member.sessionTimer.due() <= due)
        return; // when it runs, it sees that the session goes on
    member.sessionTimer.start(timeout, [this, group = group.get(), id = member.id] {
        onSessionTimer(group->shared_from_this(), id);
    });
}

void Rebalancer::onSessionTimer(const GroupPtr& group, const std::string& memberId)
{
    Member* member = group->roster.find(memberId);
    if (!member || !member->expiresAt || mutated(Rule::SessionTimeoutRemovesMember))
        return;
    const Instant now = m_setting.loop.now();
    if (now < *member->expiresAt) {
        startSessionTimer(group, *member, *member->expiresAt - now);
        return;
    }
    // Silence has no cause that can be seen from here.
    const CauseScope because(m_setting.loop, kNoEvent);
    removeMember(group, memberId, fact::LeaveCause::SessionExpired, {});
}

void Rebalancer::startSessions(const GroupPtr& group)
{
    for (const auto& [id, member] : group->roster.all())
        touch(group, *member);
}

} // namespace hw::group
