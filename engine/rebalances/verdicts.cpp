#include "engine/rebalances/verdicts.h"

#include <algorithm>

namespace hw::rebalances {

using observe::fact::RebalanceKind;

static bool wantTheSame(const observe::GroupPart& group)
{
    const auto topics = [](const observe::MemberPart& member) {
        return std::set<std::string>(member.subscribed.begin(), member.subscribed.end());
    };
    return std::ranges::all_of(group.members, [&](const auto& member) {
        return topics(member) == topics(group.members.front());
    });
}

static bool isOneTopicSkewed(const observe::GroupPart& group)
{
    std::map<std::string, std::set<std::string>> holders, wishers;
    std::map<std::string, int> partitions;
    for (const auto& member : group.members) {
        for (const std::string& topic : member.subscribed)
            wishers[topic].insert(member.member);
        for (const TopicPartition& partition : member.assigned) {
            holders[partition.topic].insert(member.member);
            ++partitions[partition.topic];
        }
    }
    return std::ranges::any_of(holders, [&](const auto& one) {
        return one.second.size() == 1 && partitions[one.first] > 1 && wishers[one.first].size() > 1;
    });
}

Verdict judge(const observe::GroupPart& group, const std::map<std::string, std::int32_t>& counts)
{
    if (group.members.empty())
        return Verdict::Even;
    std::set<TopicPartition> owned;
    std::set<std::string> wanted;
    std::size_t least = SIZE_MAX, most = 0;
    for (const auto& member : group.members) {
        owned.insert(member.assigned.begin(), member.assigned.end());
        wanted.insert(member.subscribed.begin(), member.subscribed.end());
        least = std::min(least, member.assigned.size());
        most = std::max(most, member.assigned.size());
    }
    for (const std::string& topic : wanted) {
        const auto count = counts.find(topic);
        for (std::int32_t i = 0; count != counts.end() && i < count->second; ++i)
            if (!owned.contains({topic, i}))
                return Verdict::Unowned;
    }
    if (most > least + 1 && wantTheSame(group))
        return Verdict::Uneven;
    return isOneTopicSkewed(group) ? Verdict::OneTopicSkewed : Verdict::Even;
}

bool isFault(Verdict verdict, const std::string& protocol)
{
    const bool even = protocol.find("sticky") != std::string::npos || protocol == "uniform";
    return verdict == Verdict::Unowned || (verdict == Verdict::Uneven && even);
}

static bool isFall(RebalanceKind kind)
{
    return kind == RebalanceKind::Left || kind == RebalanceKind::SessionExpired ||
           kind == RebalanceKind::RebalanceTimeout || kind == RebalanceKind::StaticMemberReplaced;
}

std::vector<Flapping> flapping(const Book& book, Instant now)
{
    std::map<std::tuple<std::string, std::string, RebalanceKind>, Flapping> found;
    for (const Rebalance& one : book.all()) {
        if (!isFall(one.kind) || one.clientId.empty() || now - one.began > kFlappingWindow)
            continue;
        Flapping& entry = found[{one.group, one.clientId, one.kind}];
        entry = {one.group, one.clientId, one.kind, entry.times + 1, one.began};
    }
    std::vector<Flapping> result;
    for (const auto& [key, entry] : found)
        if (entry.times >= kFlappingTimes)
            result.push_back(entry);
    std::ranges::stable_sort(result, std::greater(), &Flapping::times);
    return result;
}

} // namespace hw::rebalances
