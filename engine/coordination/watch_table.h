#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/coordination/tree.h"
#include "engine/coordination/types.h"

namespace hw::coordination {

using ConnectionId = Strong<struct ConnectionIdTag, std::uint64_t>;

/// One-time watches, by connection: a client that reconnects sets its watches again. Firing removes
/// them.  ZooKeeper: WatchManager.
class WatchTable
{
public:
    enum class Kind
    {
        Data,  ///< by getData and exists: creation, deletion, data
        Child, ///< by getChildren: deletion, names
    };

    void add(Kind kind, const std::string& path, ConnectionId who);
    void removeAll(ConnectionId who);
    std::uint32_t count(Kind kind, ConnectionId who) const;

    struct Fired
    {
        ConnectionId who;
        WatchEvent event;
    };
    /// Takes out what a change fires, in order of connection; on a deletion one that watched both
    /// ways hears once. The watches of the parent's names come last.
    std::vector<Fired> fire(const TreeChange& change);

private:
    using Table = std::map<std::string, std::set<ConnectionId>>;
    Table& table(Kind kind) { return kind == Kind::Data ? m_data : m_child; }
    std::set<ConnectionId> take(Kind kind, const std::string& path);

    Table m_data, m_child;
    std::map<ConnectionId, std::set<std::string>> m_dataOf, m_childOf;
};

} // namespace hw::coordination
