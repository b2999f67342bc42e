#include "engine/protocol/record_batch.h"

#include <fmt/format.h>

#include "engine/base/crc32c.h"
#include "engine/protocol/compression.h"
#include "engine/protocol/record_fields.h"

namespace hw::protocol {

static constexpr std::size_t kAtLength = 8;
static constexpr std::size_t kAtLeaderEpoch = 12;
static constexpr std::size_t kAtMagic = 16;
static constexpr std::size_t kAtCrc = 17;
static constexpr std::size_t kAtAttributes = 21;
static constexpr std::size_t kAtMaxTimestamp = 35;

template <class T> static T numberAt(ByteView bytes, std::size_t at)
{
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i)
        value = (value << 8) | bytes[at + i];
    return static_cast<T>(value);
}

template <class T> static void setNumberAt(std::span<std::uint8_t> bytes, std::size_t at, T value)
{
    HW_ASSERT(at + sizeof(T) <= bytes.size(), "the batch holds at least its header");
    for (std::size_t i = 0; i < sizeof(T); ++i)
        bytes[at + i] = static_cast<std::uint8_t>(static_cast<std::uint64_t>(value) >>
                                                  (8 * (sizeof(T) - 1 - i)));
}

std::int32_t BatchHeader::lastSequence() const
{
    if (baseSequence < 0)
        return -1;
    const std::int64_t last = std::int64_t{baseSequence} + lastOffsetDelta;
    return static_cast<std::int32_t>(last & 0x7fffffff);
}

Result<BatchHeader> BatchHeader::parse(ByteView front)
{
    if (front.size() < kBatchHeaderSize)
        return fail(Failure::Corrupt, fmt::format("a batch has at least {} bytes, here are {}",
                                                  kBatchHeaderSize, front.size()));
    BatchHeader header;
    header.baseOffset = Offset(numberAt<std::int64_t>(front, 0));
    header.batchLength = numberAt<std::int32_t>(front, kAtLength);
    header.leaderEpoch = LeaderEpoch(numberAt<std::int32_t>(front, kAtLeaderEpoch));
    header.magic = numberAt<std::int8_t>(front, kAtMagic);
    header.crc = numberAt<std::uint32_t>(front, kAtCrc);
    header.attributes = numberAt<std::int16_t>(front, kAtAttributes);
    header.lastOffsetDelta = numberAt<std::int32_t>(front, 23);
    header.baseTimestamp = WallTime(numberAt<std::int64_t>(front, 27));
    header.maxTimestamp = WallTime(numberAt<std::int64_t>(front, kAtMaxTimestamp));
    header.producerId = ProducerId(numberAt<std::int64_t>(front, 43));
    header.producerEpoch = ProducerEpoch(numberAt<std::int16_t>(front, 51));
    header.baseSequence = numberAt<std::int32_t>(front, 53);
    header.recordCount = numberAt<std::int32_t>(front, 57);

    if (header.magic != kBatchMagic)
        return fail(Failure::Corrupt,
                    fmt::format("record format {} is not {}", header.magic, kBatchMagic));
    if (const auto size = batchSizeAt(front); !size)
        return tl::unexpected(size.error());
    // The offset is outside the CRC: a made-up one must not overflow.
    constexpr Offset kLargestBase{INT64_MAX - INT32_MAX - 1};
    if (header.lastOffsetDelta < 0 || header.recordCount < 0 || header.baseOffset < Offset{0} ||
        header.baseOffset > kLargestBase)
        return fail(Failure::Corrupt,
                    fmt::format("a batch with base offset {}, last offset delta {} and {} records",
                                header.baseOffset, header.lastOffsetDelta, header.recordCount));
    return header;
}

Result<std::size_t> batchSizeAt(ByteView bytes)
{
    HW_ASSERT(bytes.size() >= kBatchPrefixSize, "the length lies in the first 12 bytes");
    const auto length = numberAt<std::int32_t>(bytes, kAtLength);
    if (length < static_cast<std::int32_t>(kBatchHeaderSize - kBatchPrefixSize))
        return fail(Failure::Corrupt, fmt::format("batch length {} is below the least possible, {}",
                                                  length, kBatchHeaderSize - kBatchPrefixSize));
    return kBatchPrefixSize + static_cast<std::size_t>(length);
}

bool hasValidCrc(ByteView batch)
{
    return batch.size() >= kBatchHeaderSize &&
           crc32c(batch.subspan(kAtAttributes)) == numberAt<std::uint32_t>(batch, kAtCrc);
}

void setBaseOffset(std::span<std::uint8_t> batch, Offset offset)
{
    setNumberAt(batch, 0, offset.value());
}

void setLeaderEpoch(std::span<std::uint8_t> batch, LeaderEpoch epoch)
{
    setNumberAt(batch, kAtLeaderEpoch, epoch.value());
}

void setCrc(std::span<std::uint8_t> batch, std::uint32_t crc) { setNumberAt(batch, kAtCrc, crc); }

void markLogAppendTime(std::span<std::uint8_t> batch, WallTime time)
{
    const auto attributes = numberAt<std::int16_t>(batch, kAtAttributes);
    setNumberAt(batch, kAtAttributes, static_cast<std::int16_t>(attributes | 0x08));
    setMaxTimestamp(batch, time);
}

void setMaxTimestamp(std::span<std::uint8_t> batch, WallTime time)
{
    setNumberAt(batch, kAtMaxTimestamp, time.ms());
}

