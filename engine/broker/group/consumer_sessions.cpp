// The timers of members of the consumer protocol: who is silent, and who does not give up.

#include <fmt/format.h>

#include "engine/base/mutation.h"
#include "engine/broker/group/consumer_membership.h"

namespace hw::group {

namespace fact = observe::fact;

static fact::RebalanceCause causeOf(EventId left, fact::LeaveCause cause,
                                    const ConsumerMember& member, Duration silentFor)
{
    switch (cause) {
    case fact::LeaveCause::SessionExpired:
        return {
            left, fact::RebalanceKind::SessionExpired, member.id,
            fmt::format("the session of {} expired: silent for {} ms", member.id, toMs(silentFor))};
    case fact::LeaveCause::RebalanceTimeout:
        return {left, fact::RebalanceKind::RebalanceTimeout, member.id,
                fmt::format("{} did not give up its partitions within its rebalance timeout of "
                            "{} ms",
                            member.id, toMs(member.rebalanceTimeout))};
    default:
        return {left, fact::RebalanceKind::Left, member.id,
                fmt::format("member {} left", member.id)};
    }
}

/// The others' target follows with the next heartbeat.  Kafka: consumerGroupFenceMember.
void ConsumerMembership::remove(const GroupPtr& group, const std::string& memberId,
                                fact::LeaveCause cause)
{
    ConsumerGroup& consumers = *group->consumer;
    const auto gone = consumers.remove(memberId);
    const Duration silentFor = m_setting.loop.now() - gone->lastSeen;
    const EventId left = m_setting.journal.report(
        fact::MemberLeft{group->id, gone->id, gone->clientId, cause, silentFor});
    group->subscribed = consumers.subscribed();
    std::string unused;
    refreshTopics(*group, true, unused);
    bump(group, causeOf(left, cause, *gone, silentFor));
}

void ConsumerMembership::touch(const GroupPtr& group, ConsumerMember& member)
{
    member.lastSeen = m_setting.loop.now();
    startSession(group, member, m_setting.config.consumerSessionTimeout);
}

void ConsumerMembership::startSession(const GroupPtr& group, ConsumerMember& member,
                                      Duration timeout)
{
    member.expiresAt = m_setting.loop.now() + timeout;
    if (member.sessionTimer.armed() && member.sessionTimer.due() <= member.expiresAt)
        return; // when it runs, it sees that the session goes on
    member.sessionTimer.start(timeout, [this, group = group.get(), id = member.id] {
        onSessionTimer(group->shared_from_this(), id);
    });
}

void ConsumerMembership::onSessionTimer(const GroupPtr& group, const std::string& memberId)
{
    ConsumerMember* member = group->consumer ? group->consumer->find(memberId) : nullptr;
    if (!member || mutated(Rule::SessionTimeoutRemovesMember))
        return;
    const Instant now = m_setting.loop.now();
    if (now < member->expiresAt)
        return startSession(group, *member, member->expiresAt - now);
    const CauseScope because(m_setting.loop, kNoEvent); // silence has none
    remove(group, memberId, fact::LeaveCause::SessionExpired);
    flush(group, [](ErrorCode) {
        // Nobody waits for it. Should it fail, it is tried again.
    });
}

void ConsumerMembership::watchRevocation(const GroupPtr& group, ConsumerMember& member)
{
    if (member.progress.state != MemberState::UnrevokedPartitions) {
        member.rebalanceTimer.cancel();
        return;
    }
    member.rebalanceTimer.start(member.rebalanceTimeout, [this, group = group.get(), id = member.id,
                                                          epoch = member.progress.epoch] {
        onRebalanceTimer(group->shared_from_this(), id, epoch);
    });
}

void ConsumerMembership::onRebalanceTimer(const GroupPtr& group, const std::string& memberId,
                                          Generation epoch)
{
    const ConsumerMember* member = group->consumer ? group->consumer->find(memberId) : nullptr;
    if (!member || member->progress.epoch != epoch)
        return;
    const CauseScope because(m_setting.loop, group->step);
    remove(group, memberId, fact::LeaveCause::RebalanceTimeout);
    flush(group, [](ErrorCode) {
        // As for sessions.
    });
}

void ConsumerMembership::loaded(const GroupPtr& group)
{
    for (const auto& [id, member] : group->consumer->members()) {
        touch(group, *member);
        watchRevocation(group, *member);
    }
}

void ConsumerMembership::unloaded(const GroupPtr& group)
{
    group->state = State::Dead;
    for (const auto& [id, member] : group->consumer->members()) {
        member->sessionTimer.cancel();
        member->rebalanceTimer.cancel();
    }
    group->consumer->writeAgain.cancel();
    for (auto& waiting : std::exchange(group->consumer->waiting, {}))
        waiting.done(ErrorCode::NotCoordinator);
}

} // namespace hw::group
