#include "engine/inspect/log_reader.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "engine/inspect/files.h"
#include "engine/inspect/indexes.h"
#include "engine/log/header_scan.h"
#include "engine/log/segment.h"

namespace hw::inspect {

namespace {

constexpr std::size_t kOpenFiles = 8;

} // namespace

LogReader::LogReader(world::Disk& disk, std::string directory)
    : m_pool(disk, kOpenFiles)
    , m_directory(std::move(directory))
{
}

Result<std::unique_ptr<LogReader>> LogReader::open(world::Disk& disk, const std::string& directory)
{
    std::unique_ptr<LogReader> reader(new LogReader(disk, directory));
    if (auto listed = reader->list(); !listed)
        return tl::unexpected(listed.error());
    return reader;
}

Result<void> LogReader::list()
{
    const auto entries = m_pool.disk().list(m_directory);
    if (!entries)
        return tl::unexpected(entries.error());
    std::map<Offset, Segment> segments;
    std::map<Offset, bool> logs;
    for (const world::DirectoryEntry& entry : *entries) {
        if (entry.isDirectory)
            continue;
        const FileName name = fileNameOf(entry.name);
        m_files.push_back({entry.name, name.kind, entry.size});
        if (!name.base || !name.isOfSegment())
            continue;
        Segment& segment = segments[*name.base];
        segment.base = *name.base;
        if (name.kind == LogFileKind::Log) {
            logs[*name.base] = true;
            segment.logBytes = entry.size;
            segment.bytes =
                static_cast<std::uint32_t>(std::min<std::uint64_t>(entry.size, INT32_MAX));
        } else if (name.kind == LogFileKind::OffsetIndex) {
            segment.indexBytes = entry.size;
        } else if (name.kind == LogFileKind::TimeIndex) {
            segment.timeIndexBytes = entry.size;
        } else {
            segment.transactionBytes = entry.size;
        }
    }
    for (const auto& [base, segment] : segments) {
        if (logs.contains(base))
            m_segments.push_back(segment);
    }
    return {};
}

std::string LogReader::pathOf(std::size_t segment, const char* suffix) const
{
    return joined(m_directory, log::segmentFileName(m_segments[segment].base, suffix));
}

Result<std::size_t> LogReader::find(Offset base) const
{
    const auto found = std::ranges::lower_bound(m_segments, base, {}, &Segment::base);
    if (found == m_segments.end() || found->base != base)
        return fail(Failure::NotFound, fmt::format("there is no segment {} any more", base));
    return static_cast<std::size_t>(found - m_segments.begin());
}

Result<std::shared_ptr<world::File>> LogReader::log(std::size_t segment)
{
    const std::string path = pathOf(segment, log::kLogSuffix);
    if (!m_log || m_log->path() != path)
        m_log = std::make_unique<log::PooledFile>(m_pool, path);
    return m_log->open();
}

/// Takes over the entries in use, whoever writes the file.
template <class Index>
static Result<void> viewEntries(Index& index, const std::optional<std::uint64_t>& bytes)
{
    if (!bytes)
        return {};
    const auto file = index.file().open();
    if (!file)
        return tl::unexpected(file.error());
    const auto count = countEntries(**file, Index::kEntryBytes);
    return count ? index.view(*count) : Result<void>(tl::unexpected(count.error()));
}

Result<log::OffsetIndex*> LogReader::index(std::size_t segment)
{
    if (m_indexOf != segment) {
        const Segment& s = m_segments[segment];
        m_indexOf = SIZE_MAX;
        m_index = std::make_unique<log::OffsetIndex>(m_pool, pathOf(segment, log::kIndexSuffix),
                                                     s.base, UINT32_MAX);
        if (auto viewed = viewEntries(*m_index, s.indexBytes); !viewed)
            return tl::unexpected(viewed.error());
        m_indexOf = segment;
    }
    return m_index.get();
}

Result<log::TimeIndex*> LogReader::timeIndex(std::size_t segment)
{
    if (m_timeIndexOf != segment) {
        const Segment& s = m_segments[segment];
        m_timeIndexOf = SIZE_MAX;
        m_timeIndex = std::make_unique<log::TimeIndex>(
            m_pool, pathOf(segment, log::kTimeIndexSuffix), s.base, UINT32_MAX);
        if (auto viewed = viewEntries(*m_timeIndex, s.timeIndexBytes); !viewed)
            return tl::unexpected(viewed.error());
        m_timeIndexOf = segment;
    }
    return m_timeIndex.get();
}

Result<std::int64_t> LogReader::largestTimestamp(std::size_t segment)
{
    const auto times = timeIndex(segment);
    if (!times)
        return tl::unexpected(times.error());
    const auto offsets = index(segment);
    if (!offsets)
        return tl::unexpected(offsets.error());
    const auto file = log(segment);
    if (!file)
        return tl::unexpected(file.error());
    std::int64_t largest = (*times)->last().timestampMs;
    log::HeaderScan scan(**file, (*offsets)->last().position, m_segments[segment].bytes);
    for (;;) {
        const auto batch = scan.next();
        if (!batch)
            return tl::unexpected(batch.error());
        if (!*batch)
            return largest;
        largest = std::max(largest, (*batch)->header.maxTimestamp.ms());
    }
}

Result<Offset> LogReader::endOf(std::size_t segment)
{
    const auto offsets = index(segment);
    if (!offsets)
        return tl::unexpected(offsets.error());
    const auto file = log(segment);
    if (!file)
        return tl::unexpected(file.error());
    Offset end = m_segments[segment].base;
    log::HeaderScan scan(**file, (*offsets)->last().position, m_segments[segment].bytes);
    for (;;) {
        const auto batch = scan.next();
        if (!batch)
            return tl::unexpected(batch.error());
        if (!*batch)
            return end;
        end = (*batch)->header.nextOffset();
    }
}

} // namespace hw::inspect
