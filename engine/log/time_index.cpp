#include "engine/log/time_index.h"

#include <array>

#include <fmt/format.h>

#include "engine/base/reader.h"

namespace hw::log {

TimeIndex::TimeIndex(FilePool& files, std::string path, Offset base, std::uint32_t capacityBytes)
    : m_entries(files, std::move(path), kEntryBytes, capacityBytes)
    , m_base(base)
    , m_last(none())
{
}

Result<void> TimeIndex::create()
{
    m_last = none();
    return m_entries.create();
}

Result<void> TimeIndex::reset()
{
    m_last = none();
    return m_entries.reset();
}

/// Entries that a power loss turned into zeros do not ascend.
Result<void> TimeIndex::load(std::uint64_t fileBytes)
{
    if (auto loaded = m_entries.load(fileBytes); !loaded)
        return loaded;
    if (auto read = setCount(m_entries.count()); !read || count() == 0)
        return read;
    TimestampOffset before = none();
    if (count() > 1) {
        const auto read = entry(count() - 2);
        if (!read)
            return tl::unexpected(read.error());
        before = *read;
    }
    if (m_last.timestampMs <= before.timestampMs || m_last.offset < before.offset)
        return fail(Failure::Corrupt,
                    fmt::format("{} ends with time {} at offset {} after {} at {}", file().path(),
                                m_last.timestampMs, m_last.offset, before.timestampMs,
                                before.offset));
    return {};
}

Result<void> TimeIndex::maybeAppend(const TimestampOffset& entry)
{
    if (entry.timestampMs <= m_last.timestampMs)
        return {};
    const auto time = static_cast<std::uint64_t>(entry.timestampMs);
    const auto relative = static_cast<std::uint32_t>(entry.offset - m_base);
    std::array<std::uint8_t, kEntryBytes> bytes;
    for (int i = 0; i < 8; ++i)
        bytes[i] = static_cast<std::uint8_t>(time >> (56 - 8 * i));
    for (int i = 0; i < 4; ++i)
        bytes[8 + i] = static_cast<std::uint8_t>(relative >> (24 - 8 * i));
    if (auto written = m_entries.append(bytes); !written)
        return written;
    m_last = entry;
    return {};
}

TimestampOffset TimeIndex::decode(ByteView bytes) const
{
    Reader from(bytes);
    const std::int64_t time = from.i64();
    return {m_base + from.u32(), time};
}

Result<TimestampOffset> TimeIndex::entry(std::uint32_t number)
{
    std::array<std::uint8_t, kEntryBytes> bytes;
    if (auto got = m_entries.read(number, bytes); !got)
        return tl::unexpected(got.error());
    return decode(bytes);
}

Result<TimestampOffset> TimeIndex::lookup(std::int64_t timestampMs, std::vector<Probe>* probes)
{
    TimestampOffset greatest = none();
    const auto below = m_entries.countWhile([&](const IndexFile::Probed& probed) {
        const TimestampOffset entry = decode(probed.entry);
        if (probes)
            probes->push_back({probed.number, entry, probed.bytesRead});
        const bool isBelow = entry.timestampMs <= timestampMs;
        if (isBelow)
            greatest = entry;
        return isBelow;
    });
    return below ? Result<TimestampOffset>(greatest) : tl::unexpected(below.error());
}

Result<void> TimeIndex::truncateTo(Offset next)
{
    if (count() == 0 || m_last.offset < next)
        return {};
    const auto below = m_entries.countWhile(
        [&](const auto& probed) { return decode(probed.entry).offset < next; });
    return below ? setCount(*below) : tl::unexpected(below.error());
}

Result<void> TimeIndex::setCount(std::uint32_t count)
{
    m_entries.setCount(count);
    m_last = none();
    if (count == 0)
        return {};
    const auto newest = entry(count - 1);
    if (!newest)
        return tl::unexpected(newest.error());
    m_last = *newest;
    return {};
}

} // namespace hw::log
