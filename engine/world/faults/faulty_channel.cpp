#include "engine/world/faults/faulty_channel.h"

namespace hw::world {

FaultyEnd::FaultyEnd(Loop& loop, std::shared_ptr<HostFaults> faults, NodeId self,
                     std::unique_ptr<Channel> inner)
    : m_loop(loop)
    , m_faults(std::move(faults))
    , m_self(self)
    , m_inner(std::move(inner))
    , m_peer(m_inner->peer())
    , m_timer(loop)
{
}

FaultyEnd::~FaultyEnd() { m_faults->forget(m_listener); }

void FaultyEnd::start()
{
    m_listener = m_faults->onChange([weak = weak_from_this()] {
        if (const auto self = weak.lock())
            self->faultsChanged();
    });
    applyPause();
    // Until the owner sets its own; a connection that hangs has no owner yet.
    setHandlers([](Frame) {}, nullptr);
}

void FaultyEnd::setHandlers(Channel::OnFrame onFrame, Channel::OnClosed onClosed)
{
    if (!m_inner)
        return;
    m_onClosed = std::move(onClosed);
    m_inner->setHandlers(std::move(onFrame), [weak = weak_from_this()](CloseReason reason) {
        if (const auto self = weak.lock())
            self->innerClosed(reason);
    });
}

void FaultyEnd::send(Frame frame)
{
    if (hasEnded() || m_ownerGone)
        return;
    const Duration delay = m_faults->delay(m_self, m_peer.node);
    if (m_waiting.empty() && delay == Duration::zero() && !isCut()) {
        m_inner->send(std::move(frame));
        return;
    }
    if (m_waiting.size() == kHeldFramesLimit) {
        noteClosed(CloseReason::Reset);
        m_loop.post([self = shared_from_this()] { self->tellClosed(); });
        return;
    }
    if (frame.cause == kNoEvent)
        frame.cause = m_loop.cause();
    m_waiting.push_back({m_loop.now() + delay, std::move(frame)});
    pump();
}

void FaultyEnd::setOwnerPaused(bool paused)
{
    m_ownerPaused = paused;
    applyPause();
}

void FaultyEnd::close()
{
    if (m_ownerGone)
        return;
    const auto self = shared_from_this();
    m_ownerGone = true;
    const auto onClosed = std::move(m_onClosed);
    if (m_waiting.empty()) {
        letGo();
        return;
    }
    // Nobody else keeps this end now: the table does, until all is sent or the host crashes.
    m_inner->setHandlers([](Frame) {},
                         [weak = weak_from_this()](CloseReason) {
                             if (const auto end = weak.lock())
                                 end->letGo();
                         });
    m_faults->forget(m_listener);
    m_listener = m_faults->onChange([self] { self->faultsChanged(); });
}

void FaultyEnd::letGo()
{
    const auto self = shared_from_this();
    m_faults->forget(m_listener);
    m_timer.cancel();
    m_waiting.clear();
    const auto inner = std::move(m_inner);
}

void FaultyEnd::faultsChanged()
{
    applyPause();
    pump();
    if (m_closed && !isCut())
        m_loop.post([self = shared_from_this()] { self->tellClosed(); });
}

void FaultyEnd::pump()
{
    m_timer.cancel();
    while (m_inner && !m_waiting.empty() && !isCut()) {
        const Instant due = m_waiting.front().due;
        if (due > m_loop.now()) {
            m_timer.start(due - m_loop.now(), [this] { pump(); });
            return;
        }
        m_inner->send(std::move(m_waiting.front().frame));
        m_waiting.pop_front();
    }
    if (m_ownerGone && m_waiting.empty())
        letGo();
}

void FaultyEnd::applyPause()
{
    const bool pause = m_ownerPaused || m_faults->isReadingStopped(m_self, m_peer.node);
    if (!m_inner || pause == m_innerPaused)
        return;
    m_innerPaused = pause;
    if (pause)
        m_inner->pauseReading();
    else
        m_inner->resumeReading();
}

void FaultyEnd::innerClosed(CloseReason reason)
{
    noteClosed(reason);
    tellClosed();
}

void FaultyEnd::noteClosed(CloseReason reason)
{
    m_closed = reason;
    m_closedCause = m_loop.cause();
    m_waiting.clear();
    m_timer.cancel();
}

void FaultyEnd::tellClosed()
{
    if (!m_inner || isCut()) // nobody hears of it before the link heals
        return;
    m_loop.setCause(m_closedCause);
    const auto onClosed = std::move(m_onClosed);
    letGo();
    if (onClosed)
        onClosed(*m_closed);
}

} // namespace hw::world
