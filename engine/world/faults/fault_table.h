#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "engine/world/faults/host_faults.h"
#include "engine/world/host.h"

namespace hw::world {

class FaultyHost;

/// What goes wrong in a world: one implementation for every world. Hosts that shall be able to
/// suffer are wrapped; the wrapper stands in for the host from then on.
///
/// Owned by whoever owns the world and called on that thread. A fault takes effect as a control
/// task of each host; a host that is wrapped later gets the faults of links, too. Destroy it after
/// what runs on the hosts, before the world (a live one must have been stopped): the hosts forget
/// all tasks then.
///
/// What a host suffers acts where it sends. Between a wrapped host and an outside program (which
/// nobody can wrap) the wrapped one suffers for both directions.
class FaultTable
{
public:
    FaultTable();
    ~FaultTable();

    Host& wrap(Host& host);

    // --- links ---

    /// No frame gets through between two nodes, both ways; their channels stall as TCP's do, new
    /// connections hang. What waits is sent when the link heals. At most `kHeldFramesLimit` frames
    /// wait in one direction of a channel: then it is reset.
    void cut(const NodeId& one, const NodeId& two);
    /// Frames of one direction only. No connection can be made meanwhile, as TCP needs both.
    void cutOneWay(const NodeId& from, const NodeId& to);
    void heal(const NodeId& one, const NodeId& two);
    /// Ends all cuts, delays, clogs and stopped readers; no held message and no disk fault.
    void healAllLinks();
    /// Frames between two nodes take that much longer, both ways; zero ends it.
    void delay(const NodeId& one, const NodeId& two, Duration longer);
    /// No more than that many bytes a second get through, each way; 0 ends it.
    void clog(const NodeId& one, const NodeId& two, std::uint64_t bytesPerSecond);
    /// `reader` takes no frames from `sender` while it is on.
    void stopReading(const NodeId& reader, const NodeId& sender, bool on);

    /// All faults of links at once, instead of those there were. What follows is caused by `cause`;
    /// `done` runs when it has taken effect everywhere, on some host's loop.
    void setLinks(LinkFaults links, EventId cause = kNoEvent, Task done = nullptr);
    /// Ends every channel between the two.
    void reset(const NodeId& one, const NodeId& two, EventId cause = kNoEvent, Task done = nullptr);

    // --- one message ---

    /// Who hears of held messages, on the loop of the host that holds them; of nothing any more
    /// once the table goes. Set once, before `hold`.
    void setHoldNews(std::function<void(const HoldNews&)> onNews);
    /// The next frame that the rule wants waits, with all behind it, until it is released.
    void hold(HoldRule rule, Task done = nullptr);
    /// Lets it go, or ends its channel with it. Also ends a rule that has caught nothing yet.
    void release(EventId rule, bool drop, EventId cause = kNoEvent, Task done = nullptr);

    // --- machines ---

    /// Every write to a file of the host fails; none ends it.
    void failWrites(const NodeId& host, std::optional<DiskFault> fault, Task done = nullptr);
    /// Each append to a file, and each sync, takes that much; zero ends it. While it waits for an
    /// append the host neither reads nor sends, but to and from the ensemble.
    void slowDisk(const NodeId& host, Duration each, Task done = nullptr);
    /// How much the wall clock of the host is ahead (behind if negative) of the world's.
    void setClock(const NodeId& host, Duration offset, Task done = nullptr);

private:
    using Change = std::function<void(HostFaults&)>;
    /// On every host, or on that one.
    void change(Change how, EventId cause = kNoEvent, Task done = nullptr);
    void changeAt(const NodeId& host, Change how, Task done);

    std::vector<std::unique_ptr<FaultyHost>> m_hosts;
    LinkFaults m_links;
    std::function<void(const HoldNews&)> m_onHoldNews;
};

} // namespace hw::world
