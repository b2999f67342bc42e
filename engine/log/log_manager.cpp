#include "engine/log/log_manager.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/log/hot_tail.h"
#include "engine/log/log_manager_state.h"
#include "engine/log/segment.h"

namespace hw::log {

LogManager::LogManager(world::Loop& loop, world::Disk& disk, const LogManagerConfig& config,
                       LogListener* listener)
    : m_loop(loop)
    , m_disk(disk)
    , m_config(config)
    , m_listener(listener)
    , m_files(std::make_unique<FilePool>(disk, config.openFiles))
    , m_tails(std::make_unique<TailBudget>(config.tailBytes, config.tailBytesPerLog))
    , m_deletions(loop, disk)
    , m_recoveryPointTimer(loop)
    , m_highWatermarkTimer(loop)
    , m_nameSyncTimer(loop)
    , m_producerTimer(loop)
    , m_retentionTimer(loop)
    , m_flushTimer(loop)
{
}

LogManager::~LogManager()
{
    *m_alive = false;
    m_loading.reset();
    m_logs.clear(); // before the pool and the budget that they use
}

std::string LogManager::pathOf(const std::string& name) const
{
    return m_config.root.empty() ? name : m_config.root + "/" + name;
}

LogContext LogManager::context()
{
    return {m_disk,
            *m_files,
            *m_tails,
            m_listener,
            m_config.producerIdExpiration,
            &m_deletions,
            &m_loop,
            [this] {
                if (const auto written = checkpointRecoveryPoints(); !written && m_listener)
                    m_listener->checkpointFailed(written.error());
            }};
}

// --- logs ---

Log* LogManager::find(const TopicPartition& partition)
{
    const auto log = m_logs.find(partition);
    return log == m_logs.end() ? nullptr : log->second.get();
}

Result<Log*> LogManager::getOrCreate(const TopicPartition& partition, const LogConfig& config,
                                     std::optional<Uuid> topicId)
{
    HW_ASSERT(m_loaded, "logs are created after those on disk are known");
    if (Log* log = find(partition)) {
        log->setConfig(config);
        if (topicId) {
            if (auto assigned = log->assignTopicId(*topicId); !assigned)
                return tl::unexpected(assigned.error());
        }
        return log;
    }
    auto created =
        Log::create(context(), m_config.root, partition, config, topicId, m_loop.wallTime());
    if (!created)
        return tl::unexpected(created.error());
    m_createdLogs.push_back(partition);
    syncNamesSoon();
    Log* log = created->get();
    m_logs[partition] = std::move(*created);
    m_highWatermarks.erase(partition);
    return log;
}

Result<void> LogManager::remove(const TopicPartition& partition)
{
    const auto found = m_logs.find(partition);
    if (found == m_logs.end())
        return fail(Failure::NotFound, "there is no log of " + partition.text());
    const std::unique_ptr<Log> log = std::move(found->second);
    m_logs.erase(found);
    m_highWatermarks.erase(partition);
    const auto closed = log->close();
    constexpr std::size_t kNameLimit = 255;
    const Uuid id = m_loop.random().uuid();
    const std::string ending = "." + toHex(id.bytes) + kDeleteSuffix;
    const std::string name = partition.text().substr(0, kNameLimit - ending.size()) + ending;
    if (auto renamed = log->renameDirectory(pathOf(name)); !renamed)
        return renamed;
    // At once: were it to come back after a power loss, it would stand in the way of the next topic
    // of its name. What is removed in one task is synced together.
    m_nameSyncTimer.start(0ms, [this] { syncNames(); });
    m_loop.after(m_config.fileDeleteDelay, [this, alive = m_alive, path = pathOf(name)] {
        if (!*alive)
            return;
        m_toRemove.push_back(path);
        if (m_toRemove.size() == 1)
            postRemoval();
    });
    return closed;
}

/// One directory in a task: many that are due together would keep the loop for too long.
void LogManager::removeNext()
{
    // What cannot be removed now is tried again at the next start.
    (void)m_disk.removeAll(m_toRemove.front());
    m_toRemove.pop_front();
    syncNamesSoon();
    if (!m_toRemove.empty())
        postRemoval();
}

void LogManager::postRemoval()
{
    m_loop.post([this, alive = m_alive] {
        if (*alive)
            removeNext();
    });
}

void LogManager::awaitRemovals(world::SyncDone done)
{
    m_removalsAwaited.push_back(std::move(done));
    m_nameSyncTimer.start(0ms, [this] { syncNames(); });
}

std::vector<Log*> LogManager::logs()
{
    std::vector<Log*> all;
    for (const auto& [partition, log] : m_logs)
        all.push_back(log.get());
    return all;
}

/// Many directories made at about the same time are made durable together.
void LogManager::syncNamesSoon()
{
    if (!m_nameSyncTimer.armed())
        m_nameSyncTimer.start(m_config.nameSyncDelay, [this] { syncNames(); });
}

void LogManager::syncNames()
{
    std::vector<std::pair<Log*, std::shared_ptr<const bool>>> created;
    for (const TopicPartition& partition : std::exchange(m_createdLogs, {})) {
        if (Log* log = find(partition)) {
            log->syncNames();
            created.emplace_back(log, log->alive());
        }
    }
    m_disk.syncDirectory(m_config.root, [created = std::move(created),
                                         waiting = std::exchange(m_removalsAwaited, {})](
                                            const Result<void>& synced) {
        for (const auto& [log, alive] : created)
            if (synced && *alive)
                log->entryIsDurable();
        for (const auto& done : waiting)
            done(synced);
    });
}

// --- identity ---

Result<void> LogManager::confirmClusterId(const std::string& clusterId)
{
    if (m_clusterId == clusterId)
        return {};
    if (!m_clusterId.empty())
        return fail(Failure::Invalid,
                    fmt::format("{} belongs to cluster '{}', this cluster is '{}'",
                                m_disk.absolute(pathOf(kIdentityFile)), m_clusterId, clusterId));
    m_clusterId = clusterId;
    return writeIdentity();
}

Result<void> LogManager::writeIdentity()
{
    const std::string text =
        fmt::format("version=0\nbroker.id={}\ncluster.id={}\n", m_config.broker, m_clusterId);
    return world::replaceFile(m_disk, pathOf(kIdentityFile), viewOf(text));
}

// --- checkpoints ---

Offset LogManager::checkpointedHighWatermark(const TopicPartition& partition) const
{
    const auto mark = m_highWatermarks.find(partition);
    return mark == m_highWatermarks.end() ? Offset(0) : mark->second;
}

Result<void> LogManager::writeCheckpoint(const char* name, const OffsetMap& offsets)
{
    std::string text = offsetCheckpointText(offsets);
    std::string& written = m_writtenCheckpoints[name];
    // Kafka: CheckpointFile.write, whose failure goes to the LogDirFailureChannel.
    auto done = [this, alive = m_alive, name](const Result<void>& synced) {
        if (!*alive || synced)
            return;
        m_writtenCheckpoints[name].clear();
        if (m_shuttingDown) // nor is it a clean one then
            m_shuttingDown->flushed = synced;
        else if (m_listener)
            m_listener->checkpointFailed(synced.error());
    };
    // A folder that was taken away, or a disk that syncs no more, is noticed here at the latest,
    // also when nobody writes.
    if (written == text && m_disk.exists(pathOf(name))) {
        m_disk.syncDirectory(m_config.root, std::move(done));
        return {};
    }
    if (auto replaced = world::replaceFile(m_disk, pathOf(name), viewOf(text), std::move(done));
        !replaced)
        return replaced;
    written = std::move(text);
    return {};
}

Result<void> LogManager::checkpointHighWatermarks()
{
    if (m_highWatermarkOf) {
        for (const auto& [partition, log] : m_logs) {
            if (const auto mark = m_highWatermarkOf(partition))
                m_highWatermarks[partition] = *mark;
        }
    }
    return writeCheckpoint(kHighWatermarkFile, m_highWatermarks);
}

Result<void> LogManager::checkpointRecoveryPoints()
{
    OffsetMap recoveryPoints;
    OffsetMap logStarts;
    for (const auto& [partition, log] : m_logs) {
        recoveryPoints[partition] = log->recoveryPoint();
        if (log->logStart() > log->firstSegmentBase())
            logStarts[partition] = log->logStart();
    }
    if (auto written = writeCheckpoint(kRecoveryPointFile, recoveryPoints); !written)
        return written;
    return writeCheckpoint(kLogStartFile, logStarts);
}

void LogManager::startRecoveryPointTimer()
{
    m_recoveryPointTimer.start(m_config.flushCheckpointInterval, [this] {
        startRecoveryPointTimer();
        if (auto written = checkpointRecoveryPoints(); !written && m_listener)
            m_listener->checkpointFailed(written.error());
    });
}

void LogManager::startHighWatermarkTimer()
{
    m_highWatermarkTimer.start(m_config.highWatermarkCheckpointInterval, [this] {
        startHighWatermarkTimer();
        m_tails->dropIdle();
        if (!m_flushTimer.armed())
            flushOldLogs(); // arms it if some log has flush.ms
        if (auto written = checkpointHighWatermarks(); !written && m_listener)
            m_listener->checkpointFailed(written.error());
    });
}

/// Kafka: UnifiedLog, task "PeriodicProducerExpirationCheck".
void LogManager::startProducerTimer()
{
    m_producerTimer.start(m_config.producerIdExpirationCheck, [this] {
        startProducerTimer();
        if (!m_logs.empty())
            expireProducersFrom(m_logs.begin()->first);
    });
}

/// Goes over the logs from `next` on, some per task.
void LogManager::expireProducersFrom(TopicPartition next)
{
    constexpr int kLogsPerTask = 256;
    const WallTime now = m_loop.wallTime();
    auto log = m_logs.lower_bound(next);
    for (int i = 0; i < kLogsPerTask && log != m_logs.end(); ++i, ++log)
        log->second->expireProducers(now);
    if (log == m_logs.end())
        return;
    m_loop.post([this, alive = m_alive, after = log->first] {
        if (*alive)
            expireProducersFrom(after);
    });
}

} // namespace hw::log
