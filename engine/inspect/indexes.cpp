#include "engine/inspect/indexes.h"

#include <algorithm>
#include <array>

#include "engine/base/reader.h"

namespace hw::inspect {

namespace {

constexpr std::uint64_t kBlockBytes = 64 << 10;

bool isZero(ByteView bytes)
{
    return std::ranges::all_of(bytes, [](std::uint8_t byte) { return byte == 0; });
}

} // namespace

EntryStream::EntryStream(const world::File& file, std::uint32_t entryBytes)
    : m_file(file)
    , m_entryBytes(entryBytes)
    , m_size(std::min<std::uint64_t>(file.size(), std::uint64_t(UINT32_MAX) * entryBytes))
{
}

Result<ByteView> EntryStream::block(std::uint64_t at)
{
    const bool inside = at >= m_blockFrom && at + m_entryBytes <= m_blockFrom + m_block.size();
    if (!inside) {
        m_block.resize(std::min(kBlockBytes, m_size - at));
        const auto got = m_file.readAt(at, m_block);
        if (!got)
            return tl::unexpected(got.error());
        m_block.resize(*got);
        m_blockFrom = at;
    }
    return ByteView(m_block).subspan(at - m_blockFrom);
}

Result<std::optional<ByteView>> EntryStream::next()
{
    const std::uint64_t at = position();
    if (at + m_entryBytes > m_size)
        return std::optional<ByteView>();
    const auto bytes = block(at);
    if (!bytes)
        return tl::unexpected(bytes.error());
    if (bytes->size() < m_entryBytes)
        return std::optional<ByteView>();
    const ByteView entry = bytes->first(m_entryBytes);
    if (isZero(entry))
        return std::optional<ByteView>();
    ++m_number;
    return std::optional(entry);
}

Result<EntryStream::Rest> EntryStream::rest()
{
    Rest rest;
    rest.partBytes = m_size % m_entryBytes;
    std::uint64_t at = position();
    const std::uint64_t end = m_size - rest.partBytes;
    rest.zeroBytes = end - at;
    while (at < end) {
        m_block.resize(std::min(kBlockBytes, end - at));
        const auto got = m_file.readAt(at, m_block);
        if (!got)
            return tl::unexpected(got.error());
        if (*got == 0)
            break;
        if (!isZero(ByteView(m_block).first(*got)))
            rest.hasMore = true;
        at += *got;
    }
    if (rest.hasMore)
        rest.zeroBytes = 0;
    m_block.clear();
    return rest;
}

observe::OffsetPoint offsetEntry(ByteView entry, Offset base)
{
    Reader from(entry);
    const Offset offset = base + static_cast<std::int64_t>(from.i32());
    const auto position = static_cast<std::uint32_t>(from.i32());
    return {offset, position};
}

observe::TimePoint timeEntry(ByteView entry, Offset base)
{
    Reader from(entry);
    const std::int64_t timestamp = from.i64();
    return {timestamp, base + static_cast<std::int64_t>(from.i32())};
}

AbortedTransaction transactionEntry(ByteView entry)
{
    Reader from(entry);
    AbortedTransaction read;
    read.version = from.i16();
    read.producerId = ProducerId(from.i64());
    read.firstOffset = Offset(from.i64());
    read.lastOffset = Offset(from.i64());
    read.lastStableOffset = Offset(from.i64());
    return read;
}

Result<std::uint32_t> countEntries(const world::File& file, std::uint32_t entryBytes)
{
    std::uint32_t low = 0;
    auto high = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(file.size() / entryBytes, UINT32_MAX / 2));
    std::array<std::uint8_t, kTransactionEntryBytes> entry;
    while (low < high) {
        const std::uint32_t middle = low + (high - low) / 2;
        const auto got =
            file.readAt(std::uint64_t(middle) * entryBytes, std::span(entry).first(entryBytes));
        if (!got)
            return tl::unexpected(got.error());
        const bool isUsed = *got == entryBytes && !isZero(ByteView(entry).first(entryBytes));
        if (isUsed)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

} // namespace hw::inspect
