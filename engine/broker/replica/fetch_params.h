#pragma once

#include <cstdint>
#include <optional>

#include "engine/base/ids.h"
#include "engine/base/time.h"

namespace hw::replica {

/// What fetches may read up to.
enum class Isolation : std::uint8_t
{
    LogEnd,      ///< followers
    Uncommitted, ///< consumers: up to the high watermark
    Committed,   ///< consumers that skip aborted transactions: up to the last stable offset
};

/// What a fetch request asks of all its partitions.  Kafka: FetchParams.
struct FetchParams
{
    std::optional<BrokerId> follower; ///< none: a consumer
    Isolation isolation = Isolation::Uncommitted;
    /// Else followers answer, too, up to their own high watermark (KIP-392).
    bool onlyLeader = true;
    Duration maxWait{};
    std::int32_t minBytes = 0;
    std::int32_t maxBytes = 0; ///< of all records together
    /// Records that are not in memory are answered as ranges of files, unread.
    bool asRanges = false;
};

} // namespace hw::replica
