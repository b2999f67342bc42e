#include "engine/broker/group/roster.h"

#include <algorithm>

namespace hw::group {

const Slice* Member::metadataFor(const std::string& protocol) const
{
    for (const Protocol& offered : protocols) {
        if (offered.name == protocol)
            return &offered.metadata;
    }
    return nullptr;
}

bool Member::offersSame(const std::vector<Protocol>& others) const
{
    return std::ranges::equal(protocols, others, [](const Protocol& a, const Protocol& b) {
        return a.name == b.name && std::ranges::equal(a.metadata.view(), b.metadata.view());
    });
}

bool Member::namesSame(const std::vector<Protocol>& others) const
{
    return std::ranges::equal(protocols, others, {}, &Protocol::name, &Protocol::name);
}

Member* Roster::find(const std::string& memberId) const
{
    const auto it = m_members.find(memberId);
    return it == m_members.end() ? nullptr : it->second.get();
}

const std::string* Roster::staticMember(const std::string& instanceId) const
{
    const auto it = m_static.find(instanceId);
    return it == m_static.end() ? nullptr : &it->second;
}

ErrorCode Roster::check(const std::string& memberId,
                        const std::optional<std::string>& instanceId) const
{
    if (instanceId) {
        const std::string* holder = staticMember(*instanceId);
        if (!holder)
            return ErrorCode::UnknownMemberId;
        if (*holder != memberId)
            return ErrorCode::FencedInstanceId;
    }
    return find(memberId) ? ErrorCode::None : ErrorCode::UnknownMemberId;
}

Member& Roster::add(std::unique_ptr<Member> member, const std::string& protocolType)
{
    HW_ASSERT(!find(member->id), "a member joins once");
    if (empty()) {
        m_protocolType = protocolType;
        m_leader = member->id;
    }
    if (member->instanceId)
        m_static[*member->instanceId] = member->id;
    for (const Protocol& offered : member->protocols)
        ++m_offers[offered.name];
    member->joinOrder = m_nextJoinOrder++;
    Member& added = *member;
    m_members.emplace(added.id, std::move(member));
    return added;
}

std::unique_ptr<Member> Roster::remove(const std::string& memberId)
{
    const auto it = m_members.find(memberId);
    if (it == m_members.end())
        return nullptr;
    std::unique_ptr<Member> gone = std::move(it->second);
    m_members.erase(it);
    setProtocols(*gone, {});
    if (gone->instanceId)
        m_static.erase(*gone->instanceId);
    if (m_leader == memberId) {
        const Member* next = longestStanding(false);
        m_leader = next ? next->id : std::string();
    }
    return gone;
}

void Roster::setProtocols(Member& member, std::vector<Protocol> protocols)
{
    for (const Protocol& offered : member.protocols) {
        const auto it = m_offers.find(offered.name);
        if (--it->second == 0)
            m_offers.erase(it);
    }
    member.protocols = std::move(protocols);
    for (const Protocol& offered : member.protocols)
        ++m_offers[offered.name];
}

Member& Roster::rename(const std::string& oldId, const std::string& newId)
{
    auto node = m_members.extract(oldId);
    HW_ASSERT(!node.empty() && node.mapped()->instanceId, "only a static member changes its id");
    Member& member = *node.mapped();
    member.id = newId;
    node.key() = newId;
    m_members.insert(std::move(node));
    m_static[*member.instanceId] = newId;
    if (m_leader == oldId)
        m_leader = newId;
    return member;
}

bool Roster::electJoinedLeader()
{
    const Member* leader = find(m_leader);
    if (leader && leader->awaitsJoin())
        return true;
    const Member* next = longestStanding(true);
    if (!next)
        return false;
    m_leader = next->id;
    return true;
}

bool Roster::supports(const std::string& protocolType, const std::vector<Protocol>& protocols) const
{
    if (protocolType.empty() || protocols.empty())
        return false;
    if (empty())
        return true;
    return m_protocolType == protocolType &&
           std::ranges::any_of(protocols, [this](const Protocol& p) { return allOffer(p.name); });
}

std::string Roster::selectProtocol() const
{
    const Member* leader = find(m_leader);
    HW_ASSERT(leader, "a group with members has a leader");

    std::map<std::string, std::size_t> votes;
    for (const auto& [id, member] : m_members) {
        const auto favourite = std::ranges::find_if(
            member->protocols, [this](const Protocol& p) { return allOffer(p.name); });
        if (favourite != member->protocols.end())
            ++votes[favourite->name];
    }
    HW_ASSERT(!votes.empty(), "a member without a common protocol is refused");

    const Protocol* best = nullptr;
    for (const Protocol& offered : leader->protocols) {
        if (votes.contains(offered.name) && (!best || votes[offered.name] > votes[best->name]))
            best = &offered;
    }
    return best->name;
}

std::size_t Roster::awaitingJoin() const
{
    return static_cast<std::size_t>(std::ranges::count_if(
        m_members, [](const auto& entry) { return entry.second->awaitsJoin(); }));
}

Duration Roster::rebalanceTimeout() const
{
    Duration longest{};
    for (const auto& [id, member] : m_members)
        longest = std::max(longest, member->rebalanceTimeout);
    return longest;
}

std::vector<JoinedMember> Roster::joined(const std::string& protocol) const
{
    std::vector<JoinedMember> list;
    list.reserve(m_members.size());
    for (const auto& [id, member] : m_members) {
        const Slice* metadata = member->metadataFor(protocol);
        list.push_back({id, member->instanceId, metadata ? *metadata : Slice()});
    }
    return list;
}

Member* Roster::longestStanding(bool onlyJoined) const
{
    Member* first = nullptr;
    for (const auto& [id, member] : m_members) {
        if (onlyJoined && !member->awaitsJoin())
            continue;
        if (!first || member->joinOrder < first->joinOrder)
            first = member.get();
    }
    return first;
}

bool Roster::allOffer(const std::string& protocol) const
{
    const auto it = m_offers.find(protocol);
    return it != m_offers.end() && it->second == m_members.size();
}

} // namespace hw::group
