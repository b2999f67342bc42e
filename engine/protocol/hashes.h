#pragma once

#include <cstdint>
#include <string_view>

#include "engine/base/bytes.h"

namespace hw::protocol {

/// 32-bit murmur2 with Kafka's seed, over the key's bytes.  Kafka: Utils.murmur2.
std::int32_t murmur2(ByteView bytes);

/// The partition of a keyed record, as Java's producer chooses it: over all partitions, whether
/// they have a leader or not. `partitions` > 0.  Kafka: BuiltInPartitioner.partitionForKey.
std::int32_t partitionForKey(ByteView key, std::int32_t partitions);

/// Java's String.hashCode: over the UTF-16 units of UTF-8 text (malformed bytes count as U+FFFD).
std::int32_t javaHash(std::string_view utf8);

/// Kafka's absolute value, where the smallest number gives 0.  Kafka: Utils.abs.
constexpr std::int32_t kafkaAbs(std::int32_t value)
{
    if (value == INT32_MIN)
        return 0;
    return value < 0 ? -value : value;
}

/// Which partition of `__consumer_offsets` or `__transaction_state` is responsible for a group or
/// transactional id. `partitions` > 0.  Kafka: GroupMetadataManager.partitionFor.
inline std::int32_t coordinatingPartition(std::string_view id, std::int32_t partitions)
{
    return kafkaAbs(javaHash(id)) % partitions;
}

} // namespace hw::protocol
