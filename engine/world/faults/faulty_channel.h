#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>

#include "engine/world/faults/faulty_lane.h"
#include "engine/world/faults/host_faults.h"
#include "engine/world/loop.h"
#include "engine/world/network.h"

namespace hw::world {

/// Requests whose answers are to be held, in one channel; further ones are not looked for.
inline constexpr std::size_t kAwaitedAnswersLimit = 64;

/// One end of a channel between two nodes. What it sends may have to wait; what it receives only
/// if the other end is an outside program, whose own end nobody wraps. Lives on as long as a
/// callback of the channel below needs it.
class FaultyEnd final : public std::enable_shared_from_this<FaultyEnd>, private FaultyLane::Owner
{
public:
    /// Who made the connection: it sends requests, the other one answers.
    enum class Side : std::uint8_t
    {
        Connecting,
        Accepting,
    };
    FaultyEnd(Loop& loop, std::shared_ptr<HostFaults> faults, NodeId self, Side side,
              std::unique_ptr<Channel> inner);
    ~FaultyEnd();

    /// Listens for changes of the faults. Once, in the task that got the channel.
    void start();
    void setHandlers(Channel::OnFrame onFrame, Channel::OnClosed onClosed);
    void send(Frame frame);
    void setOwnerPaused(bool paused);
    void close();
    void reset();
    const Peer& peer() const { return m_peer; }
    /// Whether the channel below is over, told or not.
    bool hasEnded() const { return !m_inner || m_closed; }
    /// Whether a connection can be made.
    bool isCut() const { return m_faults->isCut(m_self, m_peer.node); }

private:
    void deliver(FaultyLane& lane, Frame frame) override;
    void emptied(FaultyLane& lane) override;
    std::optional<HeldFrame> matches(const HoldRule& rule, const Frame& frame) override;
    bool isWanted(const HoldRule& rule, const Frame& frame, bool isRequest) const;
    std::optional<std::uint64_t> requestOf(const Frame& answer, const HoldRule& rule) const;

    void received(Frame frame);
    void handOn(Frame frame);
    void noteRequest(const Frame& frame);
    void faultsChanged();
    void applyPause();
    void innerClosed(CloseReason reason);
    void noteClosed(CloseReason reason);
    void resetSoon();
    void letGo();
    void tellClosed();
    bool mayTellClosed() const;

    Loop& m_loop;
    const std::shared_ptr<HostFaults> m_faults; ///< a queued task may outlive the table
    const NodeId m_self;
    const Side m_side;
    std::unique_ptr<Channel> m_inner; ///< none after the end
    const Peer m_peer;
    FaultyLane m_out;
    std::optional<FaultyLane> m_in; ///< only from outside programs
    Channel::OnFrame m_onFrame;
    Channel::OnClosed m_onClosed;
    std::set<std::int32_t> m_awaited; ///< correlation ids whose answers are to be held
    /// Heads of the newest requests that came in, in a ring: what an answer that is held says.
    std::array<std::uint64_t, 8> m_requests{};
    std::size_t m_nextRequest = 0;
    std::optional<CloseReason> m_closed; ///< ended below; the owner hears when the link heals
    bool m_forced = false;               ///< ended by a fault: told whatever the link is like
    EventId m_closedCause;
    bool m_handingOn = false;
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
    void reset() override { m_end->reset(); }
    const Peer& peer() const override { return m_end->peer(); }

private:
    const std::shared_ptr<FaultyEnd> m_end;
};

} // namespace hw::world
