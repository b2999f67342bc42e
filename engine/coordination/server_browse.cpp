#include <algorithm>

#include "engine/coordination/server_impl.h"

namespace hw::coordination {

using namespace observe;

void Server::browse(ZnodeTree& into) const { m_impl->browse(into); }

void Server::Impl::browse(ZnodeTree& into) const
{
    into.server = m_config.serverId;
    into.at = m_host.loop().now();
    into.zxid = m_state.zxid();
    const auto& nodes = m_state.tree().nodes();
    const std::size_t shown = std::min(nodes.size(), kZnodesShown);
    into.leftOut = nodes.size() - shown;
    into.nodes.reserve(shown);
    for (const auto& [path, node] : nodes) {
        if (into.nodes.size() == shown)
            break;
        into.nodes.push_back(browse(path, node));
    }
    for (const SessionReport& session : sessions()) {
        ZnodeSession part;
        part.id = session.id;
        part.owner = session.client;
        part.timeout = session.timeout;
        part.left = session.left;
        part.connected = session.connected;
        part.ephemerals = static_cast<std::int32_t>(session.ephemerals.size());
        part.watches = static_cast<std::int32_t>(session.dataWatches + session.childWatches);
        into.sessions.push_back(part);
    }
}

observe::Znode Server::Impl::browse(const std::string& path, const Znode& node) const
{
    const Stat stat = statOf(path, node);
    const Bytes& data = dataOf(path, node);
    observe::Znode part;
    part.path = path;
    part.dataBytes = static_cast<std::uint32_t>(data.size());
    const auto shown = std::min(data.size(), kZnodeDataShown);
    part.data.assign(data.begin(), data.begin() + static_cast<std::ptrdiff_t>(shown));
    part.version = stat.version;
    part.cversion = stat.cversion;
    part.children = stat.numChildren;
    part.czxid = stat.czxid;
    part.mzxid = stat.mzxid;
    part.pzxid = stat.pzxid;
    part.ctimeMs = stat.ctime.ms();
    part.mtimeMs = stat.mtime.ms();
    part.owner = stat.ephemeralOwner;
    using Kind = WatchTable::Kind;
    for (const Kind kind : WatchTable::kKinds) {
        const auto* watchers = m_watches.watchers(kind, path);
        if (!watchers)
            continue;
        for (const ConnectionId who : *watchers) {
            const auto connection = m_connections.find(who);
            if (connection != m_connections.end())
                part.watches.push_back(
                    {connection->second->channel->peer().node, kind == Kind::Child,
                     kind == Kind::Persistent || kind == Kind::Recursive, kind == Kind::Recursive});
        }
    }
    std::ranges::sort(part.watches);
    return part;
}

} // namespace hw::coordination
