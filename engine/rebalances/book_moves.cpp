#include "engine/rebalances/book.h"

#include <algorithm>
#include <set>

/// The part of the Book that says who had what, who has it now, and what that cost.
namespace hw::rebalances {

namespace {

Why whyMoved(const Rebalance& rebalance, bool isGone, const std::string& to)
{
    const bool isNew = std::ranges::count(rebalance.joined, to) > 0;
    if (isGone)
        return Why::OwnerGone;
    if (to.empty())
        return rebalance.isCooperative() ? Why::GivenUp : Why::Unwanted;
    return isNew ? Why::Newcomer : Why::Balance;
}

std::size_t weightOf(const Rebalance& rebalance)
{
    std::size_t weight = rebalance.moved.size() + rebalance.stalls.size();
    for (const Share& share : rebalance.shares)
        weight += share.before.size() + share.after.size() + share.claimed.size() + 1;
    return weight;
}

} // namespace

void Book::compare(Group& group, Rebalance& rebalance, Owners now)
{
    const auto stall = [&](const TopicPartition& partition, Instant from) {
        rebalance.stalls.push_back({partition, std::max(*rebalance.ended - from, Duration{}), 0});
    };
    const bool cooperative = rebalance.isCooperative();
    share(group, rebalance, now);
    for (const auto& [partition, owner] : group.owners) {
        const auto taker = now.find(partition);
        const std::string to = taker == now.end() ? std::string() : taker->second;
        const bool isGone = std::ranges::count(rebalance.gone, owner) > 0;
        if (to != owner)
            rebalance.moved.push_back({partition, owner, to, whyMoved(rebalance, isGone, to)});
        if (rebalance.serverSide)
            continue; // told member by member
        const auto gaveUp = group.rejoined.find(owner);
        // Eager members give up all before they join; who is gone reads nothing anyway.
        if ((!cooperative || isGone) && !to.empty())
            stall(partition,
                  isGone || gaveUp == group.rejoined.end() ? rebalance.began : gaveUp->second);
        if (to.empty())
            park(group, partition, isGone ? rebalance.began : *rebalance.ended, owner);
    }
    for (const auto& [partition, owner] : now) {
        if (group.owners.contains(partition))
            continue;
        const auto parked = group.parked.find(partition);
        const bool wasParked = parked != group.parked.end();
        rebalance.moved.push_back({partition, {}, owner, wasParked ? Why::TakenUp : Why::Fresh});
        if (wasParked && !rebalance.serverSide)
            stall(partition, parked->second.since);
    }
    // Given, though its new owner has not confirmed it yet.
    for (const auto& [partition, given] : group.parked)
        if (rebalance.serverSide && now.contains(partition))
            stall(partition, given.since);
    for (Stall& one : std::exchange(group.ended, {}))
        rebalance.stalls.push_back(std::move(one));
    std::ranges::sort(rebalance.moved, {}, &Moved::partition);
    std::ranges::sort(rebalance.stalls, {}, &Stall::partition);
    for (const auto& [partition, owner] : now)
        group.parked.erase(partition);
    group.holds = now;
    group.owners = std::move(now);
    rebalance.compared = true;
    rebalance.movedCount = rebalance.moved.size();
    for (const Stall& one : rebalance.stalls)
        rebalance.stalledSum += one.lasted;
    m_details += weightOf(rebalance);
    trim();
    ++m_version;
}

/// What every member had and has. What it told the assignor is seen in the pictures.
void Book::share(const Group& group, Rebalance& rebalance, const Owners& now) const
{
    std::map<std::string, Share> shares;
    for (const auto& [id, who] : group.members)
        shares[id].clientId = who.clientId;
    for (const auto& [partition, owner] : group.owners)
        shares[owner].before.push_back(partition);
    for (const auto& [partition, owner] : now)
        shares[owner].after.push_back(partition);
    for (const std::string& id : rebalance.gone)
        shares[id].isGone = true;
    for (const std::string& id : rebalance.joined)
        if (const auto one = shares.find(id); one != shares.end())
            one->second.isNew = true;
    for (Share& told : rebalance.shares) { // of a look before it ended
        Share& one = shares[told.member];
        told.before = std::move(one.before);
        told.after = std::move(one.after);
        told.isNew = one.isNew;
        told.isGone = one.isGone;
        if (told.clientId.empty())
            told.clientId = one.clientId;
        one = std::move(told);
    }
    rebalance.shares.clear();
    for (auto& [id, one] : shares) {
        one.member = id;
        if (one.isGone && one.clientId.empty() && id == rebalance.member)
            one.clientId = rebalance.clientId;
        rebalance.shares.push_back(std::move(one));
    }
}

void Book::trim()
{
    const std::uint64_t newest = m_dropped + m_all.size();
    while (m_details > m_detailsMax && m_untrimmed < newest) {
        Rebalance* oldest = at(m_untrimmed++);
        if (!oldest || oldest->trimmed || !oldest->compared)
            continue;
        m_details -= std::min(m_details, weightOf(*oldest));
        oldest->moved = {};
        oldest->stalls = {};
        oldest->shares = {};
        oldest->trimmed = true;
    }
}

} // namespace hw::rebalances
