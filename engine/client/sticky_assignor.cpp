#include "engine/client/sticky_assignor.h"

#include <algorithm>
#include <set>

namespace hw::client {

namespace {

using Member = const AssignorMember*;

struct Plan
{
    std::vector<Member> members; ///< by id
    std::map<std::string, std::set<std::string>> topics;
    std::map<TopicPartition, std::string> owners; ///< before; claimed by exactly one
    GroupAssignment result;
    std::vector<TopicPartition> open; ///< nobody's yet, sorted
};

} // namespace

static bool wants(const Plan& plan, const std::string& member, const TopicPartition& partition)
{
    return plan.topics.at(member).contains(partition.topic);
}

static bool exists(const TopicPartition& partition, const PartitionCounts& counts)
{
    const auto topic = counts.find(partition.topic);
    return topic != counts.end() && partition.partition >= 0 && partition.partition < topic->second;
}

/// Who owned what, with quarrels settled: the newer generation wins, equal ones both lose.
static std::map<TopicPartition, std::string> settleClaims(const std::vector<Member>& members,
                                                          const PartitionCounts& counts)
{
    struct Claim
    {
        std::string member;
        Generation generation;
        bool disputed = false;
    };
    std::map<TopicPartition, Claim> claims;
    for (const Member member : members) {
        for (const TopicPartition& partition : member->owned) {
            if (!exists(partition, counts))
                continue;
            const auto [claim, first] =
                claims.try_emplace(partition, Claim{member->id, member->generation});
            if (first || claim->second.member == member->id)
                continue;
            if (member->generation > claim->second.generation)
                claim->second = {member->id, member->generation};
            else if (member->generation == claim->second.generation)
                claim->second.disputed = true;
        }
    }
    std::map<TopicPartition, std::string> owners;
    for (const auto& [partition, claim] : claims)
        if (!claim.disputed)
            owners[partition] = claim.member;
    return owners;
}

static Plan planOf(const std::vector<AssignorMember>& members, const PartitionCounts& counts)
{
    Plan plan;
    for (const AssignorMember& member : members)
        plan.members.push_back(&member);
    std::ranges::sort(plan.members, {}, [](Member member) { return member->id; });
    for (const Member member : plan.members) {
        plan.topics[member->id].insert(member->topics.begin(), member->topics.end());
        plan.result[member->id];
    }
    plan.owners = settleClaims(plan.members, counts);
    std::erase_if(plan.owners,
                  [&](const auto& one) { return !wants(plan, one.second, one.first); });
    return plan;
}

/// Everyone subscribed to the same: quotas decide.
static void dealEvenly(Plan& plan, const PartitionCounts& counts)
{
    std::map<std::string, std::vector<TopicPartition>> owned;
    for (const auto& [partition, owner] : plan.owners)
        owned[owner].push_back(partition);
    std::size_t all = 0;
    for (const std::string& topic : plan.topics.begin()->second)
        if (const auto count = counts.find(topic); count != counts.end())
            all += static_cast<std::size_t>(count->second);
    const std::size_t least = all / plan.members.size();
    std::size_t larger = all % plan.members.size(); ///< so many may hold one more

    std::set<TopicPartition> kept;
    for (const Member member : plan.members) {
        auto& mine = plan.result[member->id];
        mine = owned[member->id];
        std::size_t quota = least;
        if (mine.size() > least && larger > 0) {
            ++quota;
            --larger;
        }
        if (mine.size() > quota)
            mine.resize(quota);
        kept.insert(mine.begin(), mine.end());
    }
    for (const std::string& topic : plan.topics.begin()->second) {
        const auto count = counts.find(topic);
        for (std::int32_t i = 0; count != counts.end() && i < count->second; ++i)
            if (!kept.contains({topic, i}))
                plan.open.push_back({topic, i});
    }
    // In a circle over those below the least, then one more each while that is allowed.
    std::size_t at = 0;
    for (const TopicPartition& partition : plan.open) {
        const auto fits = [&](std::size_t limit) {
            for (std::size_t step = 0; step < plan.members.size(); ++step) {
                const std::size_t i = (at + step) % plan.members.size();
                if (plan.result[plan.members[i]->id].size() < limit) {
                    at = i;
                    return true;
                }
            }
            return false;
        };
        if (!fits(least))
            fits(least + 1);
        plan.result[plan.members[at]->id].push_back(partition);
        at = (at + 1) % plan.members.size();
    }
}

/// The member with the fewest that wants it; the first of equals.
static std::string fewest(const Plan& plan, const TopicPartition& partition)
{
    std::string best;
    for (const Member member : plan.members)
        if (wants(plan, member->id, partition) &&
            (best.empty() || plan.result.at(member->id).size() < plan.result.at(best).size()))
            best = member->id;
    return best;
}

/// Moves single partitions until no move brings two members nearer to each other. Each move makes
/// the sum of the squares of all sizes smaller, so it ends.
static void balance(Plan& plan)
{
    for (bool moved = true; moved;) {
        moved = false;
        for (const Member member : plan.members) {
            auto& mine = plan.result[member->id];
            // The last first: what was kept stands before what was dealt out.
            for (std::size_t i = mine.size(); i-- > 0;) {
                const std::string to = fewest(plan, mine[i]);
                if (mine.size() <= plan.result[to].size() + 1)
                    continue;
                plan.result[to].push_back(mine[i]);
                mine.erase(mine.begin() + static_cast<std::ptrdiff_t>(i));
                moved = true;
            }
        }
    }
}

/// Subscriptions differ: keep, deal out what is left (first what fewest may have), balance.
static void dealByWish(Plan& plan, const PartitionCounts& counts)
{
    for (const auto& [partition, owner] : plan.owners)
        plan.result[owner].push_back(partition);
    std::vector<std::pair<std::size_t, TopicPartition>> open;
    for (const auto& [topic, count] : counts) {
        const auto takers = static_cast<std::size_t>(
            std::ranges::count_if(plan.members, [&, &wanted = topic](Member member) {
                return plan.topics[member->id].contains(wanted);
            }));
        for (std::int32_t i = 0; takers > 0 && i < count; ++i)
            if (!plan.owners.contains({topic, i}))
                open.push_back({takers, {topic, i}});
    }
    std::ranges::sort(open);
    for (const auto& [takers, partition] : open)
        plan.result[fewest(plan, partition)].push_back(partition);
    balance(plan);
}

static void deal(Plan& plan, const PartitionCounts& counts)
{
    if (plan.members.empty())
        return;
    const auto& first = plan.topics.begin()->second;
    if (std::ranges::all_of(plan.topics, [&](const auto& one) { return one.second == first; }))
        dealEvenly(plan, counts);
    else
        dealByWish(plan, counts);
    for (auto& [member, partitions] : plan.result)
        std::ranges::sort(partitions);
}

GroupAssignment assignSticky(const std::vector<AssignorMember>& members,
                             const PartitionCounts& counts)
{
    Plan plan = planOf(members, counts);
    deal(plan, counts);
    return plan.result;
}

GroupAssignment assignCooperativeSticky(const std::vector<AssignorMember>& members,
                                        const PartitionCounts& counts)
{
    Plan plan = planOf(members, counts);
    deal(plan, counts);
    // Claims count here even where they are disputed: whoever claims it may still be reading it.
    std::map<TopicPartition, std::set<std::string>> holders;
    for (const AssignorMember& member : members)
        for (const TopicPartition& partition : member.owned)
            holders[partition].insert(member.id);
    for (auto& [member, partitions] : plan.result)
        std::erase_if(partitions, [&, me = member](const TopicPartition& partition) {
            const auto held = holders.find(partition);
            return held != holders.end() &&
                   !(held->second.size() == 1 && held->second.contains(me));
        });
    return plan.result;
}

} // namespace hw::client
