#include "engine/log/segment.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/log/log.h"

namespace hw::log {

using world::OpenMode;

std::string segmentFileName(Offset base, const char* suffix)
{
    return fmt::format("{:020d}{}", base.value(), suffix);
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
    , m_indexIntervalBytes(config.indexIntervalBytes)
{
}

Result<void> Segment::create(WallTime now)
{
    m_created = now;
    if (auto file = m_log.open(OpenMode::Truncate); !file)
        return tl::unexpected(file.error());
    m_bytes = 0;
    if (auto created = m_index.create(); !created)
        return created;
    return m_index.preallocate();
}

Result<void> Segment::load(std::uint64_t logBytes, std::optional<std::uint64_t> indexBytes,
                           WallTime now)
{
    if (logBytes > INT32_MAX)
        return fail(Failure::Corrupt, fmt::format("{} has {} bytes, a segment has at most {}",
                                                  m_log.path(), logBytes, INT32_MAX));
    m_created = now;
    m_bytes = static_cast<std::uint32_t>(logBytes);
    if (!indexBytes)
        return fail(Failure::NotFound, m_index.file().path() + " is missing");
    return m_index.load(*indexBytes, m_bytes);
}

Result<void> Segment::startRebuild() { return m_index.reset(); }

Result<void> Segment::addToIndex(const protocol::BatchHeader& batch, std::uint32_t position)
{
    if (position - m_index.last().position <= m_indexIntervalBytes || m_index.isFull())
        return {};
    return m_index.append(batch.lastOffset(), position);
}

Result<void> Segment::append(const Pieces& pieces, std::span<const IncomingBatch> batches)
{
    auto file = m_log.open();
    if (!file)
        return tl::unexpected(file.error());
    Result<void> done = (*file)->append(pieces);
    std::uint32_t position = m_bytes;
    for (const IncomingBatch& batch : batches) {
        if (!done)
            break;
        done = addToIndex(batch.header, position);
        position += static_cast<std::uint32_t>(batch.header.size());
    }
    if (!done) {
        const auto indexCut = m_index.truncateTo(m_bytes);
        const auto logCut = (*file)->truncate(m_bytes);
        m_isTorn = !indexCut || !logCut;
        return done;
    }
    if (m_bytes == 0)
        m_firstTimestamp = batches.front().header.maxTimestamp.ms();
    m_bytes = position;
    return {};
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
        const auto probed = static_cast<std::uint32_t>(probes.size());
        trace->indexProbes += probed;
        trace->indexBytes += probed * OffsetIndex::kEntryBytes;
        trace->indexEntryOffset = entry->offset;
        trace->indexEntryPosition = entry->position;
        trace->batchesScanned += scanned;
        trace->logBytes += scan.bytesRead();
    }
    return batch;
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
    }
    if (scan.position() != m_bytes)
        return fail(Failure::Corrupt, fmt::format("{} holds no whole batch at byte {}",
                                                  m_log.path(), scan.position()));
    return newest;
}

Result<Slice> Segment::readFrom(const PlacedBatch& first, Offset upperBound, std::uint32_t maxBytes,
                                Offset& next)
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
    return Slice(buffer, bytes.first(end));
}

Result<Bytes> Segment::readRaw(std::uint32_t position, std::uint32_t bytes)
{
    auto file = m_log.open();
    if (!file)
        return tl::unexpected(file.error());
    Bytes buffer(bytes);
    const auto got = (*file)->readAt(position, buffer);
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

Result<void> Segment::truncateTo(std::uint32_t position)
{
    HW_ASSERT(position <= m_bytes, "a log is cut, never extended");
    auto file = m_log.open();
    if (!file)
        return tl::unexpected(file.error());
    if (auto cut = m_index.truncateTo(position); !cut)
        return cut;
    if (auto cut = (*file)->truncate(position); !cut)
        return cut;
    m_bytes = position;
    if (position == 0)
        m_firstTimestamp.reset();
    return {};
}

void Segment::setConfig(const LogConfig& config)
{
    m_index.setCapacity(config.segmentIndexBytes);
    m_indexIntervalBytes = config.indexIntervalBytes;
}

std::vector<PooledFile*> Segment::filesToSync()
{
    if (m_index.count() == 0)
        return {&m_log};
    return {&m_log, &m_index.file()};
}

Result<void> Segment::removeFiles()
{
    closeFiles();
    const auto logGone = m_files.disk().remove(m_log.path());
    const auto indexGone = m_files.disk().remove(m_index.file().path());
    return logGone ? indexGone : logGone;
}

void Segment::closeFiles()
{
    m_log.close();
    m_index.file().close();
}

void Segment::moveTo(const std::string& directory)
{
    m_log.setPath(pathIn(directory, m_base, kLogSuffix));
    m_index.file().setPath(pathIn(directory, m_base, kIndexSuffix));
}

} // namespace hw::log
