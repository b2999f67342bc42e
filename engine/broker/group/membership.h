#pragma once

#include "engine/broker/group/group_store.h"
#include "engine/broker/group/rebalancer.h"
#include "engine/broker/group/setting.h"

namespace hw::group {

/// What members may ask of a group in which state, and what they are told: the table of states and
/// requests. Its callers have checked that the group belongs here and is loaded.
/// Kafka: GroupCoordinator.doJoinGroup, doSyncGroup, doHeartbeat, handleLeaveGroup.
class Membership
{
public:
    Membership(Setting& setting, GroupStore& store, Rebalancer& rebalancer)
        : m_setting(setting)
        , m_store(store)
        , m_rebalancer(rebalancer)
    {
    }

    void join(JoinRequest request, Done<JoinResult> done);
    void sync(SyncRequest request, Done<SyncResult> done);
    ErrorCode heartbeat(const HeartbeatRequest& request);
    LeaveResult leave(const LeaveRequest& request);

private:
    void refuse(Done<JoinResult> done, ErrorCode error, std::string memberId);
    bool hasRoomFor(const Group& group, const std::string& memberId) const;
    void joinAsNew(const GroupPtr& group, JoinRequest request, Done<JoinResult> done);
    void joinAgain(const GroupPtr& group, JoinRequest request, Done<JoinResult> done);
    /// `memberId` has not been in the group before.
    void addMember(const GroupPtr& group, const std::string& memberId, JoinRequest request,
                   Done<JoinResult> done);
    /// Takes over what the member asks now, and rebalances.
    void updateMember(const GroupPtr& group, Member& member, JoinRequest request,
                      Done<JoinResult> done, observe::fact::RebalanceKind kind);
    EventId reportJoined(const Group& group, const Member& member, bool rejoin);
    /// A text with what the client said (KIP-800), if it did.
    static std::string withReason(std::string text, const std::string& reason);
    std::string newMemberId(const JoinRequest& request);

    // static_members.cpp
    void returnStatic(const GroupPtr& group, const std::string& oldId, JoinRequest request,
                      Done<JoinResult> done);
    void keepPlace(const GroupPtr& group, Member& member, const std::string& oldId,
                   const std::string& oldLeader, std::vector<Protocol> oldProtocols,
                   bool maySkipAssignment);

    ErrorCode checkSync(const Group& group, const SyncRequest& request) const;
    ErrorCode leaveOne(const GroupPtr& group, const LeavingMember& leaving);

    Setting& m_setting;
    GroupStore& m_store;
    Rebalancer& m_rebalancer;
};

} // namespace hw::group
