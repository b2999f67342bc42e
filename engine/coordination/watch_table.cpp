#include "engine/coordination/watch_table.h"

namespace hw::coordination {

/// Takes `what` out of the set at `key`, and an empty set out of the map. False: it was not there.
template <class Map, class Key, class What>
static bool takeOut(Map& map, const Key& key, const What& what)
{
    const auto at = map.find(key);
    if (at == map.end() || at->second.erase(what) == 0)
        return false;
    if (at->second.empty())
        map.erase(at);
    return true;
}

void WatchTable::add(Kind kind, const std::string& path, ConnectionId who)
{
    table(kind).byPath[path].insert(who);
    table(kind).byWatcher[who].insert(path);
}

bool WatchTable::has(Kind kind, const std::string& path, ConnectionId who) const
{
    const auto mine = table(kind).byWatcher.find(who);
    return mine != table(kind).byWatcher.end() && mine->second.contains(path);
}

bool WatchTable::remove(Kind kind, const std::string& path, ConnectionId who)
{
    takeOut(table(kind).byPath, path, who);
    return takeOut(table(kind).byWatcher, who, path);
}

void WatchTable::removeAll(ConnectionId who)
{
    for (Table& one : m_tables) {
        const auto mine = one.byWatcher.find(who);
        if (mine == one.byWatcher.end())
            continue;
        for (const std::string& path : mine->second)
            takeOut(one.byPath, path, who);
        one.byWatcher.erase(mine);
    }
}

const std::set<ConnectionId>* WatchTable::watchers(Kind kind, const std::string& path) const
{
    const auto it = table(kind).byPath.find(path);
    return it == table(kind).byPath.end() ? nullptr : &it->second;
}

std::uint32_t WatchTable::count(Kind kind, ConnectionId who) const
{
    const auto mine = table(kind).byWatcher.find(who);
    return mine == table(kind).byWatcher.end() ? 0
                                               : static_cast<std::uint32_t>(mine->second.size());
}

WatchTable::Totals WatchTable::totals() const
{
    Totals totals;
    std::set<ConnectionId> watchers;
    for (const Table& one : m_tables) {
        totals.paths += one.byPath.size();
        for (const auto& [who, paths] : one.byWatcher) {
            watchers.insert(who);
            totals.watches += paths.size();
        }
    }
    totals.connections = watchers.size();
    return totals;
}

std::set<ConnectionId> WatchTable::take(Kind kind, const std::string& path)
{
    Table& from = table(kind);
    const auto at = from.byPath.find(path);
    if (at == from.byPath.end())
        return {};
    std::set<ConnectionId> watchers = std::move(at->second);
    from.byPath.erase(at);
    for (const ConnectionId who : watchers)
        takeOut(from.byWatcher, who, path);
    return watchers;
}

void WatchTable::addLasting(Kind kind, const std::string& path, std::set<ConnectionId>& to) const
{
    const auto at = table(kind).byPath.find(path);
    if (at != table(kind).byPath.end())
        to.insert(at->second.begin(), at->second.end());
}

std::vector<WatchTable::Fired> WatchTable::fire(const TreeChange& change)
{
    WatchType type = WatchType::NodeDataChanged;
    if (change.kind == TreeChange::Kind::Created)
        type = WatchType::NodeCreated;
    if (change.kind == TreeChange::Kind::Deleted)
        type = WatchType::NodeDeleted;

    std::set<ConnectionId> watchers = take(Kind::Data, change.path);
    if (type == WatchType::NodeDeleted)
        watchers.merge(take(Kind::Child, change.path));
    addLasting(Kind::Persistent, change.path, watchers);
    if (!table(Kind::Recursive).byPath.empty()) {
        for (std::string above = change.path; above != "/"; above = parentPath(above))
            addLasting(Kind::Recursive, above, watchers);
        addLasting(Kind::Recursive, "/", watchers);
    }
    std::vector<Fired> fired;
    for (const ConnectionId who : watchers)
        fired.push_back({who, {type, change.path}});
    if (type != WatchType::NodeDataChanged) {
        const std::string parent = parentPath(change.path);
        watchers = take(Kind::Child, parent);
        addLasting(Kind::Persistent, parent, watchers);
        for (const ConnectionId who : watchers)
            fired.push_back({who, {WatchType::NodeChildrenChanged, parent}});
    }
    return fired;
}

} // namespace hw::coordination
