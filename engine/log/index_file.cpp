#include "engine/log/index_file.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace hw::log {

using world::OpenMode;

IndexFile::IndexFile(FilePool& files, std::string path, std::uint32_t entryBytes,
                     std::uint32_t capacityBytes)
    : m_file(files, std::move(path))
    , m_entryBytes(entryBytes)
    , m_capacityBytes(capacityBytes)
{
    HW_ASSERT(entryBytes <= kLargestEntry, "entries fit into the buffer of a search");
}

Result<void> IndexFile::create()
{
    m_file.close();
    if (auto file = m_file.open(OpenMode::Truncate); !file)
        return tl::unexpected(file.error());
    setCount(0);
    return {};
}

void IndexFile::setCount(std::uint32_t count)
{
    m_count = count;
    m_remembered.clear();
}

Result<void> IndexFile::reset()
{
    if (auto file = m_file.open(OpenMode::CreateOrOpen); !file)
        return tl::unexpected(file.error());
    setCount(0);
    return {};
}

Result<void> IndexFile::load(std::uint64_t fileBytes)
{
    if (fileBytes % m_entryBytes != 0 || fileBytes > INT32_MAX)
        return fail(Failure::Corrupt, fmt::format("{} has {} bytes, not a multiple of {}",
                                                  m_file.path(), fileBytes, m_entryBytes));
    setCount(static_cast<std::uint32_t>(fileBytes / m_entryBytes));
    return {};
}

Result<void> IndexFile::preallocate()
{
    auto file = m_file.open();
    if (!file)
        return tl::unexpected(file.error());
    const auto stale = hasStaleEntries(**file);
    if (!stale)
        return tl::unexpected(stale.error());
    if (*stale) {
        if (auto cut = trim(); !cut)
            return cut;
    }
    const std::uint64_t bytes = std::uint64_t(capacity()) * m_entryBytes;
    return (*file)->size() < bytes ? (*file)->truncate(bytes) : Result<void>();
}

/// Entries that were dropped. They are written one after the other, so the first tells.
Result<bool> IndexFile::hasStaleEntries(const world::File& file) const
{
    std::array<std::uint8_t, kLargestEntry> bytes{};
    const auto got =
        file.readAt(std::uint64_t(m_count) * m_entryBytes, std::span(bytes).first(m_entryBytes));
    if (!got)
        return tl::unexpected(got.error());
    return std::ranges::any_of(bytes, [](std::uint8_t byte) { return byte != 0; });
}

Result<void> IndexFile::trim()
{
    auto file = m_file.open();
    if (!file)
        return tl::unexpected(file.error());
    return (*file)->truncate(std::uint64_t(m_count) * m_entryBytes);
}

Result<void> IndexFile::append(ByteView entry)
{
    HW_ASSERT(entry.size() == m_entryBytes, "entries of one index are of one size");
    auto file = m_file.open();
    if (!file)
        return tl::unexpected(file.error());
    if (auto written = (*file)->writeAt(std::uint64_t(m_count) * m_entryBytes, entry); !written)
        return written;
    ++m_count;
    return {};
}

Result<void> IndexFile::read(std::uint32_t number, std::span<std::uint8_t> into)
{
    HW_ASSERT(number < m_count, "an index is asked for entries it has");
    auto file = m_file.open();
    if (!file)
        return tl::unexpected(file.error());
    return readExactly(**file, number, into);
}

Result<void> IndexFile::readExactly(const world::File& file, std::uint32_t number,
                                    std::span<std::uint8_t> into) const
{
    const auto got = file.readAt(std::uint64_t(number) * m_entryBytes, into);
    if (!got)
        return tl::unexpected(got.error());
    if (*got != into.size())
        return fail(Failure::Corrupt,
                    fmt::format("{} ends inside the entries from {} on", m_file.path(), number));
    return {};
}

/// One that a search of the same entries will turn at again.
Result<bool> IndexFile::probe(const world::File& file, std::uint32_t number,
                              const std::function<bool(const Probed&)>& isBelow)
{
    if (m_rememberedCount != m_count)
        m_remembered.clear();
    m_rememberedCount = m_count;
    if (const auto known = m_remembered.find(number); known != m_remembered.end())
        return isBelow({number, ByteView(known->second).first(m_entryBytes), 0});
    Entry entry{};
    if (auto got = readExactly(file, number, std::span(entry).first(m_entryBytes)); !got)
        return tl::unexpected(got.error());
    if (m_remembered.size() < kRemembered)
        m_remembered.emplace(number, entry);
    return isBelow({number, ByteView(entry).first(m_entryBytes), m_entryBytes});
}

Result<std::uint32_t> IndexFile::countWhile(const std::function<bool(const Probed&)>& isBelow)
{
    if (m_count == 0)
        return 0;
    const auto file = m_file.open();
    if (!file)
        return tl::unexpected(file.error());
    std::uint32_t low = 0;
    std::uint32_t high = m_count;
    for (bool isFirst = true; high - low > kBlockEntries; isFirst = false) {
        const std::uint32_t number = isFirst ? high - kBlockEntries : low + (high - low) / 2;
        const auto below = probe(**file, number, isBelow);
        if (!below)
            return tl::unexpected(below.error());
        (*below ? low : high) = *below ? number + 1 : number;
    }
    std::array<std::uint8_t, kBlockEntries * kLargestEntry> block;
    const std::uint32_t from = low;
    std::uint32_t bytesRead = (high - low) * m_entryBytes;
    if (auto got = readExactly(**file, from, std::span(block).first(bytesRead)); !got)
        return tl::unexpected(got.error());
    while (low < high) {
        const std::uint32_t middle = low + (high - low) / 2;
        const ByteView entry =
            ByteView(block).subspan(std::size_t(middle - from) * m_entryBytes, m_entryBytes);
        const bool below = isBelow({middle, entry, std::exchange(bytesRead, 0)});
        (below ? low : high) = below ? middle + 1 : middle;
    }
    return low;
}

} // namespace hw::log
