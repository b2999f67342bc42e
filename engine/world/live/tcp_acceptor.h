#pragma once

#include <memory>

#include <asio/ip/tcp.hpp>

#include "engine/world/live/switchboard.h"
#include "engine/world/network.h"

namespace hw::world {

class LiveHost;

/// Takes outside programs' connections on one port. On its host's loop only.
class TcpAcceptor : public std::enable_shared_from_this<TcpAcceptor>
{
public:
    static Result<std::shared_ptr<TcpAcceptor>> open(LiveHost& host, Switchboard& switchboard,
                                                     const Endpoint& at, Framing framing,
                                                     std::shared_ptr<Network::OnAccept> onAccept);

    TcpAcceptor(LiveHost& host, Switchboard& switchboard, Framing framing,
                std::shared_ptr<Network::OnAccept> onAccept);
    std::uint16_t port() const;
    void close();

private:
    std::error_code bind(const asio::ip::tcp::endpoint& at);
    void acceptNext();
    void accepted(asio::ip::tcp::socket socket);

    LiveHost& m_host;
    Switchboard& m_switchboard;
    const Framing m_framing;
    const std::shared_ptr<Network::OnAccept> m_onAccept;
    asio::ip::tcp::acceptor m_acceptor;
};

} // namespace hw::world
