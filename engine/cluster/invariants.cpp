#include "engine/cluster/invariants.h"

#include <algorithm>

#include <fmt/format.h>

namespace hw::cluster {

using namespace observe;

static bool holds(const std::vector<BrokerId>& list, BrokerId id)
{
    return std::find(list.begin(), list.end(), id) != list.end();
}

std::vector<std::string> Invariants::broken(const Snapshot& snapshot, const Gauges& gauges)
{
    m_broken.clear();
    for (const auto& broker : snapshot.brokers)
        m_incarnations[broker->id] = broker->incarnation;
    std::map<TopicPartition, Seen> kept;
    std::map<std::string, Uuid> topics;
    for (const auto& topic : snapshot.topics) {
        topics[topic->name] = topic->id;
        if (const auto before = m_topics.find(topic->name);
            before != m_topics.end() && before->second != topic->id)
            std::erase_if(m_seen, [&](const auto& one) { return one.first.topic == topic->name; });
        for (const auto& part : topic->partitions) {
            look(*part, gauges);
            kept[part->id] = m_seen[part->id];
        }
    }
    m_seen = std::move(kept);
    m_topics = std::move(topics);
    for (const auto& group : snapshot.groups)
        look(*group);
    return m_broken;
}

void Invariants::add(std::string sentence)
{
    if (m_broken.size() < kBrokenLimit)
        m_broken.push_back(std::move(sentence));
}

void Invariants::look(const PartitionPart& part, const Gauges& gauges)
{
    const std::string name = part.id.text();
    for (const ReplicaPart& replica : part.replicas) {
        if (gauges.hw[replica.slot] > gauges.leo[replica.slot])
            add(fmt::format("3: {} on broker {}: HW {} above LEO {}", name, replica.broker,
                            gauges.hw[replica.slot], gauges.leo[replica.slot]));
        if (replica.outOfOrderBatches > 0)
            add(fmt::format("7: {} on broker {}: {} batches of idempotent producers out of order",
                            name, replica.broker, replica.outOfOrderBatches));
    }
    lookAtLeader(part, gauges);
    if (part.leaderEpoch == kNoLeaderEpoch || part.assigned.empty())
        return; // not elected yet, or the topic is just being made or deleted
    if (part.isr.empty())
        add(fmt::format("5: {}: the ISR is empty", name));
    for (const BrokerId member : part.isr) {
        if (!holds(part.assigned, member))
            add(fmt::format("5: {}: broker {} is in the ISR but not assigned", name, member));
    }
    if (part.leader.value() >= 0 && !holds(part.isr, part.leader))
        add(fmt::format("5: {}: leader {} is not in the ISR", name, part.leader));
}

void Invariants::lookAtLeader(const PartitionPart& part, const Gauges& gauges)
{
    Seen& seen = m_seen[part.id];
    if (part.leaderEpoch < seen.epoch)
        add(fmt::format("4: {}: leader epoch fell from {} to {}", part.id.text(), seen.epoch,
                        part.leaderEpoch));
    const auto incarnation = m_incarnations.find(part.leader);
    const std::int32_t life = incarnation == m_incarnations.end() ? 0 : incarnation->second;
    if (part.leaderEpoch != seen.epoch || part.leader != seen.leader || life != seen.incarnation)
        seen = {part.leaderEpoch, part.leader, life, -1};
    for (const ReplicaPart& replica : part.replicas) {
        // The broker's word counts only for the epoch that it leads itself.
        if (replica.broker != part.leader || replica.role != ReplicaRole::Leader ||
            replica.leaderEpoch != part.leaderEpoch)
            continue;
        const std::int64_t hw = gauges.hw[replica.slot];
        if (hw < seen.hw)
            add(fmt::format("3: {}: the leader's HW fell from {} to {} in epoch {}", part.id.text(),
                            seen.hw, hw, part.leaderEpoch));
        seen.hw = hw;
    }
}

void Invariants::look(const GroupPart& group)
{
    if (group.state != fact::GroupState::Stable)
        return;
    std::map<TopicPartition, std::string> owners;
    for (const MemberPart& member : group.members) {
        for (const TopicPartition& partition : member.assigned) {
            const auto [it, isNew] = owners.try_emplace(partition, member.member);
            if (!isNew)
                add(fmt::format("10: group {}: {} is owned by {} and by {}", group.name,
                                partition.text(), it->second, member.member));
        }
    }
}

} // namespace hw::cluster
