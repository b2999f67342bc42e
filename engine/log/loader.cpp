#include "engine/log/loader.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/base/mutation.h"
#include "engine/log/checkpoint.h"
#include "engine/log/hot_tail.h"
#include "engine/log/partition_metadata.h"
#include "engine/log/producer_state_manager.h"
#include "engine/log/segment.h"

namespace hw::log {

using protocol::BatchHeader;

namespace {

/// Read at once while checking; a larger batch is read as a whole.
constexpr std::uint32_t kCheckBlockBytes = 256 << 10;
constexpr std::uint64_t kMetadataBytesMax = 1024;

} // namespace

/// Where the check of one segment stands.
struct LogLoader::Check
{
    std::size_t segment = 0;
    std::uint32_t position = 0; ///< all before is good
    Offset next;                ///< the least offset that may follow
    bool isBad = false;
};

LogLoader::LogLoader(const LogContext& context, std::string directory,
                     const TopicPartition& partition, const LogConfig& config,
                     const Log::LoadSpec& spec, WallTime now)
    : m_context(context)
    , m_spec(spec)
    , m_now(now)
    , m_log(new Log(context, std::move(directory), partition, config))
{
}

LogLoader::~LogLoader() = default;

std::uint64_t LogLoader::bytesChecked() const
{
    const std::uint64_t before = m_log ? m_log->m_recovery.bytesChecked : 0;
    return before + (m_check ? m_check->position : 0);
}

/// What looking at a directory and opening one segment count for, in bytes read.
static constexpr std::uint64_t kOpenCost = 64 << 10;

static void spend(std::uint64_t& byteBudget, std::uint64_t bytes)
{
    byteBudget -= std::min(byteBudget, bytes);
}

Result<bool> LogLoader::step(std::uint64_t& byteBudget)
{
    if (!m_begun) {
        m_begun = true;
        spend(byteBudget, kOpenCost);
        if (auto begun = begin(); !begun)
            return tl::unexpected(begun.error());
    }
    if (!m_areOpen) {
        const auto opened = openSegments(byteBudget);
        if (!opened || !*opened)
            return opened;
        m_areOpen = true;
        chooseWhatToCheck();
    }
    while (!m_finished) {
        const auto checked = checkSegments(byteBudget);
        if (!checked || !*checked)
            return checked;
        const auto finished = finish();
        if (!finished)
            return finished;
        m_finished = *finished;
    }
    const auto replayed = m_log->replayProducers(byteBudget);
    if (replayed && *replayed && m_context.listener)
        m_context.listener->logRecovered(m_log->m_partition, m_log->m_recovery);
    return replayed;
}

/// True once all that have to be are checked.
Result<bool> LogLoader::checkSegments(std::uint64_t& byteBudget)
{
    while (m_check || m_nextToCheck < m_log->m_segments.size()) {
        if (!m_check) {
            if (auto started = startCheck(m_nextToCheck); !started)
                return tl::unexpected(started.error());
        }
        const auto checked = checkOn(byteBudget);
        if (!checked || !*checked)
            return checked;
        if (auto ended = endCheck(); !ended)
            return tl::unexpected(ended.error());
    }
    return true;
}

std::set<Offset> LogLoader::snapshotsFound() const
{
    std::set<Offset> snapshots;
    for (const auto& [name, bytes] : m_files) {
        if (const auto offset = baseOf(name, kSnapshotSuffix))
            snapshots.insert(*offset);
    }
    return snapshots;
}

Result<void> LogLoader::begin()
{
    if (auto listed = listFiles(); !listed)
        return listed;
    if (auto removed = removeTemporary(); !removed)
        return removed;
    if (auto swapped = finishSwaps(); !swapped)
        return swapped;
    if (auto removed = removeStrayIndexes(); !removed)
        return removed;
    if (auto read = readTopicId(); !read)
        return read;
    if (auto read = readEpochs(); !read)
        return read;
    m_log->m_recovery.wasClean = m_spec.clean;
    if (!m_spec.clean) {
        // Whoever was killed may not have synced the names; a power loss would take them now.
        m_log->m_entryIsUnsynced = true;
        m_log->m_namesChanged = true;
        m_log->m_topicIdIsUnsynced = m_log->m_topicId.has_value();
    }
    for (const auto& [name, bytes] : m_files) {
        if (const auto base = baseOf(name, kLogSuffix))
            m_toOpen.push_back(*base);
    }
    return {};
}

/// A file emptied or torn by a power loss says nothing, and the controller will tell the id again.
/// Kafka: PartitionMetadataFile.read.
Result<void> LogLoader::readTopicId()
{
    const auto file = m_files.find(kPartitionMetadataFile);
    if (file == m_files.end() || (file->second == 0 && m_spec.clean))
        return {};
    const std::string path = m_log->m_directory + "/" + kPartitionMetadataFile;
    const auto bytes = world::readAll(m_context.disk, path, kMetadataBytesMax);
    if (!bytes)
        return tl::unexpected(bytes.error());
    const auto id = parsePartitionMetadata(textOf(*bytes));
    // It must not be there any more after a clean shutdown.
    if (!id && !m_spec.clean)
        return m_context.disk.remove(path);
    if (!id)
        return fail(Failure::Corrupt, m_context.disk.absolute(path) + " " + id.error().message);
    m_log->m_topicId = *id;
    return {};
}

/// Without a readable checkpoint all batches are read, which tell their epochs themselves.
Result<void> LogLoader::readEpochs()
{
    const auto file = m_files.find(kEpochFile);
    if (file == m_files.end())
        return {};
    const auto bytes = world::readAll(m_context.disk, m_log->m_directory + "/" + kEpochFile);
    if (!bytes)
        return tl::unexpected(bytes.error());
    const auto entries = parseEpochCheckpoint(textOf(*bytes));
    if (entries) {
        m_savedEpochs = *entries;
        m_log->m_epochs.restore(*entries);
        return {};
    }
    m_spec.clean = false;
    m_spec.recoveryPoint = Offset(0);
    return {};
}

std::optional<std::uint64_t> LogLoader::sizeOf(Offset base, const char* suffix) const
{
    const auto file = m_files.find(segmentFileName(base, suffix));
    return file == m_files.end() ? std::nullopt : std::optional(file->second);
}

/// False: there are more.
Result<bool> LogLoader::openSegments(std::uint64_t& byteBudget)
{
    auto& segments = m_log->m_segments;
    for (; !m_toOpen.empty(); m_toOpen.pop_front()) {
        if (byteBudget == 0)
            return false;
        spend(byteBudget, kOpenCost);
        const Offset base = m_toOpen.front();
        auto segment =
            std::make_unique<Segment>(m_context.files, m_log->m_directory, base, m_log->m_config);
        const SegmentFileSizes sizes{*sizeOf(base, kLogSuffix), sizeOf(base, kIndexSuffix),
                                     sizeOf(base, kTimeIndexSuffix)};
        const auto loaded = segment->load(sizes, m_now);
        const bool mayRebuild = loaded || loaded.error().kind == Failure::NotFound ||
                                loaded.error().kind == Failure::Corrupt;
        if (!mayRebuild)
            return tl::unexpected(loaded.error());
        if (!loaded && !m_firstBadIndex)
            m_firstBadIndex = segments.size();
        segments.push_back(std::move(segment));
    }
    return true;
}

void LogLoader::chooseWhatToCheck()
{
    const auto& segments = m_log->m_segments;
    m_nextToCheck = segments.size();
    if (!m_spec.clean && !segments.empty())
        m_nextToCheck = m_log->segmentIndexFor(m_spec.recoveryPoint);
    if (m_firstBadIndex)
        m_nextToCheck = std::min(m_nextToCheck, *m_firstBadIndex);
}

Result<void> LogLoader::startCheck(std::size_t segment)
{
    Segment& checked = *m_log->m_segments[segment];
    m_check = std::make_unique<Check>();
    m_check->segment = segment;
    m_check->next = checked.base();
    // From here on the batches say which epochs there were: the file may be of a history that was
    // cut off, brought back by a power loss before what replaced it was synced.
    if (!m_checkedEnd)
        m_log->m_epochs.truncateFromEnd(std::max(checked.base(), m_spec.recoveryPoint));
    if (m_checkedEnd) {
        // What lies below the recovery point was whole once, so a gap there came by compaction.
        const bool mayBeTorn = !m_spec.clean && checked.base() > m_spec.recoveryPoint;
        m_check->isBad =
            *m_checkedEnd > checked.base() || (mayBeTorn && *m_checkedEnd < checked.base());
    }
    ++m_log->m_recovery.segmentsChecked;
    ++m_log->m_recovery.indexesRebuilt;
    return checked.startRebuild();
}

/// One buffer for all blocks: nobody keeps slices of it.
std::span<std::uint8_t> LogLoader::blockOf(std::uint32_t bytes)
{
    if (bytes > m_blockBytes) {
        m_blockBytes = std::max(bytes, kCheckBlockBytes);
        m_block = std::shared_ptr<std::uint8_t[]>(new std::uint8_t[m_blockBytes]);
    }
    return {m_block.get(), bytes};
}

/// Returns whether the segment is done.
Result<bool> LogLoader::checkOn(std::uint64_t& byteBudget)
{
    Segment& segment = *m_log->m_segments[m_check->segment];
    std::uint32_t block = kCheckBlockBytes;
    while (!m_check->isBad && m_check->position < segment.bytes()) {
        if (byteBudget == 0)
            return false;
        const std::uint32_t left = segment.bytes() - m_check->position;
        const std::span<std::uint8_t> into = blockOf(std::min(block, left));
        const auto got = segment.readInto(m_check->position, into);
        if (!got)
            return tl::unexpected(got.error());
        spend(byteBudget, *got);
        const Slice read(m_block, into.first(*got));
        const std::uint32_t before = m_check->position;
        const auto isWhole = checkBatches(read);
        if (!isWhole)
            return tl::unexpected(isWhole.error());
        block = kCheckBlockBytes;
        if (m_check->position > before || m_check->isBad)
            continue;
        // No whole batch in the block: read all of the one that begins here, if it is there.
        const auto header = BatchHeader::parse(read.view());
        m_check->isBad = !header || header->size() > left;
        if (header)
            block = static_cast<std::uint32_t>(std::min<std::size_t>(header->size(), left));
    }
    return true;
}

/// Takes the good batches at the front of `bytes`; sets `isBad` at one that is not.
Result<bool> LogLoader::checkBatches(const Slice& bytes)
{
    Segment& segment = *m_log->m_segments[m_check->segment];
    protocol::BatchWalker walker(bytes);
    for (;;) {
        const auto batch = walker.next();
        if (batch && !*batch)
            return true;
        const bool hasCrc = batch && (protocol::hasValidCrc((*batch)->bytes.view()) ||
                                      mutated(Rule::RecoveryCutsBadBatch));
        const bool isGood = hasCrc && (*batch)->header.baseOffset >= m_check->next &&
                            (*batch)->header.lastOffset() - segment.base() <= INT32_MAX;
        if (!isGood) {
            m_check->isBad = true;
            return true;
        }
        const BatchHeader& header = (*batch)->header;
        if (auto added = segment.addToIndex(header, m_check->position); !added)
            return tl::unexpected(added.error());
        if (header.leaderEpoch > m_log->m_epochs.latestEpoch())
            m_log->m_epochs.assign(header.leaderEpoch, header.baseOffset);
        m_check->position += static_cast<std::uint32_t>(header.size());
        m_check->next = header.nextOffset();
    }
}

/// Cuts at the first bad batch; later segments go with it.
Result<void> LogLoader::endCheck()
{
    const Check check = *std::exchange(m_check, nullptr);
    RecoveryReport& report = m_log->m_recovery;
    report.bytesChecked += check.position;
    m_checkedEnd = check.next;
    m_nextToCheck = check.segment + 1;
    Segment& segment = *m_log->m_segments[check.segment];
    const std::uint32_t cut = segment.bytes() - check.position;
    if (cut > 0) {
        if (auto done = segment.truncateTo(check.position, check.next); !done)
            return done;
    }
    report.bytesCut += cut;
    const bool isLast = m_nextToCheck == m_log->m_segments.size();
    if (isLast && !check.isBad)
        return {};
    if (auto sealed = segment.seal(); !sealed || !check.isBad)
        return sealed;
    for (std::size_t i = m_nextToCheck; i < m_log->m_segments.size(); ++i)
        report.bytesCut += m_log->m_segments[i]->bytes();
    // A segment that nothing is left of and that begins beyond the end goes as well.
    const bool isBeyond = check.segment > 0 && check.position == 0;
    return m_log->dropSegmentsFrom(check.segment + (isBeyond ? 0 : 1));
}

/// The offset after the last batch.
Result<Offset> LogLoader::endOffset()
{
    const auto newest = m_log->active().lastBatch();
    if (!newest)
        return tl::unexpected(newest.error());
    return *newest ? (*newest)->header.nextOffset() : m_log->active().base();
}

/// False: the last segment has to be checked after all.
Result<bool> LogLoader::finish()
{
    Log& log = *m_log;
    if (log.m_segments.empty()) {
        if (auto started = log.startSegment(m_spec.logStart, m_now); !started)
            return tl::unexpected(started.error());
    }
    const auto end = endOffset();
    if (!end && end.error().kind == Failure::Corrupt && m_spec.clean) {
        // Said to be clean, and is not: somebody changed the files. Check the last segment.
        m_spec.clean = false;
        m_nextToCheck = log.m_segments.size() - 1;
        log.m_recovery.wasClean = false;
        return false;
    }
    if (!end)
        return tl::unexpected(end.error());
    log.m_leo = *end;
    log.m_recoveryPoint = m_spec.clean ? log.m_leo : std::min(m_spec.recoveryPoint, log.m_leo);
    log.m_logStart = std::max(m_spec.logStart, log.m_segments.front()->base());
    if (log.m_leo < log.m_logStart) {
        if (auto emptied = log.truncateFullyAndStartAt(log.m_logStart); !emptied)
            return tl::unexpected(emptied.error());
    }
    if (auto ready = log.active().unseal(); !ready)
        return tl::unexpected(ready.error());
    log.m_epochs.truncateFromStart(log.m_logStart);
    log.m_epochs.truncateFromEnd(log.m_leo);
    log.m_recovery.segments = static_cast<std::uint32_t>(log.m_segments.size());
    ++log.m_shapeVersion;
    if (log.m_epochs.entries() != m_savedEpochs) {
        if (auto saved = log.saveEpochs(); !saved)
            return tl::unexpected(saved.error());
    }
    if (auto loaded = log.loadProducers(snapshotsFound(), m_spec.clean, m_now); !loaded)
        return tl::unexpected(loaded.error());
    return true;
}

} // namespace hw::log
