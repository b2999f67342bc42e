#include "ui/models/lookup.h"

#include <algorithm>

namespace hw::ui {

using namespace observe;

const BrokerPart* findBroker(const Snapshot& s, BrokerId id)
{
    const auto it = std::ranges::find(s.brokers, id, [](const auto& b) { return b->id; });
    return it == s.brokers.end() ? nullptr : it->get();
}

const TopicPart* findTopic(const Snapshot& s, std::string_view name)
{
    const auto nameOf = [](const auto& t) { return std::string_view(t->name); };
    const auto it = std::ranges::lower_bound(s.topics, name, {}, nameOf);
    return it != s.topics.end() && (*it)->name == name ? it->get() : nullptr;
}

const PartitionPart* findPartition(const Snapshot& s, const TopicPartition& id)
{
    const TopicPart* topic = findTopic(s, id.topic);
    if (!topic || id.partition < 0 ||
        static_cast<std::size_t>(id.partition) >= topic->partitions.size())
        return nullptr;
    return topic->partitions[static_cast<std::size_t>(id.partition)].get();
}

const GroupPart* findGroup(const Snapshot& s, std::string_view name)
{
    const auto nameOf = [](const auto& g) { return std::string_view(g->name); };
    const auto it = std::ranges::lower_bound(s.groups, name, {}, nameOf);
    return it != s.groups.end() && (*it)->name == name ? it->get() : nullptr;
}

const MemberPart* findMember(const GroupPart& group, std::string_view id)
{
    const auto it = std::ranges::find(group.members, id, &MemberPart::member);
    return it == group.members.end() ? nullptr : &*it;
}

const ProducerPart* findProducer(const Snapshot& s, NodeId client)
{
    const auto it = std::ranges::find(s.producers, client, [](const auto& p) { return p->client; });
    return it == s.producers.end() ? nullptr : it->get();
}

const ConsumerPart* findConsumer(const Snapshot& s, NodeId client)
{
    const auto it = std::ranges::find(s.consumers, client, [](const auto& c) { return c->client; });
    return it == s.consumers.end() ? nullptr : it->get();
}

const OutsidePart* findOutside(const Snapshot& s, std::string_view address)
{
    const auto it = std::ranges::find(s.outside, address, &OutsidePart::address);
    return it == s.outside.end() ? nullptr : &*it;
}

const FaultPart* findFault(const Snapshot& s, const Subject& fault)
{
    for (const auto& part : s.faults) {
        if (Subject::fault(part.id) == fault)
            return &part;
    }
    return nullptr;
}

const ReplicaPart* findReplica(const PartitionPart& partition, BrokerId on)
{
    const auto it = std::ranges::find(partition.replicas, on, &ReplicaPart::broker);
    return it == partition.replicas.end() ? nullptr : &*it;
}

} // namespace hw::ui
