#include "engine/simulate/group_watch.h"

#include <algorithm>

#include <fmt/format.h>

namespace hw::simulate {

bool GroupWatch::isFirstLife(const TopicPartition& of) const
{
    const TopicBook::Life* life = m_book.steady(of.topic);
    return life && m_book.isFirst(*life);
}

void GroupWatch::assigned(const std::string& group, const std::string& member,
                          Generation generation, const std::vector<TopicPartition>& partitions)
{
    for (const TopicPartition& partition : partitions)
        m_readings.erase({member, partition});
    auto& owners = m_owners[{group, generation}];
    for (const TopicPartition& partition : partitions) {
        const auto [at, isNew] = owners.try_emplace(partition, member);
        if (!isNew && at->second != member)
            m_findings.suspect(10, {},
                               fmt::format("group {} generation {}: {} is given to {} and to {}",
                                           group, generation, partition.text(), at->second,
                                           member));
    }
    Generation& last = m_generations[{group, member}];
    if (generation < last)
        m_findings.suspect(10, {},
                           fmt::format("group {}: member {} came from generation {} to {}", group,
                                       member, last, generation));
    last = generation;
}

void GroupWatch::received(const std::string& group, const std::string& member,
                          const TopicPartition& from, const Place& place, Offset offset)
{
    const auto [reading, isNew] = m_readings.try_emplace({member, from}, Reading{place, offset});
    if (!isNew && reading->second.place == place && offset != reading->second.next)
        m_findings.suspect(12, from,
                           fmt::format("group {}: {} gets offset {} of {} when {} comes next",
                                       group, member, offset, from.text(), reading->second.next));
    reading->second = {place, offset + 1};

    Offset& reached = m_reached.try_emplace({group, place}, Offset(0)).first->second;
    // A group's offsets of a deleted topic may outlive it: later lives begin where those say.
    if (offset > reached && isFirstLife(from))
        m_findings.suspect(12, from,
                           fmt::format("group {}: offsets {} to {} of {} were skipped, {} reads "
                                       "on from {}",
                                       group, reached, offset - 1, from.text(), member, offset));
    reached = std::max(reached, offset + 1);
}

void GroupWatch::died(const std::string& group)
{
    std::erase_if(m_owners, [&](const auto& entry) { return entry.first.first == group; });
    std::erase_if(m_generations, [&](const auto& entry) { return entry.first.first == group; });
}

void GroupWatch::committed(const std::string& group, const TopicPartition& of, const Place& place,
                           Offset offset)
{
    if (!isFirstLife(of))
        return;
    Offset& highest = m_committed.try_emplace({group, place}, offset).first->second;
    highest = std::max(highest, offset);
    const auto reached = m_reached.find({group, place});
    if (offset > Offset(0) && (reached == m_reached.end() || reached->second < offset))
        m_findings.suspect(12, of,
                           fmt::format("group {}: {} is committed for {}, but members have read "
                                       "below {} only",
                                       group, offset, of.text(),
                                       reached == m_reached.end() ? Offset(0) : reached->second));
}

void GroupWatch::committedAtLast(const std::string& group, const TopicPartition& of,
                                 const Place& place, Offset offset)
{
    const auto highest = m_committed.find({group, place});
    if (highest == m_committed.end() || !isFirstLife(of) || m_excuses.of(of) ||
        m_excuses.ofGroups() || offset >= highest->second)
        return;
    m_findings.add(12, fmt::format("group {}: the committed offset of {} went back from {} to {}",
                                   group, of.text(), highest->second, offset));
}

} // namespace hw::simulate
