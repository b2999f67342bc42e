#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>

#include "engine/protocol/messages/api_versions.h"
#include "engine/rpc/peer.h"

namespace hw::rpc {

/// The first request on a connection that negotiates; its answer is read by the peer itself.
class NegotiationCall final : public Call
{
public:
    NegotiationCall(protocol::ApiVersionsRequest request, protocol::ApiVersion version)
        : Call(protocol::ApiKey::ApiVersions, version)
        , m_request(std::move(request))
    {
    }
    void encode(Writer& to) const override { m_request.encode(to, version); }
    void describeTo(observe::Flight&) const override {}
    bool expectsResponse() const override { return true; }
    bool complete(Reader&) override { return true; }
    void fail(Error) override {}

private:
    protocol::ApiVersionsRequest m_request;
};

class Peer::Impl : public std::enable_shared_from_this<Peer::Impl>
{
public:
    Impl(world::Host& host, observe::Journal& journal, PeerConfig config);

    void start(std::unique_ptr<Call> call, Duration timeout);
    void disconnect();
    /// The peer goes: no callback from now on, though one may be running.
    void destroy()
    {
        m_destroyed = true;
        m_channel.reset();
        m_retry.cancel();
        m_expiry.cancel();
        m_waiting.clear();
        m_inFlight.clear();
    }

    std::size_t pending() const { return m_waiting.size() + m_inFlight.size(); }
    bool isConnected() const { return m_answered; }
    const PeerConfig& config() const { return m_config; }
    std::optional<protocol::VersionRange> served(protocol::ApiKey api) const;

private:
    void pump();
    void connect();
    void negotiate(protocol::ApiVersion version);
    void negotiated(Reader body, protocol::ApiVersion version);
    std::optional<Error> chooseVersion(Call& call) const;
    void transmit(std::unique_ptr<Call> call);
    FlightId reportFlight(const Call& call, const Pieces& frame);
    void receive(world::Frame frame);
    void broken(const std::string& why);
    /// Forgets the connection and takes all requests out.
    std::deque<std::unique_ptr<Call>> tearDown();
    void failAll(std::deque<std::unique_ptr<Call>> calls, const std::string& why);
    void failLater(std::unique_ptr<Call> call, Error error);
    /// Makes sure that `expire` runs when the deadline has passed.
    void watch(Instant deadline);
    void watchEarliest();
    void expire();

    world::Loop& m_loop;
    world::Network& m_network;
    observe::Journal& m_journal;
    const PeerConfig m_config;

    std::unique_ptr<world::Channel> m_channel; ///< null while disconnected
    bool m_ready = false;    ///< requests may be sent: what the broker serves is known
    bool m_answered = false; ///< something came back on this connection
    bool m_lowered = false;  ///< ApiVersions is being asked again in a lower version
    bool m_destroyed = false;
    std::int32_t m_nextCorrelation = 0;
    Duration m_nextDelay;
    std::deque<std::unique_ptr<Call>> m_waiting;  ///< at most kQueueLimit
    std::deque<std::unique_ptr<Call>> m_inFlight; ///< in order of sending, at most maxInFlight
    std::map<protocol::ApiKey, protocol::VersionRange> m_served;
    world::Timer m_retry;  ///< armed: no connection before it runs
    world::Timer m_expiry; ///< armed for the earliest deadline or before
};

} // namespace hw::rpc
