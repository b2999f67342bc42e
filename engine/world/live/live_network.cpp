#include "engine/world/live/live_network.h"

#include "engine/world/live/live_host.h"
#include "engine/world/live/tcp_acceptor.h"

namespace hw::world {

namespace {

/// Stands in for a port in the addresses of clients that connect in memory.
constexpr std::uint32_t kFirstClientPort = 50000;
constexpr std::uint32_t kClientPorts = 15000;

class LiveListener final : public Listener
{
public:
    LiveListener(LiveNetwork& network, std::uint64_t id, Endpoint at)
        : m_network(network)
        , m_id(id)
        , m_endpoint(std::move(at))
    {
    }
    ~LiveListener() override { m_network.unlisten(m_id); }
    const Endpoint& endpoint() const override { return m_endpoint; }

private:
    LiveNetwork& m_network;
    const std::uint64_t m_id;
    const Endpoint m_endpoint;
};

} // namespace

LiveNetwork::LiveNetwork(LiveHost& host, Switchboard& switchboard)
    : m_host(host)
    , m_switchboard(switchboard)
{
}

LiveNetwork::~LiveNetwork() = default;

Result<std::unique_ptr<Listener>> LiveNetwork::listen(const Endpoint& at, Framing framing,
                                                      OnAccept onAccept)
{
    const std::uint64_t id = m_nextListener++;
    auto shared = std::make_shared<OnAccept>(std::move(onAccept));
    auto acceptor = TcpAcceptor::open(m_host, m_switchboard, at, framing, shared);
    if (!acceptor)
        return tl::unexpected(acceptor.error());
    const Endpoint where{at.host, (*acceptor)->port()};
    m_services[id] = {where, std::move(shared), std::move(*acceptor)};
    m_switchboard.add(where, {&m_host, id, framing});
    return std::make_unique<LiveListener>(*this, id, where);
}

std::unique_ptr<Channel> LiveNetwork::connect(const Endpoint& to, Framing framing)
{
    return connectAs(m_host.node(), to, framing);
}

std::unique_ptr<Channel> LiveNetwork::connectAs(const NodeId& who, const Endpoint& to,
                                                Framing framing)
{
    const auto service = m_switchboard.find(to);
    const NodeId serverNode = service ? service->host->node() : NodeId{};
    const auto limit = frameLimit(service ? service->framing : framing);
    const auto client = std::make_shared<MemoryEnd>(m_host, Peer{serverNode, to.text()}, limit);
    auto channel = client->open();
    if (!service) {
        client->sendHere(m_host.liveLoop().cause(), Arrival{Frame{}, CloseReason::Refused});
        return channel;
    }
    const std::uint32_t number = m_switchboard.nextConnection() % kClientPorts;
    const Endpoint from{to.host, static_cast<std::uint16_t>(kFirstClientPort + number)};
    const auto server = std::make_shared<MemoryEnd>(*service->host, Peer{who, from.text()}, limit);
    MemoryEnd::join(client, server);
    service->host->liveLoop().inject(
        {m_host.liveLoop().cause(),
         [network = &service->host->liveNetwork(), id = service->listener,
          pending = PendingAccept(client, server)]() mutable {
             network->accept(id, std::move(pending));
         }});
    return channel;
}

void LiveNetwork::accept(std::uint64_t listener, PendingAccept pending)
{
    const auto service = m_services.find(listener);
    if (service == m_services.end())
        return;
    // Kept alive: the callback may destroy its own listener.
    const auto onAccept = service->second.onAccept;
    (*onAccept)(pending.accept());
}

void LiveNetwork::unlisten(std::uint64_t listener)
{
    const auto found = m_services.find(listener);
    if (found == m_services.end())
        return;
    const Service gone = std::move(found->second);
    m_services.erase(found);
    m_switchboard.remove(gone.at, &m_host, listener);
    gone.acceptor->close();
}

void LiveNetwork::forgetListeners()
{
    while (!m_services.empty())
        unlisten(m_services.begin()->first);
}

} // namespace hw::world
