#include "engine/coordination/client.h"

#include <algorithm>

#include "engine/base/assert.h"
#include "engine/coordination/client_impl.h"

namespace hw::coordination {

Client::Client(world::Host& host, ClientConfig config, observe::Journal* journal)
    : m_impl(std::make_shared<Impl>(host, std::move(config), journal))
{
}

Client::~Client() { m_impl->abandon(); }

void Client::setSessionHandler(OnSession onSession) { m_impl->m_onSession = std::move(onSession); }
void Client::connect() { m_impl->connect(); }
bool Client::connected() const { return m_impl->isConnected(); }
SessionId Client::sessionId() const { return m_impl->m_session; }
Duration Client::grantedTimeout() const { return m_impl->m_granted; }
Zxid Client::lastZxid() const { return m_impl->m_lastZxid; }
void Client::closeSession(UniqueFunction<void()> done) { m_impl->closeSession(std::move(done)); }

static Request writeOf(Op op)
{
    Request request;
    request.type = op.type;
    request.op = std::move(op);
    return request;
}

static Request readOf(OpCode type, std::string path, bool watch)
{
    Request request;
    request.type = type;
    request.op.path = std::move(path);
    request.watch = watch;
    return request;
}

void Client::create(std::string path, Bytes data, CreateMode mode, OnReply done)
{
    m_impl->add({writeOf(Op::create(std::move(path), std::move(data), mode)), std::move(done),
                 nullptr, nullptr, kNoEvent});
}

void Client::remove(std::string path, std::int32_t version, OnReply done)
{
    m_impl->add({writeOf(Op::remove(std::move(path), version)), std::move(done), nullptr, nullptr,
                 kNoEvent});
}

void Client::setData(std::string path, Bytes data, std::int32_t version, OnReply done)
{
    m_impl->add({writeOf(Op::setData(std::move(path), std::move(data), version)), std::move(done),
                 nullptr, nullptr, kNoEvent});
}

void Client::multi(std::vector<Op> ops, OnMulti done)
{
    Request request;
    request.type = OpCode::Multi;
    request.ops = std::move(ops);
    m_impl->add({std::move(request), nullptr, std::move(done), nullptr, kNoEvent});
}

void Client::exists(std::string path, OnReply done, OnWatch watch)
{
    const bool watched = static_cast<bool>(watch);
    m_impl->add({readOf(OpCode::Exists, std::move(path), watched), std::move(done), nullptr,
                 std::move(watch), kNoEvent});
}

void Client::getData(std::string path, OnReply done, OnWatch watch)
{
    const bool watched = static_cast<bool>(watch);
    m_impl->add({readOf(OpCode::GetData, std::move(path), watched), std::move(done), nullptr,
                 std::move(watch), kNoEvent});
}

void Client::getChildren(std::string path, OnReply done, OnWatch watch)
{
    const bool watched = static_cast<bool>(watch);
    m_impl->add({readOf(OpCode::GetChildren2, std::move(path), watched), std::move(done), nullptr,
                 std::move(watch), kNoEvent});
}

Client::Impl::Impl(world::Host& host, ClientConfig config, observe::Journal* journal)
    : m_host(host)
    , m_config(std::move(config))
    , m_journal(journal)
    , m_timer(host.loop())
{
    HW_ASSERT(!m_config.servers.empty(), "a client needs a server to talk to");
    // Clients spread over the servers. ZooKeeper: StaticHostProvider shuffles its list.
    if (m_config.servers.size() > 1)
        m_nextServer = host.loop().random().below(m_config.servers.size());
}

void Client::Impl::abandon()
{
    m_phase = Phase::Idle;
    m_timer.cancel();
    m_channel.reset();
    m_calls.clear();
    m_watches.clear();
    m_onSession = nullptr;
    m_onClosed = nullptr;
}

void Client::Impl::connect()
{
    HW_ASSERT(m_phase == Phase::Idle, "a client has one session at a time");
    m_session = SessionId();
    m_granted = Duration(0);
    m_password.clear();
    m_attempts = 0;
    open();
}

void Client::Impl::open()
{
    m_phase = Phase::Connecting;
    const world::Endpoint& to = m_config.servers[m_nextServer % m_config.servers.size()];
    ++m_nextServer;
    m_channel = m_host.network().connect(to, world::Framing::ZooKeeper);
    const std::weak_ptr<Impl> weak = weak_from_this();
    m_channel->setHandlers(
        [weak](world::Frame frame) {
            if (const auto self = weak.lock())
                self->onFrame(std::move(frame));
        },
        [weak](world::CloseReason) {
            if (const auto self = weak.lock())
                self->lost();
        });
    ConnectRequest request;
    request.lastZxidSeen = m_lastZxid;
    request.timeoutMs = static_cast<std::int32_t>(toMs(m_config.sessionTimeout));
    request.session = m_session;
    request.password = m_session == SessionId() ? Bytes(kPasswordSize, 0) : m_password;
    request.readOnly = false;
    m_heard = m_host.loop().now();
    sendFrame(encode(request), 0, OpCode::CreateSession, m_host.loop().cause());
    watchTime();
}

Duration Client::Impl::silenceLimit() const
{
    const Duration timeout = m_granted > Duration(0) ? m_granted : m_config.sessionTimeout;
    // Each server must get its turn before the session is over.
    if (m_phase == Phase::Connecting && m_config.servers.size() > 1)
        return timeout / static_cast<std::int64_t>(m_config.servers.size());
    return timeout * 2 / 3;
}

Duration Client::Impl::pingAfter() const { return m_granted / 3; }

void Client::Impl::watchTime()
{
    const Instant now = m_host.loop().now();
    if (now - m_heard >= silenceLimit()) {
        lost();
        return;
    }
    Instant next = m_heard + silenceLimit();
    if (m_phase == Phase::Connected) {
        if (now - m_sent >= pingAfter()) {
            Request ping;
            ping.xid = kXidPing;
            ping.type = OpCode::Ping;
            send(ping, kNoEvent);
        }
        next = std::min(next, m_sent + pingAfter());
    }
    // Time passes for itself, not because of whatever was going on when the timer was set.
    const EventId cause = m_host.loop().cause();
    m_host.loop().setCause(kNoEvent);
    m_timer.start(next - now, [this] { watchTime(); });
    m_host.loop().setCause(cause);
}

void Client::Impl::add(Call call)
{
    call.cause = m_host.loop().cause();
    const bool refused = m_phase == Phase::Idle || m_onClosed;
    const bool unreachable =
        m_phase != Phase::Connected && !m_config.resendAfterReconnect && m_session != SessionId();
    if (refused || unreachable) {
        Response response;
        response.error = refused ? ZkError::SessionExpired : ZkError::ConnectionLoss;
        const std::weak_ptr<Impl> weak = weak_from_this();
        m_host.loop().post([weak, response, call = std::move(call)]() mutable {
            if (const auto self = weak.lock())
                self->finish(std::move(call), std::move(response));
        });
        return;
    }
    call.request.xid = ++m_lastXid;
    if (m_phase == Phase::Connected)
        send(call.request, call.cause);
    m_calls.push_back(std::move(call));
}

void Client::Impl::closeSession(UniqueFunction<void()> done)
{
    if (m_phase != Phase::Connected) {
        m_onClosed = std::move(done);
        const std::weak_ptr<Impl> weak = weak_from_this();
        m_host.loop().post([weak] {
            if (const auto self = weak.lock())
                self->closed();
        });
        return;
    }
    Request request;
    request.type = OpCode::CloseSession;
    add({std::move(request), nullptr, nullptr, nullptr, kNoEvent});
    m_onClosed = std::move(done);
}

void Client::Impl::send(const Request& request, EventId cause)
{
    sendFrame(encode(request), request.xid, request.type, cause);
}

void Client::Impl::sendFrame(Pieces pieces, std::int32_t xid, OpCode type, EventId cause)
{
    m_sent = m_host.loop().now();
    world::Frame frame{std::move(pieces), cause};
    if (m_journal && m_journal->wantsFlights()) {
        observe::Flight flight;
        flight.from = m_host.node();
        flight.to = m_channel->peer().node;
        flight.apiKey = -1;
        flight.operation = static_cast<std::int32_t>(type);
        flight.api = nameOf(type);
        flight.correlation = xid;
        flight.sentAt = m_sent;
        flight.bytes = static_cast<std::uint32_t>(frame.pieces.size());
        flight.cause = cause;
        frame.seen = m_journal->flight(std::move(flight), frame.pieces);
    }
    m_channel->send(std::move(frame));
}

} // namespace hw::coordination
