#include "engine/log/offset_index.h"

#include <array>

#include <fmt/format.h>

#include "engine/base/reader.h"

namespace hw::log {

OffsetIndex::OffsetIndex(FilePool& files, std::string path, Offset base,
                         std::uint32_t capacityBytes)
    : m_entries(files, std::move(path), kEntryBytes, capacityBytes)
    , m_base(base)
    , m_last{base, 0}
{
}

Result<void> OffsetIndex::create()
{
    m_last = {m_base, 0};
    return m_entries.create();
}

Result<void> OffsetIndex::reset()
{
    m_last = {m_base, 0};
    return m_entries.reset();
}

Result<void> OffsetIndex::load(std::uint64_t fileBytes, std::uint32_t logBytes)
{
    if (auto loaded = m_entries.load(fileBytes); !loaded)
        return loaded;
    if (auto read = setCount(count()); !read)
        return read;
    const bool fits = count() == 0 || (m_last.offset >= m_base && m_last.position > 0 &&
                                       m_last.position < logBytes);
    if (!fits)
        return fail(Failure::Corrupt,
                    fmt::format("{} ends with offset {} at {}, its log has {} bytes", file().path(),
                                m_last.offset, m_last.position, logBytes));
    return {};
}

Result<void> OffsetIndex::append(Offset offset, std::uint32_t position)
{
    const auto relative = static_cast<std::uint32_t>(offset - m_base);
    std::array<std::uint8_t, kEntryBytes> bytes;
    for (int i = 0; i < 4; ++i) {
        bytes[i] = static_cast<std::uint8_t>(relative >> (24 - 8 * i));
        bytes[4 + i] = static_cast<std::uint8_t>(position >> (24 - 8 * i));
    }
    if (auto written = m_entries.append(bytes); !written)
        return written;
    m_last = {offset, position};
    return {};
}

OffsetIndex::Entry OffsetIndex::decode(ByteView bytes) const
{
    Reader from(bytes);
    const std::uint32_t relative = from.u32();
    return {m_base + relative, from.u32()};
}

Result<OffsetIndex::Entry> OffsetIndex::entry(std::uint32_t number)
{
    std::array<std::uint8_t, kEntryBytes> bytes;
    if (auto got = m_entries.read(number, bytes); !got)
        return tl::unexpected(got.error());
    return decode(bytes);
}

Result<OffsetIndex::Entry> OffsetIndex::lookup(Offset target, std::vector<Probe>* probes)
{
    if (count() == 0)
        return Entry{m_base, 0};
    if (m_last.offset <= target) {
        if (probes)
            probes->push_back({count() - 1, m_last});
        return m_last;
    }
    Entry greatest{m_base, 0};
    const auto below = m_entries.countWhile([&](const IndexFile::Probed& probed) {
        const Entry entry = decode(probed.entry);
        if (probes)
            probes->push_back({probed.number, entry, probed.bytesRead});
        const bool isBelow = entry.offset <= target;
        // The last of them is the one before the first that is not.
        if (isBelow)
            greatest = entry;
        return isBelow;
    });
    return below ? Result<Entry>(greatest) : tl::unexpected(below.error());
}

Result<OffsetIndex::Entry> OffsetIndex::lookupPosition(std::uint32_t position)
{
    if (count() == 0 || m_last.position <= position)
        return m_last;
    Entry greatest{m_base, 0};
    const auto below = m_entries.countWhile([&](const IndexFile::Probed& probed) {
        const Entry entry = decode(probed.entry);
        const bool isBelow = entry.position <= position;
        if (isBelow)
            greatest = entry;
        return isBelow;
    });
    return below ? Result<Entry>(greatest) : tl::unexpected(below.error());
}

Result<void> OffsetIndex::truncateTo(std::uint32_t position)
{
    if (count() == 0 || m_last.position < position)
        return {};
    const auto below = m_entries.countWhile(
        [&](const auto& probed) { return decode(probed.entry).position < position; });
    return below ? setCount(*below) : tl::unexpected(below.error());
}

Result<void> OffsetIndex::setCount(std::uint32_t count)
{
    m_entries.setCount(count);
    m_last = {m_base, 0};
    if (count == 0)
        return {};
    const auto newest = entry(count - 1);
    if (!newest)
        return tl::unexpected(newest.error());
    m_last = *newest;
    return {};
}

} // namespace hw::log
