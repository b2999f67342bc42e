#include "engine/world/inlet.h"

namespace hw::world {

void Inlet::setHandlers(Channel::OnFrame onFrame, Channel::OnClosed onClosed)
{
    if (!m_open)
        return;
    m_onFrame = std::move(onFrame);
    m_onClosed = std::move(onClosed);
}

bool Inlet::resume()
{
    m_paused = false;
    return m_open && !m_held.empty();
}

std::optional<Arrival> Inlet::takeHeld()
{
    if (!m_open || m_paused || m_held.empty())
        return std::nullopt;
    Arrival next = std::move(m_held.front());
    m_held.pop_front();
    return next;
}

void Inlet::deliver(Arrival arrival)
{
    if (!m_open)
        return;
    if (arrival.end)
        finish(*arrival.end);
    else
        deliverFrame(std::move(arrival.frame));
}

void Inlet::close()
{
    m_open = false;
    // These may own what called us: they die when everything is settled.
    const auto onFrame = std::move(m_onFrame);
    const auto onClosed = std::move(m_onClosed);
    const auto held = std::move(m_held);
    m_held.clear();
}

void Inlet::deliverFrame(Frame frame)
{
    HW_ASSERT(m_onFrame, "handlers are set in the task that got the channel");
    // The callback may destroy the channel, so it is not called where it lives.
    Channel::OnFrame onFrame = std::move(m_onFrame);
    onFrame(std::move(frame));
    if (m_open && !m_onFrame)
        m_onFrame = std::move(onFrame);
}

void Inlet::finish(CloseReason reason)
{
    const auto onClosed = std::move(m_onClosed);
    close();
    if (onClosed)
        onClosed(reason);
}

} // namespace hw::world
