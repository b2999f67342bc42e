#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/broker/group/member.h"

namespace hw::group {

/// Who is in a group, who leads it, and which protocols all of them offer. Knows neither states
/// nor time.  Kafka: the member side of GroupMetadata.
class Roster
{
public:
    using Members = std::map<std::string, std::unique_ptr<Member>>;

    const Members& all() const { return m_members; }
    bool empty() const { return m_members.empty(); }
    std::size_t size() const { return m_members.size(); }
    Member* find(const std::string& memberId) const;
    /// Who holds the place of a static member; null if nobody does.
    const std::string* staticMember(const std::string& instanceId) const;
    /// Whether a request that names itself so may act for a member: UNKNOWN_MEMBER_ID if there is
    /// none, FENCED_INSTANCE_ID if another one took the instance's place.
    ErrorCode check(const std::string& memberId,
                    const std::optional<std::string>& instanceId) const;

    /// The first member sets the protocol type and becomes the leader.
    Member& add(std::unique_ptr<Member> member, const std::string& protocolType);
    /// If it led, the longest-standing member leads next. Null if it is not there.
    std::unique_ptr<Member> remove(const std::string& memberId);
    void setProtocols(Member& member, std::vector<Protocol> protocols);
    /// Gives a static member's place to a new member id; the same object, leadership included.
    Member& rename(const std::string& oldId, const std::string& newId);

    /// Empty while there is no member.
    const std::string& leader() const { return m_leader; }
    bool isLeader(const std::string& memberId) const { return !empty() && m_leader == memberId; }
    /// Keeps the leader if it has rejoined, else takes the longest-standing member that has.
    /// False if nobody has.
    bool electJoinedLeader();

    /// Whether a member with these could join: for an empty group any will do.
    bool supports(const std::string& protocolType, const std::vector<Protocol>& protocols) const;
    /// Among the protocols that all offer, the one most members list first; on a tie, the one the
    /// leader likes best. Needs a member.
    std::string selectProtocol() const;
    const std::optional<std::string>& protocolType() const { return m_protocolType; }
    /// For groups read from the log; a group without one holds offsets of simple consumers only.
    void setProtocolType(std::optional<std::string> type) { m_protocolType = std::move(type); }
    void setLeader(const std::string& memberId) { m_leader = memberId; }

    std::size_t awaitingJoin() const;
    bool allAwaitJoin() const { return awaitingJoin() == m_members.size(); }
    /// The largest of its members: nobody is cut short by somebody else's haste.
    Duration rebalanceTimeout() const;
    /// What the leader is told of everybody.
    std::vector<JoinedMember> joined(const std::string& protocol) const;

private:
    Member* longestStanding(bool onlyJoined) const;
    bool allOffer(const std::string& protocol) const;

    Members m_members;
    std::map<std::string, std::string> m_static; ///< instance id -> member id
    std::map<std::string, std::size_t> m_offers; ///< protocol -> how many members offer it
    std::string m_leader;
    std::optional<std::string> m_protocolType;
    std::uint64_t m_nextJoinOrder = 1;
};

} // namespace hw::group
