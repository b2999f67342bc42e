#include "engine/log/cleaner/batch_rewrite.h"

#include <algorithm>

#include "engine/base/crc32c.h"
#include "engine/base/writer.h"
#include "engine/protocol/compression.h"

namespace hw::log {

using protocol::BatchHeader;
using protocol::RecordView;

namespace {

constexpr std::int16_t kCodecBits = 0x07;
constexpr std::int16_t kHorizonBit = 0x40;
constexpr std::size_t kAttributesAt = 21; ///< what the CRC covers begins here

void putVarlong(Bytes& bytes, std::int64_t value)
{
    std::uint64_t raw =
        (static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63);
    for (; raw >= 0x80; raw >>= 7)
        bytes.push_back(static_cast<std::uint8_t>(raw | 0x80));
    bytes.push_back(static_cast<std::uint8_t>(raw));
}

void putBytes(Bytes& bytes, ByteView more) { bytes.insert(bytes.end(), more.begin(), more.end()); }

void putSized(Bytes& bytes, const std::optional<ByteView>& value)
{
    putVarlong(bytes, value ? static_cast<std::int64_t>(value->size()) : -1);
    if (value)
        putBytes(bytes, *value);
}

/// Times are 64 bits of the producer's choosing: differences wrap as in Java.
std::int64_t wrappingDifference(std::int64_t a, std::int64_t b)
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}

void putRecord(Bytes& bytes, Bytes& scratch, const RecordView& record, const BatchHeader& header)
{
    scratch.clear();
    scratch.push_back(0); // attributes, unused
    putVarlong(scratch, wrappingDifference(record.timestamp.ms(), header.baseTimestamp.ms()));
    putVarlong(scratch, record.offset - header.baseOffset);
    putSized(scratch, record.key);
    putSized(scratch, record.value);
    putVarlong(scratch, record.headerCount);
    putBytes(scratch, record.headers);
    putVarlong(bytes, static_cast<std::int64_t>(scratch.size()));
    putBytes(bytes, scratch);
}

/// Puts the header in front; `header` says all but length and CRC.
Bytes withHeader(const BatchHeader& header, ByteView records)
{
    Writer covered;
    covered.i16(header.attributes);
    covered.i32(header.lastOffsetDelta);
    covered.i64(header.baseTimestamp.ms());
    covered.i64(header.maxTimestamp.ms());
    covered.i64(header.producerId.value());
    covered.i16(header.producerEpoch.value());
    covered.i32(header.baseSequence);
    covered.i32(header.recordCount);
    const Bytes tail = covered.takeBytes();
    Writer front;
    front.i64(header.baseOffset.value());
    front.i32(static_cast<std::int32_t>(protocol::kBatchHeaderSize - protocol::kBatchPrefixSize +
                                        records.size()));
    front.i32(header.leaderEpoch.value());
    front.i8(protocol::kBatchMagic);
    front.u32(0);
    Bytes batch = front.takeBytes();
    putBytes(batch, tail);
    putBytes(batch, records);
    protocol::setCrc(batch, crc32c(ByteView(batch).subspan(kAttributesAt)));
    return batch;
}

} // namespace

Bytes rewriteBatch(const BatchHeader& original, std::span<const RecordView> kept,
                   std::optional<WallTime> deleteHorizon)
{
    HW_ASSERT(!kept.empty(), "a batch without records is emptied, not rewritten");
    BatchHeader header = original;
    header.recordCount = static_cast<std::int32_t>(kept.size());
    header.baseTimestamp = deleteHorizon.value_or(kept.front().timestamp);
    header.attributes = static_cast<std::int16_t>(deleteHorizon ? header.attributes | kHorizonBit
                                                                : header.attributes & ~kHorizonBit);
    if (!header.isLogAppendTime())
        header.maxTimestamp = std::ranges::max(kept, {}, &RecordView::timestamp).timestamp;
    Bytes records;
    Bytes scratch;
    for (const RecordView& record : kept)
        putRecord(records, scratch, record, header);
    if (original.compression() == protocol::Compression::None)
        return withHeader(header, records);
    return withHeader(header, protocol::compress(original.compression(), records));
}

Bytes emptiedBatch(const BatchHeader& original)
{
    BatchHeader header = original;
    header.attributes = static_cast<std::int16_t>(header.attributes & ~(kCodecBits | kHorizonBit));
    header.baseTimestamp = WallTime(-1);
    header.recordCount = 0;
    return withHeader(header, {});
}

} // namespace hw::log
