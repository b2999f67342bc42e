#include "engine/log/log.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/log/batch_check.h"
#include "engine/log/checkpoint.h"
#include "engine/log/deleted_files.h"
#include "engine/log/hot_tail.h"
#include "engine/log/loader.h"
#include "engine/log/partition_metadata.h"
#include "engine/log/producer_state_manager.h"
#include "engine/log/segment.h"
#include "engine/world/path.h"

namespace hw::log {

Log::Log(const LogContext& context, std::string directory, TopicPartition partition,
         const LogConfig& config)
    : m_context(context)
    , m_directory(std::move(directory))
    , m_partition(std::move(partition))
    , m_config(config)
    , m_tail(std::make_unique<HotTail>(context.tails))
    , m_producers(std::make_unique<ProducerStateManager>(context.disk, m_directory))
    , m_lastFlush(context.loop ? context.loop->wallTime() : WallTime())
{
}

Log::~Log() { *m_alive = false; }

static std::string joinPath(const std::string& directory, const std::string& name)
{
    return directory.empty() ? name : directory + "/" + name;
}

Result<std::unique_ptr<Log>> Log::create(const LogContext& context, const std::string& root,
                                         const TopicPartition& partition, const LogConfig& config,
                                         std::optional<Uuid> topicId, WallTime now)
{
    const std::string directory = joinPath(root, partition.text());
    if (context.disk.exists(directory))
        return fail(Failure::Exists,
                    fmt::format("{} is already there", context.disk.absolute(directory)));
    if (auto made = context.disk.makeDirectory(directory); !made)
        return tl::unexpected(made.error());
    std::unique_ptr<Log> log(new Log(context, directory, partition, config));
    log->m_entryIsUnsynced = true;
    if (auto started = log->startSegment(Offset(0), now); !started)
        return tl::unexpected(started.error());
    if (topicId) {
        log->m_topicId = topicId;
        // Synced with the names: the controller tells the id again should it get lost.
        log->m_topicIdIsUnsynced = true;
        auto file =
            context.disk.open(directory + "/" + kPartitionMetadataFile, world::OpenMode::Truncate);
        if (!file)
            return tl::unexpected(file.error());
        const std::string text = partitionMetadataText(*topicId);
        if (auto written = (*file)->writeAt(0, viewOf(text)); !written)
            return tl::unexpected(written.error());
    }
    return log;
}

Result<std::unique_ptr<Log>> Log::open(const LogContext& context, const std::string& root,
                                       const TopicPartition& partition, const LogConfig& config,
                                       const LoadSpec& spec, WallTime now)
{
    LogLoader loader(context, joinPath(root, partition.text()), partition, config, spec, now);
    for (;;) {
        const auto finished = loader.step(UINT64_MAX);
        if (!finished)
            return tl::unexpected(finished.error());
        if (*finished)
            return loader.take();
    }
}

Result<void> Log::startSegment(Offset base, WallTime now)
{
    auto segment = std::make_unique<Segment>(m_context.files, m_directory, base, m_config);
    const auto jitter =
        static_cast<std::uint64_t>(toMs(std::min(m_config.segmentJitter, m_config.segmentTime)));
    if (jitter > 0 && m_context.loop)
        segment->setRollJitter(
            fromMs(static_cast<std::int64_t>(m_context.loop->random().below(jitter))));
    if (auto created = segment->create(now); !created)
        return created;
    m_segments.push_back(std::move(segment));
    m_namesChanged = true;
    ++m_shapeVersion;
    return {};
}

void Log::setConfig(const LogConfig& config)
{
    m_config = config;
    for (const auto& segment : m_segments)
        segment->setConfig(config);
}

tl::unexpected<Error> Log::failed(const Error& error) const
{
    if (m_context.listener)
        m_context.listener->storageFailed(m_partition, error);
    return tl::unexpected(error);
}

tl::unexpected<Refusal> Log::refused(const Error& error) const
{
    return refuse(failed(error).value());
}

// --- what it knows ---

std::uint64_t Log::size() const
{
    std::uint64_t bytes = 0;
    for (const auto& segment : m_segments)
        bytes += segment->bytes();
    return bytes;
}

std::vector<SegmentInfo> Log::segments() const
{
    std::vector<SegmentInfo> infos;
    for (std::size_t i = 0; i < m_segments.size(); ++i) {
        const Segment& segment = *m_segments[i];
        const bool isLast = i + 1 == m_segments.size();
        infos.push_back({segment.base(), isLast ? m_leo : m_segments[i + 1]->base(),
                         segment.bytes(), segment.index().count(), segment.timeIndex().count(),
                         segment.maxTimestamp().timestampMs});
    }
    return infos;
}

Offset Log::activeSegmentBase() const { return active().base(); }
Offset Log::firstSegmentBase() const { return m_segments.front()->base(); }

Result<void> Log::assignTopicId(const Uuid& id)
{
    if (m_topicId == id)
        return {};
    if (m_topicId)
        return fail(Failure::Invalid,
                    fmt::format("{} belongs to topic id {}, not to {}", m_partition.text(),
                                m_topicId->text(), id.text()));
    m_topicId = id;
    const std::string text = partitionMetadataText(id);
    const auto written = world::replaceFile(
        m_context.disk, m_directory + "/" + kPartitionMetadataFile, viewOf(text));
    return written ? written : failed(written.error());
}

Result<void> Log::assignEpochStart(LeaderEpoch epoch, Offset start)
{
    return m_epochs.assign(epoch, start) ? saveEpochs() : Result<void>();
}

Result<void> Log::saveEpochs()
{
    const std::string text = epochCheckpointText(m_epochs.entries());
    const auto written =
        world::replaceFile(m_context.disk, m_directory + "/" + kEpochFile, viewOf(text));
    return written ? written : failed(written.error());
}

// --- cutting ---

Result<void> Log::dropSegmentsFrom(std::size_t first)
{
    ++m_cutVersion;
    while (m_segments.size() > first) {
        if (auto removed = m_producers->removeSnapshot(active().base()); !removed)
            return removed;
        if (auto removed = active().removeFiles(); !removed)
            return removed;
        m_segments.pop_back();
        m_namesChanged = true;
    }
    return {};
}

/// Cuts the last segment so that it holds no offset >= target, and sets the LEO.
Result<void> Log::cutActiveSegment(Offset target)
{
    const auto cut = active().find(target);
    if (!cut)
        return tl::unexpected(cut.error());
    m_leo = target;
    if (*cut) {
        if (auto done = active().truncateTo((*cut)->position, (*cut)->header.baseOffset); !done)
            return done;
        m_leo = std::min(target, (*cut)->header.baseOffset);
    }
    return active().unseal();
}

Result<void> Log::truncateTo(Offset target)
{
    // Even then: who led without appending anything has noted where its epoch would have begun.
    if (target >= m_leo)
        return m_epochs.truncateFromEnd(m_leo) ? saveEpochs() : Result<void>();
    if (target < m_segments.front()->base())
        return truncateFullyAndStartAt(target);
    const Offset oldEnd = m_leo;
    m_tail->clear();
    ++m_shapeVersion;
    std::size_t keep = m_segments.size();
    while (keep > 1 && m_segments[keep - 1]->base() > target)
        --keep;
    if (auto dropped = dropSegmentsFrom(keep); !dropped)
        return failed(dropped.error());
    if (auto cut = cutActiveSegment(target); !cut)
        return failed(cut.error());
    m_logStart = std::min(m_logStart, m_leo);
    noteCut();
    if (m_context.listener)
        m_context.listener->logTruncated(m_partition, oldEnd, m_leo);
    if (auto rebuilt = rebuildProducers(); !rebuilt)
        return failed(rebuilt.error());
    return m_epochs.truncateFromEnd(m_leo) ? saveEpochs() : Result<void>();
}

Result<void> Log::truncateFullyAndStartAt(Offset start)
{
    const Offset oldEnd = m_leo;
    m_tail->clear();
    ++m_shapeVersion;
    const WallTime created = active().created();
    if (auto dropped = dropSegmentsFrom(0); !dropped)
        return failed(dropped.error());
    if (auto started = startSegment(start, created); !started)
        return failed(started.error());
    m_leo = start;
    m_logStart = start;
    if (auto emptied = m_producers->truncateFullyAndStartAt(start); !emptied)
        return failed(emptied.error());
    noteCut();
    if (m_context.listener)
        m_context.listener->logTruncated(m_partition, oldEnd, m_leo);
    return m_epochs.clear() ? saveEpochs() : Result<void>();
}

/// What was flushed, or is being flushed, ends at the LEO at the latest.
void Log::noteCut()
{
    ++m_cutVersion;
    for (const auto& flush : m_flushes)
        flush->target = std::min(flush->target, m_leo);
    if (m_recoveryPoint <= m_leo)
        return;
    m_recoveryPoint = m_leo;
    if (m_context.saveRecoveryPoint)
        m_context.saveRecoveryPoint();
}

Result<void> Log::raiseLogStart(Offset start)
{
    HW_ASSERT(start <= m_leo, "a log cannot begin after its end");
    if (start <= m_logStart)
        return {};
    m_logStart = start;
    m_producers->logStartRaised(start);
    return m_epochs.truncateFromStart(start) ? saveEpochs() : Result<void>();
}

// --- durability ---

void Log::flush(world::SyncDone done) { flushBelow(m_leo, std::move(done)); }

/// Syncs every segment that holds something of [recovery point, target) and is not being synced yet
/// by an earlier flush. Flushes end in order, so that each stands for all below its target.
void Log::flushBelow(Offset target, world::SyncDone done)
{
    Offset from = m_recoveryPoint;
    for (const auto& earlier : m_flushes)
        from = std::max(from, earlier->target);
    auto flush = std::make_shared<Flush>();
    flush->target = target;
    flush->done = std::move(done);
    m_flushes.push_back(flush);
    const auto ended = [this, flush, alive = m_alive](Result<void> synced) {
        if (*alive)
            flushEnded(flush, std::move(synced));
    };
    std::size_t first = segmentIndexFor(from);
    // Flushed to its end while it was active, and sealed since.
    if (first > 0 && m_segments[first - 1]->sealNeedsSync())
        --first;
    for (std::size_t i = first; i < m_segments.size() && m_segments[i]->base() < target; ++i) {
        for (PooledFile* pooled : m_segments[i]->filesToSync()) {
            auto file = pooled->open();
            if (!file) {
                flush->failure = file.error();
                continue;
            }
            ++flush->pending;
            // Keeps the file open until it is synced.
            (*file)->sync([ended, kept = *file](Result<void> synced) { ended(std::move(synced)); });
        }
    }
    if (m_namesChanged || flush->pending == 0) {
        m_namesChanged = false;
        ++flush->pending;
        m_context.disk.syncDirectory(m_directory, ended);
    }
    if (std::exchange(m_entryIsUnsynced, false)) {
        ++flush->pending;
        m_context.disk.syncDirectory(world::parentOf(m_directory), ended);
    }
}

/// Appends that come while one is under way share the next.
void Log::syncForced()
{
    if (std::exchange(m_isSyncForced, true))
        return;
    flush([this](Result<void> synced) { // runs only while the log lives
        m_isSyncForced = false;
        if (synced && mustSyncFirst())
            syncForced();
    });
}

void Log::syncNames()
{
    if (std::exchange(m_topicIdIsUnsynced, false)) {
        auto file = m_context.disk.open(m_directory + "/" + kPartitionMetadataFile,
                                        world::OpenMode::MustExist);
        if (file) {
            const std::shared_ptr<world::File> kept = std::move(*file);
            kept->sync([kept](Result<void>) {});
        }
    }
    if (std::exchange(m_namesChanged, false))
        m_context.disk.syncDirectory(m_directory, [](Result<void>) {});
}

void Log::flushEnded(const std::shared_ptr<Flush>& flush, Result<void> synced)
{
    if (!synced && !flush->failure)
        flush->failure = synced.error();
    if (--flush->pending > 0)
        return;
    while (!m_flushes.empty() && m_flushes.front()->pending == 0)
        endFirstFlush();
}

void Log::endFirstFlush()
{
    const std::shared_ptr<Flush> flush = m_flushes.front();
    m_flushes.erase(m_flushes.begin());
    Result<void> result;
    if (flush->failure) {
        result = failed(*flush->failure);
        // Those behind it have left its part out: they cannot stand for it.
        for (const auto& later : m_flushes)
            later->failure = flush->failure;
    } else if (flush->target > m_recoveryPoint) {
        m_recoveryPoint = flush->target;
    }
    if (m_gapBefore && m_recoveryPoint >= *m_gapBefore) {
        m_gapBefore.reset();
        if (m_context.saveRecoveryPoint)
            m_context.saveRecoveryPoint();
    }
    if (m_context.loop)
        m_lastFlush = m_context.loop->wallTime();
    if (result && m_context.listener)
        m_context.listener->logFlushed(m_partition, m_recoveryPoint);
    if (flush->done)
        flush->done(std::move(result));
}

Result<void> Log::close()
{
    m_isClosed = true;
    ++m_cutVersion;
    m_tail->clear();
    Result<void> sealed = active().seal();
    if (const auto kept = m_producers->takeSnapshot(); sealed && !kept)
        sealed = kept;
    if (m_producers->latestSnapshot() == m_leo) // its name has to survive as the log does
        m_context.disk.syncDirectory(m_directory, [](Result<void>) {});
    for (const auto& segment : m_segments)
        segment->closeFiles();
    return sealed;
}

Result<void> Log::renameDirectory(const std::string& directory)
{
    m_tail->clear();
    ++m_cutVersion;
    for (const auto& segment : m_segments)
        segment->moveTo(directory);
    m_producers->moveTo(directory);
    const std::string old = std::exchange(m_directory, directory);
    return m_context.disk.rename(old, directory);
}

} // namespace hw::log
