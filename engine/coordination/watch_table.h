#pragma once

#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/coordination/tree.h"
#include "engine/coordination/types.h"

namespace hw::coordination {

using ConnectionId = Strong<struct ConnectionIdTag, std::uint64_t>;

/// Watches by connection: a client that reconnects sets its watches again. Those of the first two
/// kinds fire once; firing removes them. The others stay until they are removed.
/// ZooKeeper: WatchManager, WatcherMode.
class WatchTable
{
public:
    enum class Kind
    {
        Data,       ///< by getData and exists: creation, deletion, data
        Child,      ///< by getChildren: deletion, names
        Persistent, ///< by addWatch: all of both, again and again
        Recursive,  ///< by addWatch: creation, deletion and data of the node and all below it
    };
    static constexpr std::array kKinds{Kind::Data, Kind::Child, Kind::Persistent, Kind::Recursive};

    void add(Kind kind, const std::string& path, ConnectionId who);
    bool has(Kind kind, const std::string& path, ConnectionId who) const;
    /// False: there was none.
    bool remove(Kind kind, const std::string& path, ConnectionId who);
    void removeAll(ConnectionId who);
    std::uint32_t count(Kind kind, ConnectionId who) const;
    /// Who watches a path in that way; null: nobody.
    const std::set<ConnectionId>* watchers(Kind kind, const std::string& path) const;

    struct Totals
    {
        std::size_t connections = 0; ///< that watch anything
        std::size_t paths = 0;       ///< watched, one that is watched in two ways counted twice
        std::size_t watches = 0;
    };
    Totals totals() const;

    struct Fired
    {
        ConnectionId who;
        WatchEvent event;
    };
    /// What a change fires, in order of connection; one that watches in several ways hears once.
    /// The watches of the parent's names come last.
    std::vector<Fired> fire(const TreeChange& change);

private:
    struct Table
    {
        std::map<std::string, std::set<ConnectionId>> byPath;
        std::map<ConnectionId, std::set<std::string>> byWatcher;
    };
    Table& table(Kind kind) { return m_tables[static_cast<std::size_t>(kind)]; }
    const Table& table(Kind kind) const { return m_tables[static_cast<std::size_t>(kind)]; }
    std::set<ConnectionId> take(Kind kind, const std::string& path);
    void addLasting(Kind kind, const std::string& path, std::set<ConnectionId>& to) const;

    std::array<Table, kKinds.size()> m_tables;
};

} // namespace hw::coordination
