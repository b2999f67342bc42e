#include "engine/world/faults/faulty_lane.h"

#include <algorithm>
#include <utility>

namespace hw::world {

/// What a frame has on the wire besides its bytes.
static constexpr std::size_t kSizePrefix = 4;

FaultyLane::FaultyLane(Owner& owner, Loop& loop, std::shared_ptr<HostFaults> faults, NodeId from,
                       NodeId to, Way way)
    : m_owner(owner)
    , m_loop(loop)
    , m_faults(std::move(faults))
    , m_from(from)
    , m_to(to)
    , m_way(way)
    , m_linksVersion(m_faults->linksVersion())
    , m_state(m_faults->between(from, to))
    , m_timer(loop)
{
}

bool FaultyLane::take(Frame frame)
{
    const HoldRule* rule = m_faults->waitingFor(m_from, m_to);
    const auto held = rule ? m_owner.matches(*rule, frame) : std::nullopt;
    if (!held)
        rule = nullptr;
    const bool troubled = m_state.cut || m_state.delay != Duration::zero() ||
                          m_state.bytesPerSecond != 0 || m_stopped || waitsForDisk();
    if (!rule && !troubled && m_waiting.empty()) {
        m_owner.deliver(*this, std::move(frame));
        return true;
    }
    if (m_waiting.size() == kHeldFramesLimit)
        return false;
    if (frame.cause == kNoEvent)
        frame.cause = m_loop.cause();
    const Instant now = m_loop.now();
    const std::size_t bytes = frame.pieces.size();
    Waiting waiting{now, now, kNoEvent, std::move(frame)};
    if (m_state.bytesPerSecond != 0)
        waiting.passed =
            m_faults->reserve(m_from, m_to, m_state.bytesPerSecond, bytes + kSizePrefix, now);
    if (rule)
        waiting.hold = rule->id;
    m_waiting.push_back(std::move(waiting));
    if (rule)
        m_faults->caught(rule->id, m_from, m_to, *held);
    pump();
    return true;
}

bool FaultyLane::holds(EventId rule) const
{
    return rule != kNoEvent &&
           std::ranges::any_of(m_waiting, [&](const Waiting& w) { return w.hold == rule; });
}

void FaultyLane::faultsChanged()
{
    if (std::exchange(m_linksVersion, m_faults->linksVersion()) != m_linksVersion) {
        const bool wasClogged = m_state.bytesPerSecond != 0;
        m_state = m_faults->between(m_from, m_to);
        if (wasClogged || m_state.bytesPerSecond != 0)
            passAgain();
    }
    pump();
}

/// What waits has its whole way before it again: every change ends the reservations.
void FaultyLane::passAgain()
{
    for (Waiting& waiting : m_waiting) {
        const std::size_t bytes = waiting.frame.pieces.size() + kSizePrefix;
        waiting.passed =
            m_state.bytesPerSecond == 0
                ? waiting.came
                : m_faults->reserve(m_from, m_to, m_state.bytesPerSecond, bytes, m_loop.now());
    }
}

void FaultyLane::setStopped(bool stopped)
{
    if (stopped == m_stopped)
        return;
    m_stopped = stopped;
    pump();
}

/// ZooKeeper's pings come from a thread of their own.
bool FaultyLane::waitsForDisk() const
{
    return m_from.kind != NodeId::Kind::Ensemble && m_to.kind != NodeId::Kind::Ensemble &&
           m_faults->busyUntil > m_loop.now();
}

Instant FaultyLane::due(const Waiting& waiting) const
{
    const Instant arrives = waiting.passed + m_state.delay;
    return waitsForDisk() ? std::max(arrives, m_faults->busyUntil) : arrives;
}

void FaultyLane::pump()
{
    m_timer.cancel();
    while (!m_waiting.empty()) {
        if (m_stopped || m_state.cut || m_faults->isHeld(m_waiting.front().hold))
            return;
        const Duration wait = due(m_waiting.front()) - m_loop.now();
        if (m_way == Way::In) {
            m_timer.start(std::max(wait, Duration::zero()), [this] { deliverOne(); });
            return;
        }
        if (wait > Duration::zero()) {
            m_timer.start(wait, [this] { pump(); });
            return;
        }
        m_owner.deliver(*this, takeFirst());
    }
    m_owner.emptied(*this);
}

void FaultyLane::deliverOne()
{
    Frame frame = takeFirst();
    m_loop.setCause(frame.cause);
    if (!m_waiting.empty())
        pump(); // before: the frame's taker may destroy this lane
    m_owner.deliver(*this, std::move(frame));
}

Frame FaultyLane::takeFirst()
{
    Frame frame = std::move(m_waiting.front().frame);
    m_waiting.pop_front();
    return frame;
}

void FaultyLane::clear()
{
    m_timer.cancel();
    const auto gone = std::exchange(m_waiting, {});
    for (const Waiting& waiting : gone) {
        if (waiting.hold != kNoEvent)
            m_faults->lost(waiting.hold);
    }
}

} // namespace hw::world
