#include <algorithm>
#include <optional>

#include "engine/log/deleted_files.h"
#include "engine/log/loader.h"
#include "engine/log/segment.h"

namespace hw::log {

namespace {

constexpr std::size_t kOffsetDigits = 20;

/// The offset that begins the name of any file of a segment, whatever follows it.
std::optional<Offset> offsetIn(const std::string& name)
{
    return name.size() > kOffsetDigits ? baseOf(name.substr(0, kOffsetDigits), "") : std::nullopt;
}

} // namespace

Result<void> LogLoader::listFiles()
{
    const auto entries = m_context.disk.list(m_log->m_directory);
    if (!entries)
        return tl::unexpected(entries.error());
    for (const world::DirectoryEntry& entry : *entries) {
        if (!entry.isDirectory)
            m_files[entry.name] = entry.size;
    }
    return {};
}

Result<void> LogLoader::removeFile(const std::string& name)
{
    m_files.erase(name);
    return m_context.disk.remove(m_log->m_directory + "/" + name);
}

Result<void> LogLoader::renameFile(const std::string& name, const std::string& to)
{
    m_files[to] = m_files[name];
    m_files.erase(name);
    return m_context.disk.rename(m_log->m_directory + "/" + name, m_log->m_directory + "/" + to);
}

/// Kafka: LogLoader.removeTempFilesAndCollectSwapFiles.
Result<void> LogLoader::removeTemporary()
{
    std::vector<std::string> gone;
    std::optional<Offset> leastCleaned;
    for (const auto& [name, bytes] : m_files) {
        const auto base = name.ends_with(kCleanedSuffix) ? offsetIn(name) : std::nullopt;
        if (base)
            leastCleaned = std::min(leastCleaned.value_or(*base), *base);
    }
    // First of all: without the `.cleaned` files nobody could tell that these are not complete.
    for (const auto& [name, bytes] : m_files) {
        if (leastCleaned && name.ends_with(kSwapSuffix) && offsetIn(name) >= leastCleaned)
            gone.push_back(name);
    }
    for (const auto& [name, bytes] : m_files) {
        if (name.ends_with(kDeletedSuffix) || name.ends_with(".tmp") ||
            name.ends_with(kCleanedSuffix))
            gone.push_back(name);
    }
    for (const std::string& name : gone) {
        if (auto removed = removeFile(name); !removed)
            return removed;
    }
    return {};
}

/// The offset after the last batch of a `.swap` segment; its index tells where the end is near.
Result<Offset> LogLoader::endOfSwap(Offset base)
{
    const std::string name = segmentFileName(base, kLogSuffix) + kSwapSuffix;
    auto file = m_context.disk.open(m_log->m_directory + "/" + name, world::OpenMode::ReadOnly);
    if (!file)
        return tl::unexpected(file.error());
    const auto bytes = static_cast<std::uint32_t>(m_files[name]);
    const std::string index = segmentFileName(base, kIndexSuffix) + kSwapSuffix;
    OffsetIndex near(m_context.files, m_log->m_directory + "/" + index, base, 0);
    const bool isSound = m_files.contains(index) && near.load(m_files[index], bytes);
    HeaderScan scan(**file, isSound ? near.last().position : 0, bytes);
    Offset end = base;
    for (;;) {
        const auto batch = scan.next();
        if (!batch)
            return tl::unexpected(batch.error());
        if (!*batch)
            return end;
        end = (*batch)->header.nextOffset();
    }
}

/// Kafka: LogLoader.load, second and third pass.
Result<void> LogLoader::finishSwaps()
{
    std::vector<std::string> swaps;
    std::optional<Offset> from;
    Offset to{0};
    for (const auto& [name, bytes] : m_files) {
        if (!name.ends_with(kSwapSuffix))
            continue;
        swaps.push_back(name);
        const auto base = baseOf(name, std::string(kLogSuffix) + kSwapSuffix);
        if (!base)
            continue;
        const auto end = endOfSwap(*base);
        if (!end)
            return tl::unexpected(end.error());
        from = std::min(from.value_or(*base), *base);
        to = std::max(to, *end);
    }
    std::vector<std::string> replaced;
    for (const auto& [name, bytes] : m_files) {
        const auto offset = offsetIn(name);
        if (from && offset && !name.ends_with(kSwapSuffix) && *offset >= *from && *offset < to)
            replaced.push_back(name);
    }
    for (const std::string& name : replaced) {
        if (auto removed = removeFile(name); !removed)
            return removed;
    }
    for (const std::string& name : swaps) {
        const std::string plain = name.substr(0, name.size() - std::string(kSwapSuffix).size());
        if (auto renamed = renameFile(name, plain); !renamed)
            return renamed;
    }
    return {};
}

/// Kafka: LogLoader.loadSegmentFiles.
Result<void> LogLoader::removeStrayIndexes()
{
    std::vector<std::string> stray;
    for (const auto& [name, bytes] : m_files) {
        for (const char* suffix : {kIndexSuffix, kTimeIndexSuffix, kTransactionIndexSuffix}) {
            const auto base = baseOf(name, suffix);
            if (base && !m_files.contains(segmentFileName(*base, kLogSuffix)))
                stray.push_back(name);
        }
    }
    for (const std::string& name : stray) {
        if (auto removed = removeFile(name); !removed)
            return removed;
    }
    return {};
}

} // namespace hw::log
