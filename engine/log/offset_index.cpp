#include "engine/log/offset_index.h"

#include <array>

#include <fmt/format.h>

#include "engine/base/reader.h"

namespace hw::log {

using world::OpenMode;

OffsetIndex::OffsetIndex(FilePool& files, std::string path, Offset base,
                         std::uint32_t capacityBytes)
    : m_file(files, std::move(path))
    , m_base(base)
    , m_capacityBytes(capacityBytes)
    , m_last{base, 0}
{
}

Result<void> OffsetIndex::create()
{
    m_file.close();
    if (auto file = m_file.open(OpenMode::Truncate); !file)
        return tl::unexpected(file.error());
    m_count = 0;
    m_last = {m_base, 0};
    return {};
}

Result<void> OffsetIndex::reset()
{
    if (auto file = m_file.open(OpenMode::CreateOrOpen); !file)
        return tl::unexpected(file.error());
    m_count = 0;
    m_last = {m_base, 0};
    return {};
}

Result<void> OffsetIndex::load(std::uint64_t fileBytes, std::uint32_t logBytes)
{
    if (fileBytes % kEntryBytes != 0)
        return fail(Failure::Corrupt, fmt::format("{} has {} bytes, not a multiple of {}",
                                                  m_file.path(), fileBytes, kEntryBytes));
    if (auto counted = setCount(static_cast<std::uint32_t>(fileBytes / kEntryBytes)); !counted)
        return counted;
    const bool fits = m_count == 0 || (m_last.offset >= m_base && m_last.position > 0 &&
                                       m_last.position < logBytes);
    if (!fits)
        return fail(Failure::Corrupt,
                    fmt::format("{} ends with offset {} at {}, its log has {} bytes", m_file.path(),
                                m_last.offset, m_last.position, logBytes));
    return {};
}

Result<void> OffsetIndex::preallocate()
{
    auto file = m_file.open();
    if (!file)
        return tl::unexpected(file.error());
    const std::uint64_t bytes = m_capacityBytes / kEntryBytes * kEntryBytes;
    return (*file)->size() < bytes ? (*file)->truncate(bytes) : Result<void>();
}

Result<void> OffsetIndex::trim()
{
    auto file = m_file.open();
    if (!file)
        return tl::unexpected(file.error());
    return (*file)->truncate(std::uint64_t(m_count) * kEntryBytes);
}

Result<void> OffsetIndex::append(Offset offset, std::uint32_t position)
{
    auto file = m_file.open();
    if (!file)
        return tl::unexpected(file.error());
    const auto relative = static_cast<std::uint32_t>(offset - m_base);
    std::array<std::uint8_t, kEntryBytes> bytes;
    for (int i = 0; i < 4; ++i) {
        bytes[i] = static_cast<std::uint8_t>(relative >> (24 - 8 * i));
        bytes[4 + i] = static_cast<std::uint8_t>(position >> (24 - 8 * i));
    }
    if (auto written = (*file)->writeAt(std::uint64_t(m_count) * kEntryBytes, bytes); !written)
        return written;
    ++m_count;
    m_last = {offset, position};
    return {};
}

Result<OffsetIndex::Entry> OffsetIndex::entry(std::uint32_t number)
{
    HW_ASSERT(number < m_count, "an index is asked for entries it has");
    auto file = m_file.open();
    if (!file)
        return tl::unexpected(file.error());
    std::array<std::uint8_t, kEntryBytes> bytes;
    const auto got = (*file)->readAt(std::uint64_t(number) * kEntryBytes, bytes);
    if (!got)
        return tl::unexpected(got.error());
    if (*got != kEntryBytes)
        return fail(Failure::Corrupt,
                    fmt::format("{} ends inside entry {}", m_file.path(), number));
    Reader from{ByteView(bytes)};
    const std::uint32_t relative = from.u32();
    return Entry{m_base + relative, from.u32()};
}

template <class IsBelow>
Result<std::uint32_t> OffsetIndex::countWhile(IsBelow isBelow, std::vector<Probe>* probes)
{
    std::uint32_t low = 0;
    std::uint32_t high = m_count;
    while (low < high) {
        const std::uint32_t middle = low + (high - low) / 2;
        const auto probed = entry(middle);
        if (!probed)
            return tl::unexpected(probed.error());
        if (probes)
            probes->push_back({middle, *probed});
        if (isBelow(*probed))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

Result<OffsetIndex::Entry> OffsetIndex::lookup(Offset target, std::vector<Probe>* probes)
{
    if (m_count == 0)
        return Entry{m_base, 0};
    if (m_last.offset <= target) {
        if (probes)
            probes->push_back({m_count - 1, m_last});
        return m_last;
    }
    const auto below = countWhile([target](const Entry& e) { return e.offset <= target; }, probes);
    if (!below)
        return tl::unexpected(below.error());
    return *below == 0 ? Entry{m_base, 0} : entry(*below - 1);
}

Result<void> OffsetIndex::truncateTo(std::uint32_t position)
{
    if (m_count == 0 || m_last.position < position)
        return {};
    const auto below =
        countWhile([position](const Entry& e) { return e.position < position; }, nullptr);
    if (!below)
        return tl::unexpected(below.error());
    return setCount(*below);
}

Result<void> OffsetIndex::setCount(std::uint32_t count)
{
    m_count = count;
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
