#include "engine/controller/context.h"

#include <algorithm>

namespace hw::controller {

std::set<BrokerId> Context::live() const
{
    std::set<BrokerId> ids;
    for (const auto& [id, broker] : brokers) {
        if (!shuttingDown.contains(id))
            ids.insert(id);
    }
    return ids;
}

Partition* Context::find(const TopicPartition& id)
{
    return const_cast<Partition*>(static_cast<const Context*>(this)->find(id));
}

const Partition* Context::find(const TopicPartition& id) const
{
    const auto topic = topics.find(id.topic);
    if (topic == topics.end() || topic->second.deleting)
        return nullptr;
    const auto partition = topic->second.partitions.find(id.partition);
    return partition == topic->second.partitions.end() ? nullptr : &partition->second;
}

Candidates Context::candidates(const Partition& partition) const
{
    return {partition.replicas, partition.leadership.isr, live(), shuttingDown};
}

std::vector<TopicPartition> Context::on(const std::set<BrokerId>& brokers) const
{
    return select([&](const Partition& partition) {
        return std::any_of(partition.replicas.begin(), partition.replicas.end(),
                           [&](BrokerId id) { return brokers.contains(id); });
    });
}

} // namespace hw::controller
