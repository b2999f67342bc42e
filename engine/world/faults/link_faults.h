#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "engine/base/ids.h"
#include "engine/base/time.h"

namespace hw::world {

/// How one direction of a link is troubled.
struct LinkState
{
    bool cut = false;
    bool readingStopped = false;      ///< the receiver takes nothing
    Duration delay{};                 ///< on top of what a frame takes anyway
    std::uint64_t bytesPerSecond = 0; ///< of all connections together; 0: no limit

    bool operator==(const LinkState&) const = default;
};

/// What is wrong with all links, by direction: plain data, one copy for each host.
/// `NodeId::outside(0)` stands for every program that joined by TCP.
class LinkFaults
{
public:
    LinkState& at(const NodeId& from, const NodeId& to) { return m_states[{from, to}]; }
    /// What acts on frames of this direction, that of all outside programs included.
    LinkState between(const NodeId& from, const NodeId& to) const;
    void clear() { m_states.clear(); }

private:
    std::map<std::pair<NodeId, NodeId>, LinkState> m_states; ///< by sender, receiver
};

/// Whether `pattern` is `node`, or stands for it.
constexpr bool covers(const NodeId& pattern, const NodeId& node)
{
    return pattern == node || (pattern == NodeId::outside(0) && node.kind == NodeId::Kind::Outside);
}

} // namespace hw::world
