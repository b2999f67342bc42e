#pragma once

#include <cstdint>
#include <optional>

#include "engine/base/bytes.h"
#include "engine/base/ids.h"

namespace hw::log {

/// The fixed front of a record batch of magic 2. Everything from `attributes` on is covered by the
/// CRC; the 17 bytes before the CRC are not, so a leader sets offset and epoch freely.
/// Kafka: DefaultRecordBatch.
struct BatchHeader
{
    static constexpr std::size_t kBytes = 61;
    static constexpr std::size_t kLengthEnd = 12; ///< batchLength counts what follows it
    static constexpr std::size_t kEpochEnd = 16;
    static constexpr std::size_t kCrcAt = 17;
    static constexpr std::size_t kCrcFrom = 21;
    static constexpr std::size_t kMaxTimestampAt = 35;

    static constexpr std::uint16_t kCodecBits = 7;
    static constexpr std::uint16_t kLogAppendTimeBit = 1 << 3;
    static constexpr std::uint16_t kTransactionalBit = 1 << 4;
    static constexpr std::uint16_t kControlBit = 1 << 5;

    Offset base;
    std::uint32_t bytes = 0; ///< of the whole batch
    LeaderEpoch epoch;
    std::int8_t magic = 0;
    std::uint32_t crc = 0;
    std::uint16_t attributes = 0;
    std::int32_t lastOffsetDelta = 0;
    std::int64_t baseTimestamp = -1;
    std::int64_t maxTimestamp = -1;
    ProducerId producer;
    ProducerEpoch producerEpoch;
    std::int32_t baseSequence = -1;
    std::int32_t count = 0;

    Offset last() const { return base + lastOffsetDelta; }
    Offset next() const { return base + lastOffsetDelta + 1; }
    int codec() const { return attributes & kCodecBits; }
    bool isControl() const { return (attributes & kControlBit) != 0; }

    /// Reads the first 61 bytes; nullopt if there are fewer or if they cannot be a batch's (magic
    /// other than 2, impossible length, offset, delta or count).
    static std::optional<BatchHeader> parse(ByteView front);
};

/// Whether the CRC of a whole batch is right.
bool crcMatches(const BatchHeader& header, ByteView batch);

} // namespace hw::log
