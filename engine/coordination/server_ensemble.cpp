#include <utility>

#include "engine/coordination/server_impl.h"

/// What a server does besides when it is one of several: follows what its `QuorumPeer` tells.
namespace hw::coordination {

Result<void> Server::Impl::joinEnsemble()
{
    quorum::Config config;
    config.self = m_config.serverId;
    config.servers = m_config.ensemble;
    config.tickTime = m_config.tickTime;
    config.initLimit = m_config.initLimit;
    config.syncLimit = m_config.syncLimit;
    config.syncBeforeAck = m_config.syncBeforeAck;
    auto peer = std::make_unique<quorum::QuorumPeer>(
        m_host, std::move(config), m_journal, m_storage, *this, m_recentAfter, std::move(m_recent));
    m_recent = {};
    m_peer = peer.get();
    m_ordering = std::move(peer);
    return m_peer->start();
}

/// The others go on without it; what it acknowledged to them is safe already, what is only written
/// becomes so.
void Server::Impl::leaveEnsemble(world::SyncDone done)
{
    const std::uint32_t last = epoch();
    m_open = false;
    m_peer = nullptr;
    m_ordering.reset();
    m_storage.roll();
    const std::weak_ptr<bool> alive = m_alive;
    auto shared = std::make_shared<world::SyncDone>(std::move(done));
    const auto written = m_storage.writeEpoch(last, [alive, shared](Result<void> synced) {
        if (!alive.expired())
            (*shared)(std::move(synced));
    });
    if (!written)
        (*shared)(written);
}

ServerMode Server::Impl::mode() const
{
    if (!inEnsemble())
        return ServerMode::Standalone;
    if (!m_open)
        return ServerMode::Looking;
    return m_leading ? ServerMode::Leading : ServerMode::Following;
}

void Server::Impl::replaceState(State state)
{
    m_snapshots.giveUp();
    m_wasted.push_back(std::exchange(m_state, std::move(state)));
    m_view.reset(m_state.tree());
    ++m_treeVersion;
    m_sinceSnapshot = 0;
    if (m_wasted.size() == 1)
        waste();
}

void Server::Impl::waste()
{
    if (!m_wasted.front().waste(kWasteSlice))
        m_wasted.pop_front();
    if (m_wasted.empty())
        return;
    m_host.loop().post([this, alive = std::weak_ptr<bool>(m_alive)] {
        if (!alive.expired())
            waste();
    });
}

void Server::Impl::startServing(bool leading)
{
    m_open = true;
    m_leading = leading;
    if (!leading)
        return;
    // Nobody knows how long ago the last leader heard of them.
    for (const auto& [id, session] : m_state.sessions())
        m_tracker.add(id, session.timeout);
}

void Server::Impl::stopServing()
{
    m_open = false;
    m_leading = false;
    m_tracker.clear();
    m_closing.clear();
    m_heard.clear();
    m_origins.clear();
    m_watches = WatchTable();
    m_holders.clear();
    m_connections.clear();
}

std::vector<SessionId> Server::Impl::takeHeard()
{
    std::vector<SessionId> heard(m_heard.begin(), m_heard.end());
    m_heard.clear();
    return heard;
}

bool Server::Impl::claim(SessionId session, const Bytes& password)
{
    const auto known = m_state.sessions().find(session);
    if (known == m_state.sessions().end() || m_closing.contains(session) ||
        known->second.password != password)
        return false;
    m_tracker.touch(session);
    return true;
}

void Server::Impl::revalidated(RequestTag tag, bool valid)
{
    const auto origin = takeOrigin(tag);
    Connection* connection = origin ? find(origin->connection) : nullptr;
    if (!connection)
        return;
    const SessionId session = connection->claims;
    const world::CauseScope scope(m_host.loop(), origin->cause);
    if (valid && m_state.sessions().contains(session))
        attach(*connection, session);
    else
        refuseSession(*connection);
}

void Server::Impl::catchUp(Connection& connection, const Request& request)
{
    ++connection.writes;
    ++connection.proposed;
    Origin origin{connection.id, request.xid, request.type, m_host.loop().cause()};
    origin.path = request.op.path;
    m_ordering->sync(remember(std::move(origin)));
}

void Server::Impl::synced(RequestTag tag)
{
    const auto origin = takeOrigin(tag);
    Connection* connection = origin ? find(origin->connection) : nullptr;
    if (!connection)
        return;
    const world::CauseScope scope(m_host.loop(), origin->cause);
    Response response;
    response.path = origin->path;
    answerWrite(*connection, std::move(response), *origin);
}

/// Without a word: the client does not know that its session went elsewhere, by a connect request
/// that came there late, and asks again when it is back.  ZooKeeper: FinalRequestProcessor, on
/// SessionMovedException (ZOOKEEPER-710).
void Server::Impl::refused(RequestTag tag, ZkError)
{
    const auto origin = takeOrigin(tag);
    if (!origin || !find(origin->connection))
        return;
    const world::CauseScope scope(m_host.loop(), origin->cause);
    close(origin->connection);
}

} // namespace hw::coordination
