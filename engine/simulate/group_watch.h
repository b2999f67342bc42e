#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/base/ids.h"
#include "engine/simulate/excuses.h"
#include "engine/simulate/topic_book.h"

namespace hw::simulate {

/// What members of groups were told, and what must hold of it:
///
///   10  within one generation no partition is given to two members, and generations rise
///   12  a member gets the records of a partition one after the other, and together the members
///       of a group skip none; committed offsets never go back
class GroupWatch
{
public:
    GroupWatch(Findings& findings, const TopicBook& book, const Excuses& excuses)
        : m_findings(findings)
        , m_book(book)
        , m_excuses(excuses)
    {
    }

    void assigned(const std::string& group, const std::string& member, Generation generation,
                  const std::vector<TopicPartition>& partitions);
    void received(const std::string& group, const std::string& member, const TopicPartition& from,
                  const Place& place, Offset offset);
    /// Something came of which nobody knows what it is part of.
    void lostTrack(const std::string& member, const TopicPartition& from)
    {
        m_readings.erase({member, from});
    }
    /// Nothing is left of it: generations begin anew.
    void died(const std::string& group);
    /// As some coordinator answers; it may be an old one.
    void committed(const std::string& group, const TopicPartition& of, const Place& place,
                   Offset offset);
    /// As the coordinator says at the end.
    void committedAtLast(const std::string& group, const TopicPartition& of, const Place& place,
                         Offset offset);

    /// How far the members of a group have read.
    Offset reached(const std::string& group, const Place& place) const
    {
        const auto found = m_reached.find({group, place});
        return found == m_reached.end() ? Offset(0) : found->second;
    }

private:
    struct Reading
    {
        Place place;
        Offset next;
    };
    bool isFirstLife(const TopicPartition& of) const;

    Findings& m_findings;
    const TopicBook& m_book;
    const Excuses& m_excuses;
    std::map<std::pair<std::string, Generation>, std::map<TopicPartition, std::string>> m_owners;
    std::map<std::pair<std::string, std::string>, Generation> m_generations; ///< group, member
    std::map<std::pair<std::string, TopicPartition>, Reading> m_readings;    ///< by member
    std::map<std::pair<std::string, Place>, Offset> m_reached;               ///< by group
    std::map<std::pair<std::string, Place>, Offset> m_committed;
};

} // namespace hw::simulate
