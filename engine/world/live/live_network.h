#pragma once

#include <cstdint>
#include <map>
#include <memory>

#include "engine/world/live/memory_end.h"
#include "engine/world/live/switchboard.h"
#include "engine/world/network.h"

namespace hw::world {

class LiveHost;
class TcpAcceptor;

/// A host's network: every listener is served over TCP for outside programs and, through the
/// switchboard, in memory for hosts of the same world. Only the latter can be connected to.
class LiveNetwork final : public Network
{
public:
    LiveNetwork(LiveHost& host, Switchboard& switchboard);
    ~LiveNetwork() override;

    Result<std::unique_ptr<Listener>> listen(const Endpoint& at, Framing framing,
                                             OnAccept onAccept) override;
    std::unique_ptr<Channel> connect(const Endpoint& to, Framing framing) override;
    std::unique_ptr<Channel> connectAs(const NodeId& who, const Endpoint& to,
                                       Framing framing) override;

    void accept(std::uint64_t listener, PendingAccept pending);
    void unlisten(std::uint64_t listener);
    /// Closes every listener.
    void forgetListeners();

private:
    struct Service
    {
        Endpoint at;
        std::shared_ptr<OnAccept> onAccept;
        std::shared_ptr<TcpAcceptor> acceptor;
    };

    LiveHost& m_host;
    Switchboard& m_switchboard;
    std::uint64_t m_nextListener = 1;
    std::map<std::uint64_t, Service> m_services;
};

} // namespace hw::world
