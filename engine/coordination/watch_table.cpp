#include "engine/coordination/watch_table.h"

namespace hw::coordination {

void WatchTable::add(Kind kind, const std::string& path, ConnectionId who)
{
    table(kind)[path].insert(who);
    (kind == Kind::Data ? m_dataOf : m_childOf)[who].insert(path);
}

void WatchTable::removeAll(ConnectionId who)
{
    for (const Kind kind : {Kind::Data, Kind::Child}) {
        auto& of = kind == Kind::Data ? m_dataOf : m_childOf;
        const auto mine = of.find(who);
        if (mine == of.end())
            continue;
        for (const std::string& path : mine->second) {
            const auto at = table(kind).find(path);
            at->second.erase(who);
            if (at->second.empty())
                table(kind).erase(at);
        }
        of.erase(mine);
    }
}

std::uint32_t WatchTable::count(Kind kind, ConnectionId who) const
{
    const auto& of = kind == Kind::Data ? m_dataOf : m_childOf;
    const auto mine = of.find(who);
    return mine == of.end() ? 0 : static_cast<std::uint32_t>(mine->second.size());
}

std::set<ConnectionId> WatchTable::take(Kind kind, const std::string& path)
{
    const auto at = table(kind).find(path);
    if (at == table(kind).end())
        return {};
    std::set<ConnectionId> watchers = std::move(at->second);
    table(kind).erase(at);
    auto& of = kind == Kind::Data ? m_dataOf : m_childOf;
    for (const ConnectionId who : watchers) {
        const auto mine = of.find(who);
        mine->second.erase(path);
        if (mine->second.empty())
            of.erase(mine);
    }
    return watchers;
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
    std::vector<Fired> fired;
    for (const ConnectionId who : watchers)
        fired.push_back({who, {type, change.path}});
    if (type != WatchType::NodeDataChanged) {
        const std::string parent = parentPath(change.path);
        for (const ConnectionId who : take(Kind::Child, parent))
            fired.push_back({who, {WatchType::NodeChildrenChanged, parent}});
    }
    return fired;
}

} // namespace hw::coordination