Bytes recompressed(ByteView front, ByteView plainRecords, Compression codec)
{
    const Bytes records = compress(codec, plainRecords);
    Bytes batch(front.begin(), front.begin() + kBatchHeaderSize);
    batch.insert(batch.end(), records.begin(), records.end());
    setNumberAt(std::span(batch), kAtLength,
                static_cast<std::int32_t>(batch.size() - kBatchPrefixSize));
    const auto attributes = numberAt<std::int16_t>(batch, kAtAttributes);
    setNumberAt(std::span(batch), kAtAttributes,
                static_cast<std::int16_t>((attributes & ~7) | static_cast<int>(codec)));
    setCrc(batch, crc32c(ByteView(batch).subspan(kAtAttributes)));
    return batch;
}

void setLogAppendTime(std::span<std::uint8_t> batch, WallTime time)
{
    markLogAppendTime(batch, time);
    setNumberAt(batch, kAtCrc, crc32c(ByteView(batch).subspan(kAtAttributes)));
}

Result<std::optional<Batch>> BatchWalker::next()
{
    const std::size_t left = m_bytes.size() - m_at;
    if (left < kBatchHeaderSize)
        return std::nullopt;
    const auto header = BatchHeader::parse(m_bytes.view().subspan(m_at));
    if (!header)
        return tl::unexpected(header.error());
    if (header->size() > left)
        return std::nullopt;
    Batch batch{*header, m_bytes.sub(m_at, header->size())};
    m_at += header->size();
    return batch;
}

Result<RecordReader> RecordReader::open(const Batch& batch)
{
    Slice records = batch.bytes.sub(kBatchHeaderSize);
    if (batch.header.compression() == Compression::None)
        return RecordReader(batch.header, std::move(records));
    auto plain = decompress(batch.header.compression(), records.view());
    if (!plain)
        return tl::unexpected(plain.error());
    return RecordReader(batch.header, std::move(*plain));
}

static std::optional<ByteView> takeNullable(RecordCursor& cursor)
{
    const std::int32_t size = cursor.varint();
    if (size == -1)
        return std::nullopt;
    return cursor.take(size);
}

/// Steps over the headers and leaves their bytes in the record.
static void takeHeaders(RecordCursor& cursor, ByteView whole, RecordView& record)
{
    record.headerCount = cursor.varint();
    if (record.headerCount < 0 || static_cast<std::size_t>(record.headerCount) > cursor.left())
        cursor.setFailed();
    const std::size_t start = cursor.at();
    for (std::int32_t i = 0; i < record.headerCount && cursor.ok(); ++i) {
        cursor.take(cursor.varint());
        takeNullable(cursor);
    }
    record.headers = whole.subspan(start, cursor.at() - start);
}

Result<std::optional<RecordView>> RecordReader::next()
{
    const ByteView whole = m_records.view();
    if (m_done == m_header.recordCount) {
        if (m_at != whole.size())
            return fail(Failure::Corrupt, fmt::format("{} bytes follow the last of {} records",
                                                      whole.size() - m_at, m_done));
        return std::nullopt;
    }
    RecordCursor cursor(whole, m_at);
    const std::int32_t size = cursor.varint();
    const std::size_t end = cursor.at() + static_cast<std::size_t>(std::max(size, 0));
    cursor.i8(); // attributes, unused
    RecordView record;
    const std::int64_t timestampDelta = cursor.varlong();
    record.offset = m_header.baseOffset + cursor.varint();
    record.timestamp = m_header.isLogAppendTime()
                           ? m_header.maxTimestamp
                           : WallTime(static_cast<std::int64_t>(
                                 static_cast<std::uint64_t>(m_header.baseTimestamp.ms()) +
                                 static_cast<std::uint64_t>(timestampDelta)));
    record.key = takeNullable(cursor);
    record.value = takeNullable(cursor);
    takeHeaders(cursor, whole, record);
    if (!cursor.ok() || size < 0 || cursor.at() != end)
        return fail(Failure::Corrupt, fmt::format("record {} of {} does not fit its length",
                                                  m_done + 1, m_header.recordCount));
    m_at = end;
    ++m_done;
    return record;
}

std::optional<HeaderView> HeaderReader::next()
{
    if (m_left <= 0)
        return std::nullopt;
    --m_left;
    RecordCursor cursor(m_bytes, m_at);
    HeaderView header;
    const ByteView key = cursor.take(cursor.varint());
    header.key = {reinterpret_cast<const char*>(key.data()), key.size()};
    header.value = takeNullable(cursor);
    m_at = cursor.at();
    return header;
}

Result<std::optional<ControlMarker>> parseControlMarker(const Batch& batch)
{
    if (!batch.header.isControl())
        return std::nullopt;
    auto reader = RecordReader::open(batch);
    if (!reader)
        return tl::unexpected(reader.error());
    const auto record = reader->next();
    if (!record)
        return tl::unexpected(record.error());
    if (!*record || !(*record)->key || (*record)->key->size() < 4)
        return fail(Failure::Corrupt, "a control batch without version and type");
    const auto type = numberAt<std::int16_t>(*(*record)->key, 2);
    if (type != 0 && type != 1)
        return std::nullopt;
    const std::optional<ByteView> value = (*record)->value;
    if (!value || value->size() < 6)
        return fail(Failure::Corrupt, "a transaction marker without coordinator epoch");
    return ControlMarker{type == 1, numberAt<std::int32_t>(*value, 2)};
}

} // namespace hw::protocol
