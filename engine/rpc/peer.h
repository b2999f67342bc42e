#pragma once

#include <memory>
#include <optional>
#include <string>

#include "engine/observe/event.h"
#include "engine/rpc/call.h"
#include "engine/world/host.h"

namespace hw::rpc {

/// More requests than this are not held for one peer; further ones fail with Busy.
inline constexpr std::size_t kQueueLimit = 10000;

struct PeerConfig
{
    NodeId self;           ///< who asks, for pictures; many clients share one host
    NodeId node;           ///< who is asked
    world::Endpoint where; ///< where it listens
    std::optional<std::string> clientId;
    /// Requests sent and not answered yet; further ones wait here. At least 1.
    std::size_t maxInFlight = 5;
    /// Wait after a connection broke or was refused; doubles up to the maximum while nobody
    /// answers.
    Duration reconnectDelay = 50ms;
    Duration reconnectMax = 1s;
    /// Ask with ApiVersions what the broker serves before anything else, and lower versions to it.
    bool negotiate = false;
};

/// One broker to talk to: keeps a connection, pairs responses with requests, fails what cannot be
/// answered. Sends nothing twice: whether to try again is the caller's business.
///
///     send -> waiting -> (at most maxInFlight) in flight -> answered
///                 `-----------------'-> failed: Closed, TimedOut, Invalid, Unsupported, Busy
///
/// A connection is made when there is something to send. When it breaks or is refused, all requests
/// fail with Closed; later ones wait for the next attempt. A request that times out in flight
/// breaks the connection, since what it waits for may still come, ahead of others' answers. Kafka:
/// NetworkClient, InterBrokerSendThread.
///
/// Used on its host's loop. Callbacks run in later tasks, never after the peer is destroyed, and
/// may destroy it.
class Peer
{
public:
    /// `host` and `journal` outlive it.
    Peer(world::Host& host, observe::Journal& journal, PeerConfig config);
    /// Drops all requests without telling their callers.
    ~Peer();
    Peer(const Peer&) = delete;
    Peer& operator=(const Peer&) = delete;

    /// `done` gets the response or why there is none: Closed, TimedOut, Busy, Invalid (malformed
    /// response), Unsupported (the broker serves no version up to `version`; only when
    /// negotiating).
    template <class Request>
    void send(Request request, protocol::ApiVersion version, Duration timeout,
              UniqueFunction<void(Result<typename Request::Response>)> done)
    {
        start(std::make_unique<TypedCall<Request>>(std::move(request), version, std::move(done)),
              timeout);
    }

    /// For requests without response; `sent` runs when it was handed to the connection.
    template <class Request>
    void sendOneWay(Request request, protocol::ApiVersion version, Duration timeout,
                    UniqueFunction<void(Result<void>)> sent)
    {
        start(std::make_unique<OneWayCall<Request>>(std::move(request), version, std::move(sent)),
              timeout);
    }

    /// Breaks the connection; all requests fail with Closed in a later task.
    void disconnect();

    /// Requests that have no answer yet.
    std::size_t pending() const;
    /// The peer has answered on the present connection.
    bool isConnected() const;
    const PeerConfig& config() const;
    /// What the broker said it serves; unknown before it was asked, or for an API it lacks.
    std::optional<protocol::VersionRange> served(protocol::ApiKey api) const;

private:
    void start(std::unique_ptr<Call> call, Duration timeout);

    class Impl;
    std::shared_ptr<Impl> m_impl;
};

} // namespace hw::rpc
