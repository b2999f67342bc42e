#include "engine/log/segment.h"

#include <algorithm>
#include <charconv>
#include <numeric>

#include <fmt/format.h>

#include "engine/log/deleted_files.h"
#include "engine/log/log.h"

namespace hw::log {

using world::OpenMode;

std::string segmentFileName(Offset base, const char* suffix)
{
    return fmt::format("{:020d}{}", base.value(), suffix);
}

std::optional<Offset> baseOf(const std::string& name, std::string_view suffix)
{
    constexpr std::size_t kOffsetDigits = 20;
    if (name.size() != kOffsetDigits + suffix.size() || !name.ends_with(suffix))
        return std::nullopt;
    std::int64_t base = 0;
    const char* end = name.data() + kOffsetDigits;
    const auto [at, error] = std::from_chars(name.data(), end, base);
    if (error != std::errc() || at != end || base < 0)
        return std::nullopt;
    return Offset(base);
}

static std::string pathIn(const std::string& directory, Offset base, const char* suffix)
{
    return directory + "/" + segmentFileName(base, suffix);
}

Segment::Segment(FilePool& files, const std::string& directory, Offset base,
                 const LogConfig& config)
    : m_files(files)
    , m_base(base)
    , m_log(files, pathIn(directory, base, kLogSuffix))
    , m_index(files, pathIn(directory, base, kIndexSuffix), base, config.segmentIndexBytes)
    , m_timeIndex(files, pathIn(directory, base, kTimeIndexSuffix), base, config.segmentIndexBytes)
    , m_indexIntervalBytes(config.indexIntervalBytes)
    , m_maxTimestamp(m_timeIndex.last())
{
}

Result<void> Segment::create(WallTime now)
{
    m_created = now;
    if (auto file = m_log.open(OpenMode::Truncate); !file)
        return tl::unexpected(file.error());
    m_bytes = 0;
    m_maxTimestamp = {m_base, -1};
    if (auto created = m_index.create(); !created)
        return created;
    if (auto created = m_timeIndex.create(); !created)
        return created;
    return unseal();
}

Result<void> Segment::load(const SegmentFileSizes& sizes, WallTime now)
{
    if (sizes.log > INT32_MAX)
        return fail(Failure::Corrupt, fmt::format("{} has {} bytes, a segment has at most {}",
                                                  m_log.path(), sizes.log, INT32_MAX));
    m_created = now;
    m_bytes = static_cast<std::uint32_t>(sizes.log);
    if (!sizes.index)
        return fail(Failure::NotFound, m_index.file().path() + " is missing");
    if (!sizes.timeIndex)
        return fail(Failure::NotFound, m_timeIndex.file().path() + " is missing");
    if (auto loaded = m_index.load(*sizes.index, m_bytes); !loaded)
        return loaded;
    auto loaded = m_timeIndex.load(*sizes.timeIndex);
    m_maxTimestamp = m_timeIndex.last();
    return loaded;
}

Result<void> Segment::startRebuild()
{
    m_maxTimestamp = {m_base, -1};
    if (auto reset = m_index.reset(); !reset)
        return reset;
    return m_timeIndex.reset();
}

Result<void> Segment::addToIndex(const protocol::BatchHeader& batch, std::uint32_t position)
{
    if (batch.maxTimestamp.ms() > m_maxTimestamp.timestampMs)
        m_maxTimestamp = {batch.lastOffset(), batch.maxTimestamp.ms()};
    if (position - m_index.last().position <= m_indexIntervalBytes || indexIsFull())
        return {};
    if (auto added = m_index.append(batch.lastOffset(), position); !added)
        return added;
    return m_timeIndex.maybeAppend(m_maxTimestamp);
}

Result<void> Segment::append(const Pieces& pieces, std::span<const IncomingBatch> batches)
{
    auto file = m_log.open();
    if (!file)
        return tl::unexpected(file.error());
    const TimestampOffset maxBefore = m_maxTimestamp;
    Result<void> done = (*file)->append(pieces);
    std::uint32_t position = m_bytes;
    for (const IncomingBatch& batch : batches) {
        if (!done)
            break;
        done = addToIndex(batch.header, position);
        position += static_cast<std::uint32_t>(batch.header.size());
    }
    if (!done) {
        m_maxTimestamp = maxBefore;
        m_isTorn = !takeBackAppend(**file, batches.front().header.baseOffset);
        return done;
    }
    if (m_bytes == 0)
        m_firstTimestamp = batches.front().header.maxTimestamp.ms();
    m_bytes = position;
    return {};
}

Result<void> Segment::takeBackAppend(world::File& file, Offset next)
{
    const auto indexCut = m_index.truncateTo(m_bytes);
    auto timesCut = m_timeIndex.truncateTo(next);
    if (timesCut)
        timesCut = dropUnpairedTimes();
    const auto logCut = file.truncate(m_bytes);
    return !indexCut ? indexCut : !timesCut ? timesCut : logCut;
}

template <class Probe> static std::uint32_t bytesReadFor(const std::vector<Probe>& probes)
{
    return std::accumulate(probes.begin(), probes.end(), 0U,
                           [](std::uint32_t sum, const auto& p) { return sum + p.bytesRead; });
}

Result<std::optional<PlacedBatch>> Segment::find(Offset target, LookupTrace* trace)
{
    std::vector<OffsetIndex::Probe> probes;
    const auto entry = m_index.lookup(target, trace ? &probes : nullptr);
    if (!entry)
        return tl::unexpected(entry.error());
    auto file = m_log.open();
    if (!file)
        return tl::unexpected(file.error());
    HeaderScan scan(**file, entry->position, m_bytes);
    std::uint32_t scanned = 0;
    Result<std::optional<PlacedBatch>> batch;
    do {
        batch = scan.next();
        ++scanned;
    } while (batch && *batch && (*batch)->header.lastOffset() < target);
    if (batch && !*batch && scan.position() != m_bytes)
        return fail(Failure::Corrupt, fmt::format("{} holds no whole batch at byte {}",
                                                  m_log.path(), scan.position()));
    if (trace) {
        trace->segmentBase = m_base;
        trace->indexProbes += static_cast<std::uint32_t>(probes.size());
        trace->indexBytes += bytesReadFor(probes);
        trace->indexEntryOffset = entry->offset;
        trace->indexEntryPosition = entry->position;
        trace->batchesScanned += scanned;
        trace->logBytes += scan.bytesRead();
    }
    return batch;
}

Result<std::uint32_t> Segment::positionForTimestamp(std::int64_t timestampMs, Offset from,
                                                    TimeLookupTrace* trace)
{
    std::vector<TimeIndex::Probe> timeProbes;
    std::vector<OffsetIndex::Probe> indexProbes;
    const auto time = m_timeIndex.lookup(timestampMs, trace ? &timeProbes : nullptr);
    if (!time)
        return tl::unexpected(time.error());
    const auto entry = m_index.lookup(std::max(time->offset, from), trace ? &indexProbes : nullptr);
    if (!entry)
        return tl::unexpected(entry.error());
    if (trace) {
        trace->timeProbes = static_cast<std::uint32_t>(timeProbes.size());
        trace->timeIndexBytes = bytesReadFor(timeProbes);
        trace->timeEntry = *time;
        trace->indexProbes = static_cast<std::uint32_t>(indexProbes.size());
        trace->indexBytes = bytesReadFor(indexProbes);
        trace->indexEntryOffset = entry->offset;
        trace->indexEntryPosition = entry->position;
    }
    return entry->position;
}

Result<std::optional<PlacedBatch>> Segment::lastBatch()
{
    auto file = m_log.open();
    if (!file)
        return tl::unexpected(file.error());
    HeaderScan scan(**file, m_index.last().position, m_bytes);
    std::optional<PlacedBatch> newest;
    for (;;) {
        const auto batch = scan.next();
        if (!batch)
            return tl::unexpected(batch.error());
        if (!*batch)
            break;
        newest = *batch;
        if (newest->header.maxTimestamp.ms() > m_maxTimestamp.timestampMs)
            m_maxTimestamp = {newest->header.lastOffset(), newest->header.maxTimestamp.ms()};
    }
    if (scan.position() != m_bytes)
        return fail(Failure::Corrupt, fmt::format("{} holds no whole batch at byte {}",
                                                  m_log.path(), scan.position()));
    return newest;
}

Result<Pieces> Segment::readFrom(const PlacedBatch& first, Offset upperBound,
                                 std::uint32_t maxBytes, Offset& next)
{
    auto file = m_log.open();
    if (!file)
        return tl::unexpected(file.error());
    const std::uint32_t left = m_bytes - first.position;
    const std::uint32_t wanted = std::max(first.end() - first.position, std::min(maxBytes, left));
    // Not value-initialised: the bytes are overwritten at once.
    const std::shared_ptr<std::uint8_t[]> buffer(new std::uint8_t[wanted]);
    const auto got = (*file)->readAt(first.position, std::span(buffer.get(), wanted));
    if (!got)
        return tl::unexpected(got.error());
    const ByteView bytes(buffer.get(), *got);
    std::size_t end = 0;
    while (const auto header = protocol::BatchHeader::parse(bytes.subspan(end))) {
        if (header->size() > bytes.size() - end || header->lastOffset() >= upperBound)
            break;
        end += header->size();
        next = header->nextOffset();
    }
    return Pieces(Slice(buffer, bytes.first(end)));
}

Result<std::size_t> Segment::readInto(std::uint32_t position, std::span<std::uint8_t> into)
{
    auto file = m_log.open();
    if (!file)
        return tl::unexpected(file.error());
    return (*file)->readAt(position, into);
}

Result<Bytes> Segment::readRaw(std::uint32_t position, std::uint32_t bytes)
{
    Bytes buffer(bytes);
    const auto got = readInto(position, buffer);
    if (!got)
        return tl::unexpected(got.error());
    buffer.resize(*got);
    return buffer;
}

Result<std::optional<std::int64_t>> Segment::firstTimestamp()
{
    if (m_bytes == 0)
        return std::optional<std::int64_t>();
    if (!m_firstTimestamp) {
        const auto front = readRaw(0, protocol::kBatchHeaderSize);
        if (!front)
            return tl::unexpected(front.error());
        const auto header = protocol::BatchHeader::parse(*front);
        m_firstTimestamp = header ? header->maxTimestamp.ms() : -1;
    }
    return m_firstTimestamp;
}

Result<void> Segment::truncateTo(std::uint32_t position, Offset next)
{
    HW_ASSERT(position <= m_bytes, "a log is cut, never extended");
    auto file = m_log.open();
    if (!file)
        return tl::unexpected(file.error());
    if (auto cut = m_index.truncateTo(position); !cut)
        return cut;
    if (auto cut = m_timeIndex.truncateTo(next); !cut)
        return cut;
    if (auto cut = (*file)->truncate(position); !cut)
        return cut;
    m_bytes = position;
    if (position == 0)
        m_firstTimestamp.reset();
    return readMaxTimestamp();
}

/// Up to the last entry of `.index` the last time entry knows it; behind it batches are read.
Result<void> Segment::readMaxTimestamp()
{
    m_maxTimestamp = m_timeIndex.last();
    auto file = m_log.open();
    if (!file)
        return tl::unexpected(file.error());
    HeaderScan scan(**file, m_index.last().position, m_bytes);
    for (;;) {
        const auto batch = scan.next();
        if (!batch)
            return tl::unexpected(batch.error());
        if (!*batch)
            return {};
        const protocol::BatchHeader& header = (*batch)->header;
        if (header.maxTimestamp.ms() > m_maxTimestamp.timestampMs)
            m_maxTimestamp = {header.lastOffset(), header.maxTimestamp.ms()};
    }
}

Result<void> Segment::seal()
{
    m_sealNeedsSync = true;
    if (auto added = m_timeIndex.maybeAppend(m_maxTimestamp); !added)
        return added;
    if (auto cut = m_index.trim(); !cut)
        return cut;
    return m_timeIndex.trim();
}

Result<void> Segment::unseal()
{
    if (auto dropped = dropUnpairedTimes(); !dropped)
        return dropped;
    if (auto extended = m_index.preallocate(); !extended)
        return extended;
    return m_timeIndex.preallocate();
}

/// A time entry never lies behind the entry of `.index` that it was added with: one that does was
/// added by sealing, or its partner was cut off.
Result<void> Segment::dropUnpairedTimes()
{
    while (m_timeIndex.count() > 0 &&
           (m_index.count() == 0 || m_timeIndex.last().offset > m_index.last().offset)) {
        if (auto cut = m_timeIndex.truncateTo(m_timeIndex.last().offset); !cut)
            return cut;
    }
    return {};
}

void Segment::setConfig(const LogConfig& config)
{
    m_index.setCapacity(config.segmentIndexBytes);
    m_timeIndex.setCapacity(config.segmentIndexBytes);
    m_indexIntervalBytes = config.indexIntervalBytes;
}

std::vector<PooledFile*> Segment::filesToSync()
{
    m_sealNeedsSync = false;
    std::vector<PooledFile*> files{&m_log};
    if (m_index.count() > 0)
        files.push_back(&m_index.file());
    if (m_timeIndex.count() > 0)
        files.push_back(&m_timeIndex.file());
    return files;
}

Result<void> Segment::removeFiles()
{
    closeFiles();
    Result<void> result;
    for (PooledFile* file : files()) {
        if (auto removed = m_files.disk().remove(file->path()); !removed && result)
            result = removed;
    }
    return result;
}

Result<void> Segment::renameToDeleted(std::vector<std::string>& renamed)
{
    closeFiles();
    for (PooledFile* file : files()) {
        std::string target = file->path() + kDeletedSuffix;
        if (auto done = m_files.disk().rename(file->path(), target); !done)
            return done;
        renamed.push_back(std::move(target));
    }
    return {};
}

void Segment::closeFiles()
{
    for (PooledFile* file : files())
        file->close();
}

void Segment::moveTo(const std::string& directory)
{
    m_log.setPath(pathIn(directory, m_base, kLogSuffix));
    m_index.file().setPath(pathIn(directory, m_base, kIndexSuffix));
    m_timeIndex.file().setPath(pathIn(directory, m_base, kTimeIndexSuffix));
}

} // namespace hw::log
