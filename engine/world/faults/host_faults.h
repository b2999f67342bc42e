#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "engine/base/ids.h"
#include "engine/base/result.h"
#include "engine/base/time.h"
#include "engine/world/faults/link_faults.h"

namespace hw::world {

/// Frames that wait in one direction of one channel; one more resets it.
inline constexpr std::size_t kHeldFramesLimit = 10000;

/// How a disk refuses to write.
struct DiskFault
{
    Failure kind = Failure::NoSpace; ///< NoSpace or Io
    bool torn = false;               ///< the first half gets written
    bool onlySync = false;           ///< writes succeed, syncs fail
};

/// Waits for one frame and holds it. A number at its place in the frame tells what it is; an answer
/// begins with a number of four bytes that its request carries too, and is known by it, from
/// requests that came since the rule was given.
struct HoldRule
{
    /// `size` bytes at `at`, big-endian. At most the first eight bytes of a frame are looked at.
    struct Mark
    {
        std::size_t at = 0, size = 2;
        std::uint64_t value = 0;
    };
    EventId id; ///< of whoever asks for it; unique
    NodeId from;
    NodeId to;
    std::optional<Mark> mark; ///< of the frame, or of the request that it answers; none: any frame
    bool response = false;
    std::size_t numberAt = 4;     ///< where a request carries the number that its answer repeats
    bool numberIsNotZero = false; ///< else it is no request, but what opens a connection
    bool isPushed = false;        ///< goes the way of answers, and answers nothing
    bool eitherWay = false;       ///< it does not matter who connected to whom
};

/// What a frame that was caught looks like, so that others can tell what it says.
struct HeldFrame
{
    std::uint32_t bytes = 0;
    std::uint64_t head = 0;               ///< the first eight bytes, big-endian; 0: not known
    bool isAnswer = false;                ///< it goes to the end that connected
    std::optional<std::uint64_t> request; ///< the head of what it answers, if still known
};

/// What became of a hold rule, told on the loop of the host that holds the frame.
struct HoldNews
{
    EventId rule;
    NodeId from;
    NodeId to;
    bool gone = false; ///< the frame is no more: its connection ended
    HeldFrame frame;
};

/// One host's own copy of what goes wrong, read on its loop by its channels and files; so hosts of
/// a live world share nothing.
class HostFaults
{
public:
    // --- links ---
    void setLinks(LinkFaults links);
    /// Rises with every `setLinks`.
    std::uint64_t linksVersion() const { return m_linksVersion; }
    LinkState between(const NodeId& from, const NodeId& to) const
    {
        return m_links.between(from, to);
    }
    /// Neither connecting nor accepting works while one direction is cut.
    bool isCut(const NodeId& one, const NodeId& two) const
    {
        return between(one, two).cut || between(two, one).cut;
    }
    /// When a frame of that size, sent now over a clogged link, will have passed it.
    Instant reserve(const NodeId& from, const NodeId& to, std::uint64_t rate, std::size_t bytes,
                    Instant now);
    /// Every channel between the two ends, at this host's end.
    void reset(const NodeId& one, const NodeId& two);
    bool isResetting(const NodeId& one, const NodeId& two) const;

    // --- one message ---
    void hold(HoldRule rule);
    /// Lets go what the rule caught, or ends its channel. Unknown rules are fine.
    void release(EventId rule, bool drop);
    /// The rule that waits for a frame of that direction and kind; null if none.
    const HoldRule* waitingFor(const NodeId& from, const NodeId& to) const;
    void caught(EventId rule, const NodeId& from, const NodeId& to, const HeldFrame& frame);
    void lost(EventId rule);
    bool isHeld(EventId rule) const { return m_holds.contains(rule); }
    /// The rule whose channel shall end now; kNoEvent but inside `release`.
    EventId dropping() const { return m_dropping; }
    std::function<void(const HoldNews&)> onHoldNews;

    // --- disk ---
    std::optional<DiskFault> disk;
    Duration slowDisk{};
    /// A write was asked of a slow disk: what the host does with its channels waits.
    void noteWrite(Instant now);
    /// Until then the host waits for its disk and neither reads nor sends.
    Instant busyUntil;
    std::function<void()> onBusy; ///< `busyUntil` moved

    // --- clock ---
    Duration clockOffset{};

    /// Whoever waits for a change of links; called in order of registering. A listener may go, or
    /// come, meanwhile.
    std::uint64_t onChange(std::function<void()> listener);
    void forget(std::uint64_t listener) { m_listeners.erase(listener); }
    /// After a crash: faults stay as they are, those who waited are dead.
    void forgetListeners();
    void tellListeners();

private:
    struct Hold
    {
        HoldRule rule;
        bool caught = false;
    };
    using Pair = std::pair<NodeId, NodeId>;

    LinkFaults m_links;
    std::uint64_t m_linksVersion = 0;
    std::map<Pair, Instant> m_lineFree; ///< of clogged links: when what was sent has passed
    std::optional<Pair> m_resetting;
    std::map<EventId, Hold> m_holds;
    EventId m_dropping = kNoEvent;
    std::uint64_t m_nextListener = 1;
    std::map<std::uint64_t, std::function<void()>> m_listeners;
};

} // namespace hw::world
