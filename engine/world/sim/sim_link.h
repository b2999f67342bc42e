#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "engine/base/time.h"
#include "engine/world/inlet.h"

namespace hw::world {

class SimHost;
class SimSwitchboard;

/// One connection: two ends, each on a host. Lives as long as a channel or a queued arrival
/// needs it.
///
///     owner A -- SimChannel -- ends[0] ==link== ends[1] -- SimChannel -- owner B
class SimLink : public std::enable_shared_from_this<SimLink>
{
public:
    enum Side : std::uint8_t
    {
        Client = 0,
        Server = 1,
    };
    SimLink(SimSwitchboard& switchboard, std::uint64_t id, Framing framing);
    ~SimLink();

    /// Makes an end usable: the client's at once, the server's when it is accepted.
    std::unique_ptr<Channel> open(Side side);
    void setHost(Side side, SimHost* host, Peer peer);
    void setHandlers(Side side, Channel::OnFrame onFrame, Channel::OnClosed onClosed);
    void send(Side side, Frame frame);
    void pause(Side side) { m_ends[side].inlet.pause(); }
    void resume(Side side);
    /// The owner lets go of its end; the peer hears `reason` after what was sent before.
    void close(Side side, CloseReason reason = CloseReason::ByPeer);
    /// Nobody listens: ends the client's side (in a task of its host).
    void refuse();
    /// Nothing reaches `side` before `until` (when it is accepted).
    void holdBack(Side side, Instant until) { m_ends[side].lastArrival = until; }
    const Peer& peer(Side side) const { return m_ends[side].peer; }
    SimHost* host(Side side) const { return m_ends[side].host; }
    bool isClosed(Side side) const { return m_ends[side].state == State::Closed; }

private:
    enum class State
    {
        Pending, ///< not accepted yet
        Open,
        Closed,
    };
    struct End
    {
        SimHost* host = nullptr;
        State state = State::Pending;
        Peer peer;
        Inlet inlet;
        bool draining = false; ///< a Drain task is queued
        Instant lastArrival;   ///< of what travels to this end
    };

    static Side other(Side side) { return side == Client ? Server : Client; }
    void travel(Side to, EventId cause, Arrival arrival);
    void arrive(Side side, Arrival arrival);
    void deliver(Side side, Arrival arrival);
    void queueDrain(Side side);
    void drain(Side side);
    /// Adds the frame's bytes to the run's fingerprint; false if a file range cannot be read.
    bool hash(const Frame& frame);

    SimSwitchboard& m_switchboard;
    const std::uint64_t m_id;
    const std::uint32_t m_frameLimit;
    std::array<End, 2> m_ends;
};

} // namespace hw::world
