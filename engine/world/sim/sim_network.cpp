#include "engine/world/sim/sim_network.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/world/sim/sim_host.h"
#include "engine/world/sim/sim_world.h"

namespace hw::world {

/// Where ports are taken from when none is asked for, for listeners and for the client's side.
static constexpr std::uint32_t kFirstFreePort = 40000;
static constexpr std::uint32_t kFirstClientPort = 50000;
static constexpr std::uint32_t kClientPorts = 15000;

class SimListener final : public Listener
{
public:
    SimListener(SimSwitchboard& switchboard, Endpoint at, std::shared_ptr<bool> alive)
        : m_switchboard(switchboard)
        , m_endpoint(std::move(at))
        , m_alive(std::move(alive))
    {
    }
    ~SimListener() override
    {
        if (*m_alive)
            m_switchboard.listenerGone(m_endpoint);
    }
    const Endpoint& endpoint() const override { return m_endpoint; }

private:
    SimSwitchboard& m_switchboard;
    const Endpoint m_endpoint;
    const std::shared_ptr<bool> m_alive; ///< false after the host crashed
};

SimSwitchboard::SimSwitchboard(SimWorld& world, const SimOptions& options)
    : m_world(world)
    , m_latencyMin(options.latencyMin)
    , m_latencyMax(options.latencyMax)
    , m_random(options.seed ^ 0x6e6574776f726bULL)
{
}

SimSwitchboard::~SimSwitchboard() = default;

Result<std::unique_ptr<Listener>> SimSwitchboard::listen(SimHost& host, const Endpoint& at,
                                                         Framing framing,
                                                         Network::OnAccept onAccept)
{
    Endpoint where = at;
    if (where.port == 0) {
        std::uint32_t port = kFirstFreePort;
        while (whoListens({where.host, static_cast<std::uint16_t>(port)}))
            ++port;
        where.port = static_cast<std::uint16_t>(port);
    } else if (whoListens(where)) {
        return fail(Failure::Busy,
                    fmt::format("port {} on {} is already in use", where.port, where.host));
    }
    auto alive = std::make_shared<bool>(true);
    m_listeners[where] = {&host, framing, std::make_shared<Network::OnAccept>(std::move(onAccept)),
                          alive};
    return std::make_unique<SimListener>(*this, where, std::move(alive));
}

std::unique_ptr<Channel> SimNetwork::connect(const Endpoint& to, Framing framing)
{
    return m_switchboard.connect(m_host, m_host.node(), to, framing);
}

std::unique_ptr<Channel> SimSwitchboard::connect(SimHost& from, const NodeId& who,
                                                 const Endpoint& to, Framing framing)
{
    const std::uint64_t id = m_nextLink++;
    const auto link = std::make_shared<SimLink>(*this, id, framing);
    const auto at = whoListens(to);
    SimHost* server = at ? m_listeners.at(*at).host : nullptr;

    link->setHost(SimLink::Client, &from, {server ? server->node() : NodeId{}, to.text()});
    auto channel = link->open(SimLink::Client);
    const Instant arrival = arrivalAfter({});
    if (!server) {
        from.schedule(arrival, TaskKind::Arrival, [link] { link->refuse(); });
        return channel;
    }
    const auto clientPort = static_cast<std::uint16_t>(kFirstClientPort + id % kClientPorts);
    link->setHost(SimLink::Server, server, {who, Endpoint{to.host, clientPort}.text()});
    link->holdBack(SimLink::Server, arrival);
    server->schedule(arrival, TaskKind::Accept, from.currentCause(),
                     [this, at = *at, link] { accept(at, link); });
    return channel;
}

void SimSwitchboard::hostCrashed(SimHost& host)
{
    for (auto it = m_listeners.begin(); it != m_listeners.end();) {
        if (it->second.host != &host) {
            ++it;
            continue;
        }
        *it->second.alive = false;
        it = m_listeners.erase(it);
    }
    // Handlers that die may end other links, so no iterator is kept over the change.
    std::vector<std::weak_ptr<SimLink>> links;
    for (const auto& [id, link] : m_links)
        links.push_back(link->weak_from_this());
    for (const auto& weak : links) {
        const auto link = weak.lock();
        if (!link)
            continue;
        for (const auto side : {SimLink::Client, SimLink::Server}) {
            if (link->host(side) == &host)
                link->close(side, CloseReason::Reset);
        }
    }
}

Instant SimSwitchboard::arrivalAfter(Instant earlier)
{
    const Duration latency(m_random.between(m_latencyMin.count(), m_latencyMax.count()));
    return std::max(m_world.now() + latency, earlier);
}

Fingerprint& SimSwitchboard::fingerprint() { return m_world.m_fingerprint; }

std::optional<Endpoint> SimSwitchboard::whoListens(const Endpoint& to) const
{
    for (const char* host : {to.host.c_str(), "0.0.0.0"}) {
        const Endpoint at{host, to.port};
        if (m_listeners.contains(at))
            return at;
    }
    return std::nullopt;
}

void SimSwitchboard::accept(const Endpoint& at, const std::shared_ptr<SimLink>& link)
{
    if (link->isClosed(SimLink::Server))
        return;
    const auto listening = m_listeners.find(at);
    if (listening == m_listeners.end() || listening->second.host != link->host(SimLink::Server)) {
        link->close(SimLink::Server, CloseReason::Refused);
        return;
    }
    // Kept alive: the callback may destroy its own listener.
    const auto onAccept = listening->second.onAccept;
    (*onAccept)(link->open(SimLink::Server));
}

} // namespace hw::world
