#include "engine/client/assignor.h"

#include <algorithm>
#include <set>

namespace hw::client {

static bool isSubscribed(const AssignorMember& member, const std::string& topic)
{
    return std::ranges::find(member.topics, topic) != member.topics.end();
}

static void sortMembers(std::vector<AssignorMember>& members)
{
    std::ranges::sort(members, [](const AssignorMember& a, const AssignorMember& b) {
        if (a.instance.has_value() != b.instance.has_value())
            return a.instance.has_value();
        if (a.instance != b.instance)
            return *a.instance < *b.instance;
        return a.id < b.id;
    });
}

static GroupAssignment emptyFor(const std::vector<AssignorMember>& members)
{
    GroupAssignment result;
    for (const AssignorMember& member : members)
        result[member.id];
    return result;
}

GroupAssignment assignRange(std::vector<AssignorMember> members, const PartitionCounts& counts)
{
    sortMembers(members);
    GroupAssignment result = emptyFor(members);
    for (const auto& [topic, count] : counts) {
        std::vector<std::string> takers;
        for (const AssignorMember& member : members)
            if (isSubscribed(member, topic))
                takers.push_back(member.id);
        if (takers.empty())
            continue;
        const auto takerCount = static_cast<std::int32_t>(takers.size());
        std::int32_t partition = 0;
        for (std::int32_t i = 0; i < takerCount; ++i) {
            const std::int32_t share = count / takerCount + (i < count % takerCount ? 1 : 0);
            for (std::int32_t end = partition + share; partition < end; ++partition)
                result[takers[static_cast<std::size_t>(i)]].push_back({topic, partition});
        }
    }
    return result;
}

GroupAssignment assignRoundRobin(std::vector<AssignorMember> members, const PartitionCounts& counts)
{
    sortMembers(members);
    GroupAssignment result = emptyFor(members);
    std::size_t at = 0;
    for (const auto& [topic, count] : counts) {
        const auto wants = [&topic = topic](const AssignorMember& member) {
            return isSubscribed(member, topic);
        };
        if (std::ranges::none_of(members, wants))
            continue;
        for (std::int32_t partition = 0; partition < count; ++partition) {
            while (!wants(members[at % members.size()]))
                ++at;
            result[members[at % members.size()].id].push_back({topic, partition});
            ++at;
        }
    }
    return result;
}

GroupAssignment assignFixed(std::vector<AssignorMember> members, const PartitionCounts& counts)
{
    sortMembers(members);
    GroupAssignment result = emptyFor(members);
    std::set<TopicPartition> given;
    for (const AssignorMember& member : members) {
        for (const TopicPartition& partition : member.wished) {
            const auto count = counts.find(partition.topic);
            const bool exists = count != counts.end() && partition.partition >= 0 &&
                                partition.partition < count->second;
            if (exists && isSubscribed(member, partition.topic) && given.insert(partition).second)
                result[member.id].push_back(partition);
        }
        std::ranges::sort(result[member.id]);
    }
    return result;
}

} // namespace hw::client
