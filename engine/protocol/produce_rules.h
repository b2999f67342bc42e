#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include <tl/expected.hpp>

#include "engine/protocol/api.h"
#include "engine/protocol/errors.h"
#include "engine/protocol/record_batch.h"

namespace hw::protocol {

/// What a topic and a Produce request ask of the bytes that come in.
struct ProduceRules
{
    ApiVersion produceVersion{7};           ///< of the request: decides about zstd
    std::int32_t maxMessageBytes = 1048588; ///< `max.message.bytes`, of the whole batch
    std::int64_t segmentBytes = 1073741824; ///< `segment.bytes`
    bool compacted = false;                 ///< keys are then compulsory
    WallTime now{};
    /// `message.timestamp.before.max.ms` and `.after.max.ms`: how far from `now` a record may be.
    std::int64_t beforeMaxMs = std::numeric_limits<std::int64_t>::max();
    std::int64_t afterMaxMs = 3600000;
};

struct Refusal
{
    ErrorCode code = ErrorCode::None;
    std::string message;
};

/// Checks one partition's bytes of a Produce request: exactly one batch of format 2 with a fitting
/// CRC, offsets 0 to n-1 without gaps, and the rules. Compressed records are not looked into.
/// Kafka: LogValidator, UnifiedLog.append, ProduceRequest.validateRecords.
tl::expected<BatchHeader, Refusal> checkProduced(ByteView records, const ProduceRules& rules);

} // namespace hw::protocol
