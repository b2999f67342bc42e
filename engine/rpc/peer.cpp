#include "engine/rpc/peer.h"

#include <algorithm>
#include <deque>
#include <map>

#include <fmt/format.h>

#include "engine/protocol/header.h"
#include "engine/protocol/messages/api_versions.h"
#include "engine/rpc/peer_impl.h"

namespace hw::rpc {

static constexpr const char* kSoftwareName = "highwater";
static constexpr const char* kSoftwareVersion = "0.1.0";
static constexpr protocol::ApiVersion kApiVersionsVersion{3};
static constexpr Duration kNegotiationTimeout = 10s;

Peer::Impl::Impl(world::Host& host, observe::Journal& journal, PeerConfig config)
    : m_loop(host.loop())
    , m_network(host.network())
    , m_journal(journal)
    , m_config(std::move(config))
    , m_nextDelay(m_config.reconnectDelay)
    , m_retry(host.loop())
    , m_expiry(host.loop())
{
    HW_ASSERT(m_config.maxInFlight > 0, "without requests in flight nothing is ever sent");
}

void Peer::Impl::start(std::unique_ptr<Call> call, Duration timeout)
{
    call->deadline = m_loop.now() + timeout;
    call->cause = m_loop.cause();
    if (m_waiting.size() >= kQueueLimit) {
        failLater(std::move(call), {Failure::Busy, fmt::format("{} requests wait for {} already",
                                                               kQueueLimit, m_config.node.text())});
        return;
    }
    watch(call->deadline);
    m_waiting.push_back(std::move(call));
    pump();
}

void Peer::Impl::failLater(std::unique_ptr<Call> call, Error error)
{
    m_loop.post([self = weak_from_this(), call = std::move(call), error = std::move(error)] {
        if (!self.expired())
            call->fail(error);
    });
}

void Peer::Impl::pump()
{
    if (m_waiting.empty() || m_retry.armed())
        return;
    if (!m_channel)
        connect();
    while (m_channel && m_ready && !m_waiting.empty() && m_inFlight.size() < m_config.maxInFlight) {
        std::unique_ptr<Call> call = std::move(m_waiting.front());
        m_waiting.pop_front();
        if (auto refused = chooseVersion(*call))
            failLater(std::move(call), std::move(*refused));
        else
            transmit(std::move(call));
    }
}

std::optional<Error> Peer::Impl::chooseVersion(Call& call) const
{
    if (!m_config.negotiate)
        return std::nullopt;
    const auto found = m_served.find(call.api);
    if (found == m_served.end() || found->second.min > call.version)
        return Error{Failure::Unsupported,
                     fmt::format("{} serves no {} up to version {}", m_config.node.text(),
                                 protocol::nameOf(call.api), call.version)};
    call.version = std::min(call.version, found->second.max);
    return std::nullopt;
}

void Peer::Impl::connect()
{
    m_channel = m_network.connectAs(m_config.self, m_config.where, world::Framing::Kafka);
    m_channel->setHandlers(
        [self = weak_from_this()](world::Frame frame) {
            if (const auto impl = self.lock())
                impl->receive(std::move(frame));
        },
        [self = weak_from_this()](world::CloseReason reason) {
            if (const auto impl = self.lock())
                impl->broken(
                    reason == world::CloseReason::Refused
                        ? fmt::format("{} does not listen at {}", impl->m_config.node.text(),
                                      impl->m_config.where.text())
                        : fmt::format("the connection to {} broke", impl->m_config.node.text()));
        });
    m_answered = false;
    m_ready = !m_config.negotiate;
    if (m_config.negotiate)
        negotiate(kApiVersionsVersion);
}

void Peer::Impl::negotiate(protocol::ApiVersion version)
{
    protocol::ApiVersionsRequest request;
    request.clientSoftwareName = kSoftwareName;
    request.clientSoftwareVersion = kSoftwareVersion;
    auto call = std::make_unique<NegotiationCall>(std::move(request), version);
    call->deadline = m_loop.now() + kNegotiationTimeout;
    call->cause = m_loop.cause();
    watch(call->deadline);
    transmit(std::move(call));
}

/// A broker that does not know our version answers in version 0 with its own range (KIP-511).
void Peer::Impl::negotiated(Reader body, protocol::ApiVersion version)
{
    Reader again = body;
    auto response = protocol::ApiVersionsResponse::decode(body, version);
    if (!response || response->errorCode == protocol::ErrorCode::UnsupportedVersion) {
        version = protocol::ApiVersion{0};
        response = protocol::ApiVersionsResponse::decode(again, version);
    }
    if (!response) {
        broken(response.error().message);
        return;
    }
    m_served.clear();
    for (const auto& api : response->apiKeys)
        m_served[static_cast<protocol::ApiKey>(api.apiKey)] = {
            protocol::ApiVersion{api.minVersion}, protocol::ApiVersion{api.maxVersion}};
    const auto own = m_served.find(protocol::ApiKey::ApiVersions);
    if (response->errorCode == protocol::ErrorCode::UnsupportedVersion && own != m_served.end() &&
        own->second.max < kApiVersionsVersion && !m_lowered) {
        m_lowered = true;
        negotiate(own->second.max);
        return;
    }
    if (response->errorCode != protocol::ErrorCode::None) {
        broken(fmt::format("{} answered ApiVersions with {}", m_config.node.text(),
                           protocol::textOf(response->errorCode)));
        return;
    }
    m_ready = true;
}

void Peer::Impl::transmit(std::unique_ptr<Call> call)
{
    call->correlation = CorrelationId(m_nextCorrelation);
    m_nextCorrelation = m_nextCorrelation == INT32_MAX ? 0 : m_nextCorrelation + 1;
    Writer writer;
    const protocol::RequestHeader header{static_cast<std::int16_t>(call->api), call->version,
                                         call->correlation, m_config.clientId};
    header.encode(writer);
    call->encode(writer);
    world::Frame frame{writer.take(), call->cause};
    if (m_journal.wantsFlights())
        frame.seen = reportFlight(*call, frame.pieces);
    m_channel->send(std::move(frame));
    if (call->expectsResponse()) {
        m_inFlight.push_back(std::move(call));
        return;
    }
    m_loop.post([self = weak_from_this(), call = std::move(call)] {
        Reader nothing{ByteView()};
        if (!self.expired())
            call->complete(nothing);
    });
}

FlightId Peer::Impl::reportFlight(const Call& call, const Pieces& frame)
{
    observe::Flight flight;
    flight.from = m_config.self;
    flight.to = m_config.node;
    flight.apiKey = static_cast<std::int16_t>(call.api);
    flight.apiVersion = call.version.value();
    flight.api = protocol::nameOf(call.api);
    flight.correlation = call.correlation.value();
    flight.sentAt = m_loop.now();
    flight.bytes = static_cast<std::uint32_t>(frame.size());
    flight.clientId = m_config.clientId.value_or("");
    flight.cause = call.cause;
    call.describeTo(flight);
    return m_journal.flight(std::move(flight), frame);
}

void Peer::Impl::receive(world::Frame frame)
{
    const auto self = shared_from_this(); // a callback may destroy the peer
    const auto whole = frame.pieces.flatten();
    if (!whole || m_inFlight.empty()) {
        broken(whole ? fmt::format("{} answered what nobody asked", m_config.node.text())
                     : whole.error().message);
        return;
    }
    std::unique_ptr<Call> call = std::move(m_inFlight.front());
    m_inFlight.pop_front();
    Reader reader(*whole);
    const auto header = protocol::ResponseHeader::decode(reader, call->api, call->version);
    if (!header || header->correlationId != call->correlation) {
        m_inFlight.push_front(std::move(call));
        broken(fmt::format("{} answered out of order", m_config.node.text()));
        return;
    }
    m_answered = true;
    m_nextDelay = m_config.reconnectDelay;
    if (call->api == protocol::ApiKey::ApiVersions && !m_ready)
        negotiated(reader, call->version);
    else if (!call->complete(reader) && !m_destroyed)
        broken(fmt::format("{} sent a malformed response", m_config.node.text()));
    if (!m_destroyed)
        pump();
}

void Peer::Impl::broken(const std::string& why) { failAll(tearDown(), why); }

std::deque<std::unique_ptr<Call>> Peer::Impl::tearDown()
{
    m_channel.reset();
    m_ready = false;
    m_answered = false;
    m_lowered = false;
    std::deque<std::unique_ptr<Call>> calls = std::move(m_inFlight);
    m_inFlight.clear();
    for (auto& call : m_waiting)
        calls.push_back(std::move(call));
    m_waiting.clear();
    m_expiry.cancel();
    m_retry.start(m_nextDelay, [this] { pump(); });
    m_nextDelay = std::min(m_nextDelay * 2, m_config.reconnectMax);
    return calls;
}

/// What the callers send while they are told waits for the next connection.
void Peer::Impl::failAll(std::deque<std::unique_ptr<Call>> calls, const std::string& why)
{
    const auto self = shared_from_this();
    for (auto& call : calls) {
        if (m_destroyed)
            return;
        call->fail({Failure::Closed, why});
    }
}

void Peer::Impl::disconnect()
{
    if (!m_channel)
        return;
    m_loop.post([self = weak_from_this(), calls = tearDown()]() mutable {
        if (const auto impl = self.lock())
            impl->failAll(std::move(calls), fmt::format("the connection to {} was closed",
                                                        impl->m_config.node.text()));
    });
}

void Peer::Impl::watch(Instant deadline)
{
    if (m_expiry.armed() && m_expiry.due() <= deadline)
        return;
    const Duration delay = std::max(deadline - m_loop.now(), Duration(0));
    m_expiry.start(delay, [this] { expire(); });
}

void Peer::Impl::expire()
{
    const auto self = shared_from_this();
    const Instant now = m_loop.now();
    const auto isLate = [now](const auto& call) { return call->deadline <= now; };
    if (const auto late = std::ranges::find_if(m_inFlight, isLate); late != m_inFlight.end()) {
        std::unique_ptr<Call> call = std::move(*late);
        m_inFlight.erase(late);
        const std::string what = fmt::format("{} did not answer {} in time", m_config.node.text(),
                                             protocol::nameOf(call->api));
        call->fail({Failure::TimedOut, what});
        if (!m_destroyed)
            broken(what);
        return;
    }
    std::deque<std::unique_ptr<Call>> lateOnes;
    for (auto it = m_waiting.begin(); it != m_waiting.end();) {
        if (!isLate(*it)) {
            ++it;
            continue;
        }
        lateOnes.push_back(std::move(*it));
        it = m_waiting.erase(it);
    }
    watchEarliest();
    for (auto& call : lateOnes) {
        if (m_destroyed)
            return;
        call->fail({Failure::TimedOut,
                    fmt::format("{} could not be reached in time", m_config.node.text())});
    }
}

void Peer::Impl::watchEarliest()
{
    for (const auto* queue : {&m_inFlight, &m_waiting})
        for (const auto& call : *queue)
            watch(call->deadline);
}

std::optional<protocol::VersionRange> Peer::Impl::served(protocol::ApiKey api) const
{
    const auto found = m_served.find(api);
    if (found == m_served.end())
        return std::nullopt;
    return found->second;
}

Peer::Peer(world::Host& host, observe::Journal& journal, PeerConfig config)
    : m_impl(std::make_shared<Impl>(host, journal, std::move(config)))
{
}

Peer::~Peer() { m_impl->destroy(); }

void Peer::start(std::unique_ptr<Call> call, Duration timeout)
{
    m_impl->start(std::move(call), timeout);
}

void Peer::disconnect() { m_impl->disconnect(); }
std::size_t Peer::pending() const { return m_impl->pending(); }
bool Peer::isConnected() const { return m_impl->isConnected(); }
const PeerConfig& Peer::config() const { return m_impl->config(); }
std::optional<protocol::VersionRange> Peer::served(protocol::ApiKey api) const
{
    return m_impl->served(api);
}

} // namespace hw::rpc
