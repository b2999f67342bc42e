#include "engine/broker/group/consumer_group.h"

#include <algorithm>

#include "engine/base/assert.h"
#include "engine/broker/group/server_assignors.h"

namespace hw::group {

void Unwritten::add(const Unwritten& more)
{
    epoch = epoch || more.epoch;
    topics = topics || more.topics;
    targetEpoch = targetEpoch || more.targetEpoch;
    members.insert(more.members.begin(), more.members.end());
    targets.insert(more.targets.begin(), more.targets.end());
    progress.insert(more.progress.begin(), more.progress.end());
}

ConsumerMember* ConsumerGroup::find(const std::string& memberId) const
{
    const auto it = m_members.find(memberId);
    return it == m_members.end() ? nullptr : it->second.get();
}

ConsumerMember* ConsumerGroup::findInstance(const std::string& instanceId) const
{
    const auto it = m_instances.find(instanceId);
    return it == m_instances.end() ? nullptr : find(it->second);
}

ConsumerMember& ConsumerGroup::add(std::unique_ptr<ConsumerMember> member)
{
    HW_ASSERT(!find(member->id), "a member joins once");
    ConsumerMember& added = *member;
    if (added.instanceId)
        m_instances[*added.instanceId] = added.id;
    hold(added.progress.assigned, 1);
    hold(added.progress.revoking, 1);
    m_members[added.id] = std::move(member);
    return added;
}

std::unique_ptr<ConsumerMember> ConsumerGroup::remove(const std::string& memberId)
{
    auto node = m_members.extract(memberId);
    HW_ASSERT(!node.empty(), "only a member can go");
    std::unique_ptr<ConsumerMember> gone = std::move(node.mapped());
    hold(gone->progress.assigned, -1);
    hold(gone->progress.revoking, -1);
    if (gone->instanceId) {
        const auto held = m_instances.find(*gone->instanceId);
        if (held != m_instances.end() && held->second == memberId)
            m_instances.erase(held);
    }
    target.erase(memberId);
    unwritten.members.insert(memberId);
    unwritten.targets.insert(memberId);
    unwritten.progress.insert(memberId);
    return gone;
}

void ConsumerGroup::setProgress(ConsumerMember& member, Progress progress)
{
    hold(member.progress.assigned, -1);
    hold(member.progress.revoking, -1);
    member.progress = std::move(progress);
    hold(member.progress.assigned, 1);
    hold(member.progress.revoking, 1);
    unwritten.progress.insert(member.id);
}

void ConsumerGroup::hold(const IdPartitions& partitions, int change)
{
    for (const auto& [topic, numbers] : partitions)
        for (const std::int32_t number : numbers)
            if ((m_holders[{topic, number}] += change) == 0)
                m_holders.erase({topic, number});
}

bool ConsumerGroup::isHeld(const Uuid& topic, std::int32_t partition) const
{
    return m_holders.contains({topic, partition});
}

std::set<std::string> ConsumerGroup::subscribed() const
{
    std::set<std::string> all;
    for (const auto& [id, member] : m_members)
        all.insert(member->topics.begin(), member->topics.end());
    return all;
}

std::string ConsumerGroup::preferredAssignor() const
{
    std::map<std::string, int> votes;
    for (const auto& [id, member] : m_members)
        if (member->assignor)
            ++votes[*member->assignor];
    const auto best =
        std::ranges::max_element(votes, {}, [](const auto& one) { return one.second; });
    return best == votes.end() ? std::string(kUniformAssignor) : best->first;
}

std::vector<TopicPartition> ConsumerGroup::named(const IdPartitions& partitions) const
{
    std::vector<TopicPartition> list;
    for (const auto& [name, topic] : topics) {
        const auto numbers = partitions.find(topic.id);
        if (numbers == partitions.end())
            continue;
        for (const std::int32_t number : numbers->second)
            list.push_back({name, number});
    }
    return list;
}

const IdPartitions& ConsumerGroup::targetOf(const std::string& memberId) const
{
    static const IdPartitions kNothing;
    const auto it = target.find(memberId);
    return it == target.end() ? kNothing : it->second;
}

bool ConsumerGroup::isReconciled() const
{
    return std::ranges::all_of(
        m_members, [this](const auto& one) { return one.second->progress.isAt(targetEpoch); });
}

bool isSubset(const IdPartitions& part, const IdPartitions& whole)
{
    return std::ranges::all_of(part, [&](const auto& one) {
        const auto has = whole.find(one.first);
        return has != whole.end() && std::ranges::includes(has->second, one.second);
    });
}

} // namespace hw::group
