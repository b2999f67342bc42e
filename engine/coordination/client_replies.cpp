#include "engine/coordination/client_impl.h"

/// What a client hears: replies, watch events, the end of a connection or of its session.
namespace hw::coordination {

void Client::Impl::onFrame(world::Frame frame)
{
    const auto bytes = frame.pieces.flatten();
    if (!bytes) {
        lost();
        return;
    }
    m_heard = m_host.loop().now();
    if (m_phase == Phase::Connecting)
        onConnectResponse(*bytes);
    else
        onReplyFrame(*bytes);
}

void Client::Impl::onConnectResponse(const Slice& frame)
{
    const auto response = decodeConnectResponse(frame);
    if (!response) {
        lost();
        return;
    }
    if (response->timeoutMs <= 0) {
        expired();
        return;
    }
    m_phase = Phase::Connected;
    m_attempts = 0;
    m_session = response->session;
    m_password = response->password;
    m_granted = fromMs(response->timeoutMs);
    resend();
    watchTime();
    tell(SessionEvent::Connected);
}

void Client::Impl::resend()
{
    // Before anything else, so that no reply can overtake a watch event that was missed.
    for (const Request& request : m_watches.again(m_lastZxid))
        send(request, kNoEvent);
    for (const Call& call : m_calls)
        send(call.request, call.cause);
}

void Client::Impl::onReplyFrame(const Slice& frame)
{
    const auto header = decodeReplyHeader(frame);
    if (!header) {
        lost();
        return;
    }
    if (header->xid == kXidPing || header->xid == kXidSetWatches)
        return;
    if (header->xid == kXidWatch) {
        onWatchFrame(frame);
        return;
    }
    // Replies come in the order of requests: anything else means that one side is confused.
    if (m_calls.empty() || m_calls.front().request.xid != header->xid) {
        lost();
        return;
    }
    auto response = decodeResponse(frame, m_calls.front().request.type);
    if (!response) {
        lost();
        return;
    }
    m_lastZxid = std::max(m_lastZxid, response->zxid);
    Call call = std::move(m_calls.front());
    m_calls.pop_front();
    if (call.request.type == OpCode::CloseSession)
        closed();
    else
        finish(std::move(call), std::move(*response));
}

void Client::Impl::onWatchFrame(const Slice& frame)
{
    const auto event = decodeWatchEvent(frame);
    if (!event) {
        lost();
        return;
    }
    const EventId cause = m_host.loop().cause();
    for (const OnWatch& watch : m_watches.take(*event)) {
        m_host.loop().setCause(cause);
        watch(*event);
    }
}

void Client::Impl::finish(Call call, Response response)
{
    const std::string& path = call.request.op.path;
    if (call.watch && response.error == ZkError::Ok) {
        const bool names = call.request.type == OpCode::GetChildren2;
        m_watches.add(names ? ClientWatches::Kind::Child : ClientWatches::Kind::Data, path,
                      std::move(call.watch));
    } else if (call.watch && call.request.type == OpCode::Exists &&
               response.error == ZkError::NoNode) {
        m_watches.add(ClientWatches::Kind::Exist, path, std::move(call.watch));
    }
    if (call.onMulti) {
        MultiReply reply;
        reply.error = response.error;
        reply.results = std::move(response.results);
        for (const OpResult& result : reply.results) {
            if (reply.error == ZkError::Ok && result.error != ZkError::Ok)
                reply.error = result.error;
        }
        call.onMulti(reply);
    }
    if (call.onReply) {
        Reply reply;
        reply.error = response.error;
        reply.path = std::move(response.path);
        reply.data = std::move(response.data);
        reply.stat = response.stat;
        reply.children = std::move(response.children);
        call.onReply(reply);
    }
}

void Client::Impl::lost()
{
    if (m_phase == Phase::Idle || m_phase == Phase::Waiting)
        return;
    const auto self = shared_from_this();
    const bool wasConnected = m_phase == Phase::Connected;
    m_channel.reset();
    m_phase = Phase::Waiting;
    if (m_onClosed) {
        closed();
        return;
    }
    Duration delay = m_config.reconnectDelay;
    for (std::uint32_t i = 0; i < m_attempts && delay < m_config.reconnectMax; ++i)
        delay *= 2;
    ++m_attempts;
    m_timer.start(std::min(delay, m_config.reconnectMax), [this] { open(); });
    if (!wasConnected)
        return;
    if (!m_config.resendAfterReconnect)
        failAll(ZkError::ConnectionLoss);
    tell(SessionEvent::Disconnected);
}

void Client::Impl::expired()
{
    const auto self = shared_from_this();
    m_phase = Phase::Idle;
    m_timer.cancel();
    m_channel.reset();
    m_session = SessionId();
    m_watches.clear();
    failAll(ZkError::SessionExpired);
    tell(SessionEvent::Expired);
}

void Client::Impl::closed()
{
    const auto self = shared_from_this();
    m_phase = Phase::Idle;
    m_timer.cancel();
    m_channel.reset();
    m_session = SessionId();
    m_watches.clear();
    failAll(ZkError::SessionExpired);
    const auto done = std::move(m_onClosed);
    m_onClosed = nullptr;
    if (done)
        done();
}

void Client::Impl::failAll(ZkError error)
{
    std::deque<Call> calls = std::move(m_calls);
    m_calls.clear();
    const EventId cause = m_host.loop().cause();
    for (Call& call : calls) {
        Response response;
        response.error = error;
        m_host.loop().setCause(cause);
        finish(std::move(call), std::move(response));
    }
    m_host.loop().setCause(cause);
}

void Client::Impl::tell(SessionEvent event)
{
    if (!m_onSession)
        return;
    // The handler may be replaced, and the client destroyed, from inside it.
    const auto self = shared_from_this();
    auto handler = std::move(m_onSession);
    m_onSession = nullptr;
    handler(event);
    if (!m_onSession)
        m_onSession = std::move(handler);
}

void ClientWatches::add(Kind kind, const std::string& path, Client::OnWatch watch)
{
    Table& table = kind == Kind::Data ? m_data : kind == Kind::Exist ? m_exist : m_child;
    table[path].push_back(std::move(watch));
}

void ClientWatches::moveOut(Table& from, const std::string& path,
                            std::vector<Client::OnWatch>& into)
{
    const auto at = from.find(path);
    if (at == from.end())
        return;
    for (Client::OnWatch& watch : at->second)
        into.push_back(std::move(watch));
    from.erase(at);
}

std::vector<Client::OnWatch> ClientWatches::take(const WatchEvent& event)
{
    std::vector<Client::OnWatch> fired;
    if (event.type != WatchType::NodeChildrenChanged) {
        moveOut(m_data, event.path, fired);
        moveOut(m_exist, event.path, fired);
    }
    if (event.type == WatchType::NodeChildrenChanged || event.type == WatchType::NodeDeleted)
        moveOut(m_child, event.path, fired);
    return fired;
}

std::vector<Request> ClientWatches::again(Zxid seen) const
{
    std::vector<Request> requests;
    std::size_t size = kSetWatchesBytes;
    const auto addAll = [&](const Table& table, std::vector<std::string> Request::*list) {
        for (const auto& [path, watches] : table) {
            if (size + path.size() + 4 > kSetWatchesBytes) {
                size = 0;
                requests.emplace_back();
                requests.back().xid = kXidSetWatches;
                requests.back().type = OpCode::SetWatches;
                requests.back().relativeZxid = seen;
            }
            size += path.size() + 4;
            (requests.back().*list).push_back(path);
        }
    };
    addAll(m_data, &Request::dataWatches);
    addAll(m_exist, &Request::existWatches);
    addAll(m_child, &Request::childWatches);
    return requests;
}

void ClientWatches::clear()
{
    m_data.clear();
    m_exist.clear();
    m_child.clear();
}

} // namespace hw::coordination
