#include "engine/inspect/batch_scan.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/base/crc32c.h"
#include "engine/base/reader.h"
#include "engine/inspect/files.h"

namespace hw::inspect {

using protocol::BatchHeader;
using protocol::kBatchHeaderSize;
using protocol::kBatchPrefixSize;
using What = ScannedBatch::What;

namespace {

constexpr std::uint64_t kBlockBytes = 1 << 20;
constexpr std::uint64_t kAtMagic = 16;
constexpr std::size_t kAtAttributes = 21;
/// CRC, magic, attributes, two lengths: what a message of magic 0 has at least after its size.
constexpr std::int64_t kLeastOldLength = 14;

std::int64_t leastLength(std::int8_t magic)
{
    if (magic == protocol::kBatchMagic)
        return kBatchHeaderSize - kBatchPrefixSize;
    return magic == 1 ? kLeastOldLength + 8 : kLeastOldLength; // and a timestamp
}

/// The fields as they stand, whether they make sense or not.
BatchHeader rawHeader(ByteView front)
{
    Reader from(front);
    BatchHeader header;
    header.baseOffset = Offset(from.i64());
    header.batchLength = from.i32();
    header.leaderEpoch = LeaderEpoch(from.i32());
    header.magic = from.i8();
    header.crc = from.u32();
    header.attributes = from.i16();
    header.lastOffsetDelta = from.i32();
    header.baseTimestamp = WallTime(from.i64());
    header.maxTimestamp = WallTime(from.i64());
    header.producerId = ProducerId(from.i64());
    header.producerEpoch = ProducerEpoch(from.i16());
    header.baseSequence = from.i32();
    header.recordCount = from.i32();
    return header;
}

} // namespace

BatchScan::BatchScan(const world::File& file, std::uint64_t from, std::uint64_t end)
    : m_file(file)
    , m_at(from)
    , m_end(end)
{
}

/// Bytes from a position on: as many as asked for, or what the file has.
Result<ByteView> BatchScan::view(std::uint64_t position, std::uint64_t bytes)
{
    const std::uint64_t wanted = std::min(bytes, m_end - position);
    const bool inside =
        position >= m_blockFrom && position + wanted <= m_blockFrom + m_block.size();
    if (!inside) {
        m_block.resize(std::min(std::max(wanted, kBlockBytes), m_end - position));
        const auto got = m_file.readAt(position, m_block);
        if (!got)
            return tl::unexpected(got.error());
        m_block.resize(*got);
        m_blockFrom = position;
    }
    const std::uint64_t skip = position - m_blockFrom;
    return ByteView(m_block).subspan(skip, std::min(wanted, m_block.size() - skip));
}

Result<std::optional<ScannedBatch>> BatchScan::next()
{
    if (m_isOver || m_at >= m_end)
        return std::optional<ScannedBatch>();
    const auto front = view(m_at, kBatchHeaderSize);
    if (!front)
        return tl::unexpected(front.error());
    ScannedBatch batch;
    batch.position = m_at;
    batch.bytes = m_end - m_at;
    batch.claimed = kBatchHeaderSize;
    if (front->size() <= kAtMagic) {
        m_isOver = true;
        return misfit(batch, *front);
    }
    Reader from(*front);
    batch.header.baseOffset = Offset(from.i64());
    batch.header.batchLength = from.i32();
    batch.header.magic = static_cast<std::int8_t>((*front)[kAtMagic]);
    const std::int8_t magic = batch.header.magic;
    batch.claimed = std::int64_t(kBatchPrefixSize) + batch.header.batchLength;
    const bool isKnown = magic >= 0 && magic <= protocol::kBatchMagic;
    const bool isPossible = batch.header.batchLength >= leastLength(magic);
    if (!isKnown || !isPossible || static_cast<std::uint64_t>(batch.claimed) > batch.bytes ||
        (magic == protocol::kBatchMagic && front->size() < kBatchHeaderSize)) {
        m_isOver = true;
        batch.what = !isPossible ? What::BadLength : !isKnown ? What::BadMagic : What::Torn;
        return misfit(batch, *front);
    }
    batch.bytes = static_cast<std::uint64_t>(batch.claimed);
    m_at += batch.bytes;
    if (magic < protocol::kBatchMagic) {
        const bool isOffset =
            batch.header.baseOffset >= Offset(0) && batch.header.baseOffset <= kLargestBase;
        batch.what = isOffset ? What::Old : What::BadHeader;
        if (!isOffset)
            batch.trouble = fmt::format("a message with offset {}", batch.header.baseOffset);
        return batch;
    }
    const auto header = BatchHeader::parse(*front);
    batch.what = header ? What::Batch : What::BadHeader;
    batch.header = header ? *header : rawHeader(*front);
    if (!header)
        batch.trouble = header.error().message;
    if (auto taken = takeCrc(batch); !taken)
        return tl::unexpected(taken.error());
    return batch;
}

Result<void> BatchScan::takeCrc(ScannedBatch& batch)
{
    const bool isHeld = batch.bytes <= kMostHeld;
    std::uint64_t at = batch.position + kAtAttributes;
    const std::uint64_t end = batch.position + batch.bytes;
    if (isHeld) {
        const auto whole = view(batch.position, batch.bytes);
        if (!whole)
            return tl::unexpected(whole.error());
        batch.view = *whole;
    }
    std::uint32_t crc = 0;
    while (at < end) {
        const auto part = view(at, std::min(end - at, isHeld ? end - at : kBlockBytes));
        if (!part)
            return tl::unexpected(part.error());
        if (part->empty()) // the file was cut meanwhile
            break;
        crc = crc32c(*part, crc);
        at += part->size();
    }
    if (batch.view.size() < batch.bytes)
        batch.view = {};
    batch.computedCrc = crc;
    batch.crcFits = at == end && crc == batch.header.crc;
    return {};
}

Result<ScannedBatch> BatchScan::misfit(ScannedBatch batch, ByteView front)
{
    if (!std::ranges::all_of(front, [](std::uint8_t byte) { return byte == 0; }))
        return batch;
    const auto isZero = isZeroToEnd(batch.position);
    if (!isZero)
        return tl::unexpected(isZero.error());
    if (*isZero)
        batch.what = What::Zeroes;
    return batch;
}

Result<bool> BatchScan::isZeroToEnd(std::uint64_t from)
{
    while (from < m_end) {
        const auto block = view(from, kBlockBytes);
        if (!block)
            return tl::unexpected(block.error());
        if (block->empty())
            break;
        if (!std::ranges::all_of(*block, [](std::uint8_t byte) { return byte == 0; }))
            return false;
        from += block->size();
    }
    return true;
}

} // namespace hw::inspect
