#include "engine/world/live/tcp_acceptor.h"

#include <fmt/format.h>

#include "engine/world/live/live_host.h"
#include "engine/world/live/tcp_connection.h"

namespace hw::world {

/// After a failed accept (most likely: too many open files) the next try waits this long.
static constexpr Duration kAcceptRetry = 100ms;

static Error bindError(const Endpoint& at, const std::error_code& error)
{
    if (error == asio::error::address_in_use)
        return {Failure::Busy, fmt::format("port {} on {} is already in use by another program",
                                           at.port, at.host)};
    if (error == asio::error::access_denied)
        return {Failure::Denied,
                fmt::format("port {} on {} is not allowed for this user; ports from 1024 up are",
                            at.port, at.host)};
    return {Failure::Invalid, fmt::format("cannot listen on {}: {}", at.text(), error.message())};
}

Result<std::shared_ptr<TcpAcceptor>> TcpAcceptor::open(LiveHost& host, Switchboard& switchboard,
                                                       const Endpoint& at, Framing framing,
                                                       std::shared_ptr<Network::OnAccept> onAccept)
{
    std::error_code error;
    const auto address =
        asio::ip::make_address(at.host == "localhost" ? "127.0.0.1" : at.host, error);
    if (error)
        return fail(Failure::Invalid,
                    fmt::format("'{}' is no address to listen on; 127.0.0.1 or another address of "
                                "this machine is",
                                at.host));
    auto acceptor = std::make_shared<TcpAcceptor>(host, switchboard, framing, std::move(onAccept));
    if (const auto failed = acceptor->bind({address, at.port}))
        return tl::unexpected(bindError(at, failed));
    acceptor->acceptNext();
    return acceptor;
}

TcpAcceptor::TcpAcceptor(LiveHost& host, Switchboard& switchboard, Framing framing,
                         std::shared_ptr<Network::OnAccept> onAccept)
    : m_host(host)
    , m_switchboard(switchboard)
    , m_framing(framing)
    , m_onAccept(std::move(onAccept))
    , m_acceptor(host.liveLoop().io())
{
}

std::uint16_t TcpAcceptor::port() const
{
    std::error_code error;
    return m_acceptor.local_endpoint(error).port();
}

void TcpAcceptor::close()
{
    std::error_code ignored;
    m_acceptor.close(ignored);
}

std::error_code TcpAcceptor::bind(const asio::ip::tcp::endpoint& at)
{
    std::error_code error;
    m_acceptor.open(at.protocol(), error);
    if (!error)
        m_acceptor.set_option(asio::socket_base::reuse_address(true), error);
    if (!error)
        m_acceptor.bind(at, error);
    if (!error)
        m_acceptor.listen(asio::socket_base::max_listen_connections, error);
    return error;
}

void TcpAcceptor::acceptNext()
{
    m_acceptor.async_accept(
        [self = shared_from_this()](const std::error_code& error, asio::ip::tcp::socket socket) {
            if (!self->m_acceptor.is_open())
                return;
            if (!error) {
                self->accepted(std::move(socket));
                if (self->m_acceptor.is_open())
                    self->acceptNext();
                return;
            }
            self->m_host.liveLoop().after(kAcceptRetry, [self] {
                if (self->m_acceptor.is_open())
                    self->acceptNext();
            });
        });
}

void TcpAcceptor::accepted(asio::ip::tcp::socket socket)
{
    const auto number = static_cast<std::int32_t>(m_switchboard.nextConnection());
    std::error_code error;
    const auto remote = socket.remote_endpoint(error);
    if (error)
        return; // it is gone already
    const Endpoint from{remote.address().to_string(), remote.port()};
    auto channel = TcpConnection::open(m_host, std::move(socket),
                                       Peer{NodeId::outside(number), from.text()}, m_framing);
    m_host.liveLoop().runAsTask(kNoEvent, [&] { (*m_onAccept)(std::move(channel)); });
}

} // namespace hw::world
