#include "engine/rebalances/verdicts.h"

#include <algorithm>
#include <tuple>

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

Verdict judge(const Rebalance& rebalance, const std::map<std::string, std::int32_t>& counts)
{
    observe::GroupPart group;
    for (const Share& share : rebalance.shares) {
        if (share.isGone)
            continue;
        auto& member = group.members.emplace_back();
        member.member = share.member;
        member.subscribed = share.subscribed;
        member.assigned = share.after;
    }
    const Verdict verdict = judge(group, counts);
    const bool isGivenUp = std::ranges::any_of(
        rebalance.moved, [](const Moved& moved) { return moved.why == Why::GivenUp; });
    return verdict == Verdict::Unowned && isGivenUp ? Verdict::Parked : verdict;
}

static bool isFall(RebalanceKind kind)
{
    return kind == RebalanceKind::Left || kind == RebalanceKind::LeftPollLimit ||
           kind == RebalanceKind::SessionExpired || kind == RebalanceKind::RebalanceTimeout ||
           kind == RebalanceKind::StaticMemberReplaced;
}

/// How long it was away: until the same client joined the same group again.
static std::optional<Duration> away(const Book& book, const Rebalance& rebalance)
{
    for (int n = 1; n <= kReturnLooks; ++n) {
        const Rebalance* later = book.find(rebalance.number + static_cast<std::uint64_t>(n));
        if (!later)
            break;
        if (later->began - rebalance.began > kFlappingWindow)
            break;
        const bool isBack =
            later->kind == RebalanceKind::Joined || later->kind == RebalanceKind::FirstMember;
        if (isBack && later->group == rebalance.group && later->clientId == rebalance.clientId)
            return later->began - rebalance.began;
    }
    return std::nullopt;
}

Advice adviceOn(const Book& book, const Rebalance& rebalance)
{
    const auto absence = away(book, rebalance);
    const Evidence& evidence = rebalance.evidence;
    Advice advice;
    advice.limit = evidence.limit;
    switch (rebalance.kind) {
    case RebalanceKind::LeftPollLimit:
        advice.remedy = Remedy::Handling;
        advice.took = book.longestHandling(rebalance.client);
        if (evidence.polled)
            advice.took =
                std::max(advice.took.value_or(Duration{}), rebalance.began - *evidence.polled);
        if (advice.took && *advice.took < advice.limit)
            advice.took.reset(); // an earlier and quicker one: it says nothing
        break;
    case RebalanceKind::SessionExpired:
        advice.remedy = absence ? Remedy::Silence : Remedy::Dead;
        advice.took = rebalance.silent;
        if (absence && rebalance.silent)
            advice.took = *rebalance.silent + *absence;
        break;
    case RebalanceKind::RebalanceTimeout:
        advice.remedy = Remedy::Rejoining;
        advice.took = rebalance.silent;
        break;
    case RebalanceKind::Left:
        if (absence && !rebalance.instance)
            advice = {Remedy::Restarts, absence, evidence.sessionTimeout, {}};
        break;
    case RebalanceKind::StaticMemberReplaced:
        advice = {Remedy::SameInstance, {}, {}, rebalance.instance.value_or("")};
        break;
    case RebalanceKind::BrokerTrouble:
        advice.remedy = Remedy::Storing;
        break;
    default:
        break;
    }
    return advice;
}

std::vector<Flapping> flapping(const Book& book, Instant now)
{
    std::map<std::tuple<std::string, std::string, RebalanceKind>, Flapping> found;
    for (auto one = book.all().rbegin(); one != book.all().rend(); ++one) {
        if (now - one->began > kFlappingWindow)
            break; // they stand in the order of their beginnings
        if (!isFall(one->kind) || one->clientId.empty())
            continue;
        Flapping& entry = found[{one->group, one->clientId, one->kind}];
        const Instant last = entry.times == 0 ? one->began : entry.last;
        entry = {one->group, one->clientId, one->kind, entry.times + 1, last, entry.advice};
    }
    std::vector<Flapping> result;
    for (const auto& [key, entry] : found)
        if (entry.times >= kFlappingTimes)
            result.push_back(entry);
    std::ranges::stable_sort(result, std::greater(), &Flapping::times);
    result.resize(std::min(result.size(), kFlappingMost));
    std::vector<int> looks(result.size());
    for (auto one = book.all().rbegin(); !result.empty() && one != book.all().rend(); ++one) {
        if (now - one->began > kFlappingWindow)
            break;
        for (std::size_t n = 0; n < result.size(); ++n) {
            Flapping& entry = result[n];
            if (one->kind != entry.kind || one->clientId != entry.clientId ||
                one->group != entry.group || ++looks[n] > kAdviceLooks)
                continue;
            const Advice advice = adviceOn(book, *one);
            const bool saysMore =
                advice.took && (!entry.advice.took || *advice.took > *entry.advice.took);
            if (entry.advice.remedy == Remedy::None || saysMore)
                entry.advice = advice;
        }
    }
    return result;
}

int ratePerMinute(const Book& book, const std::string& group, Instant now)
{
    int count = 0;
    for (auto one = book.all().rbegin(); one != book.all().rend(); ++one) {
        if (now - one->began > kRateWindow)
            break;
        count += group.empty() || one->group == group ? 1 : 0;
    }
    return count;
}

} // namespace hw::rebalances
