#pragma once

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
/// task of each host. Destroy it after what runs on the hosts, before the world.
class FaultTable
{
public:
    FaultTable();
    ~FaultTable();

    Host& wrap(Host& host);

    /// No frame gets through between two nodes, both ways; their channels stall as TCP's do, new
    /// connections hang. What waits is sent when the link heals. At most `kHeldFramesLimit` frames
    /// wait in one channel: then it is reset.
    void cut(const NodeId& one, const NodeId& two);
    void heal(const NodeId& one, const NodeId& two);
    /// Ends all cuts, delays and stopped readers, no disk faults.
    void healAllLinks();
    /// Frames between two nodes take that much longer, both ways; zero ends it.
    void delay(const NodeId& one, const NodeId& two, Duration longer);
    /// `reader` takes no frames from `sender` while it is on.
    void stopReading(const NodeId& reader, const NodeId& sender, bool on);
    /// Every write to a file of the host fails; none ends it.
    void failWrites(const NodeId& host, std::optional<DiskFault> fault);

private:
    void change(const std::function<void(HostFaults&)>& how);

    std::vector<std::unique_ptr<FaultyHost>> m_hosts;
};

} // namespace hw::world
