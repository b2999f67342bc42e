#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/log/cleaner/cleaning.h"
#include "engine/log/log_manager.h"
#include "engine/world/loop.h"

namespace hw::log {

inline constexpr const char* kCleanerFile = "cleaner-offset-checkpoint";

struct CleanerConfig
{
    std::string root;      ///< of the log directory, as `LogManagerConfig::root`
    bool isEnabled = true; ///< log.cleaner.enable
    Duration backoff = std::chrono::seconds(15);    ///< log.cleaner.backoff.ms
    std::uint64_t dedupeBufferBytes = 128ULL << 20; ///< log.cleaner.dedupe.buffer.size
};

/// What the cleaner asks and tells. Called on the loop; those that tell may be empty.
struct CleanerHooks
{
    /// Up to where records are committed and transactions decided; nullopt: not known now, the log
    /// is left alone.
    std::function<std::optional<Offset>(const TopicPartition&)> lastStable;
    std::function<void(const TopicPartition&, const CleaningReport&)> onCleaned;
    /// It holds what cannot be read; it is not tried again in this life of the broker.
    std::function<void(const TopicPartition&, const Error&)> onUncleanable;
    /// The disk failed.
    std::function<void(const TopicPartition&, const Error&)> onStorageFailed;
};

/// Cleans a directory's compacted logs, one at a time, the dirtiest first; looks again every
/// `backoff` while none is dirty enough. The work is cut into slices on the broker's loop, between
/// which everything else goes on. A log that is cut, closed or removed meanwhile is let go.
///
/// Destroying it is a crash: what it was writing stays for the loader to tidy up.
/// Kafka: LogCleaner, LogCleanerManager.
class LogCleaner
{
public:
    /// All outlive it. `logs` is loaded before `start`.
    LogCleaner(world::Loop& loop, world::Disk& disk, LogManager& logs, CleanerConfig config,
               CleanerHooks hooks);
    ~LogCleaner();
    LogCleaner(const LogCleaner&) = delete;
    LogCleaner& operator=(const LogCleaner&) = delete;

    /// Reads the checkpoint; one that cannot be read means that nothing was cleaned yet.
    void start();
    /// Before logs are closed: lets go of what it is at. It does not start again.
    void stop();

    /// The log was cut: what is appended from now on is dirty.
    /// Kafka: LogCleanerManager.maybeTruncateCheckpoint.
    void logTruncated(const TopicPartition& partition);
    /// Where the next cleaning of the log begins to look; nullopt: it was never cleaned.
    std::optional<Offset> firstDirty(const TopicPartition& partition) const;
    const TopicPartition* cleaning() const
    {
        return m_cleaning ? &m_cleaning->partition() : nullptr;
    }

private:
    void work();
    std::optional<LogToClean> choose();
    std::optional<LogToClean> consider(Log& log);
    void readCheckpoint();
    void setFirstDirty(const Log& log, Offset offset);
    void begin(const LogToClean& chosen);
    void slice();
    void onSynced(const Result<void>& synced);
    void swap();
    void finish();
    void giveUp(const Error& error);
    void letGo();
    void later(Task task);
    void deleteOldSegments();
    void writeCheckpoint();
    std::string checkpointPath() const;

    world::Loop& m_loop;
    world::Disk& m_disk;
    LogManager& m_logs;
    CleanerConfig m_config;
    CleanerHooks m_hooks;
    struct Checkpoint
    {
        Offset firstDirty;
        std::shared_ptr<const bool> log; ///< `Log::alive`: another log of that name begins anew
    };
    std::map<TopicPartition, Checkpoint> m_checkpoints;
    std::string m_written; ///< what the checkpoint file holds
    std::map<TopicPartition, std::shared_ptr<const bool>> m_uncleanable; ///< while the log lives
    std::unique_ptr<Cleaning> m_cleaning;
    world::Timer m_timer;
    bool m_isRunning = false;
    /// Replaced with every cleaning, so that late answers see that they are late.
    std::shared_ptr<bool> m_turn = std::make_shared<bool>(true);
};

} // namespace hw::log
