#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>

#include "engine/world/faults/host_faults.h"
#include "engine/world/loop.h"
#include "engine/world/network.h"

namespace hw::world {

/// One end of a channel between two nodes, whose outgoing frames may have to wait. Lives on as
/// long as a callback of the channel below needs it.
class FaultyEnd : public std::enable_shared_from_this<FaultyEnd>
{
public:
    FaultyEnd(Loop& loop, std::shared_ptr<HostFaults> faults, NodeId self,
              std::unique_ptr<Channel> inner);
    ~FaultyEnd();

    /// Listens for changes of the faults. Once, in the task that got the channel.
    void start();
    void setHandlers(Channel::OnFrame onFrame, Channel::OnClosed onClosed);
    void send(Frame frame);
    void setOwnerPaused(bool paused);
    void close();
    const Peer& peer() const { return m_peer; }
    /// Whether the channel below is over, told or not.
    bool hasEnded() const { return !m_inner || m_closed; }
    bool isCut() const { return m_faults->isCut(m_self, m_peer.node); }

private:
    struct Waiting
    {
        Instant due;
        Frame frame;
    };

    void faultsChanged();
    void pump();
    void applyPause();
    void innerClosed(CloseReason reason);
    void noteClosed(CloseReason reason);
    void letGo();
    void tellClosed();

    Loop& m_loop;
    const std::shared_ptr<HostFaults> m_faults; ///< a queued task may outlive the table
    const NodeId m_self;
    std::unique_ptr<Channel> m_inner; ///< none after the end
    const Peer m_peer;
    Channel::OnClosed m_onClosed;
    std::deque<Waiting> m_waiting;
    std::optional<CloseReason> m_closed; ///< ended below; the owner hears when the link heals
    EventId m_closedCause;
    Timer m_timer;
    bool m_ownerGone = false; ///< closed; what waits is still sent
    bool m_ownerPaused = false;
    bool m_innerPaused = false;
    std::uint64_t m_listener = 0;
};

class FaultyChannel final : public Channel
{
public:
    explicit FaultyChannel(std::shared_ptr<FaultyEnd> end)
        : m_end(std::move(end))
    {
    }
    ~FaultyChannel() override { m_end->close(); }

    void setHandlers(OnFrame onFrame, OnClosed onClosed) override
    {
        m_end->setHandlers(std::move(onFrame), std::move(onClosed));
    }
    void send(Frame frame) override { m_end->send(std::move(frame)); }
    void pauseReading() override { m_end->setOwnerPaused(true); }
    void resumeReading() override { m_end->setOwnerPaused(false); }
    void close() override { m_end->close(); }
    const Peer& peer() const override { return m_end->peer(); }

private:
    const std::shared_ptr<FaultyEnd> m_end;
};

} // namespace hw::world
