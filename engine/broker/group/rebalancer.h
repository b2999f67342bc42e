#pragma once

#include <map>
#include <string>

#include "engine/broker/group/group.h"
#include "engine/broker/group/group_store.h"
#include "engine/broker/group/setting.h"

namespace hw::group {

/// Moves groups through their states, each step reported with its reason and its cause:
///
///     Empty --join--> PreparingRebalance --all joined--> CompletingRebalance --stored--> Stable
///                       ^     `--nobody left--> Empty          |                           |
///                       `----- member joins, changes, leaves or falls silent ---------------'
///
/// and keeps the members' session timers. What requests mean is `Membership`'s business.
/// Kafka: GroupCoordinator's second half, DelayedJoin, DelayedSync, DelayedHeartbeat.
class Rebalancer
{
public:
    Rebalancer(Setting& setting, GroupStore& store)
        : m_setting(setting)
        , m_store(store)
    {
    }

    // --- rebalances ---

    /// Begins one unless one is under way.
    void begin(const GroupPtr& group, observe::fact::RebalanceCause cause);
    /// Ends PreparingRebalance if nobody is waited for any more.
    void completeIfAllJoined(const GroupPtr& group);
    /// Stores the leader's assignment, then hands it out.
    void storeAssignment(const GroupPtr& group, std::map<std::string, Slice> assignments);
    /// A member's SyncGroup has come.
    void noteSync(Group& group, const std::string& memberId);

    // --- members ---

    /// A member fell out. `why` is its own reason or how it happened, for people.
    void removeMember(const GroupPtr& group, const std::string& memberId,
                      observe::fact::LeaveCause cause, const std::string& reason);
    void addPending(const GroupPtr& group, const std::string& memberId, const std::string& clientId,
                    Duration timeout);
    void removePending(const GroupPtr& group, const std::string& memberId,
                       observe::fact::LeaveCause cause);
    /// A sign of life: its session begins anew, unless the coordinator owes it an answer.
    void touch(const GroupPtr& group, Member& member);
    /// A new member may wait so long for its first answer, then it is taken for gone.
    void startNewMemberTimer(const GroupPtr& group, Member& member);

    void answerJoin(Member& member, JoinResult result);
    void answerSync(const GroupPtr& group, Member& member, ErrorCode error);
    /// What a member is told of the present generation.
    JoinResult currentGeneration(const Group& group, const Member& member) const;

    // --- the coordinator moves ---

    void startSessions(const GroupPtr& group);
    /// Dead, and everybody who waits learns that somebody else is the coordinator now.
    void abandon(const GroupPtr& group);

    /// Reports the new state and makes it the cause of the group's next step.
    void changeState(Group& group, State to, const std::string& reason);

private:
    void beginInitialDelay(const GroupPtr& group);
    void startInitialDelay(const GroupPtr& group, Duration delay);
    void onInitialDelayOver(const GroupPtr& group);
    void startJoinTimer(const GroupPtr& group);
    void completeJoin(const GroupPtr& group);
    void dropAbsentMembers(const GroupPtr& group);
    void formGeneration(const GroupPtr& group);
    void becomeEmpty(const GroupPtr& group);
    void onSyncTimeout(const GroupPtr& group, Generation generation);
    void onStored(const GroupPtr& group, Generation generation,
                  const std::map<std::string, Slice>& assignments, ErrorCode error);
    void refuseSyncs(const GroupPtr& group, ErrorCode error);
    void startSessionTimer(const GroupPtr& group, Member& member, Duration timeout);
    void onSessionTimer(const GroupPtr& group, const std::string& memberId);
    EventId reportLeft(const Group& group, const Member& member, observe::fact::LeaveCause cause);

    Setting& m_setting;
    GroupStore& m_store;
};

} // namespace hw::group
