#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/base/bytes.h"
#include "engine/base/ids.h"
#include "engine/base/result.h"
#include "engine/base/time.h"

namespace hw::protocol {

enum class Compression : std::uint8_t
{
    None = 0,
    Gzip = 1,
    Snappy = 2,
    Lz4 = 3,
    Zstd = 4,
};

inline constexpr std::size_t kBatchHeaderSize = 61;
/// Base offset and length: what one must have to know how long a batch is.
inline constexpr std::size_t kBatchPrefixSize = 12;
inline constexpr std::int8_t kBatchMagic = 2;

/// The fixed front of a record batch (format v2), the same on the wire, in memory and on disk.
///
///     0 baseOffset  8 batchLength  12 leaderEpoch  16 magic  17 crc | 21 attributes … records
///     `-------------- outside the CRC ----------------'      covered by it to the end
///
/// Kafka: DefaultRecordBatch.
struct BatchHeader
{
    Offset baseOffset;
    std::int32_t batchLength = 0; ///< bytes after this field
    LeaderEpoch leaderEpoch = kNoLeaderEpoch;
    std::int8_t magic = kBatchMagic;
    std::uint32_t crc = 0;
    std::int16_t attributes = 0;
    std::int32_t lastOffsetDelta = -1;
    WallTime baseTimestamp; ///< the delete horizon when `hasDeleteHorizon()`
    WallTime maxTimestamp;
    ProducerId producerId = kNoProducer;
    ProducerEpoch producerEpoch{-1};
    std::int32_t baseSequence = -1;
    std::int32_t recordCount = 0; ///< may be below lastOffsetDelta + 1 after compaction

    /// Bytes of the whole batch, header and records.
    std::size_t size() const { return kBatchPrefixSize + static_cast<std::size_t>(batchLength); }
    Offset lastOffset() const { return baseOffset + lastOffsetDelta; }
    Offset nextOffset() const { return lastOffset() + 1; }
    /// Wraps past 2^31-1 to 0; -1 when the batch has no sequence.
    std::int32_t lastSequence() const;

    Compression compression() const { return static_cast<Compression>(attributes & 7); }
    bool isLogAppendTime() const { return (attributes & 0x08) != 0; }
    bool isTransactional() const { return (attributes & 0x10) != 0; }
    bool isControl() const { return (attributes & 0x20) != 0; }
    bool hasDeleteHorizon() const { return (attributes & 0x40) != 0; }
    bool hasProducer() const { return producerId.value() >= 0; }

    /// Reads the first 61 bytes. The records need not be there yet.
    /// Fails with Corrupt when there are fewer bytes, the length is below the least possible, the
    /// magic is not 2, or count or last offset are negative or beyond int64. Does not look at the
    /// CRC.
    static Result<BatchHeader> parse(ByteView front);
};

/// Length of the batch at the front of `bytes` (at least kBatchPrefixSize of them), unchecked
/// beyond being possible; for readers that fetch a batch in two steps.
Result<std::size_t> batchSizeAt(ByteView bytes);

/// Whether the CRC of a whole batch fits. `batch` holds exactly `header.size()` bytes.
bool hasValidCrc(ByteView batch);

/// In place and without touching the CRC: what a leader sets when it appends.
void setBaseOffset(std::span<std::uint8_t> batch, Offset offset);
void setLeaderEpoch(std::span<std::uint8_t> batch, LeaderEpoch epoch);
/// For a front whose records lie elsewhere: the caller computed the CRC over both.
void setCrc(std::span<std::uint8_t> batch, std::uint32_t crc);
/// Marks a front LogAppendTime and sets its largest timestamp; the CRC is the caller's business.
void markLogAppendTime(std::span<std::uint8_t> batch, WallTime time);
/// Sets the largest timestamp in a front; the CRC is the caller's business.
void setMaxTimestamp(std::span<std::uint8_t> batch, WallTime time);
/// Marks the batch LogAppendTime, sets its largest timestamp and computes the CRC anew.
void setLogAppendTime(std::span<std::uint8_t> batch, WallTime time);
/// The batch with its records compressed in another way, with its CRC. `plainRecords` are its
/// records without compression.
Bytes recompressed(ByteView front, ByteView plainRecords, Compression codec);

/// A whole batch; `bytes` are exactly its own.
struct Batch
{
    BatchHeader header;
    Slice bytes;
};

/// Goes over the batches in a buffer, as fetch responses and segments hold them.
class BatchWalker
{
public:
    explicit BatchWalker(Slice bytes)
        : m_bytes(std::move(bytes))
    {
    }

    /// The next whole batch. Nothing at the end, also when the last batch is cut short (fetch
    /// responses may be). Corrupt when the header is no header; checks no CRC.
    Result<std::optional<Batch>> next();
    /// Where the next batch begins.
    std::size_t position() const { return m_at; }

private:
    Slice m_bytes;
    std::size_t m_at = 0;
};

/// A record's view into its batch: valid as long as the batch's bytes.
struct RecordView
{
    Offset offset;
    WallTime timestamp;
    std::optional<ByteView> key;
    std::optional<ByteView> value;
    std::int32_t headerCount = 0;
    ByteView headers; ///< as encoded; `HeaderReader` takes them apart
};

struct HeaderView
{
    std::string_view key;
    std::optional<ByteView> value;
};

/// Goes over the records of one batch.
class RecordReader
{
public:
    /// Fails with Unsupported or Corrupt when the records cannot be decompressed.
    static Result<RecordReader> open(const Batch& batch);
    /// For records that somebody has decompressed.
    static RecordReader over(const BatchHeader& header, Slice plainRecords)
    {
        return RecordReader(header, std::move(plainRecords));
    }

    /// The next record; nothing after the last of `recordCount`. Corrupt when a length lies, or
    /// when bytes are left over after the last one.
    Result<std::optional<RecordView>> next();

private:
    RecordReader(const BatchHeader& header, Slice records)
        : m_header(header)
        , m_records(std::move(records))
    {
    }

    BatchHeader m_header;
    Slice m_records;
    std::size_t m_at = 0;
    std::int32_t m_done = 0;
};

class HeaderReader
{
public:
    explicit HeaderReader(const RecordView& record)
        : m_left(record.headerCount)
        , m_bytes(record.headers)
    {
    }
    /// The record's reader has checked the lengths already.
    std::optional<HeaderView> next();

private:
    std::int32_t m_left;
    ByteView m_bytes;
    std::size_t m_at = 0;
};

/// Result of a transaction as its marker says it; other types exist and are skipped by clients.
struct ControlMarker
{
    bool commit = false;
    std::int32_t coordinatorEpoch = 0;
};
/// Nothing when the batch is not a transaction marker; Corrupt when it is a broken one.
Result<std::optional<ControlMarker>> parseControlMarker(const Batch& batch);

} // namespace hw::protocol
