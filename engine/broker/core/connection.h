#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "engine/base/time.h"
#include "engine/broker/core/api_table.h"
#include "engine/broker/core/exchange.h"
#include "engine/observe/event.h"
#include "engine/observe/report.h"
#include "engine/protocol/header.h"
#include "engine/world/network.h"

namespace hw::broker {

/// What connections share; outlives them.
class ConnectionOwner
{
public:
    virtual ~ConnectionOwner() = default;
    virtual Services& services() = 0;
    virtual const ApiTable& apis() const = 0;
    /// Whether requests of this kind are taken yet; unknown ones (null) are a client's.
    virtual bool takes(const ApiEntry* api) const = 0;
    /// The connection is over; it is destroyed in or after this call.
    virtual void connectionEnded(std::uint64_t id) = 0;
};

/// One client's connection: takes one request at a time and answers in order. The next frame is
/// read once the last request was answered, so the queues in front of a broker stay bounded.
///
///     frame -> header -> (API, version) -> handler … answer -> next frame
///
/// An unknown version of ApiVersions is answered (error 35, version 0); any other unknown API or
/// version, and any malformed request, closes this connection and says why in an event.
/// Kafka: SocketServer.Processor, KafkaApis.handle.
class Connection : public std::enable_shared_from_this<Connection>
{
public:
    Connection(ConnectionOwner& owner, std::uint64_t id, std::unique_ptr<world::Channel> channel);
    /// Takes the channel's callbacks; in the task that accepted it.
    void start();
    /// The broker takes more than before: goes on with a request that waited for it.
    void lookAgain();
    /// Tells the peer and the owner that it is over.
    void close();

    Instant lastUsed() const { return m_lastUsed; }
    void report(std::vector<observe::ConnectionReport>& into) const;

private:
    friend class Exchange;
    /// A frame as it came.
    struct Request
    {
        const Slice& bytes;
        FlightId seen;
    };

    void onFrame(world::Frame frame);
    void onClosed(world::CloseReason reason);
    bool mayTake(const Slice& request) const;
    void take(const Slice& request, FlightId seen);
    void dispatch(const ApiEntry& api, const protocol::RequestHeader& header, Reader& body,
                  const Request& request);
    void refuseVersion(const protocol::RequestHeader& header, const ApiEntry& apiVersions,
                       const Request& request);
    void note(Exchange& exchange, const protocol::RequestHeader& header, const Request& request);
    /// For somebody who looks: a request that no handler ever sees.
    void reportRefused(const protocol::RequestHeader& header, const Request& request);
    FlightId reportAnswer(const Pieces& body);
    void refuse(std::string why);
    void answered(const Exchange& exchange, Pieces body);
    void finished(const Exchange& exchange);
    void introduce(const protocol::RequestHeader& header);
    RequestContext contextFor(const protocol::RequestHeader& header) const;
    bool isClient() const { return m_who.peer.kind != NodeId::Kind::Broker; }

    ConnectionOwner& m_owner;
    const std::uint64_t m_id;
    std::unique_ptr<world::Channel> m_channel;
    observe::ConnectionReport m_who;
    std::string m_clientHost;
    /// The request that is being handled. Set means: no other frame is read.
    std::shared_ptr<Exchange> m_current;
    /// A request that came before the broker took such.
    std::optional<world::Frame> m_early;
    Instant m_lastUsed;
    bool m_paused = false;
    bool m_introduced = false;
    bool m_announced = false;
};

} // namespace hw::broker
