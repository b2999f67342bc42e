#include "engine/broker/core/connections.h"

#include <fmt/format.h>

#include "engine/broker/core/services.h"

namespace hw::broker {

Connections::Connections(Services& services, const ApiTable& apis)
    : m_services(services)
    , m_apis(apis)
    , m_idleTimer(services.loop())
{
}

Connections::~Connections()
{
    m_listener = nullptr;
    m_connections.clear();
}

Result<void> Connections::listen(const world::Endpoint& at)
{
    auto listener = m_services.host.network().listen(
        at, world::Framing::Kafka,
        [this](std::unique_ptr<world::Channel> channel) { accept(std::move(channel)); });
    if (!listener)
        return tl::unexpected(listener.error());
    m_listener = std::move(*listener);
    closeIdle();
    return {};
}

void Connections::accept(std::unique_ptr<world::Channel> channel)
{
    if (m_connections.size() >= kMaxConnections) {
        m_services.journal.report(observe::fact::ConnectionRefused{
            channel->peer().node, channel->peer().address,
            fmt::format("there are {} connections already, which is the most", kMaxConnections)});
        return;
    }
    const std::uint64_t id = m_nextId++;
    auto connection = std::make_shared<Connection>(*this, id, std::move(channel));
    m_connections.emplace(id, connection);
    connection->start();
}

void Connections::setRegistered()
{
    m_isRegistered = true;
    lookAgain();
}

void Connections::setReady()
{
    m_isReady = true;
    lookAgain();
}

void Connections::lookAgain()
{
    const auto now = m_connections; // a request may end its connection
    for (const auto& [id, connection] : now)
        connection->lookAgain();
}

void Connections::close()
{
    m_listener = nullptr;
    m_idleTimer.cancel();
    const auto now = m_connections;
    for (const auto& [id, connection] : now)
        connection->close();
}

/// Looks four times per `connections.max.idle.ms`, so one that is idle lives up to a quarter
/// longer. One whose request waits here is idle as well: nobody reads from it meanwhile, so whether
/// its client is still there would never show.
void Connections::closeIdle()
{
    const Duration limit = m_services.config.connectionsMaxIdle;
    const Instant now = m_services.loop().now();
    const auto all = m_connections;
    for (const auto& [id, connection] : all)
        if (now - connection->lastUsed() > limit)
            connection->close();
    m_idleTimer.start(std::max<Duration>(limit / 4, 1ms), [this] { closeIdle(); });
}

void Connections::report(std::vector<observe::ConnectionReport>& into) const
{
    for (const auto& [id, connection] : m_connections)
        connection->report(into);
}

} // namespace hw::broker
