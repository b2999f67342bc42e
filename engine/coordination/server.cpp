#include "engine/coordination/server.h"

#include <utility>

#include <fmt/format.h>

#include "engine/coordination/server_impl.h"

namespace hw::coordination {

using namespace observe;

Server::Server(world::Host& host, ServerConfig config, Journal& journal)
    : m_impl(std::make_unique<Impl>(host, std::move(config), journal))
{
}

Server::~Server() = default;

void Server::start(UniqueFunction<void(Result<void>)> done) { m_impl->start(std::move(done)); }
void Server::stop(UniqueFunction<void(Result<void>)> done) { m_impl->stop(std::move(done)); }
void Server::setFailureHandler(UniqueFunction<void(const Error&)> onFailure)
{
    m_impl->m_onFailure = std::move(onFailure);
}
const world::Endpoint& Server::endpoint() const { return m_impl->m_endpoint; }
Zxid Server::zxid() const { return m_impl->state().zxid(); }
std::uint64_t Server::treeVersion() const { return m_impl->m_treeVersion; }
bool Server::serving() const { return m_impl->serving(); }
ServerMode Server::mode() const { return m_impl->mode(); }
std::uint32_t Server::epoch() const { return m_impl->epoch(); }
std::uint32_t Server::connectedSessions() const { return m_impl->connectedSessions(); }
ServerReport Server::report() const { return m_impl->report(); }
std::vector<SessionReport> Server::sessions() const { return m_impl->sessions(); }
bool Server::expireSession(NodeId client) { return m_impl->expireSession(client); }
bool Server::hasSession(NodeId client) const { return m_impl->sessionOf(client).has_value(); }
void Server::report(EnsembleReport& into) const { m_impl->report(into); }

Server::Impl::Impl(world::Host& host, ServerConfig config, Journal& journal)
    : m_host(host)
    , m_config(std::move(config))
    , m_journal(journal)
    , m_storage(host.disk(), m_config.directory, m_config.keepSnapshots)
    , m_snapshots(host.loop(), m_storage)
    , m_tracker(host.loop(), m_config.tickTime,
                [this](SessionId id, Duration silentFor) { sessionExpired(id, silentFor); })
{
    if (m_config.minSessionTimeout == Duration(0))
        m_config.minSessionTimeout = m_config.tickTime * 2;
    if (m_config.maxSessionTimeout == Duration(0))
        m_config.maxSessionTimeout = m_config.tickTime * 20;
}

Server::Impl::~Impl() = default;

void Server::Impl::start(UniqueFunction<void(Result<void>)> done)
{
    if (auto opened = openDirectory(); !opened)
        return begin(opened, std::move(done));
    m_recovery = std::make_unique<Recovery>(m_storage);
    readOn(std::move(done));
}

Result<void> Server::Impl::openDirectory()
{
    if (auto made = m_storage.makeDirectory(); !made)
        return made;
    auto lock = m_host.disk().lock(m_config.directory);
    if (!lock)
        return tl::unexpected(lock.error());
    m_lock = std::move(*lock);
    return {};
}

void Server::Impl::readOn(UniqueFunction<void(Result<void>)> done)
{
    const auto read = m_recovery->step();
    if (!read)
        return begin(tl::unexpected(read.error()), std::move(done));
    if (*read)
        return begin(takeRecovered(), std::move(done));
    m_host.loop().post(
        [this, alive = std::weak_ptr<bool>(m_alive), done = std::move(done)]() mutable {
            if (!alive.expired() && m_recovery)
                readOn(std::move(done));
        });
}

Result<void> Server::Impl::takeRecovered()
{
    const auto epoch = m_storage.readEpoch();
    if (!epoch)
        return tl::unexpected(epoch.error());
    Storage::Recovered recovered = m_recovery->take();
    m_state = std::move(recovered.state);
    m_sinceSnapshot = recovered.transactions;
    m_recent = std::move(recovered.recent);
    m_recentAfter = recovered.before;
    const auto logged = static_cast<std::uint32_t>(m_state.zxid().value() >> 32);
    m_epoch = std::max(*epoch, logged) + 1;
    m_view.reset(m_state.tree());
    ++m_treeVersion;
    return {};
}

void Server::Impl::begin(Result<void> recovered, UniqueFunction<void(Result<void>)> done)
{
    m_recovery.reset();
    if (!recovered) {
        m_host.loop().post([done = std::move(done), recovered]() mutable { done(recovered); });
        return;
    }
    if (inEnsemble()) {
        auto joined = listen();
        if (joined)
            joined = joinEnsemble();
        m_host.loop().post([done = std::move(done), joined]() mutable { done(joined); });
        return;
    }
    // Only once the epoch is safe may zxids of it be given: after a power loss they must not recur.
    auto onEpoch = [this, alive = std::weak_ptr<bool>(m_alive),
                    done = std::move(done)](Result<void> synced) mutable {
        if (alive.expired())
            return;
        auto listening = synced ? listen() : synced;
        if (listening)
            serveFrom(m_epoch);
        done(std::move(listening));
    };
    auto shared = std::make_shared<decltype(onEpoch)>(std::move(onEpoch));
    const auto written = m_storage.writeEpoch(
        m_epoch, [shared](Result<void> synced) { (*shared)(std::move(synced)); });
    if (!written)
        m_host.loop().post([shared, written] { (*shared)(written); });
}

Result<void> Server::Impl::listen()
{
    auto listener = m_host.network().listen(
        m_config.listen, world::Framing::ZooKeeper,
        [this](std::unique_ptr<world::Channel> channel) { accept(std::move(channel)); });
    if (!listener)
        return tl::unexpected(listener.error());
    m_listener = std::move(*listener);
    m_startedAt = m_host.loop().now();
    m_endpoint = m_listener->endpoint();
    return {};
}

void Server::Impl::serveFrom(std::uint32_t epoch)
{
    const Zxid last(static_cast<std::int64_t>(epoch) << 32);
    m_ordering =
        std::make_unique<LocalOrdering>(m_host, m_storage, m_config.syncBeforeAck, last, *this);
    m_recent.clear();
    m_open = true;
    for (const auto& [id, session] : m_state.sessions())
        m_tracker.add(id, session.timeout);
}

void Server::Impl::giveUp(const Error& error)
{
    m_listener.reset();
    m_open = false;
    m_connections.clear();
    m_holders.clear();
    m_origins.clear();
    // It is what calls; the other servers must see that this one is gone.
    const std::weak_ptr<bool> alive = m_alive;
    m_host.loop().post([this, alive] {
        if (alive.expired())
            return;
        m_peer = nullptr;
        m_ordering.reset();
    });
    if (m_onStopped)
        m_onStopped(fail(error.kind, error.message));
    if (m_onFailure)
        m_onFailure(error);
}

void Server::Impl::stop(UniqueFunction<void(Result<void>)> done)
{
    m_listener.reset();
    m_onStopped = std::move(done);
    if (inEnsemble() || !m_ordering || m_ordering->pending() == 0) {
        const std::weak_ptr<bool> alive = m_alive;
        m_host.loop().post([this, alive] {
            if (!alive.expired())
                finishStop();
        });
    }
}

void Server::Impl::finishStop()
{
    if (!m_onStopped)
        return;
    m_connections.clear();
    m_holders.clear();
    if (std::exchange(m_recovery, nullptr)) // it has nothing yet that is not on its disk
        return std::exchange(m_onStopped, nullptr)({});
    auto onSynced = [this](Result<void> synced) {
        auto done = std::move(m_onStopped);
        m_onStopped = nullptr;
        if (done)
            done(std::move(synced));
    };
    if (inEnsemble())
        leaveEnsemble(std::move(onSynced));
    else
        snapshot(std::move(onSynced));
}

void Server::Impl::snapshot(world::SyncDone done)
{
    m_sinceSnapshot = 0;
    if (m_ordering)
        m_ordering->roll();
    m_snapshots.start(m_state, [this, done = std::move(done)](Result<void> synced) mutable {
        if (synced)
            m_storage.purge();
        done(std::move(synced));
    });
}

RequestTag Server::Impl::remember(Origin origin)
{
    ++m_lastRequest;
    m_origins[m_lastRequest] = std::move(origin);
    return {m_config.serverId, m_lastRequest};
}

std::optional<Server::Impl::Origin> Server::Impl::takeOrigin(RequestTag tag)
{
    const auto at = tag.server == m_config.serverId ? m_origins.find(tag.number) : m_origins.end();
    if (at == m_origins.end())
        return std::nullopt;
    Origin origin = std::move(at->second);
    m_origins.erase(at);
    return origin;
}

void Server::Impl::propose(Txn txn, Origin origin)
{
    m_ordering->propose(std::move(txn), remember(std::move(origin)));
}

EventId Server::Impl::apply(const Txn& txn, RequestTag tag)
{
    const auto own = takeOrigin(tag);
    // A follower hears from the leader what came of the request.
    const world::CauseScope scope(m_host.loop(),
                                  own && leads() ? own->cause : m_host.loop().cause());
    if (txn.type == OpCode::CloseSession && leads())
        reportSession(txn);
    const Applied applied = m_state.apply(txn);
    m_treeVersion += applied.changes.empty() ? 0 : 1;
    if (txn.type == OpCode::CreateSession && leads()) {
        m_tracker.add(txn.session, txn.timeout);
        reportSession(txn);
    }
    if (txn.type == OpCode::CloseSession) {
        m_tracker.remove(txn.session);
        m_closing.erase(txn.session);
        m_heard.erase(txn.session);
    }
    const EventId before = m_host.loop().cause();
    for (const TreeChange& change : applied.changes) {
        m_host.loop().setCause(before);
        fireWatches(change);
    }
    const EventId told = m_host.loop().cause();
    if (own)
        answerApplied(txn, applied, *own);
    if (txn.type == OpCode::CloseSession)
        closeAll(txn.session);
    snapshotIfDue();
    return told;
}

/// Of all servers the leader alone tells what happened to the tree and to sessions.
void Server::Impl::reportSession(const Txn& txn)
{
    if (txn.type == OpCode::CreateSession) {
        m_journal.report(fact::SessionOpened{txn.client, txn.session, txn.timeout});
        return;
    }
    const auto known = m_state.sessions().find(txn.session);
    if (known != m_state.sessions().end() && !txn.expired)
        m_host.loop().setCause(
            m_journal.report(fact::SessionClosed{known->second.client, txn.session}));
}

void Server::Impl::snapshotIfDue()
{
    ++m_sinceSnapshot;
    const bool due =
        m_sinceSnapshot >= m_config.snapshotEvery || m_storage.logSize() >= kMaxLogBytes;
    // A snapshot that fails is tried again later; until then the logs keep everything. Without a
    // quorum the state may hold what was never committed: that must not get into one.
    if (due && m_open && !m_snapshots.busy())
        snapshot([](Result<void>) {});
}

void Server::Impl::fireWatches(const TreeChange& change)
{
    fact::ZnodeChanged changed{change.path, fact::ZnodeChanged::Kind::Data, change.version,
                               m_state.zxid()};
    if (change.kind == TreeChange::Kind::Created)
        changed.kind = fact::ZnodeChanged::Kind::Created;
    if (change.kind == TreeChange::Kind::Deleted)
        changed.kind = fact::ZnodeChanged::Kind::Deleted;
    m_view.onChanged(change.path);
    const EventId event = leads() ? m_journal.report(std::move(changed)) : m_host.loop().cause();
    m_host.loop().setCause(event);
    for (const WatchTable::Fired& fired : m_watches.fire(change)) {
        Connection* connection = find(fired.who);
        if (!connection)
            continue;
        m_host.loop().setCause(event);
        const NodeId to = connection->channel->peer().node;
        m_host.loop().setCause(m_journal.report(fact::WatchFired{fired.event.path, to}));
        send(*connection, encode(fired.event), {kXidWatch, OpCode::Notification, ZkError::Ok});
    }
    m_host.loop().setCause(event);
}

void Server::Impl::answerApplied(const Txn& txn, const Applied& applied, const Origin& origin)
{
    Connection* connection = find(origin.connection);
    if (!connection)
        return;
    if (txn.type == OpCode::CreateSession) {
        attach(*connection, txn.session);
        return;
    }
    Response response;
    response.error = applied.error;
    if (origin.type == OpCode::Multi) {
        response.results = applied.results;
    } else if (!applied.results.empty()) {
        response.path = applied.results[0].path;
        response.stat = applied.results[0].stat;
    }
    answerWrite(*connection, std::move(response), origin);
}

void Server::Impl::answerWrite(Connection& connection, Response response, const Origin& origin)
{
    --connection.proposed;
    response.xid = origin.xid;
    reply(connection, std::move(response), origin.type);
    runWaiting(origin.connection);
}

std::optional<SessionId> Server::Impl::sessionOf(NodeId client) const
{
    std::optional<SessionId> newest;
    for (const auto& [id, session] : m_state.sessions()) {
        if (session.client == client && !m_closing.contains(id))
            newest = id;
    }
    return newest;
}

bool Server::Impl::expireSession(NodeId client)
{
    const auto id = sessionOf(client);
    if (!id)
        return false;
    m_tracker.remove(*id);
    sessionExpired(*id, Duration(0), m_host.loop().cause());
    return true;
}

void Server::Impl::sessionExpired(SessionId id, Duration silentFor, EventId cause)
{
    const auto session = m_state.sessions().find(id);
    if (session == m_state.sessions().end())
        return;
    m_closing.insert(id);
    const world::CauseScope scope(m_host.loop(), cause);
    Txn txn;
    txn.session = id;
    txn.type = OpCode::CloseSession;
    txn.expired = true;
    Origin origin;
    origin.cause = m_journal.report(fact::SessionExpired{session->second.client, id, silentFor});
    propose(std::move(txn), origin);
}

ServerReport Server::Impl::report() const
{
    ServerReport report;
    report.serving = serving();
    report.mode = mode();
    report.epoch = epoch();
    report.zxid = m_state.zxid();
    for (const auto& [path, node] : m_state.tree().nodes())
        report.znodes.push_back({path, node.data, node.stat()});
    report.sessions = sessions();
    return report;
}

std::vector<SessionReport> Server::Impl::sessions() const
{
    std::vector<SessionReport> list;
    for (const auto& [id, session] : m_state.sessions()) {
        SessionReport report;
        report.id = id;
        report.timeout = session.timeout;
        report.left = m_tracker.left(id);
        report.client = session.client;
        if (const auto holder = m_holders.find(id); holder != m_holders.end()) {
            report.connected = true;
            report.dataWatches = m_watches.count(WatchTable::Kind::Data, holder->second);
            report.childWatches = m_watches.count(WatchTable::Kind::Child, holder->second);
        }
        if (const auto* owned = m_state.tree().owned(id))
            report.ephemerals.assign(owned->begin(), owned->end());
        list.push_back(std::move(report));
    }
    return list;
}

void Server::Impl::report(EnsembleReport& into) const
{
    into.server = m_config.serverId;
    into.at = m_host.loop().now();
    into.zxid = m_state.zxid();
    m_view.fill(m_state.tree(), into);
    into.sessions.clear();
    for (const auto& [id, session] : m_state.sessions())
        into.sessions.push_back({id, session.client, session.timeout, m_tracker.left(id)});
    into.leads = leads() && m_open;
}

} // namespace hw::coordination
