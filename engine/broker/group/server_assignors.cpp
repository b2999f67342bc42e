#include "engine/broker/group/server_assignors.h"

#include <algorithm>
#include <vector>

#include "engine/base/assert.h"

namespace hw::group {

namespace {

using OnePartition = std::pair<Uuid, std::int32_t>;

/// What the assignment grows in: lists are cheaper than maps of sets while it changes.
struct Share
{
    const std::string* member = nullptr;
    const AssignorInput::Member* said = nullptr;
    std::vector<OnePartition> has;

    bool wants(const Uuid& topic) const { return said->topics.contains(topic); }
};

TargetAssignment finished(const std::vector<Share>& shares)
{
    TargetAssignment target;
    for (const Share& share : shares) {
        IdPartitions& partitions = target[*share.member];
        for (const auto& [topic, number] : share.has)
            partitions[topic].insert(number);
    }
    return target;
}

std::vector<Share> emptyShares(const AssignorInput& input)
{
    std::vector<Share> shares;
    for (const auto& [id, member] : input.members)
        shares.push_back({&id, &member, {}});
    return shares;
}

bool exists(const AssignorInput& input, const Uuid& topic, std::int32_t number)
{
    const auto count = input.partitions.find(topic);
    return count != input.partitions.end() && number < count->second;
}

bool wantTheSame(const AssignorInput& input)
{
    return std::ranges::all_of(input.members, [&](const auto& one) {
        return one.second.topics == input.members.begin()->second.topics;
    });
}

/// Everybody keeps of its own what still exists and what it still asks for. `taken` gets those.
void keepAll(const AssignorInput& input, std::vector<Share>& shares, std::set<OnePartition>& taken)
{
    for (Share& share : shares)
        for (const auto& [topic, numbers] : share.said->before)
            for (const std::int32_t number : numbers)
                if (share.wants(topic) && exists(input, topic, number) &&
                    taken.insert({topic, number}).second)
                    share.has.push_back({topic, number});
}

std::vector<OnePartition> rest(const AssignorInput& input, const std::set<OnePartition>& taken)
{
    std::vector<OnePartition> free;
    for (const auto& [topic, count] : input.partitions)
        for (std::int32_t number = 0; number < count; ++number)
            if (!taken.contains({topic, number}))
                free.push_back({topic, number});
    return free;
}

/// Equal subscriptions: the quota is known beforehand.
void shareEqually(const AssignorInput& input, std::vector<Share>& shares)
{
    std::set<OnePartition> taken;
    keepAll(input, shares, taken);
    std::size_t total = 0;
    for (const auto& [topic, count] : input.partitions)
        if (shares.front().wants(topic))
            total += static_cast<std::size_t>(count);
    const std::size_t least = total / shares.size();
    std::size_t extras = total % shares.size();

    for (Share& share : shares) {
        std::size_t quota = least;
        if (share.has.size() > least && extras > 0) {
            ++quota;
            --extras;
        }
        while (share.has.size() > quota) {
            taken.erase(share.has.back());
            share.has.pop_back();
        }
    }
    std::vector<OnePartition> free = rest(input, taken);
    std::erase_if(free, [&](const OnePartition& one) { return !shares.front().wants(one.first); });
    auto next = free.begin();
    for (Share& share : shares) {
        std::size_t quota = least;
        if (share.has.size() <= least && extras > 0) {
            ++quota;
            --extras;
        }
        while (share.has.size() < quota && next != free.end())
            share.has.push_back(*next++);
    }
    HW_ASSERT(next == free.end(), "the quotas add up to all partitions");
}

/// The member that may have the topic and has least; null if nobody asks for it.
Share* poorestFor(std::vector<Share>& shares, const Uuid& topic)
{
    Share* best = nullptr;
    for (Share& share : shares)
        if (share.wants(topic) && (!best || share.has.size() < best->has.size()))
            best = &share;
    return best;
}

/// Moves one partition of the member to somebody with at least two less. False if nobody has.
bool moveOne(std::vector<Share>& shares, Share& from)
{
    for (auto one = from.has.rbegin(); one != from.has.rend(); ++one) {
        Share* to = poorestFor(shares, one->first);
        if (!to || to->has.size() + 1 >= from.has.size())
            continue;
        to->has.push_back(*one);
        from.has.erase(std::next(one).base());
        return true;
    }
    return false;
}

/// Unequal subscriptions: whoever has least of those who may, then moves while that evens out.
void shareByNeed(const AssignorInput& input, std::vector<Share>& shares)
{
    std::set<OnePartition> taken;
    keepAll(input, shares, taken);
    for (const OnePartition& one : rest(input, taken))
        if (Share* to = poorestFor(shares, one.first))
            to->has.push_back(one);
    // Each move brings two counts nearer, so that the sum of squares falls: it ends.
    for (bool moved = true; moved;) {
        moved = false;
        for (Share& share : shares)
            while (moveOne(shares, share))
                moved = true;
    }
}

/// One topic of the range assignor, over those who ask for it.
void shareTopic(const Uuid& topic, std::int32_t count, std::vector<Share*>& shares)
{
    const auto least = static_cast<std::size_t>(count) / shares.size();
    std::size_t extras = static_cast<std::size_t>(count) % shares.size();
    std::set<std::int32_t> taken;
    std::vector<std::pair<Share*, std::size_t>> missing;
    for (Share* share : shares) {
        std::vector<std::int32_t> before;
        if (const auto had = share->said->before.find(topic); had != share->said->before.end())
            for (const std::int32_t number : had->second)
                if (number < count && !taken.contains(number))
                    before.push_back(number);
        std::size_t keeps = std::min(before.size(), least);
        const bool keepsExtra = before.size() > least && extras > 0;
        if (keepsExtra) {
            ++keeps;
            --extras;
        } else {
            missing.push_back({share, least - keeps});
        }
        for (std::size_t i = 0; i < keeps; ++i) {
            taken.insert(before[i]);
            share->has.push_back({topic, before[i]});
        }
    }
    std::int32_t next = 0;
    for (auto& [share, lacks] : missing) {
        if (extras > 0) {
            ++lacks;
            --extras;
        }
        for (; lacks > 0; --lacks) {
            while (taken.contains(next))
                ++next;
            share->has.push_back({topic, next++});
        }
    }
}

} // namespace

bool isServerAssignor(std::string_view name)
{
    return name == kUniformAssignor || name == kRangeAssignor;
}

TargetAssignment assignUniform(const AssignorInput& input)
{
    std::vector<Share> shares = emptyShares(input);
    if (shares.empty())
        return {};
    if (wantTheSame(input))
        shareEqually(input, shares);
    else
        shareByNeed(input, shares);
    return finished(shares);
}

TargetAssignment assignRange(const AssignorInput& input)
{
    std::vector<Share> shares = emptyShares(input);
    for (const auto& [topic, count] : input.partitions) {
        std::vector<Share*> asking;
        for (Share& share : shares)
            if (share.wants(topic))
                asking.push_back(&share);
        if (!asking.empty())
            shareTopic(topic, count, asking);
    }
    return finished(shares);
}

TargetAssignment assignBy(std::string_view assignor, const AssignorInput& input)
{
    return assignor == kRangeAssignor ? assignRange(input) : assignUniform(input);
}

} // namespace hw::group
