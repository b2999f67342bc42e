#include "engine/broker/core/connection.h"

#include <fmt/format.h>

#include "engine/broker/core/services.h"
#include "engine/protocol/messages/api_versions.h"

namespace hw::broker {

using protocol::ApiKey;
using protocol::ApiVersion;

/// `127.0.0.1:50122` -> `/127.0.0.1`.
static std::string hostOf(const std::string& address)
{
    return "/" + address.substr(0, address.rfind(':'));
}

void Exchange::writeHeader(Writer& writer) const
{
    protocol::ResponseHeader{m_context.correlation}.encode(writer, m_key, m_context.version);
}

void Exchange::send(Pieces body)
{
    if (const auto connection = m_connection.lock())
        connection->answered(*this, std::move(body));
}

void Exchange::stayQuiet()
{
    if (const auto connection = m_connection.lock())
        connection->finished(*this);
}

void Exchange::abandon()
{
    if (const auto connection = m_connection.lock())
        connection->close();
}

void Exchange::nameSoftware(const std::string& name, const std::string& version)
{
    const auto connection = m_connection.lock();
    if (!connection)
        return;
    connection->m_who.softwareName = name;
    connection->m_who.softwareVersion = version;
}

Connection::Connection(ConnectionOwner& owner, std::uint64_t id,
                       std::unique_ptr<world::Channel> channel)
    : m_owner(owner)
    , m_id(id)
    , m_channel(std::move(channel))
    , m_lastUsed(owner.services().loop().now())
{
    m_who.peer = m_channel->peer().node;
    m_who.address = m_channel->peer().address;
    m_clientHost = hostOf(m_who.address);
}

void Connection::start()
{
    m_channel->setHandlers([this](world::Frame frame) { onFrame(std::move(frame)); },
                           [this](world::CloseReason reason) { onClosed(reason); });
}

void Connection::onFrame(world::Frame frame)
{
    const auto self = shared_from_this(); // handlers may end the connection
    m_lastUsed = m_owner.services().loop().now();
    auto request = frame.pieces.flatten();
    if (!request) {
        refuse(request.error().message);
        return;
    }
    if (!m_owner.isReady()) {
        Reader peek(*request);
        const ApiEntry* api = m_owner.apis().find(peek.i16());
        if (!api || !api->beforeReady) {
            m_early = std::move(frame);
            m_paused = true;
            m_channel->pauseReading();
            return;
        }
    }
    take(*request);
    if (m_current && m_channel && !m_paused) {
        m_paused = true;
        m_channel->pauseReading();
    }
}

void Connection::becomeReady()
{
    if (!m_early)
        return;
    const auto self = shared_from_this();
    auto request = std::exchange(m_early, std::nullopt)->pieces.flatten();
    if (request)
        take(*request);
    if (m_paused && !m_current && m_channel) {
        m_paused = false;
        m_channel->resumeReading();
    }
}

void Connection::take(const Slice& request)
{
    Services& services = m_owner.services();
    if (isClient())
        services.traffic.bytesIn += request.size();
    Reader reader(request);
    const auto header = protocol::RequestHeader::decode(reader);
    if (!header) {
        refuse(header.error().message);
        return;
    }
    const ApiEntry* api = m_owner.apis().find(header->apiKey);
    if (!api) {
        refuse(fmt::format("api key {} is not served", header->apiKey));
        return;
    }
    introduce(*header);
    if (!api->versions.contains(header->apiVersion)) {
        if (api->key == ApiKey::ApiVersions)
            refuseVersion(*header, *api);
        else
            refuse(fmt::format("{} version {} is not served: allowed are {} to {}",
                               protocol::nameOf(api->key), header->apiVersion, api->versions.min,
                               api->versions.max));
        return;
    }
    dispatch(*api, *header, reader, request.size());
}

RequestContext Connection::contextFor(const protocol::RequestHeader& header) const
{
    Services& services = m_owner.services();
    return {.version = header.apiVersion,
            .correlation = header.correlationId,
            .clientId = m_who.clientId,
            .peer = m_who.peer,
            .clientHost = m_clientHost,
            .softwareName = m_who.softwareName,
            .softwareVersion = m_who.softwareVersion,
            .receivedAt = services.loop().now(),
            .wantsFlights = services.journal.wantsFlights()};
}

void Connection::dispatch(const ApiEntry& api, const protocol::RequestHeader& header, Reader& body,
                          std::size_t bytes)
{
    Services& services = m_owner.services();
    m_current = std::make_shared<Exchange>(weak_from_this(), api.key, contextFor(header));
    const auto exchange = m_current;
    if (exchange->context().wantsFlights) {
        observe::Flight& flight = exchange->flight().emplace();
        flight.from = m_who.peer;
        flight.to = NodeId::broker(services.self);
        flight.apiKey = header.apiKey;
        flight.correlation = header.correlationId.value();
        flight.sentAt = services.loop().now();
        flight.bytes = static_cast<std::uint32_t>(bytes);
    }
    const auto handled = api.handle(services, exchange, body);
    if (!handled) {
        refuse(handled.error().message);
        return;
    }
    if (!m_announced && m_who.peer.kind == NodeId::Kind::Outside && m_channel) {
        m_announced = true;
        const std::string software = m_who.softwareName.empty()
                                         ? std::string()
                                         : m_who.softwareName + " " + m_who.softwareVersion;
        services.journal.report(
            observe::fact::ClientConnected{m_who.peer, m_who.address, m_who.clientId, software});
    }
}

void Connection::introduce(const protocol::RequestHeader& header)
{
    if (m_introduced)
        return;
    m_introduced = true;
    m_who.clientId = header.clientId.value_or("");
}

/// KIP-511: the client cannot know our versions yet, so the answer is in the oldest layout, which
/// every client reads; the body of the request is not looked at.
void Connection::refuseVersion(const protocol::RequestHeader& header, const ApiEntry& apiVersions)
{
    protocol::ApiVersionsResponse response;
    response.errorCode = protocol::ErrorCode::UnsupportedVersion;
    response.apiKeys.push_back({.apiKey = static_cast<std::int16_t>(apiVersions.key),
                                .minVersion = apiVersions.versions.min.value(),
                                .maxVersion = apiVersions.versions.max.value()});
    RequestContext context = contextFor(header);
    context.version = ApiVersion{0};
    m_current = std::make_shared<Exchange>(weak_from_this(), apiVersions.key, std::move(context));
    const auto exchange = m_current;
    exchange->answer([&](Writer& writer) { response.encode(writer, ApiVersion{0}); });
}

void Connection::answered(const Exchange& exchange, Pieces body)
{
    if (!m_channel || m_current.get() != &exchange)
        return;
    Services& services = m_owner.services();
    if (isClient())
        services.traffic.bytesOut += body.size();
    if (m_current->flight() && services.journal.wantsFlights()) {
        observe::Flight flight = *m_current->flight();
        flight.from = NodeId::broker(services.self);
        flight.to = m_who.peer;
        flight.response = true;
        flight.sentAt = services.loop().now();
        flight.bytes = static_cast<std::uint32_t>(body.size());
        services.journal.flight(std::move(flight));
    }
    m_channel->send({std::move(body), services.loop().cause()});
    finished(exchange);
}

void Connection::finished(const Exchange& exchange)
{
    if (!m_channel || m_current.get() != &exchange)
        return;
    m_current = nullptr;
    m_lastUsed = m_owner.services().loop().now();
    if (m_paused && !m_early) {
        m_paused = false;
        m_channel->resumeReading();
    }
}

void Connection::refuse(std::string why)
{
    m_owner.services().journal.report(
        observe::fact::ConnectionRefused{m_who.peer, m_who.address, std::move(why)});
    close();
}

void Connection::onClosed(world::CloseReason reason)
{
    const auto self = shared_from_this();
    if (reason == world::CloseReason::Malformed)
        refuse(fmt::format("a frame is larger than {} bytes or has a negative size",
                           world::kKafkaFrameLimit));
    else
        close();
}

void Connection::close()
{
    if (!m_channel)
        return;
    const auto self = shared_from_this();
    m_channel->close();
    m_channel = nullptr;
    m_current = nullptr;
    m_early.reset();
    if (m_announced)
        m_owner.services().journal.report(
            observe::fact::ClientDisconnected{m_who.peer, m_who.address, m_who.clientId});
    m_owner.connectionEnded(m_id);
}

void Connection::report(std::vector<observe::ConnectionReport>& into) const
{
    if (m_introduced)
        into.push_back(m_who);
}

} // namespace hw::broker
