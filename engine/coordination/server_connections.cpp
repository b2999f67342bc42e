#include <algorithm>

#include <fmt/format.h>

#include "engine/coordination/server_impl.h"

/// What comes in on a server's connections, and what goes out.
namespace hw::coordination {

using namespace observe;

static bool isOutside(const world::Channel& channel)
{
    return channel.peer().node.kind == NodeId::Kind::Outside;
}

std::size_t Server::Impl::outsideConnections() const
{
    return static_cast<std::size_t>(
        std::count_if(m_connections.begin(), m_connections.end(),
                      [](const auto& one) { return isOutside(*one.second->channel); }));
}

void Server::Impl::accept(std::unique_ptr<world::Channel> channel)
{
    if (isOutside(*channel) && outsideConnections() >= m_config.maxConnections) {
        m_journal.report(fact::ConnectionRefused{
            channel->peer().node, channel->peer().address,
            fmt::format("{} connections are open, no more are taken", m_config.maxConnections)});
        return;
    }
    ++m_lastConnection;
    const ConnectionId id = m_lastConnection;
    auto connection = std::make_unique<Connection>();
    connection->id = id;
    connection->channel = std::move(channel);
    connection->channel->setHandlers(
        [this, id](world::Frame frame) { onFrame(id, std::move(frame)); },
        [this, id](world::CloseReason) { close(id); });
    connection->handshake = std::make_unique<world::Timer>(m_host.loop());
    connection->handshake->start(kHandshakeTimeout, [this, id] { close(id); });
    m_connections[id] = std::move(connection);
}

Server::Impl::Connection* Server::Impl::find(ConnectionId id)
{
    const auto at = m_connections.find(id);
    return at == m_connections.end() ? nullptr : at->second.get();
}

void Server::Impl::close(ConnectionId id)
{
    const auto at = m_connections.find(id);
    if (at == m_connections.end())
        return;
    const auto connection = std::move(at->second);
    m_connections.erase(at);
    m_watches.removeAll(id);
    const auto holder = m_holders.find(connection->session);
    if (holder != m_holders.end() && holder->second == id)
        m_holders.erase(holder);
}

void Server::Impl::closeAll(SessionId session)
{
    if (const auto holder = m_holders.find(session); holder != m_holders.end())
        close(holder->second);
}

/// Says why, and closes it.
void Server::Impl::refuse(Connection& connection, std::string why)
{
    const world::Peer& peer = connection.channel->peer();
    m_journal.report(fact::ConnectionRefused{peer.node, peer.address, std::move(why)});
    close(connection.id);
}

void Server::Impl::onFrame(ConnectionId id, world::Frame frame)
{
    Connection* connection = find(id);
    const auto bytes = frame.pieces.flatten();
    if (!connection || !bytes)
        return;
    ++connection->received;
    m_traffic.addReceived();
    if (!connection->asked) {
        connection->asked = true;
        const std::string word = bytes->size() == 4 ? textOf(bytes->view()) : std::string();
        if (isFourLetterWord(word)) {
            answerWord(*connection, word);
            return;
        }
        noteRequest(*connection, frame, 0, OpCode::CreateSession);
        onConnectRequest(*connection, *bytes);
        return;
    }
    auto request = decodeRequest(*bytes);
    if (!request && request.error().kind == Failure::Unsupported) {
        request = decodeHeader(*bytes);
    } else if (!request || connection->session == SessionId()) {
        // Garbage, or a request before the session stands: nothing sensible can follow.
        refuse(*connection,
               request ? "a request came before the session was open" : request.error().message);
        return;
    }
    noteRequest(*connection, frame, request->xid, request->type);
    hearOf(connection->session);
    onRequest(*connection, std::move(*request));
}

void Server::Impl::onConnectRequest(Connection& connection, const Slice& frame)
{
    const auto request = decodeConnectRequest(frame);
    if (!request) {
        refuse(connection, request.error().message);
        return;
    }
    // It would see the past again. ZooKeeper: ZooKeeperServer.processConnectRequest.
    if (request->lastZxidSeen > m_state.zxid()) {
        refuse(connection, fmt::format("it has seen transaction {:#x}, here the newest is {:#x}",
                                       request->lastZxidSeen.value(), m_state.zxid().value()));
        return;
    }
    connection.answersReadOnly = request->readOnly.has_value();
    // What a client has seen it must not unsee: another server knows more; and without a quorum
    // there is nothing to offer.  ZooKeeper: ZooKeeperServer.processConnectRequest.
    if (!m_open || (inEnsemble() && request->lastZxidSeen > m_state.zxid())) {
        close(connection.id);
        return;
    }
    // What it asks before its session stands waits outside.
    connection.channel->pauseReading();
    if (request->session == SessionId()) {
        openSession(connection, *request);
        return;
    }
    connection.claims = request->session;
    const RequestTag tag =
        remember({connection.id, 0, OpCode::CreateSession, m_host.loop().cause()});
    m_ordering->revalidate(tag, request->session, request->password);
}

void Server::Impl::hearOf(SessionId session)
{
    if (leads())
        m_tracker.touch(session);
    else
        m_heard.insert(session);
}

void Server::Impl::openSession(Connection& connection, const ConnectRequest& request)
{
    Txn txn;
    txn.type = OpCode::CreateSession;
    txn.timeout = std::clamp<Duration>(fromMs(request.timeoutMs), m_config.minSessionTimeout,
                                       m_config.maxSessionTimeout);
    for (std::size_t i = 0; i < kPasswordSize; ++i)
        txn.password.push_back(static_cast<std::uint8_t>(m_host.loop().random().next()));
    txn.client = connection.channel->peer().node;
    propose(std::move(txn), {connection.id, 0, OpCode::CreateSession, m_host.loop().cause()});
}

void Server::Impl::attach(Connection& connection, SessionId session)
{
    // A client that comes back by another connection has given the old one up.
    if (const auto holder = m_holders.find(session);
        holder != m_holders.end() && holder->second != connection.id)
        close(holder->second);
    m_holders[session] = connection.id;
    connection.session = session;
    connection.handshake.reset();
    connection.channel->resumeReading();
    answerConnect(connection, session);
}

void Server::Impl::answerConnect(Connection& connection, SessionId session)
{
    ConnectResponse response;
    if (session != SessionId()) {
        const Session& known = m_state.sessions().at(session);
        response.timeoutMs = static_cast<std::int32_t>(toMs(known.timeout));
        response.session = session;
        response.password = known.password;
    } else {
        response.password = Bytes(kPasswordSize, 0);
    }
    if (connection.answersReadOnly)
        response.readOnly = false;
    send(connection, encode(response), {0, OpCode::CreateSession, ZkError::Ok});
}

void Server::Impl::refuseSession(Connection& connection)
{
    answerConnect(connection, SessionId());
    close(connection.id);
}

static bool isWrite(OpCode type)
{
    switch (type) {
    case OpCode::Create:
    case OpCode::Create2:
    case OpCode::Delete:
    case OpCode::SetData:
    case OpCode::Check:
    case OpCode::Multi:
    case OpCode::CloseSession:
        return true;
    default:
        return false;
    }
}

void Server::Impl::onRequest(Connection& connection, Request request)
{
    if (request.type != OpCode::Ping)
        connection.arrivals.push_back(m_host.loop().now());
    if (request.type == OpCode::Ping) {
        Response pong;
        pong.xid = kXidPing;
        reply(connection, std::move(pong), OpCode::Ping);
        return;
    }
    if (isWrite(request.type)) {
        proposeWrite(connection, std::move(request));
    } else if (request.type == OpCode::Sync && inEnsemble()) {
        catchUp(connection, request);
    } else if (connection.proposed > 0) {
        connection.waiting.push_back(
            {std::move(request), connection.writes, m_host.loop().cause()});
    } else {
        answerRead(connection, request);
        return;
    }
    holdBack(connection);
}

void Server::Impl::proposeWrite(Connection& connection, Request request)
{
    Txn txn;
    txn.session = connection.session;
    txn.type = request.type;
    if (request.type == OpCode::Multi)
        txn.ops = std::move(request.ops);
    else if (request.type != OpCode::CloseSession)
        txn.ops.push_back(std::move(request.op));
    ++connection.writes;
    ++connection.proposed;
    propose(std::move(txn), {connection.id, request.xid, request.type, m_host.loop().cause()});
}

void Server::Impl::holdBack(Connection& connection)
{
    const std::size_t outstanding = connection.proposed + connection.waiting.size();
    if (!connection.paused && outstanding >= kMaxOutstanding) {
        connection.paused = true;
        connection.channel->pauseReading();
    } else if (connection.paused && outstanding <= kMaxOutstanding / 2) {
        connection.paused = false;
        connection.channel->resumeReading();
    }
}

void Server::Impl::runWaiting(ConnectionId id)
{
    Connection* connection = find(id);
    while (connection && !connection->waiting.empty() &&
           connection->waiting.front().after <= connection->writes - connection->proposed) {
        const Waiting next = std::move(connection->waiting.front());
        connection->waiting.pop_front();
        const world::CauseScope scope(m_host.loop(), next.cause);
        answerRead(*connection, next.request);
        connection = find(id);
    }
    if (connection)
        holdBack(*connection);
}

void Server::Impl::reply(Connection& connection, Response response, OpCode type)
{
    if (type != OpCode::Ping && !connection.arrivals.empty()) {
        m_traffic.addLatency(m_host.loop().now() - connection.arrivals.front());
        connection.arrivals.pop_front();
    }
    response.zxid = m_state.zxid();
    const Outgoing what{response.xid, type, response.error};
    send(connection, encode(response, type), what);
}

void Server::Impl::noteRequest(Connection& connection, const world::Frame& frame, std::int32_t xid,
                               OpCode type)
{
    if (!m_journal.wantsFlights())
        return;
    FlightId flightId = frame.seen; // nodes of the cluster report what they send themselves
    const world::Peer& peer = connection.channel->peer();
    if (peer.node.kind == NodeId::Kind::Outside) {
        Flight flight;
        flight.from = peer.node;
        flight.to = m_host.node();
        flight.apiKey = -1;
        flight.operation = static_cast<std::int32_t>(type);
        flight.api = nameOf(type);
        flight.correlation = xid;
        flight.sentAt = m_host.loop().now();
        flight.bytes = static_cast<std::uint32_t>(frame.pieces.size());
        flight.address = peer.address;
        flightId = m_journal.flight(std::move(flight), frame.pieces);
    }
    connection.seen.push_back({xid, flightId, m_host.loop().now()});
    if (connection.seen.size() > kMaxOutstanding)
        connection.seen.pop_front();
}

FlightId Server::Impl::noteSent(Connection& connection, const Pieces& pieces, const Outgoing& what)
{
    if (!m_journal.wantsFlights()) {
        connection.seen.clear();
        return kNoFlight;
    }
    const world::Peer& peer = connection.channel->peer();
    Flight flight;
    flight.from = m_host.node();
    flight.to = peer.node;
    flight.apiKey = -1;
    flight.operation = static_cast<std::int32_t>(what.type);
    flight.api = nameOf(what.type);
    flight.response = what.type != OpCode::Notification;
    flight.correlation = what.xid;
    flight.sentAt = m_host.loop().now();
    flight.receivedAt = flight.sentAt;
    flight.bytes = static_cast<std::uint32_t>(pieces.size());
    flight.cause = m_host.loop().cause();
    if (peer.node.kind == NodeId::Kind::Outside)
        flight.address = peer.address;
    if (what.error != ZkError::Ok)
        flight.error = nameOf(what.error);
    const auto asked = std::ranges::find(connection.seen, what.xid, &Seen::xid);
    if (flight.response && asked != connection.seen.end()) {
        flight.request = asked->flight;
        flight.receivedAt = asked->at;
        flight.parked = flight.sentAt - asked->at; // a write waits for the disk and its turn
        connection.seen.erase(asked);
    }
    return m_journal.flight(std::move(flight), pieces);
}

void Server::Impl::send(Connection& connection, Pieces pieces, const Outgoing& what)
{
    ++connection.sent;
    m_traffic.addSent();
    const FlightId seen = noteSent(connection, pieces, what);
    connection.channel->send({std::move(pieces), m_host.loop().cause(), seen});
}

} // namespace hw::coordination
