#include "engine/world/faults/faulty_channel.h"

#include <algorithm>
#include <array>
#include <span>

namespace hw::world {

/// Frames from an outside program that wait in here before its socket is not read any more.
static constexpr std::size_t kWaitingInside = 16;

/// The first bytes of a frame as big-endian numbers; none if it is shorter or begins in a file.
static std::optional<std::uint64_t> firstBytes(const Frame& frame, std::size_t count)
{
    std::uint64_t number = 0;
    for (const auto& piece : frame.pieces.list()) {
        const Slice* slice = std::get_if<Slice>(&piece);
        if (!slice)
            return std::nullopt;
        for (std::size_t i = 0; i < slice->size() && count > 0; ++i, --count)
            number = number << 8 | slice->view()[i];
        if (count == 0)
            return number;
    }
    return std::nullopt;
}

FaultyEnd::FaultyEnd(Loop& loop, std::shared_ptr<HostFaults> faults, NodeId self, Side side,
                     std::unique_ptr<Channel> inner)
    : m_loop(loop)
    , m_faults(std::move(faults))
    , m_self(self)
    , m_side(side)
    , m_inner(std::move(inner))
    , m_peer(m_inner->peer())
    , m_out(*this, loop, m_faults, self, m_peer.node, FaultyLane::Way::Out)
{
    if (m_peer.node.kind == NodeId::Kind::Outside)
        m_in.emplace(static_cast<FaultyLane::Owner&>(*this), loop, m_faults, m_peer.node, self,
                     FaultyLane::Way::In);
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
    m_onFrame = std::move(onFrame);
    m_onClosed = std::move(onClosed);
    m_inner->setHandlers(
        [weak = weak_from_this()](Frame frame) {
            if (const auto self = weak.lock())
                self->received(std::move(frame));
        },
        [weak = weak_from_this()](CloseReason reason) {
            if (const auto self = weak.lock())
                self->innerClosed(reason);
        });
}

void FaultyEnd::received(Frame frame)
{
    if (hasEnded() || m_ownerGone)
        return;
    noteRequest(frame);
    if (!m_in)
        return handOn(std::move(frame));
    if (!m_in->take(std::move(frame)))
        return resetSoon();
    applyPause();
}

/// The owner may let go of the channel meanwhile; what it gave goes only afterwards.
void FaultyEnd::handOn(Frame frame)
{
    if (m_ownerGone || !m_onFrame)
        return;
    m_handingOn = true;
    m_onFrame(std::move(frame));
    m_handingOn = false;
    if (m_ownerGone || !m_inner)
        m_onFrame = nullptr;
}

/// The number of `size` bytes at `at`; none if the frame is too short.
static std::optional<std::uint64_t> numberIn(const Frame& frame, std::size_t at, std::size_t size)
{
    const auto head = firstBytes(frame, at + size);
    if (!head)
        return std::nullopt;
    return size == 8 ? *head : *head & ((std::uint64_t(1) << (8 * size)) - 1);
}

static bool isRequestOf(const HoldRule& rule, const Frame& frame)
{
    const HoldRule::Mark& mark = *rule.mark;
    return numberIn(frame, mark.at, mark.size) == mark.value &&
           !(rule.numberIsNotZero && numberIn(frame, rule.numberAt, 4) == 0u);
}

/// The first eight bytes; of less than that, zeros behind what there is.
static std::uint64_t headOf(const Frame& frame)
{
    const std::size_t count = std::min<std::size_t>(8, frame.pieces.size());
    const auto head = count == 0 ? std::nullopt : firstBytes(frame, count);
    return head ? *head << (8 * (8 - count)) : 0;
}

/// A rule may wait for the answer to what comes in here.
void FaultyEnd::noteRequest(const Frame& frame)
{
    if (m_side != Side::Accepting)
        return;
    m_requests[m_nextRequest++ % m_requests.size()] = headOf(frame);
    const HoldRule* rule = m_faults->waitingFor(m_self, m_peer.node);
    if (!rule || !rule->response || !rule->mark || m_awaited.size() == kAwaitedAnswersLimit)
        return;
    const auto number = numberIn(frame, rule->numberAt, 4);
    if (number && isRequestOf(*rule, frame))
        m_awaited.insert(static_cast<std::int32_t>(*number));
}

/// The newest request that carried the number with which an answer begins.
std::optional<std::uint64_t> FaultyEnd::requestOf(const Frame& answer, const HoldRule& rule) const
{
    const auto number = firstBytes(answer, 4);
    for (std::size_t back = 1; number && back <= m_requests.size(); ++back) {
        const std::uint64_t head = m_requests[(m_nextRequest - back) % m_requests.size()];
        const std::uint64_t its = (head << (8 * rule.numberAt)) >> 32;
        if (head != 0 && its == *number)
            return head;
    }
    return std::nullopt;
}

std::optional<HeldFrame> FaultyEnd::matches(const HoldRule& rule, const Frame& frame)
{
    // Requests flow from the connecting end: out of it, or into the lane of an accepting one.
    const bool outgoing = covers(rule.from, m_self) && covers(rule.to, m_peer.node);
    const bool isRequest = outgoing == (m_side == Side::Connecting);
    if (!isWanted(rule, frame, isRequest))
        return std::nullopt;
    return HeldFrame{static_cast<std::uint32_t>(frame.pieces.size()), headOf(frame), !isRequest,
                     isRequest ? std::nullopt : requestOf(frame, rule)};
}

bool FaultyEnd::isWanted(const HoldRule& rule, const Frame& frame, bool isRequest) const
{
    if (!rule.mark)
        return true;
    if (rule.eitherWay)
        return isRequestOf(rule, frame);
    if (rule.response) {
        const auto correlation = firstBytes(frame, 4);
        return !isRequest && correlation &&
               m_awaited.contains(static_cast<std::int32_t>(*correlation));
    }
    return isRequest != rule.isPushed && isRequestOf(rule, frame);
}

void FaultyEnd::deliver(FaultyLane& lane, Frame frame)
{
    if (&lane == &m_out) {
        m_inner->send(std::move(frame));
        return;
    }
    const auto self = shared_from_this();
    handOn(std::move(frame));
    applyPause();
    if (m_in->isEmpty())
        emptied(*m_in);
}

void FaultyEnd::emptied(FaultyLane& lane)
{
    if (&lane == &m_out && m_ownerGone)
        letGo();
    else if (&lane != &m_out && m_closed && mayTellClosed())
        m_loop.post([self = shared_from_this()] { self->tellClosed(); });
}

void FaultyEnd::send(Frame frame)
{
    if (hasEnded() || m_ownerGone)
        return;
    if (!m_out.take(std::move(frame)))
        resetSoon();
}

/// Ends both sides; the owner hears of it in a task of its own.
void FaultyEnd::resetSoon()
{
    if (m_ownerGone)
        return letGo();
    noteClosed(CloseReason::Reset);
    m_forced = true;
    if (m_in)
        m_in->clear();
    m_inner->reset(); // whichever end is told first, the other hears of a reset, too
    m_loop.post([self = shared_from_this()] { self->tellClosed(); });
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
    const auto onFrame = m_handingOn ? Channel::OnFrame() : std::move(m_onFrame);
    if (m_in)
        m_in->clear();
    if (m_out.isEmpty()) {
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

void FaultyEnd::reset()
{
    if (m_ownerGone)
        return;
    m_ownerGone = true;
    m_out.clear();
    if (m_in)
        m_in->clear();
    if (m_inner)
        m_inner->reset();
    letGo();
}

void FaultyEnd::letGo()
{
    const auto self = shared_from_this();
    m_faults->forget(m_listener);
    m_out.clear();
    const auto onFrame = m_handingOn ? Channel::OnFrame() : std::move(m_onFrame);
    const auto inner = std::move(m_inner);
}

void FaultyEnd::faultsChanged()
{
    const auto self = shared_from_this();
    const EventId dropping = m_faults->dropping();
    const bool drops = m_out.holds(dropping) || (m_in && m_in->holds(dropping));
    if (m_inner && (drops || m_faults->isResetting(m_self, m_peer.node))) {
        if (!m_closed)
            return resetSoon();
        if (m_in) // it ended meanwhile; what had come before goes, too
            m_in->clear();
    }
    if (!m_inner)
        return;
    if (!m_closed)
        m_out.faultsChanged();
    if (m_in)
        m_in->faultsChanged();
    applyPause();
    if (m_closed && mayTellClosed())
        m_loop.post([self] { self->tellClosed(); });
}

void FaultyEnd::applyPause()
{
    if (!m_inner)
        return;
    const bool stopped = m_ownerPaused || m_out.waitsForDisk();
    if (m_in)
        m_in->setStopped(stopped);
    const bool pause = stopped || m_faults->between(m_peer.node, m_self).readingStopped ||
                       (m_in && (m_in->isCut() || m_in->size() >= kWaitingInside));
    if (pause == m_innerPaused)
        return;
    m_innerPaused = pause;
    if (pause)
        m_inner->pauseReading();
    else
        m_inner->resumeReading();
}

void FaultyEnd::innerClosed(CloseReason reason)
{
    if (m_closed)
        return;
    noteClosed(reason);
    tellClosed();
}

void FaultyEnd::noteClosed(CloseReason reason)
{
    m_closed = reason;
    m_closedCause = m_loop.cause();
    m_out.clear();
}

/// The news takes the same way as the frames before it.
bool FaultyEnd::mayTellClosed() const
{
    if (m_forced)
        return true;
    return !m_faults->between(m_peer.node, m_self).cut && (!m_in || m_in->isEmpty());
}

void FaultyEnd::tellClosed()
{
    if (!m_inner || !mayTellClosed()) // nobody hears of it before the link heals
        return;
    m_loop.setCause(m_closedCause);
    const auto onClosed = std::move(m_onClosed);
    letGo();
    if (onClosed)
        onClosed(*m_closed);
}

} // namespace hw::world
