#include "engine/world/sim/sim_link.h"

#include <algorithm>

#include "engine/world/sim/sim_host.h"
#include "engine/world/sim/sim_world.h"

namespace hw::world {

namespace {

/// What the owner holds; the link holds the rest.
class SimChannel final : public Channel
{
public:
    SimChannel(std::shared_ptr<SimLink> link, SimLink::Side side)
        : m_link(std::move(link))
        , m_side(side)
    {
    }
    ~SimChannel() override { m_link->close(m_side); }

    void setHandlers(OnFrame onFrame, OnClosed onClosed) override
    {
        m_link->setHandlers(m_side, std::move(onFrame), std::move(onClosed));
    }
    void send(Frame frame) override { m_link->send(m_side, std::move(frame)); }
    void pauseReading() override { m_link->pause(m_side); }
    void resumeReading() override { m_link->resume(m_side); }
    void close() override { m_link->close(m_side); }
    void reset() override { m_link->close(m_side, CloseReason::Reset); }
    const Peer& peer() const override { return m_link->peer(m_side); }

private:
    const std::shared_ptr<SimLink> m_link;
    const SimLink::Side m_side;
};

} // namespace

SimLink::SimLink(SimSwitchboard& switchboard, std::uint64_t id, Framing framing)
    : m_switchboard(switchboard)
    , m_id(id)
    , m_frameLimit(frameLimit(framing))
{
    m_switchboard.m_links.emplace(id, this);
}

SimLink::~SimLink() { m_switchboard.m_links.erase(m_id); }

std::unique_ptr<Channel> SimLink::open(Side side)
{
    m_ends[side].state = State::Open;
    m_ends[side].inlet.open();
    return std::make_unique<SimChannel>(shared_from_this(), side);
}

void SimLink::setHost(Side side, SimHost* host, Peer peer)
{
    m_ends[side].host = host;
    m_ends[side].peer = std::move(peer);
}

void SimLink::setHandlers(Side side, Channel::OnFrame onFrame, Channel::OnClosed onClosed)
{
    m_ends[side].inlet.setHandlers(std::move(onFrame), std::move(onClosed));
}

void SimLink::send(Side side, Frame frame)
{
    End& end = m_ends[side];
    const bool peerGone = isClosed(other(side)) || !m_ends[other(side)].host;
    if (end.state == State::Closed || peerGone)
        return;
    if (frame.cause == kNoEvent)
        frame.cause = end.host->currentCause();
    const EventId cause = frame.cause;
    travel(other(side), cause, Arrival{std::move(frame), std::nullopt});
}

void SimLink::resume(Side side)
{
    if (m_ends[side].inlet.resume())
        queueDrain(side);
}

void SimLink::close(Side side, CloseReason reason)
{
    End& end = m_ends[side];
    if (end.state == State::Closed)
        return;
    end.state = State::Closed;
    const Side peer = other(side);
    if (!isClosed(peer) && m_ends[peer].host)
        travel(peer, end.host->currentCause(), Arrival{Frame{}, reason});
    end.inlet.close();
}

void SimLink::refuse()
{
    if (m_ends[Client].state == State::Open)
        arrive(Client, Arrival{Frame{}, CloseReason::Refused});
}

void SimLink::travel(Side to, EventId cause, Arrival arrival)
{
    End& end = m_ends[to];
    end.lastArrival = m_switchboard.arrivalAfter(end.lastArrival);
    end.host->schedule(end.lastArrival, TaskKind::Arrival, cause,
                       [self = shared_from_this(), to, arrival = std::move(arrival)]() mutable {
                           self->arrive(to, std::move(arrival));
                       });
}

void SimLink::arrive(Side side, Arrival arrival)
{
    End& end = m_ends[side];
    if (end.state != State::Open)
        return;
    arrival.frame.cause = end.host->currentCause();
    if (end.inlet.mustHold())
        end.inlet.hold(std::move(arrival));
    else
        deliver(side, std::move(arrival));
}

void SimLink::deliver(Side side, Arrival arrival)
{
    if (!arrival.end) {
        const bool tooLarge = arrival.frame.pieces.size() > m_frameLimit;
        if (tooLarge || !hash(arrival.frame)) {
            const Side peer = other(side);
            if (!isClosed(peer))
                travel(peer, arrival.frame.cause, Arrival{Frame{}, CloseReason::Reset});
            arrival.end = tooLarge ? CloseReason::Malformed : CloseReason::Reset;
        }
    }
    if (arrival.end)
        m_ends[side].state = State::Closed;
    m_ends[side].inlet.deliver(std::move(arrival));
}

void SimLink::queueDrain(Side side)
{
    End& end = m_ends[side];
    if (end.draining)
        return;
    end.draining = true;
    end.host->schedule(m_switchboard.world().now(), TaskKind::Drain, end.inlet.heldCause(),
                       [self = shared_from_this(), side] { self->drain(side); });
}

void SimLink::drain(Side side)
{
    Inlet& inlet = m_ends[side].inlet;
    m_ends[side].draining = false;
    if (auto next = inlet.takeHeld())
        deliver(side, std::move(*next));
    if (inlet.isOpen() && !inlet.isPaused() && !inlet.holdsNothing())
        queueDrain(side);
}

bool SimLink::hash(const Frame& frame)
{
    static constexpr std::size_t kChunk = 64 * 1024;
    Fingerprint& fingerprint = m_switchboard.fingerprint();
    Bytes chunk;
    for (const Pieces::Piece& piece : frame.pieces.list()) {
        if (const auto* slice = std::get_if<Slice>(&piece)) {
            fingerprint.bytes(slice->view());
            continue;
        }
        const auto& range = std::get<FileRange>(piece);
        chunk.resize(std::min<std::size_t>(kChunk, range.size));
        for (std::uint32_t at = 0; at < range.size;) {
            const std::size_t want = std::min<std::size_t>(chunk.size(), range.size - at);
            const auto got =
                range.source->readAt(range.position + at, std::span(chunk).first(want));
            if (!got || *got != want)
                return false;
            fingerprint.bytes(ByteView(chunk).first(want));
            at += static_cast<std::uint32_t>(want);
        }
    }
    fingerprint.endBytes(frame.pieces.size());
    return true;
}

} // namespace hw::world
