#include "engine/log/cleaner/log_cleaner.h"

#include <algorithm>

#include "engine/log/checkpoint.h"
#include "engine/log/loader.h"
#include "engine/log/segment.h"

namespace hw::log {

/// Bytes of batches read in one task: about a millisecond.
static constexpr std::uint64_t kBytesPerTask = 256 << 10;

LogCleaner::LogCleaner(world::Loop& loop, world::Disk& disk, LogManager& logs, CleanerConfig config,
                       CleanerHooks hooks)
    : m_loop(loop)
    , m_disk(disk)
    , m_logs(logs)
    , m_config(std::move(config))
    , m_hooks(std::move(hooks))
    , m_timer(loop)
{
}

LogCleaner::~LogCleaner() { *m_turn = false; }

void LogCleaner::start()
{
    if (!m_config.isEnabled)
        return;
    m_isRunning = true;
    readCheckpoint();
    m_timer.start(m_config.backoff, [this] { work(); });
}

void LogCleaner::stop()
{
    letGo();
    m_timer.cancel();
    m_isRunning = false;
}

// --- checkpoint ---

std::string LogCleaner::checkpointPath() const
{
    return m_config.root.empty() ? kCleanerFile : m_config.root + "/" + kCleanerFile;
}

void LogCleaner::readCheckpoint()
{
    if (!m_disk.exists(checkpointPath()))
        return;
    const auto bytes = world::readAll(m_disk, checkpointPath());
    if (!bytes)
        return;
    m_written = textOf(*bytes);
    const auto offsets = parseOffsetCheckpoint(m_written);
    if (!offsets)
        return;
    for (const auto& [partition, offset] : *offsets) {
        if (const Log* log = m_logs.find(partition))
            m_checkpoints[partition] = {offset, log->alive()};
    }
}

void LogCleaner::writeCheckpoint()
{
    std::erase_if(m_checkpoints, [](const auto& entry) { return !*entry.second.log; });
    OffsetMap offsets;
    for (const auto& [partition, checkpoint] : m_checkpoints)
        offsets[partition] = checkpoint.firstDirty;
    std::string text = offsetCheckpointText(offsets);
    if (text == m_written)
        return;
    // An old one is no harm: what is clean is cleaned again.
    if (world::replaceFile(m_disk, checkpointPath(), viewOf(text)))
        m_written = std::move(text);
}

void LogCleaner::setFirstDirty(const Log& log, Offset offset)
{
    m_checkpoints[log.partition()] = {offset, log.alive()};
    writeCheckpoint();
}

std::optional<Offset> LogCleaner::firstDirty(const TopicPartition& partition) const
{
    const auto found = m_checkpoints.find(partition);
    if (found == m_checkpoints.end() || !*found->second.log)
        return std::nullopt;
    return found->second.firstDirty;
}

void LogCleaner::logTruncated(const TopicPartition& partition)
{
    const Log* log = m_isRunning ? m_logs.find(partition) : nullptr;
    const auto known = firstDirty(partition);
    if (log && known && *known > log->activeSegmentBase())
        setFirstDirty(*log, log->activeSegmentBase());
}

// --- choosing ---

std::optional<LogToClean> LogCleaner::consider(Log& log)
{
    // Which batches producers need is not known while they are read again.
    if (!log.config().compacted || isReplayingProducers(log) ||
        m_uncleanable.contains(log.partition()))
        return std::nullopt;
    const auto lastStable = m_hooks.lastStable(log.partition());
    if (!lastStable)
        return std::nullopt;
    auto found = whatToClean(log, firstDirty(log.partition()), *lastStable, m_loop.wallTime());
    if (!found) {
        if (m_hooks.onStorageFailed)
            m_hooks.onStorageFailed(log.partition(), found.error());
        return std::nullopt;
    }
    if (found->checkpointWasWrong)
        setFirstDirty(log, found->firstDirty);
    return std::move(*found);
}

/// Of equals the first by name.
std::optional<LogToClean> LogCleaner::choose()
{
    std::erase_if(m_uncleanable, [](const auto& entry) { return !*entry.second; });
    std::optional<LogToClean> dirtiest;
    for (Log* log : m_logs.logs()) {
        const auto found = consider(*log);
        if (found && found->isWorthIt() &&
            (!dirtiest || found->dirtyRatio() > dirtiest->dirtyRatio()))
            dirtiest = found;
    }
    return dirtiest;
}

/// Kafka: LogCleanerManager.deletableLogs; here the log at hand is none of them.
void LogCleaner::deleteOldSegments()
{
    for (Log* log : m_logs.logs()) {
        // A failure is told to the listener.
        if (log->config().compacted)
            (void)m_logs.deleteOldSegments(*log);
    }
}

void LogCleaner::work()
{
    deleteOldSegments();
    if (const auto chosen = choose())
        begin(*chosen);
    else
        m_timer.start(m_config.backoff, [this] { work(); });
}

// --- one cleaning ---

void LogCleaner::begin(const LogToClean& chosen)
{
    Cleaning::Spec spec;
    spec.log = chosen;
    spec.now = m_loop.wallTime();
    spec.mapBytes = m_config.dedupeBufferBytes;
    m_cleaning = std::make_unique<Cleaning>(spec);
    chosen.log->setBeingCleaned(true);
    later([this] { slice(); });
}

/// Runs `task` later unless this cleaning has been let go by then.
void LogCleaner::later(Task task)
{
    m_loop.post([turn = m_turn, task = std::move(task)]() mutable {
        if (*turn)
            task();
    });
}

void LogCleaner::slice()
{
    if (!m_cleaning->isStillPossible()) {
        letGo();
        work();
        return;
    }
    const auto step = m_cleaning->step(kBytesPerTask);
    if (!step)
        return giveUp(step.error());
    if (*step == Cleaning::Step::Done)
        return finish();
    if (*step == Cleaning::Step::More)
        return later([this] { slice(); });
    if (m_cleaning->log().recoveryPoint() < m_cleaning->groupEnd())
        m_cleaning->log().flush();
    m_cleaning->sync([this, turn = m_turn](Result<void> synced) {
        if (*turn)
            onSynced(synced);
    });
}

/// A cleaned segment may end with a gap. Below the recovery point that is known to be no damage; so
/// the recovery point on the disk has to lie above before the segment takes its place.
void LogCleaner::onSynced(const Result<void>& synced)
{
    if (!m_cleaning->isStillPossible()) {
        letGo();
        work();
        return;
    }
    if (!synced)
        return giveUp(synced.error());
    if (m_cleaning->log().recoveryPoint() >= m_cleaning->groupEnd())
        return swap();
    // A flush that failed was told to the log's listener; another may come.
    m_timer.start(m_config.backoff, [this] { onSynced({}); });
}

void LogCleaner::swap()
{
    if (const auto written = m_logs.checkpointRecoveryPoints(); !written)
        return giveUp(written.error());
    if (const auto swapped = m_cleaning->swap(); !swapped)
        return giveUp(swapped.error());
    later([this] { slice(); });
}

void LogCleaner::finish()
{
    const CleaningReport report = m_cleaning->report();
    const TopicPartition partition = m_cleaning->partition();
    setFirstDirty(m_cleaning->log(), report.end);
    letGo();
    if (m_hooks.onCleaned)
        m_hooks.onCleaned(partition, report);
    later([this] { work(); });
}

void LogCleaner::giveUp(const Error& error)
{
    const TopicPartition partition = m_cleaning->partition();
    const bool isItsContent = error.kind == Failure::Corrupt || error.kind == Failure::Unsupported;
    if (m_cleaning->isStillPossible() && isItsContent)
        m_uncleanable[partition] = m_cleaning->log().alive();
    letGo();
    if (isItsContent && m_hooks.onUncleanable)
        m_hooks.onUncleanable(partition, error);
    if (!isItsContent && m_hooks.onStorageFailed)
        m_hooks.onStorageFailed(partition, error);
    if (m_isRunning)
        m_timer.start(m_config.backoff, [this] { work(); });
}

void LogCleaner::letGo()
{
    m_timer.cancel();
    *m_turn = false;
    m_turn = std::make_shared<bool>(true);
    if (!m_cleaning)
        return;
    m_cleaning->abandon();
    if (m_cleaning->logIsThere())
        m_cleaning->log().setBeingCleaned(false);
    m_cleaning.reset();
}

} // namespace hw::log
