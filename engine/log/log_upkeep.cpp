#include <algorithm>

#include "engine/log/log_manager_state.h"

namespace hw::log {

/// Logs looked at in one task.
static constexpr std::size_t kLogsPerTask = 64;

std::vector<TopicPartition> LogManager::partitions() const
{
    std::vector<TopicPartition> all;
    for (const auto& [partition, log] : m_logs)
        all.push_back(partition);
    return all;
}

/// Kafka: LogManager.cleanupLogs.
void LogManager::startRetentionTimer(Duration delay)
{
    m_retentionTimer.start(delay, [this] {
        m_loop.setCause(kNoEvent); // time alone is what leads to it
        deleteSome(partitions());
    });
}

void LogManager::deleteSome(std::vector<TopicPartition> left)
{
    for (std::size_t i = 0; i < kLogsPerTask && !left.empty(); ++i) {
        Log* log = find(left.back());
        left.pop_back();
        if (!log || log->isBeingCleaned())
            continue;
        // A failure was told to the listener; the disk is not trusted any more then.
        if (!deleteOldSegments(*log))
            return;
    }
    if (left.empty())
        return startRetentionTimer(m_config.retentionCheckInterval);
    m_loop.post([this, alive = m_alive, left = std::move(left)]() mutable {
        if (*alive && !m_shuttingDown)
            deleteSome(std::move(left));
    });
}

Result<std::uint32_t> LogManager::deleteOldSegments(Log& log)
{
    const TopicPartition& partition = log.partition();
    const auto known = m_highWatermarkOf ? m_highWatermarkOf(partition) : std::nullopt;
    const Offset mark = known.value_or(checkpointedHighWatermark(partition));
    return log.deleteOldSegments(std::clamp(mark, log.logStart(), log.leo()), m_loop.wallTime());
}

/// Kafka: LogManager.flushDirtyLogs.
void LogManager::flushOldLogs()
{
    const WallTime now = m_loop.wallTime();
    bool any = false;
    for (const auto& [partition, log] : m_logs) {
        const Duration interval = log->config().flushTime;
        if (interval == Duration::max())
            continue;
        any = true;
        if (log->leo() > log->recoveryPoint() && now.ms() - log->lastFlush().ms() >= toMs(interval))
            log->flush();
    }
    if (any)
        m_flushTimer.start(m_config.flushSchedulerInterval, [this] { flushOldLogs(); });
}

} // namespace hw::log
