#include <algorithm>

#include <fmt/format.h>

#include "engine/coordination/server_impl.h"

/// Requests that change nothing of the tree: reads, watches, and who a connection is.
namespace hw::coordination {

void Server::Impl::answerRead(Connection& connection, const Request& request)
{
    Response response;
    response.xid = request.xid;
    response.path = request.op.path;
    bool last = false; // the connection ends with this answer
    switch (request.type) {
    case OpCode::Exists:
    case OpCode::GetData:
    case OpCode::GetAcl:
    case OpCode::SetAcl:
    case OpCode::GetChildren:
    case OpCode::GetChildren2:
    case OpCode::GetAllChildrenNumber:
        readNode(connection, request, response);
        break;
    case OpCode::MultiRead:
        readMany(request, response);
        break;
    case OpCode::GetEphemerals:
        readEphemerals(connection.session, response);
        break;
    case OpCode::Sync:
        break;
    case OpCode::SetWatches:
    case OpCode::SetWatches2:
        setWatches(connection, request);
        break;
    case OpCode::AddWatch:
    case OpCode::CheckWatches:
    case OpCode::RemoveWatches:
        response.error = changeWatches(connection, request);
        break;
    case OpCode::Auth:
        last = !authenticate(connection, request.identity);
        response.error = last ? ZkError::AuthFailed : ZkError::Ok;
        break;
    case OpCode::WhoAmI: {
        const std::string& address = connection.channel->peer().address;
        response.identities = {{"ip", address.substr(0, address.rfind(':'))}};
        response.identities.insert(response.identities.end(), connection.identities.begin(),
                                   connection.identities.end());
        break;
    }
    case OpCode::CreateContainer:
    case OpCode::CreateTtl:
        response.error = ZkError::Unimplemented;
        break;
    default: // ZooKeeper: UnimplementedRequestProcessor
        response.error = ZkError::Unimplemented;
        last = true;
    }
    reply(connection, std::move(response), request.type);
    if (last)
        close(connection.id);
    else if (watchesOf(connection.id) > kMaxWatches)
        refuse(connection, fmt::format("it watches more than {} paths", kMaxWatches));
}

/// What `config` shows in ZooKeeper's shell: nothing of a server alone, else one line for each
/// server, with the port for followers and the port for votes, which are one here. Clients' ports
/// are left out, as where they stand in the static part of ZooKeeper's settings.
/// ZooKeeper: QuorumMaj.toString.
static Bytes configOf(const std::vector<world::Endpoint>& ensemble, Zxid version)
{
    std::string text;
    for (std::size_t id = 0; id < ensemble.size(); ++id)
        text += fmt::format("server.{}={}:{}:{}:participant\n", id, ensemble[id].host,
                            ensemble[id].port, ensemble[id].port);
    text += fmt::format("version={:x}", version.value());
    return Bytes(text.begin(), text.end());
}

/// The ensemble never changes: its version is the first zxid of whoever led it first.
/// ZooKeeper: Leader.lead, "ZOOKEEPER-1783".
static constexpr Zxid kConfigVersion{std::int64_t(1) << 32};

const Bytes& Server::Impl::dataOf(const std::string& path, const Znode& node) const
{
    if (path != kConfigPath || !inEnsemble())
        return node.data;
    if (m_shownConfig.empty())
        m_shownConfig = configOf(m_config.ensemble, kConfigVersion);
    return m_shownConfig;
}

/// Outside of all transactions, so it has no time and no version of its own.
/// ZooKeeper: DataTree.setData in initConfigInZKDatabase.
Stat Server::Impl::statOf(const std::string& path, const Znode& node) const
{
    Stat stat = node.stat();
    if (path == kConfigPath && inEnsemble()) {
        stat.mzxid = kConfigVersion;
        stat.version = -1;
        stat.dataLength = static_cast<std::int32_t>(dataOf(path, node).size());
    }
    return stat;
}

void Server::Impl::readNode(Connection& connection, const Request& request, Response& response)
{
    const std::string& path = request.op.path;
    const Znode* node = m_state.tree().find(path);
    if (!isValidPath(path))
        response.error = ZkError::BadArguments;
    else if (request.type == OpCode::SetAcl && !request.op.openAcl)
        response.error = ZkError::InvalidAcl;
    else if (!node)
        response.error = ZkError::NoNode;
    else if (request.type == OpCode::SetAcl && path == kConfigPath)
        response.error = ZkError::NoAuth;
    // There is one access list: setting it again changes nothing, and it stays at version 0.
    else if (request.type == OpCode::SetAcl && request.op.version != kAnyVersion &&
             request.op.version != 0)
        response.error = ZkError::BadVersion;
    const bool names = request.type == OpCode::GetChildren || request.type == OpCode::GetChildren2;
    if (node) {
        response.stat = statOf(path, *node);
        response.readOnly = path == kConfigPath;
        if (request.type == OpCode::GetData)
            response.data = dataOf(path, *node);
        if (names)
            response.children.assign(node->children.begin(), node->children.end());
        if (request.type == OpCode::GetAllChildrenNumber)
            response.total = m_state.tree().countBelow(path);
    }
    // `exists` also watches for the creation of what is not there.
    const bool missing = request.type == OpCode::Exists && response.error == ZkError::NoNode;
    if (request.watch && (response.error == ZkError::Ok || missing))
        m_watches.add(names ? WatchTable::Kind::Child : WatchTable::Kind::Data, path,
                      connection.id);
}

void Server::Impl::readMany(const Request& request, Response& response) const
{
    std::size_t size = 0;
    for (const Op& op : request.ops) {
        OpResult& result = response.results.emplace_back();
        result.type = op.type;
        const Znode* node = m_state.tree().find(op.path);
        if (op.type != OpCode::GetData && op.type != OpCode::GetChildren) {
            result.error = ZkError::Unimplemented;
            continue;
        }
        if (!node) {
            result.error = isValidPath(op.path) ? ZkError::NoNode : ZkError::BadArguments;
            continue;
        }
        if (op.type == OpCode::GetData) {
            size += dataOf(op.path, *node).size();
        } else {
            for (const std::string& name : node->children)
                size += name.size() + sizeof(std::int32_t);
        }
        if (size > kMaxManyBytes) {
            result.error = ZkError::MarshallingError;
            continue;
        }
        result.stat = statOf(op.path, *node);
        if (op.type == OpCode::GetData)
            result.data = dataOf(op.path, *node);
        else
            result.children.assign(node->children.begin(), node->children.end());
    }
}

void Server::Impl::readEphemerals(SessionId session, Response& response) const
{
    const std::string prefix = response.path;
    if (const auto* owned = m_state.tree().owned(session))
        std::copy_if(owned->begin(), owned->end(), std::back_inserter(response.children),
                     [&](const std::string& path) { return path.starts_with(prefix); });
}

/// An identity changes nothing here, since everything is open to anyone: it is only remembered.
bool Server::Impl::authenticate(Connection& connection, const Identity& identity)
{
    if (identity.scheme == "ip")
        return true;
    const auto colon = identity.id.find(':');
    if (identity.scheme != "digest" || colon == 0 || colon == std::string::npos ||
        colon > kMaxUserName || connection.identities.size() == kMaxIdentities)
        return false;
    connection.identities.push_back({identity.scheme, identity.id.substr(0, colon)});
    return true;
}

void Server::Impl::setWatches(Connection& connection, const Request& request)
{
    // What changed since the client last heard is told at once, the rest is watched again.
    // ZooKeeper: DataTree.setWatches.
    const auto tell = [&](WatchType type, const std::string& path) {
        send(connection, encode(WatchEvent{type, path}),
             {kXidWatch, OpCode::Notification, ZkError::Ok});
    };
    const Tree& tree = m_state.tree();
    for (const std::string& path : request.dataWatches) {
        const Znode* node = tree.find(path);
        if (!node)
            tell(WatchType::NodeDeleted, path);
        else if (node->mzxid > request.relativeZxid)
            tell(WatchType::NodeDataChanged, path);
        else
            m_watches.add(WatchTable::Kind::Data, path, connection.id);
    }
    for (const std::string& path : request.existWatches) {
        if (tree.find(path))
            tell(WatchType::NodeCreated, path);
        else
            m_watches.add(WatchTable::Kind::Data, path, connection.id);
    }
    for (const std::string& path : request.childWatches) {
        const Znode* node = tree.find(path);
        if (!node)
            tell(WatchType::NodeDeleted, path);
        else if (node->pzxid > request.relativeZxid)
            tell(WatchType::NodeChildrenChanged, path);
        else
            m_watches.add(WatchTable::Kind::Child, path, connection.id);
    }
    for (const std::string& path : request.persistentWatches)
        m_watches.add(WatchTable::Kind::Persistent, path, connection.id);
    for (const std::string& path : request.recursiveWatches)
        m_watches.add(WatchTable::Kind::Recursive, path, connection.id);
}

ZkError Server::Impl::changeWatches(Connection& connection, const Request& request)
{
    using Kind = WatchTable::Kind;
    const std::string& path = request.op.path;
    if (!isValidPath(path))
        return ZkError::BadArguments;
    if (request.type == OpCode::AddWatch) {
        const auto mode = static_cast<WatchMode>(request.watchKind);
        if (mode != WatchMode::Persistent && mode != WatchMode::Recursive)
            return ZkError::BadArguments;
        m_watches.add(mode == WatchMode::Recursive ? Kind::Recursive : Kind::Persistent, path,
                      connection.id);
        return ZkError::Ok;
    }
    bool found = false;
    bool known = false;
    for (const Kind kind : WatchTable::kKinds) {
        const auto type = static_cast<WatcherType>(request.watchKind);
        const bool meant = type == WatcherType::Any ||
                           (type == WatcherType::Data && kind == Kind::Data) ||
                           (type == WatcherType::Children && kind == Kind::Child);
        known |= meant;
        if (meant && request.type == OpCode::CheckWatches)
            found |= m_watches.has(kind, path, connection.id);
        else if (meant)
            found |= m_watches.remove(kind, path, connection.id);
    }
    if (!known)
        return ZkError::BadArguments;
    return found ? ZkError::Ok : ZkError::NoWatcher;
}

std::size_t Server::Impl::watchesOf(ConnectionId id) const
{
    std::size_t sum = 0;
    for (const WatchTable::Kind kind : WatchTable::kKinds)
        sum += m_watches.count(kind, id);
    return sum;
}

void Server::Impl::answerWord(Connection& connection, std::string_view word)
{
    const std::string text = coordination::answerWord(word, figures());
    ++connection.sent;
    m_traffic.addSent();
    connection.channel->send({Pieces(Bytes(text.begin(), text.end())), m_host.loop().cause()});
    close(connection.id);
}

ServerFigures Server::Impl::figures() const
{
    ServerFigures figures;
    figures.serving = serving();
    figures.mode = !inEnsemble() ? "standalone" : m_leading ? "leader" : "follower";
    figures.serverId = m_config.serverId;
    figures.port = m_endpoint.port;
    figures.directory = m_config.directory;
    figures.tickTime = m_config.tickTime;
    figures.minSessionTimeout = m_config.minSessionTimeout;
    figures.maxSessionTimeout = m_config.maxSessionTimeout;
    figures.maxConnections = m_config.maxConnections;
    figures.uptime = m_host.loop().now() - m_startedAt;
    figures.traffic = m_traffic;
    figures.zxid = m_state.zxid();
    for (const auto& [path, node] : m_state.tree().nodes()) {
        ++figures.nodes;
        figures.dataSize += path.size() + node.data.size();
    }
    figures.watches = m_watches.totals();
    for (const auto& [id, one] : m_connections) {
        const auto session = m_state.sessions().find(one->session);
        const bool known = session != m_state.sessions().end();
        figures.connections.push_back({one->channel->peer().address, one->session,
                                       known ? session->second.timeout : Duration(0),
                                       one->arrivals.size(), one->received, one->sent});
    }
    for (const auto& [id, session] : m_state.sessions()) {
        SessionFigures& one = figures.sessions.emplace_back();
        one.id = id;
        one.timeout = session.timeout;
        if (const auto* owned = m_state.tree().owned(id))
            one.ephemerals.assign(owned->begin(), owned->end());
    }
    return figures;
}

} // namespace hw::coordination
