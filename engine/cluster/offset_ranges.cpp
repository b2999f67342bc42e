#include "engine/cluster/offset_ranges.h"

#include <algorithm>
#include <iterator>

namespace hw::cluster {

void OffsetRanges::add(Offset from, Offset to)
{
    if (to <= from)
        return;
    // The first that the new one touches, and the first behind it that it does not.
    auto first = m_ranges.end();
    while (first != m_ranges.begin() && std::prev(first)->to >= from)
        --first;
    auto last = first;
    for (; last != m_ranges.end() && last->from <= to; ++last) {
        from = std::min(from, last->from);
        to = std::max(to, last->to);
    }
    if (first == last) {
        m_ranges.insert(first, {from, to});
        if (m_ranges.size() > kLimit)
            m_ranges.pop_front();
        return;
    }
    *first = {from, to};
    m_ranges.erase(std::next(first), last);
}

std::vector<OffsetRanges::Range> OffsetRanges::takeFrom(Offset from)
{
    std::vector<Range> taken;
    while (!m_ranges.empty() && m_ranges.back().to > from) {
        Range& last = m_ranges.back();
        taken.push_back({std::max(from, last.from), last.to});
        if (last.from < from)
            last.to = from;
        else
            m_ranges.pop_back();
    }
    std::ranges::reverse(taken);
    return taken;
}

} // namespace hw::cluster
