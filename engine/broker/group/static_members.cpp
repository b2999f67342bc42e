#include <fmt/format.h>

#include "engine/broker/group/membership.h"

/// Static membership (KIP-345): a restarted member takes its old place back without a rebalance.
namespace hw::group {

/// Kafka: GroupCoordinator.updateStaticMemberAndRebalance.
void Membership::returnStatic(const GroupPtr& group, const std::string& oldId, JoinRequest request,
                              Done<JoinResult> done)
{
    const std::string newId = newMemberId(request);
    const std::string oldLeader = group->roster.leader();
    Member& member = *group->roster.find(oldId);

    // Whoever still waits under the old id is a double: it is told to stop.
    JoinResult fenced;
    fenced.error = ErrorCode::FencedInstanceId;
    fenced.memberId = oldId;
    m_rebalancer.answerJoin(member, std::move(fenced));
    m_rebalancer.answerSync(group, member, ErrorCode::FencedInstanceId);
    group->roster.rename(oldId, newId);
    if (group->awaitedSyncs.erase(oldId) > 0)
        group->awaitedSyncs.insert(newId);
    member.sessionTimer.cancel();

    std::vector<Protocol> oldProtocols = member.protocols;
    member.clientId = request.clientId;
    member.clientHost = request.clientHost;
    member.sessionTimeout = request.sessionTimeout;
    member.rebalanceTimeout = request.rebalanceTimeout;
    group->roster.setProtocols(member, std::move(request.protocols));
    member.joinDone = std::move(done);
    m_rebalancer.touch(group, member);

    const EventId joined = reportJoined(*group, member, true);
    const CauseScope because(m_setting.loop, joined);
    if (group->is(State::Stable) && group->roster.selectProtocol() == group->protocol)
        return keepPlace(group, member, oldId, oldLeader, std::move(oldProtocols),
                         request.supportsSkippingAssignment);
    // The old id may be in the leader's hands already: the assignment must be made anew.
    m_rebalancer.begin(group, {joined, observe::fact::RebalanceKind::StaticMemberReplaced, newId,
                               withReason(fmt::format("static member {} came back as {}",
                                                      *member.instanceId, newId),
                                          request.reason)});
}

void Membership::keepPlace(const GroupPtr& group, Member& member, const std::string& oldId,
                           const std::string& oldLeader, std::vector<Protocol> oldProtocols,
                           bool maySkipAssignment)
{
    std::map<std::string, Slice> assignments;
    for (const auto& [id, each] : group->roster.all())
        assignments[id] = each->assignment;
    auto stored = [this, group, newId = member.id, oldId, oldLeader,
                   oldProtocols = std::move(oldProtocols),
                   maySkipAssignment](ErrorCode error) mutable {
        Member* back = group->roster.find(newId);
        if (!back || !back->awaitsJoin())
            return; // it left, or another took its place, meanwhile
        JoinResult result = m_rebalancer.currentGeneration(*group, *back);
        if (error != ErrorCode::None) {
            result.error = error;
            result.memberId.clear();
            result.leader = oldLeader;
            result.members.clear();
            m_rebalancer.answerJoin(*back, std::move(result));
            group->roster.setProtocols(*back, std::move(oldProtocols));
            group->roster.rename(newId, oldId);
            back->sessionTimer.cancel();
            return m_rebalancer.touch(group, *back);
        }
        if (maySkipAssignment) {
            result.skipAssignment = group->roster.isLeader(newId);
        } else {
            // Before v9 the leader cannot be told to skip the assignor: under the old leader's
            // name it does not take itself for the leader.
            result.leader = oldLeader;
            result.members.clear();
        }
        m_rebalancer.answerJoin(*back, std::move(result));
        m_rebalancer.touch(group, *back);
    };
    m_store.storeGroup(*group, assignments, std::move(stored));
}

} // namespace hw::group
