#pragma once

#include <cstddef>
#include <deque>
#include <vector>

#include "engine/base/ids.h"

namespace hw::cluster {

/// A set of offsets as ranges [from, to), ascending and apart. Cheap where most of what is added
/// comes at the end.
class OffsetRanges
{
public:
    struct Range
    {
        Offset from, to;
        bool operator==(const Range&) const = default;
    };
    /// As many ranges are kept, the newest: 1 MiB.
    static constexpr std::size_t kLimit = 1 << 16;

    bool empty() const { return m_ranges.empty(); }
    void add(Offset from, Offset to);
    /// Takes out what lies at `from` and above, and returns it.
    std::vector<Range> takeFrom(Offset from);

private:
    std::deque<Range> m_ranges;
};

} // namespace hw::cluster
