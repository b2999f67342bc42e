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
    if (!mayTake(*request)) {
        m_early = std::move(frame);
        m_paused = true;
        m_channel->pauseReading();
        return;
    }
    take(*request, frame.seen);
    if (m_current && m_channel && !m_paused) {
        m_paused = true;
        m_channel->pauseReading();
    }
}

bool Connection::mayTake(const Slice& request) const
{
    Reader peek(request);
    return m_owner.takes(m_owner.apis().find(peek.i16()));
}

void Connection::lookAgain()
{
    if (!m_early)
        return;
    const auto self = shared_from_this();
    const auto request = m_early->pieces.flatten();
    if (request && !mayTake(*request))
        return;
    const auto early = std::exchange(m_early, std::nullopt);
    if (request)
        take(*request, early->seen);
    if (m_paused && !m_current && m_channel) {
        m_paused = false;
        m_channel->resumeReading();
    }
}

void Connection::take(const Slice& bytes, FlightId seen)
{
    const Request request{bytes, seen};
    Services& services = m_owner.services();
    if (isClient())
        services.traffic.bytesIn += bytes.size();
    Reader reader(bytes);
    const auto header = protocol::RequestHeader::decode(reader);
    if (!header) {
        Reader front(bytes);
        protocol::RequestHeader known;
        known.apiKey = front.i16();
        known.apiVersion = ApiVersion(front.i16());
        reportRefused(known, request);
        refuse(header.error().message);
        return;
    }
    const ApiEntry* api = m_owner.apis().find(header->apiKey);
    if (!api) {
        reportRefused(*header, request);
        refuse(fmt::format("api key {} is not served", header->apiKey));
        return;
    }
    introduce(*header);
    if (!api->versions.contains(header->apiVersion)) {
        if (api->key == ApiKey::ApiVersions) {
            refuseVersion(*header, *api, request);
            return;
        }
        reportRefused(*header, request);
        refuse(fmt::format("{} version {} is not served: allowed are {} to {}",
                           protocol::nameOf(api->key), header->apiVersion, api->versions.min,
                           api->versions.max));
        return;
    }
    dispatch(*api, *header, reader, request);
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

void Connection::note(Exchange& exchange, const protocol::RequestHeader& header,
                      const Request& request)
{
    if (!exchange.context().wantsFlights)
        return;
    observe::Flight& flight = exchange.flight().emplace();
    flight.id = request.seen;
    flight.from = m_who.peer;
    flight.to = NodeId::broker(m_owner.services().self);
    flight.apiKey = header.apiKey;
    flight.apiVersion = header.apiVersion.value();
    flight.api = protocol::nameOf(header.key());
    flight.correlation = header.correlationId.value();
    flight.sentAt = exchange.context().receivedAt;
    flight.bytes = static_cast<std::uint32_t>(request.bytes.size());
    flight.clientId = header.clientId.value_or("");
    flight.cause = m_owner.services().loop().cause();
    if (m_who.peer.kind == NodeId::Kind::Outside) {
        flight.address = m_who.address;
        exchange.m_frame = Pieces(request.bytes);
    }
}

void Exchange::reportRequest(observe::Journal& journal)
{
    if (!m_flight || m_frame.empty())
        return;
    m_flight->id = journal.flight(*m_flight, std::exchange(m_frame, {}));
}

void Connection::reportRefused(const protocol::RequestHeader& header, const Request& request)
{
    Exchange exchange({}, header.key(), contextFor(header));
    note(exchange, header, request);
    exchange.reportRequest(m_owner.services().journal);
}

void Connection::dispatch(const ApiEntry& api, const protocol::RequestHeader& header, Reader& body,
                          const Request& request)
{
    Services& services = m_owner.services();
    m_current = std::make_shared<Exchange>(weak_from_this(), api.key, contextFor(header));
    const auto exchange = m_current;
    note(*exchange, header, request);
    m_who.produces |= api.key == ApiKey::Produce;
    m_who.consumes |= api.key == ApiKey::Fetch;
    const auto handled = api.handle(services, exchange, body);
    exchange->m_parkedAt = services.loop().now();
    if (!handled) {
        exchange->reportRequest(services.journal);
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
void Connection::refuseVersion(const protocol::RequestHeader& header, const ApiEntry& apiVersions,
                               const Request& request)
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
    note(*exchange, header, request);
    exchange->reportRequest(m_owner.services().journal);
    if (exchange->flight()) {
        exchange->flight()->apiVersion = 0;
        exchange->flight()->error = protocol::infoOf(response.errorCode).name;
    }
    exchange->answer([&](Writer& writer) { response.encode(writer, ApiVersion{0}); });
}

void Connection::answered(const Exchange& exchange, Pieces body)
{
    if (!m_channel || m_current.get() != &exchange)
        return;
    Services& services = m_owner.services();
    if (isClient())
        services.traffic.bytesOut += body.size();
    const FlightId seen = reportAnswer(body);
    m_channel->send({std::move(body), services.loop().cause(), seen});
    finished(exchange);
}

FlightId Connection::reportAnswer(const Pieces& body)
{
    Services& services = m_owner.services();
    if (!m_current->flight() || !services.journal.wantsFlights())
        return kNoFlight;
    observe::Flight flight = *m_current->flight();
    flight.request = flight.id;
    flight.id = kNoFlight;
    flight.from = NodeId::broker(services.self);
    flight.to = m_who.peer;
    flight.response = true;
    flight.sentAt = services.loop().now();
    flight.receivedAt = m_current->context().receivedAt;
    if (m_current->m_parkedAt)
        flight.parked = flight.sentAt - *m_current->m_parkedAt;
    flight.bytes = static_cast<std::uint32_t>(body.size());
    flight.cause = services.loop().cause();
    return services.journal.flight(std::move(flight), body);
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
