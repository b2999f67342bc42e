#include "engine/world/live/memory_end.h"

#include "engine/world/live/live_host.h"

namespace hw::world {

namespace {

/// What the owner holds.
class MemoryChannel final : public Channel
{
public:
    explicit MemoryChannel(std::shared_ptr<MemoryEnd> end)
        : m_end(std::move(end))
    {
    }
    ~MemoryChannel() override { m_end->close(); }

    void setHandlers(OnFrame onFrame, OnClosed onClosed) override
    {
        m_end->setHandlers(std::move(onFrame), std::move(onClosed));
    }
    void send(Frame frame) override { m_end->send(std::move(frame)); }
    void pauseReading() override { m_end->pause(); }
    void resumeReading() override { m_end->resume(); }
    void close() override { m_end->close(); }
    void reset() override { m_end->close(CloseReason::Reset); }
    const Peer& peer() const override { return m_end->peer(); }

private:
    const std::shared_ptr<MemoryEnd> m_end;
};

} // namespace

MemoryEnd::MemoryEnd(LiveHost& host, Peer peer, std::uint32_t frameLimit)
    : m_host(host)
    , m_peer(std::move(peer))
    , m_frameLimit(frameLimit)
{
}

void MemoryEnd::join(const std::shared_ptr<MemoryEnd>& one, const std::shared_ptr<MemoryEnd>& two)
{
    one->m_other = two;
    two->m_other = one;
}

std::unique_ptr<Channel> MemoryEnd::open()
{
    m_inlet.open();
    m_connection = m_host.connections().add(shared_from_this());
    return std::make_unique<MemoryChannel>(shared_from_this());
}

void MemoryEnd::setHandlers(Channel::OnFrame onFrame, Channel::OnClosed onClosed)
{
    m_inlet.setHandlers(std::move(onFrame), std::move(onClosed));
}

void MemoryEnd::send(Frame frame)
{
    if (!m_other)
        return;
    if (frame.cause == kNoEvent)
        frame.cause = m_host.liveLoop().cause();
    const EventId cause = frame.cause;
    m_other->sendHere(cause, Arrival{std::move(frame), std::nullopt});
}

void MemoryEnd::resume()
{
    if (m_inlet.resume())
        queueDrain();
}

void MemoryEnd::close(CloseReason toldToPeer)
{
    if (!m_inlet.isOpen())
        return;
    const auto keep = shared_from_this();
    if (m_other)
        m_other->sendHere(m_host.liveLoop().cause(), Arrival{Frame{}, toldToPeer});
    leave();
    m_inlet.close();
}

void MemoryEnd::sendHere(EventId cause, Arrival arrival)
{
    m_host.liveLoop().inject(
        {cause, [self = shared_from_this(), arrival = std::move(arrival)]() mutable {
             self->arrive(std::move(arrival));
         }});
}

void MemoryEnd::arrive(Arrival arrival)
{
    if (!m_inlet.isOpen()) {
        if (arrival.end)
            m_other = nullptr;
        return;
    }
    arrival.frame.cause = m_host.liveLoop().cause();
    if (m_inlet.mustHold())
        m_inlet.hold(std::move(arrival));
    else
        deliver(std::move(arrival));
}

void MemoryEnd::deliver(Arrival arrival)
{
    const auto keep = shared_from_this();
    if (!arrival.end && arrival.frame.pieces.size() > m_frameLimit) {
        if (m_other)
            m_other->sendHere(arrival.frame.cause, Arrival{Frame{}, CloseReason::Reset});
        arrival.end = CloseReason::Malformed;
    }
    if (arrival.end)
        leave();
    m_inlet.deliver(std::move(arrival));
}

void MemoryEnd::leave()
{
    m_other = nullptr;
    m_host.connections().remove(m_connection);
}

void MemoryEnd::queueDrain()
{
    if (m_draining)
        return;
    m_draining = true;
    LiveLoop& loop = m_host.liveLoop();
    const EventId before = loop.cause();
    loop.setCause(m_inlet.heldCause());
    loop.post([self = shared_from_this()] {
        self->m_draining = false;
        if (auto next = self->m_inlet.takeHeld())
            self->deliver(std::move(*next));
        const Inlet& inlet = self->m_inlet;
        if (inlet.isOpen() && !inlet.isPaused() && !inlet.holdsNothing())
            self->queueDrain();
    });
    loop.setCause(before);
}

} // namespace hw::world
