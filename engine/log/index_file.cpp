#include "engine/log/index_file.h"

#include <algorithm>
#include <array>

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
    m_count = 0;
    return {};
}

Result<void> IndexFile::reset()
{
    if (auto file = m_file.open(OpenMode::CreateOrOpen); !file)
        return tl::unexpected(file.error());
    m_count = 0;
    return {};
}

Result<void> IndexFile::load(std::uint64_t fileBytes)
{
    if (fileBytes % m_entryBytes != 0 || fileBytes > INT32_MAX)
        return fail(Failure::Corrupt, fmt::format("{} has {} bytes, not a multiple of {}",
                                                  m_file.path(), fileBytes, m_entryBytes));
    m_count = static_cast<std::uint32_t>(fileBytes / m_entryBytes);
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
    const auto got = (*file)->readAt(std::uint64_t(number) * m_entryBytes, into);
    if (!got)
        return tl::unexpected(got.error());
    if (*got != m_entryBytes)
        return fail(Failure::Corrupt,
                    fmt::format("{} ends inside entry {}", m_file.path(), number));
    return {};
}

Result<std::uint32_t>
IndexFile::countWhile(const std::function<bool(std::uint32_t, ByteView)>& isBelow)
{
    std::array<std::uint8_t, kLargestEntry> bytes;
    const auto entry = std::span(bytes).first(m_entryBytes);
    std::uint32_t low = 0;
    std::uint32_t high = m_count;
    while (low < high) {
        const std::uint32_t middle = low + (high - low) / 2;
        if (auto got = read(middle, entry); !got)
            return tl::unexpected(got.error());
        if (isBelow(middle, entry))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

} // namespace hw::log
