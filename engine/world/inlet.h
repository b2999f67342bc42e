#pragma once

#include <deque>
#include <optional>

#include "engine/world/network.h"

namespace hw::world {

/// What reaches one end of a channel: a frame, or the end of the channel.
struct Arrival
{
    Frame frame;
    std::optional<CloseReason> end; ///< instead of a frame; `frame.cause` is still its cause
};

/// The receiving half of a channel, the same for every kind of channel: the owner's handlers, and
/// what waits while reading is paused. Touched on the owner's loop only. A callback may close or
/// destroy its channel; so whoever delivers keeps the inlet alive over the call.
class Inlet
{
public:
    bool isOpen() const { return m_open; }
    void open() { m_open = true; }
    void setHandlers(Channel::OnFrame onFrame, Channel::OnClosed onClosed);

    void pause() { m_paused = true; }
    /// Tells whether something waits, so that `takeHeld` must be called in a later task.
    bool resume();
    bool isPaused() const { return m_paused; }
    /// Whether an arrival has to wait behind others.
    bool mustHold() const { return m_paused || !m_held.empty(); }
    void hold(Arrival arrival) { m_held.push_back(std::move(arrival)); }
    /// What comes next, if it may come now.
    std::optional<Arrival> takeHeld();
    /// The cause of what waits first; only if something waits.
    EventId heldCause() const { return m_held.front().frame.cause; }
    bool holdsNothing() const { return m_held.empty(); }

    void deliver(Arrival arrival);
    /// The owner lets go: nothing is called any more.
    void close();

private:
    void deliverFrame(Frame frame);
    void finish(CloseReason reason);

    bool m_open = false;
    bool m_paused = false;
    Channel::OnFrame m_onFrame;
    Channel::OnClosed m_onClosed;
    std::deque<Arrival> m_held; ///< bounded by what the protocols leave unanswered
};

/// How large a frame of this framing may be.
constexpr std::uint32_t frameLimit(Framing framing)
{
    return framing == Framing::Kafka ? kKafkaFrameLimit : kZooKeeperFrameLimit;
}

} // namespace hw::world
