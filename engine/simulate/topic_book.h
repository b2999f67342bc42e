#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/base/uuid.h"
#include "engine/observe/snapshot.h"
#include "engine/simulate/findings.h"

namespace hw::simulate {

/// One partition in one life of its topic: a topic made again under its name is another.
struct Place
{
    std::int32_t life = 0; ///< counted over all topics from 1
    std::int32_t partition = 0;
    auto operator<=>(const Place&) const = default;
};

/// Which topics there are, by their ids in the znodes. Promises are kept only about lives that
/// nobody has asked to end.
class TopicBook
{
public:
    explicit TopicBook(Findings& findings)
        : m_findings(findings)
    {
    }

    struct Life
    {
        std::int32_t number = 0;
        std::string name;
        Uuid id;
        std::int32_t partitions = 0;
        bool isEnding = false; ///< somebody asked to delete it
    };

    /// Compares with the znodes: new lives begin, others are over.
    void look(const observe::Snapshot& snapshot);
    void askedToDelete(const std::string& name);
    /// A deletion whose outcome nobody knows may strike a later life of that name.
    void deletionMayComeLate(const std::string& name) { m_doubtful[name] = true; }

    /// Null if there is none, or if it is about to end.
    const Life* steady(const std::string& name) const;
    const Life* byId(const Uuid& id) const;
    bool isThere(const std::string& name) const { return m_present.contains(name); }
    /// Whether it was the first of its name.
    bool isFirst(const Life& life) const { return m_first.at(life.name) == life.number; }
    std::vector<const Life*> all() const;

private:
    Findings& m_findings;
    std::map<std::string, Life> m_present;
    std::map<std::string, std::int32_t> m_first;
    std::map<std::string, bool> m_doubtful;
    std::int32_t m_last = 0;
};

} // namespace hw::simulate
