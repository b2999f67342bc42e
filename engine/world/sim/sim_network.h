#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>

#include "engine/base/time.h"
#include "engine/world/network.h"
#include "engine/world/random.h"
#include "engine/world/sim/fingerprint.h"
#include "engine/world/sim/sim_link.h"

namespace hw::world {

class SimHost;
class SimListener;
class SimWorld;
struct SimOptions;

/// Knows who listens where, and all links between hosts of a simulated world.
class SimSwitchboard
{
public:
    SimSwitchboard(SimWorld& world, const SimOptions& options);
    ~SimSwitchboard();

    Result<std::unique_ptr<Listener>> listen(SimHost& host, const Endpoint& at, Framing framing,
                                             Network::OnAccept onAccept);
    std::unique_ptr<Channel> connect(SimHost& from, const NodeId& who, const Endpoint& to,
                                     Framing framing);
    /// Forgets the host's listeners, ends its channels and tells their peers.
    void hostCrashed(SimHost& host);

    void listenerGone(const Endpoint& at) { m_listeners.erase(at); }
    /// When something sent now on a link arrives: never before what was sent earlier.
    Instant arrivalAfter(Instant earlier);
    SimWorld& world() { return m_world; }
    Fingerprint& fingerprint();

private:
    friend class SimLink;

    struct Listening
    {
        SimHost* host = nullptr;
        Framing framing = Framing::Kafka;
        std::shared_ptr<Network::OnAccept> onAccept;
        std::shared_ptr<bool> alive; ///< read by the listener when it is destroyed
    };

    std::optional<Endpoint> whoListens(const Endpoint& to) const;
    void accept(const Endpoint& at, const std::shared_ptr<SimLink>& link);

    SimWorld& m_world;
    const Duration m_latencyMin;
    const Duration m_latencyMax;
    Random m_random;
    std::uint64_t m_nextLink = 1;
    std::map<Endpoint, Listening> m_listeners;
    std::map<std::uint64_t, SimLink*> m_links;
};

class SimNetwork final : public Network
{
public:
    SimNetwork(SimHost& host, SimSwitchboard& switchboard)
        : m_host(host)
        , m_switchboard(switchboard)
    {
    }

    Result<std::unique_ptr<Listener>> listen(const Endpoint& at, Framing framing,
                                             OnAccept onAccept) override
    {
        return m_switchboard.listen(m_host, at, framing, std::move(onAccept));
    }
    std::unique_ptr<Channel> connect(const Endpoint& to, Framing framing) override;
    std::unique_ptr<Channel> connectAs(const NodeId& who, const Endpoint& to,
                                       Framing framing) override
    {
        return m_switchboard.connect(m_host, who, to, framing);
    }

private:
    SimHost& m_host;
    SimSwitchboard& m_switchboard;
};

} // namespace hw::world
