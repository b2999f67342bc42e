#include "engine/simulate/run.h"

namespace hw::simulate {

static constexpr Duration kAdminDeadline = 12s;
static constexpr std::int32_t kMostPartitions = 5;

void Run::administer()
{
    const std::string& name = m_plan.topics[m_random.below(m_plan.topics.size())];
    const std::uint64_t kind = m_random.below(10);
    if (!m_book.isThere(name))
        return createTopic(name);
    const TopicBook::Life* life = m_book.steady(name);
    if (!life)
        return;
    const auto count = static_cast<std::uint64_t>(life->partitions);
    if (kind < 3) {
        deleteTopic(name);
    } else if (kind < 5 && life->partitions < kMostPartitions) {
        m_auditor->grow(name, life->partitions + 1, controller());
    } else {
        const TopicPartition partition{name, static_cast<std::int32_t>(m_random.below(count))};
        if (kind < 7)
            elect(partition);
        else
            reassign(partition);
    }
}

/// What the old controller is asked and writes before it knows is written too late.
void Run::depose()
{
    m_faults->depose(controller(), m_random);
    m_znodeAudit->depose();
    for (int asked = 0; asked < 2; ++asked) {
        const std::string& name = m_plan.topics[m_random.below(m_plan.topics.size())];
        if (const TopicBook::Life* life = m_book.steady(name))
            reassign({name, static_cast<std::int32_t>(
                                m_random.below(static_cast<std::uint64_t>(life->partitions)))});
    }
}

/// To a target that is drawn, or back.
void Run::reassign(const TopicPartition& partition)
{
    const observe::PartitionPart* part = find(partition);
    if (!part)
        return;
    std::optional<std::vector<BrokerId>> target;
    if (m_random.chance(3, 4))
        target = drawReplicas(m_plan, part->assigned.size() - part->adding.size(), m_random);
    m_admin->reassign(partition, std::move(target), kAdminDeadline,
                      [](const client::AdminResult&) {});
}

const observe::PartitionPart* Run::find(const TopicPartition& id) const
{
    for (const auto& topic : m_picture->topics)
        for (const auto& part : topic->partitions)
            if (part->id == id)
                return part.get();
    return nullptr;
}

void Run::createTopic(const std::string& name)
{
    if (m_adminBusy.contains(name))
        return;
    const TopicPlan plan = drawTopic(m_plan, name, m_random);
    client::NewTopic topic;
    topic.name = plan.name;
    topic.partitions = plan.partitions;
    topic.replicationFactor = plan.replicationFactor;
    topic.configs = plan.configs;
    m_adminBusy.insert(name);
    m_admin->createTopic(std::move(topic), kAdminDeadline,
                         [this, name](const client::AdminResult&) { m_adminBusy.erase(name); });
}

void Run::deleteTopic(const std::string& name)
{
    if (!m_adminBusy.insert(name).second)
        return;
    m_book.askedToDelete(name);
    m_mustGo.insert(name);
    m_admin->deleteTopic(name, kAdminDeadline, [this, name](const client::AdminResult& result) {
        m_adminBusy.erase(name);
        // Not answered for sure: a request on its way may still be carried out, however late.
        if (!result)
            m_book.deletionMayComeLate(name);
        else
            m_mustGo.erase(name);
    });
}

void Run::elect(const TopicPartition& partition)
{
    m_admin->elect(partition, false, kAdminDeadline, [](const client::AdminResult&) {});
}

} // namespace hw::simulate
