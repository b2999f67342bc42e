#include <fmt/format.h>

#include "engine/log/log_manager_state.h"
#include "engine/log/hot_tail.h"
#include "engine/log/segment.h"

namespace hw::log {

/// Flushes asked for in one task.
static constexpr int kFlushesPerTask = 64;

void LogManager::shutdown(BrokerEpoch epoch, UniqueFunction<void(Result<void>)> done)
{
    HW_ASSERT(m_loaded && !m_shuttingDown, "what was loaded is shut down once");
    m_recoveryPointTimer.cancel();
    m_highWatermarkTimer.cancel();
    m_nameSyncTimer.cancel();
    m_producerTimer.cancel();
    m_retentionTimer.cancel();
    m_flushTimer.cancel();
    syncNames();
    m_shuttingDown = std::make_unique<ShuttingDown>();
    m_shuttingDown->epoch = epoch;
    m_shuttingDown->done = std::move(done);
    m_shuttingDown->waiting = logs();
    m_loop.post([this, alive = m_alive] {
        if (*alive)
            flushSome();
    });
}

void LogManager::flushSome()
{
    ShuttingDown& state = *m_shuttingDown;
    for (int i = 0; i < kFlushesPerTask && !state.waiting.empty(); ++i) {
        Log* log = state.waiting.back();
        state.waiting.pop_back();
        if (log->recoveryPoint() == log->leo())
            continue;
        ++state.flushing;
        log->flush([this](Result<void> flushed) { // runs only while the log lives
            if (!flushed && m_shuttingDown->flushed)
                m_shuttingDown->flushed = flushed;
            if (--m_shuttingDown->flushing == 0 && m_shuttingDown->waiting.empty())
                closeAll(m_shuttingDown->flushed);
        });
    }
    if (!state.waiting.empty()) {
        m_loop.post([this, alive = m_alive] {
            if (*alive)
                flushSome();
        });
    } else if (state.flushing == 0) {
        closeAll({});
    }
}

void LogManager::closeAll(Result<void> flushed)
{
    Result<void> result = std::move(flushed);
    const auto keepFirstFailure = [&result](Result<void> step) {
        if (result && !step)
            result = std::move(step);
    };
    for (const auto& [partition, log] : m_logs)
        keepFirstFailure(log->close());
    keepFirstFailure(checkpointHighWatermarks());
    keepFirstFailure(checkpointRecoveryPoints());
    if (!result) {
        endShutdown(std::move(result));
        return;
    }
    const std::string text =
        fmt::format("{{\"version\":0,\"brokerEpoch\":{}}}", m_shuttingDown->epoch);
    const auto marked = world::replaceFile(m_disk, pathOf(kCleanMarkerFile), viewOf(text),
                                           [this, alive = m_alive](Result<void> synced) {
                                               if (*alive)
                                                   endShutdown(synced ? m_shuttingDown->flushed
                                                                      : std::move(synced));
                                           });
    if (!marked)
        endShutdown(marked);
}

/// In a task of its own, so that whoever asked may destroy the manager.
void LogManager::endShutdown(Result<void> result)
{
    m_lock.reset();
    m_loop.post([alive = m_alive, done = std::move(m_shuttingDown->done),
                 result = std::move(result)]() mutable {
        if (*alive)
            done(std::move(result));
    });
}

} // namespace hw::log
