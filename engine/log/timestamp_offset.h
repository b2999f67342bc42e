#pragma once

#include <cstdint>

#include "engine/base/ids.h"

namespace hw::log {

/// A record's time and place. Milliseconds since 1970; -1 with kNoOffset means: none.
struct TimestampOffset
{
    Offset offset = kNoOffset;
    std::int64_t timestampMs = -1;

    bool operator==(const TimestampOffset&) const = default;
};

} // namespace hw::log
