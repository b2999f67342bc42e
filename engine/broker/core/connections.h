#pragma once

#include <cstdint>
#include <map>
#include <memory>

#include "engine/broker/core/connection.h"
#include "engine/world/host.h"

namespace hw::broker {

/// More are refused. 1,000 embedded members take two each, with room for outside programs.
inline constexpr std::size_t kMaxConnections = 10000;

/// A broker's listener and all its connections. Kafka: SocketServer.
class Connections final : public ConnectionOwner
{
public:
    /// Both outlive it.
    Connections(Services& services, const ApiTable& apis);
    ~Connections() override;

    /// Opens the port. Busy or Denied if it cannot be had.
    Result<void> listen(const world::Endpoint& at);
    /// Valid while listening.
    const world::Endpoint& endpoint() const { return m_listener->endpoint(); }
    bool isListening() const { return m_listener != nullptr; }
    /// The broker is registered, and knows which requests of controllers mean its present life:
    /// those that waited are taken now.  Kafka: SocketServer.enableRequestProcessing.
    void setRegistered();
    /// Requests of clients that waited are taken now.
    void setReady();
    /// No more connections, and the present ones are closed.
    void close();

    void report(std::vector<observe::ConnectionReport>& into) const;

    Services& services() override { return m_services; }
    const ApiTable& apis() const override { return m_apis; }
    bool takes(const ApiEntry* api) const override
    {
        return m_isReady || (m_isRegistered && api && api->beforeReady);
    }
    void connectionEnded(std::uint64_t id) override { m_connections.erase(id); }

private:
    void lookAgain();
    void accept(std::unique_ptr<world::Channel> channel);
    void closeIdle();

    Services& m_services;
    const ApiTable& m_apis;
    std::unique_ptr<world::Listener> m_listener;
    std::map<std::uint64_t, std::shared_ptr<Connection>> m_connections; ///< in order of arrival
    std::uint64_t m_nextId = 1;
    bool m_isRegistered = false;
    bool m_isReady = false;
    world::Timer m_idleTimer;
};

} // namespace hw::broker
