#pragma once

#include <cstddef>

#include "engine/base/ids.h"

namespace hw::log {

/// Which of `count` ascending base offsets is the last that is not above `offset`; the first if all
/// are above. At least one. `baseAt(i)` is asked once for each comparison, so that a caller can
/// count or tell them: this is the search over file names that begins every read.
template <class BaseAt>
std::size_t segmentHolding(Offset offset, std::size_t count, BaseAt&& baseAt)
{
    std::size_t low = 0;
    std::size_t high = count;
    while (high - low > 1) {
        const std::size_t middle = low + (high - low) / 2;
        (baseAt(middle) <= offset ? low : high) = middle;
    }
    return low;
}

} // namespace hw::log
