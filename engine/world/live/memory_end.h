#pragma once

#include <memory>

#include "engine/world/inlet.h"
#include "engine/world/live/connection.h"

namespace hw::world {

class LiveHost;

/// One end of a channel between two hosts of one live world. Each end is touched on its own host's
/// loop only; they reach each other by jobs posted to the other's inbox, so frames move without
/// being copied.
///
///     loop A: owner - channel - MemoryEnd A --job--> inbox B --> MemoryEnd B - channel - owner
class MemoryEnd final : public Connection, public std::enable_shared_from_this<MemoryEnd>
{
public:
    MemoryEnd(LiveHost& host, Peer peer, std::uint32_t frameLimit);

    /// Two ends that know each other, neither open yet. Only before either is in use.
    static void join(const std::shared_ptr<MemoryEnd>& one, const std::shared_ptr<MemoryEnd>& two);

    std::unique_ptr<Channel> open();
    bool isOpen() const { return m_inlet.isOpen(); }
    void setHandlers(Channel::OnFrame onFrame, Channel::OnClosed onClosed);
    void send(Frame frame);
    void pause() { m_inlet.pause(); }
    void resume();
    void close(CloseReason toldToPeer = CloseReason::ByPeer);
    void crashed() override { close(CloseReason::Reset); }
    const Peer& peer() const { return m_peer; }

    /// Any thread: hands something over to this end.
    void sendHere(EventId cause, Arrival arrival);

private:
    void arrive(Arrival arrival);
    void deliver(Arrival arrival);
    void leave();
    void queueDrain();

    LiveHost& m_host;
    const Peer m_peer;
    const std::uint32_t m_frameLimit;
    std::shared_ptr<MemoryEnd> m_other; ///< until this end is closed
    Inlet m_inlet;
    std::uint64_t m_connection = 0;
    bool m_draining = false;
};

/// A connection on its way to a listener. If it dies without having been accepted, because the
/// listener or its host is gone, the client is told.
class PendingAccept
{
public:
    PendingAccept(std::shared_ptr<MemoryEnd> client, std::shared_ptr<MemoryEnd> server)
        : m_client(std::move(client))
        , m_server(std::move(server))
    {
    }
    PendingAccept(PendingAccept&&) = default;
    ~PendingAccept()
    {
        if (m_client)
            m_client->sendHere(kNoEvent, Arrival{Frame{}, CloseReason::Refused});
    }

    std::unique_ptr<Channel> accept()
    {
        m_client = nullptr;
        return m_server->open();
    }

private:
    std::shared_ptr<MemoryEnd> m_client;
    std::shared_ptr<MemoryEnd> m_server;
};

} // namespace hw::world
