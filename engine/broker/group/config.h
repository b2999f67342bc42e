#pragma once

#include <cstdint>
#include <limits>

#include "engine/base/time.h"

namespace hw::group {

/// Kafka's broker settings about groups, with Kafka's defaults.
struct Config
{
    Duration minSessionTimeout = 6s;        ///< group.min.session.timeout.ms
    Duration maxSessionTimeout = 1800s;     ///< group.max.session.timeout.ms
    Duration initialRebalanceDelay = 3s;    ///< group.initial.rebalance.delay.ms
    std::int32_t maxSize = std::numeric_limits<std::int32_t>::max(); ///< group.max.size
    std::int32_t partitions = 50;           ///< offsets.topic.num.partitions, until the topic exists
    std::int32_t offsetMetadataMaxBytes = 4096; ///< offset.metadata.max.bytes
    Duration commitTimeout = 5s;            ///< offsets.commit.timeout.ms
    Duration offsetsRetention = 10080 * 60s; ///< offsets.retention.minutes
    Duration retentionCheckInterval = 600s; ///< offsets.retention.check.interval.ms
    /// How much of the log is read per task while loading: small enough to stay under 5 ms.
    std::uint32_t loadSliceBytes = 256 * 1024;
};

} // namespace hw::group
