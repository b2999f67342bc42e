#include "engine/broker/group/rebalancer.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/base/mutation.h"
#include "engine/broker/group/offsets_records.h"
#include "engine/broker/group/subscriptions.h"
#include "engine/protocol/errors.h"

namespace hw::group {

namespace fact = observe::fact;

void Rebalancer::changeState(Group& group, State to, const std::string& reason)
{
    const State from = group.state;
    group.state = to;
    group.stateSince = m_setting.loop.wallTime();
    fact::GroupStateChanged change{group.id, from, to, group.generation, reason, {}, {}};
    if (to == State::PreparingRebalance || to == State::Assigning) {
        change.kind = group.lastCause.kind;
        change.member = group.lastCause.member;
    }
    group.step = m_setting.journal.report(std::move(change));
}

void Rebalancer::begin(const GroupPtr& group, fact::RebalanceCause cause)
{
    const State from = group->state;
    if (from == State::PreparingRebalance || from == State::Dead)
        return;
    const CauseScope because(m_setting.loop, cause.event);
    if (from == State::CompletingRebalance)
        refuseSyncs(group, ErrorCode::RebalanceInProgress);
    group->syncTimer.cancel();
    group->awaitedSyncs.clear();
    group->lastCause = std::move(cause);
    changeState(*group, State::PreparingRebalance, group->lastCause.text);

    if (from == State::Empty)
        return beginInitialDelay(group);
    startJoinTimer(group);
    completeIfAllJoined(group);
}

/// The first members of a group come in a bunch: waiting for them saves as many rebalances.
void Rebalancer::beginInitialDelay(const GroupPtr& group)
{
    const Duration delay = m_setting.config.groupInitialRebalanceDelay;
    group->inInitialDelay = true;
    group->delayLeft = std::max(group->roster.rebalanceTimeout() - delay, Duration{});
    startInitialDelay(group, delay);
}

void Rebalancer::startInitialDelay(const GroupPtr& group, Duration delay)
{
    group->newMemberAdded = false;
    group->joinTimer.start(
        delay, [this, group = group.get()] { onInitialDelayOver(group->shared_from_this()); });
}

void Rebalancer::onInitialDelayOver(const GroupPtr& group)
{
    if (!group->newMemberAdded || group->delayLeft == Duration{}) {
        group->inInitialDelay = false;
        return completeJoin(group);
    }
    const Duration more = std::min(m_setting.config.groupInitialRebalanceDelay, group->delayLeft);
    group->delayLeft -= more;
    startInitialDelay(group, more);
}

void Rebalancer::startJoinTimer(const GroupPtr& group)
{
    group->joinTimer.start(group->roster.rebalanceTimeout(), [this, group = group.get()] {
        completeJoin(group->shared_from_this());
    });
}

void Rebalancer::completeIfAllJoined(const GroupPtr& group)
{
    if (group->is(State::PreparingRebalance) && !group->inInitialDelay && group->pending.empty() &&
        group->roster.allAwaitJoin())
        completeJoin(group);
}

void Rebalancer::completeJoin(const GroupPtr& group)
{
    HW_ASSERT(group->is(State::PreparingRebalance), "only a rebalance completes");
    const CauseScope because(m_setting.loop, group->step);
    group->joinTimer.cancel();
    dropAbsentMembers(group);
    if (group->roster.empty())
        return becomeEmpty(group);
    // Static members may be away without leaving: wait for one of them, or for their sessions.
    if (!group->roster.electJoinedLeader())
        return startJoinTimer(group);
    formGeneration(group);
}

void Rebalancer::dropAbsentMembers(const GroupPtr& group)
{
    std::vector<std::string> absent;
    for (const auto& [id, member] : group->roster.all()) {
        if (!member->awaitsJoin() && !member->isStatic())
            absent.push_back(id);
    }
    for (const std::string& id : absent) {
        const auto gone = group->roster.remove(id);
        reportLeft(*group, *gone, fact::LeaveCause::RebalanceTimeout);
    }
}

void Rebalancer::becomeEmpty(const GroupPtr& group)
{
    ++group->generation;
    group->protocol.reset();
    group->subscribed = subscribedBy(*group);
    changeState(*group, State::Empty, "the last member is gone");
    m_store.storeGroup(*group, {}, [](ErrorCode) {
        // Kafka only logs a failure, too: the members are gone either way.
    });
}

void Rebalancer::formGeneration(const GroupPtr& group)
{
    if (!mutated(Rule::GenerationRises))
        ++group->generation;
    group->protocol = group->roster.selectProtocol();
    group->subscribed = subscribedBy(*group);
    const EventId formed = m_setting.journal.report(
        fact::GenerationFormed{group->id, group->generation, group->roster.leader(),
                               *group->protocol, static_cast<std::int32_t>(group->roster.size())});
    const CauseScope because(m_setting.loop, formed);
    changeState(*group, State::CompletingRebalance,
                fmt::format("all have joined; {} assigns", group->roster.leader()));

    for (const auto& [id, member] : group->roster.all()) {
        answerJoin(*member, currentGeneration(*group, *member));
        member->isNew = false;
        touch(group, *member);
        group->awaitedSyncs.insert(id);
    }
    group->syncTimer.start(group->roster.rebalanceTimeout(),
                           [this, group = group.get(), generation = group->generation] {
                               onSyncTimeout(group->shared_from_this(), generation);
                           });
}

JoinResult Rebalancer::currentGeneration(const Group& group, const Member& member) const
{
    JoinResult result;
    result.memberId = member.id;
    result.generation = group.generation;
    result.protocolType = group.roster.protocolType();
    result.protocol = group.protocol;
    result.leader = group.roster.leader();
    if (group.roster.isLeader(member.id))
        result.members = group.roster.joined(group.protocol.value_or(""));
    return result;
}

void Rebalancer::noteSync(Group& group, const std::string& memberId)
{
    group.awaitedSyncs.erase(memberId);
    if (group.awaitedSyncs.empty())
        group.syncTimer.cancel();
}

void Rebalancer::onSyncTimeout(const GroupPtr& group, Generation generation)
{
    if (group->generation != generation || group->awaitedSyncs.empty() ||
        !(group->is(State::CompletingRebalance) || group->is(State::Stable)))
        return;
    const CauseScope because(m_setting.loop, group->step);
    EventId last = group->step;
    std::string first, names;
    for (const std::string& id : std::exchange(group->awaitedSyncs, {})) {
        const auto gone = group->roster.remove(id);
        if (!gone)
            continue;
        last = reportLeft(*group, *gone, fact::LeaveCause::RebalanceTimeout);
        if (first.empty())
            first = id;
        names += (names.empty() ? "" : ", ") + id;
    }
    begin(group, {last, fact::RebalanceKind::RebalanceTimeout, first,
                  fmt::format("no SyncGroup within the rebalance timeout from {}", names)});
}

void Rebalancer::storeAssignment(const GroupPtr& group, std::map<std::string, Slice> assignments)
{
    const CauseScope because(m_setting.loop, group->step);
    m_store.storeGroup(*group, assignments,
                       [this, group, generation = group->generation, assignments](ErrorCode error) {
                           onStored(group, generation, assignments, error);
                       });
}

/// With who got what, where that can be read and is not too much to tell.
static fact::AssignmentStored toldOf(const Group& group, Generation generation,
                                     const std::map<std::string, Slice>& assignments)
{
    fact::AssignmentStored told{group.id, generation, {}, false};
    if (group.roster.protocolType() != kConsumerType)
        return told;
    std::size_t count = 0;
    for (const auto& [id, member] : group.roster.all()) {
        const auto found = assignments.find(id);
        auto partitions = found == assignments.end() ? std::vector<TopicPartition>()
                                                     : assignedPartitions(found->second);
        count += partitions.size();
        if (count > fact::kAssignmentToldMax)
            return {group.id, generation, {}, false};
        told.assigned.emplace_back(id, std::move(partitions));
    }
    told.told = true;
    return told;
}

void Rebalancer::onStored(const GroupPtr& group, Generation generation,
                          const std::map<std::string, Slice>& assignments, ErrorCode error)
{
    // Somebody may have joined or left meanwhile: then this assignment is nobody's any more.
    if (!group->is(State::CompletingRebalance) || group->generation != generation)
        return;
    if (error != ErrorCode::None) {
        refuseSyncs(group, error);
        return begin(group, {group->step,
                             fact::RebalanceKind::BrokerTrouble,
                             {},
                             fmt::format("the assignment could not be stored: {}",
                                         protocol::textOf(error))});
    }
    const EventId stored = m_setting.journal.report(toldOf(*group, generation, assignments));
    const CauseScope because(m_setting.loop, stored);
    changeState(*group, State::Stable, "the leader's assignment is stored");
    for (const auto& [id, member] : group->roster.all()) {
        const auto assigned = assignments.find(id);
        member->assignment = assigned == assignments.end() ? Slice() : assigned->second;
        answerSync(group, *member, ErrorCode::None);
    }
}

void Rebalancer::refuseSyncs(const GroupPtr& group, ErrorCode error)
{
    for (const auto& [id, member] : group->roster.all()) {
        member->assignment = Slice();
        answerSync(group, *member, error);
    }
}

void Rebalancer::answerJoin(Member& member, JoinResult result)
{
    if (member.awaitsJoin())
        answerLater(m_setting.loop, std::exchange(member.joinDone, nullptr), std::move(result));
}

void Rebalancer::answerSync(const GroupPtr& group, Member& member, ErrorCode error)
{
    if (!member.awaitsSync())
        return;
    SyncResult result{error, group->roster.protocolType(), group->protocol, member.assignment};
    answerLater(m_setting.loop, std::exchange(member.syncDone, nullptr), std::move(result));
    if (!group->isOver())
        touch(group, member);
}

void Rebalancer::abandon(const GroupPtr& group)
{
    group->state = State::Dead;
    group->joinTimer.cancel();
    group->syncTimer.cancel();
    group->pending.clear();
    for (const auto& [id, member] : group->roster.all()) {
        JoinResult moved;
        moved.error = ErrorCode::NotCoordinator;
        answerJoin(*member, std::move(moved));
        member->assignment = Slice();
        answerSync(group, *member, ErrorCode::NotCoordinator);
        member->sessionTimer.cancel();
        member->expiresAt.reset();
    }
}

} // namespace hw::group
