#include "engine/simulate/topic_book.h"

#include <set>

#include <fmt/format.h>

namespace hw::simulate {

void TopicBook::look(const observe::Snapshot& snapshot)
{
    std::set<std::string> seen;
    for (const auto& topic : snapshot.topics) {
        if (topic->internal || topic->partitions.empty())
            continue;
        seen.insert(topic->name);
        Life& life = m_present[topic->name];
        if (life.id != topic->id) {
            if (life.number != 0 && !life.isEnding && !m_doubtful[topic->name])
                m_findings.add(1, fmt::format("topic {} is another one than before, though nobody "
                                              "deleted it",
                                              topic->name));
            life = {++m_last, topic->name, topic->id, 0, false};
            m_first.try_emplace(topic->name, life.number);
        }
        life.partitions = static_cast<std::int32_t>(topic->partitions.size());
    }
    std::erase_if(m_present, [&](const auto& entry) {
        const auto& [name, life] = entry;
        if (seen.contains(name))
            return false;
        if (!life.isEnding && !m_doubtful[name])
            m_findings.add(1, fmt::format("topic {} is gone, though nobody deleted it", name));
        return true;
    });
}

void TopicBook::askedToDelete(const std::string& name)
{
    const auto found = m_present.find(name);
    if (found != m_present.end())
        found->second.isEnding = true;
}

const TopicBook::Life* TopicBook::steady(const std::string& name) const
{
    const auto found = m_present.find(name);
    return found == m_present.end() || found->second.isEnding ? nullptr : &found->second;
}

const TopicBook::Life* TopicBook::byId(const Uuid& id) const
{
    for (const auto& [name, life] : m_present)
        if (life.id == id)
            return &life;
    return nullptr;
}

std::vector<const TopicBook::Life*> TopicBook::all() const
{
    std::vector<const Life*> list;
    for (const auto& [name, life] : m_present)
        list.push_back(&life);
    return list;
}

} // namespace hw::simulate
