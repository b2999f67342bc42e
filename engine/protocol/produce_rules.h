#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

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
    bool compacted = false;                 ///< keys are then compulsory
    bool logAppendTime = false; ///< `message.timestamp.type`: then times are not checked
    WallTime now{};
    /// `message.timestamp.before.max.ms` and `.after.max.ms`: how far from `now` a record may be.
    std::int64_t beforeMaxMs = std::numeric_limits<std::int64_t>::max();
    std::int64_t afterMaxMs = 3600000;
};

/// One record that is to blame for its whole batch.
struct RecordError
{
    std::int32_t index = 0; ///< in the batch, from 0
    std::string message;

    bool operator==(const RecordError&) const = default;
};
/// More are not listed: the answer stays smaller than the question.
inline constexpr std::size_t kRecordErrorsMax = 100;

struct Refusal
{
    ErrorCode code = ErrorCode::None;
    std::string message;
    std::vector<RecordError> records = {}; ///< for Produce 8 and up
};

/// A batch that may be appended, and what was found out on the way.
struct ProducedBatch
{
    BatchHeader header; ///< as it came
    /// Largest timestamp of the records, whatever the header says; -1 without.
    WallTime maxTimestamp;
    Slice records; ///< not compressed; valid as long as the bytes given, if they were not either
};

/// Checks one partition's bytes of a Produce request: exactly one batch of format 2 with a fitting
/// CRC, base offset 0, offsets 0 to n-1 without gaps, and the rules. Compressed records are
/// decompressed for it.
///
///     MessageTooLarge    more than `max.message.bytes`, or more than `kDecompressedMax` inside
///     CorruptMessage     wrong CRC, an impossible size or format
///     InvalidRecord      all else that is wrong with batch, records or keys
///     InvalidTimestamp   too far from `now`, or marked as log append time by the producer
///
/// Kafka: LogValidator, UnifiedLog.analyzeAndValidateRecords, ProduceRequest.validateRecords.
tl::expected<ProducedBatch, Refusal> checkProduced(ByteView records, const ProduceRules& rules);

} // namespace hw::protocol
