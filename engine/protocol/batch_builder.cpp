#include "engine/protocol/batch_builder.h"

#include <algorithm>

#include "engine/base/crc32c.h"
#include "engine/base/writer.h"

namespace hw::protocol {

static std::size_t varlongSize(std::int64_t value)
{
    std::uint64_t raw =
        (static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63);
    std::size_t size = 1;
    for (; raw >= 0x80; raw >>= 7)
        ++size;
    return size;
}

static std::size_t sizedSize(std::optional<ByteView> bytes)
{
    if (!bytes)
        return 1;
    return varlongSize(static_cast<std::int64_t>(bytes->size())) + bytes->size();
}

BatchBuilder::BatchBuilder(const BatchSpec& spec)
    : m_spec(spec)
    , m_bytes(kBatchHeaderSize)
{
}

void BatchBuilder::varlong(std::int64_t value)
{
    std::uint64_t raw =
        (static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63);
    for (; raw >= 0x80; raw >>= 7)
        m_bytes.push_back(static_cast<std::uint8_t>(raw | 0x80));
    m_bytes.push_back(static_cast<std::uint8_t>(raw));
}

void BatchBuilder::sized(std::optional<ByteView> bytes)
{
    if (!bytes) {
        varlong(-1);
        return;
    }
    varlong(static_cast<std::int64_t>(bytes->size()));
    m_bytes.insert(m_bytes.end(), bytes->begin(), bytes->end());
}

void BatchBuilder::add(WallTime timestamp, std::optional<ByteView> key,
                       std::optional<ByteView> value, std::span<const HeaderView> headers)
{
    if (m_count == 0)
        m_baseTimestamp = m_maxTimestamp = timestamp;
    m_maxTimestamp = std::max(m_maxTimestamp, timestamp);
    const std::int64_t delta = timestamp.ms() - m_baseTimestamp.ms();

    std::size_t size = 1 + varlongSize(delta) + varlongSize(m_count) + sizedSize(key) +
                       sizedSize(value) + varlongSize(static_cast<std::int64_t>(headers.size()));
    for (const HeaderView& header : headers)
        size += sizedSize(viewOf(header.key)) + sizedSize(header.value);

    varlong(static_cast<std::int64_t>(size));
    m_bytes.push_back(0); // attributes, unused
    varlong(delta);
    varlong(m_count);
    sized(key);
    sized(value);
    varlong(static_cast<std::int64_t>(headers.size()));
    for (const HeaderView& header : headers) {
        sized(viewOf(header.key));
        sized(header.value);
    }
    ++m_count;
}

Bytes BatchBuilder::build()
{
    HW_ASSERT(m_count > 0, "a batch that is built has records");
    Writer tail; // from the attributes on: what the CRC covers
    tail.i16(
        static_cast<std::int16_t>((m_spec.transactional ? 0x10 : 0) | (m_spec.control ? 0x20 : 0)));
    tail.i32(m_count - 1);
    tail.i64(m_baseTimestamp.ms());
    tail.i64(m_maxTimestamp.ms());
    tail.i64(m_spec.producerId.value());
    tail.i16(m_spec.producerEpoch.value());
    tail.i32(m_spec.baseSequence);
    tail.i32(m_count);
    const Bytes covered = tail.takeBytes();
    std::ranges::copy(covered, m_bytes.begin() + 21);

    Writer front;
    front.i64(m_spec.baseOffset.value());
    front.i32(static_cast<std::int32_t>(m_bytes.size() - kBatchPrefixSize));
    front.i32(m_spec.leaderEpoch.value());
    front.i8(kBatchMagic);
    front.u32(crc32c(ByteView(m_bytes).subspan(21)));
    const Bytes uncovered = front.takeBytes();
    std::ranges::copy(uncovered, m_bytes.begin());

    m_count = 0;
    return std::move(m_bytes);
}

Bytes buildControlMarker(const BatchSpec& spec, WallTime timestamp, const ControlMarker& marker)
{
    BatchSpec control = spec;
    control.transactional = true;
    control.control = true;
    control.baseSequence = -1;
    Writer key;
    key.i16(0);
    key.i16(marker.commit ? 1 : 0);
    Writer value;
    value.i16(0);
    value.i32(marker.coordinatorEpoch);
    const Bytes keyBytes = key.takeBytes();
    const Bytes valueBytes = value.takeBytes();
    BatchBuilder builder(control);
    builder.add(timestamp, ByteView(keyBytes), ByteView(valueBytes));
    return builder.build();
}

} // namespace hw::protocol
