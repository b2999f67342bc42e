#include "engine/world/faults/link_faults.h"

#include <algorithm>

namespace hw::world {

static void add(LinkState& sum, const LinkState& more)
{
    sum.cut |= more.cut;
    sum.readingStopped |= more.readingStopped;
    sum.delay = std::max(sum.delay, more.delay);
    if (more.bytesPerSecond != 0 &&
        (sum.bytesPerSecond == 0 || more.bytesPerSecond < sum.bytesPerSecond))
        sum.bytesPerSecond = more.bytesPerSecond;
}

LinkState LinkFaults::between(const NodeId& from, const NodeId& to) const
{
    LinkState sum;
    if (m_states.empty())
        return sum;
    for (const auto& [ends, state] : m_states) {
        if (covers(ends.first, from) && covers(ends.second, to))
            add(sum, state);
    }
    return sum;
}

} // namespace hw::world
