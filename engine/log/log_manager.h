#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/function.h"
#include "engine/base/ids.h"
#include "engine/base/uuid.h"
#include "engine/log/checkpoint.h"
#include "engine/log/deleted_files.h"
#include "engine/log/log.h"
#include "engine/world/disk.h"
#include "engine/world/loop.h"

namespace hw::log {

struct LogManagerConfig
{
    BrokerId broker = kNoBroker;
    /// Log directory, relative to the disk's root; "" is the root itself.
    std::string root;
    LogConfig defaults; ///< for logs found at start whose topic's settings are not known yet
    Duration flushCheckpointInterval = std::chrono::seconds(60); ///< recovery points, log starts
    Duration highWatermarkCheckpointInterval = std::chrono::seconds(5);
    /// Until directories that were created are synced. A wave of creations is not slowed by its own
    /// syncs then; a power loss before leaves a replica that copies everything again.
    Duration nameSyncDelay = std::chrono::milliseconds(500);
    Duration producerIdExpiration = std::chrono::hours(24); ///< producer.id.expiration.ms
    /// producer.id.expiration.check.interval.ms
    Duration producerIdExpirationCheck = std::chrono::minutes(10);
    Duration fileDeleteDelay = std::chrono::seconds(60); ///< file.delete.delay.ms, of topics
    /// log.retention.check.interval.ms: how often old segments are looked for.
    Duration retentionCheckInterval = std::chrono::minutes(5);
    /// log.initial.task.delay.ms: the first look comes after this, or the interval if it is less.
    Duration initialTaskDelay = std::chrono::seconds(30);
    /// How often logs with flush.ms are looked at. Kafka's log.flush.scheduler.interval.ms is never
    /// unless it is set, which leaves flush.ms without effect; here it always has one.
    Duration flushSchedulerInterval = std::chrono::seconds(1);
    std::size_t openFiles = 1024; ///< at most so many `.log` and `.index` open at once
    /// Newest batches kept in memory, all logs together; those of logs that nobody writes to are
    /// dropped at the second checkpoint of high watermarks.
    std::uint64_t tailBytes = 32ULL << 20;
    std::uint64_t tailBytesPerLog = 4ULL << 20; ///< and of one log
};

struct LoadSummary
{
    bool wasClean = true; ///< the last shutdown was clean (or the directory is new)
    std::uint32_t logs = 0;
    std::uint64_t bytesChecked = 0;
    std::uint64_t bytesCut = 0;
    /// Directories that could not be opened, and why; their partitions are not served.
    std::vector<std::pair<TopicPartition, Error>> failed;
    /// Checkpoint files that could not be read; all logs were checked instead.
    std::vector<Error> warnings;
};

/// One broker's log directory: its lock and identity, all partitions' logs, and the checkpoint
/// files that say what of them is safe.
///
///     <root>/.lock  meta.properties  recovery-point-offset-checkpoint
///            replication-offset-checkpoint  log-start-offset-checkpoint  .kafka_cleanshutdown
///            TopicA-0/  TopicA-1/  __consumer_offsets-0/ …
///
/// Life: construct → `load` → use → `shutdown` → destroy. Destroying without `shutdown` is a crash:
/// nothing is written. On the broker's loop.  Kafka: LogManager.
class LogManager
{
public:
    LogManager(world::Loop& loop, world::Disk& disk, const LogManagerConfig& config,
               LogListener* listener = nullptr);
    ~LogManager();
    LogManager(const LogManager&) = delete;
    LogManager& operator=(const LogManager&) = delete;

    using LoadDone = UniqueFunction<void(Result<LoadSummary>)>;
    /// Locks the directory (Busy when somebody else holds it), compares `meta.properties` with the
    /// broker id (Invalid when it is another broker's), reads checkpoints and opens all logs, some
    /// per task. `done` runs as a later task. Logs unknown at the end are empty.
    void load(LoadDone done);
    bool isLoaded() const { return m_loaded; }
    /// How far `load` is.
    struct LoadProgress
    {
        std::uint32_t logs = 0; ///< all there are
        std::uint32_t opened = 0;
        std::uint64_t bytesChecked = 0;
    };
    LoadProgress loadProgress() const;

    /// The cluster's id as the ensemble tells it: written into `meta.properties` if the directory
    /// is new, else it must be the one that is there (Invalid).
    Result<void> confirmClusterId(const std::string& clusterId);
    /// Of `meta.properties`; empty while the directory is new.
    const std::string& clusterId() const { return m_clusterId; }
    /// The broker's epoch in its previous life, if that ended cleanly.
    std::optional<BrokerEpoch> previousBrokerEpoch() const { return m_previousBrokerEpoch; }

    /// None: this broker has no replica of it. Valid until `remove` or the manager's end.
    Log* find(const TopicPartition& partition);
    /// Finds or creates. `topicId`, if given, must be the log's (Invalid).
    Result<Log*> getOrCreate(const TopicPartition& partition, const LogConfig& config,
                             std::optional<Uuid> topicId = std::nullopt);
    /// Renames the directory to `<topic>-<partition>.<id>-delete`, forgets the log at once and
    /// deletes the files after `fileDeleteDelay`. NotFound if there is none.
    Result<void> remove(const TopicPartition& partition);
    /// `done` runs, as a later task, once all that was removed so far stays so after a power loss.
    /// Kafka: LogManager.asyncDelete, which flushes the parent directory of what it renames.
    void awaitRemovals(world::SyncDone done);
    /// In the order of topic and partition.
    std::vector<Log*> logs();
    std::size_t count() const { return m_logs.size(); }

    /// Applies retention to one log now, below its high watermark; what the periodic check does,
    /// and what compaction does for logs that are both compacted and deleted from.
    Result<std::uint32_t> deleteOldSegments(Log& log);
    /// Where files wait for their removal.
    DeletedFiles& deletions() { return m_deletions; }

    // --- high watermarks, which the replicas know ---

    /// What `replication-offset-checkpoint` held at start, 0 if nothing. Not clamped.
    Offset checkpointedHighWatermark(const TopicPartition& partition) const;
    /// Asked at each checkpoint for each log; nullopt keeps the value of the last one.
    using HighWatermarkOf = UniqueFunction<std::optional<Offset>(const TopicPartition&)>;
    void setHighWatermarkSource(HighWatermarkOf source) { m_highWatermarkOf = std::move(source); }

    /// The periodic work, for those who cannot wait.
    Result<void> checkpointHighWatermarks();
    Result<void> checkpointRecoveryPoints();

    /// Flushes and closes all logs, writes all checkpoints and at last `.kafka_cleanshutdown`.
    /// `done` runs as a later task. After a failure the marker is not written.
    void shutdown(BrokerEpoch epoch, UniqueFunction<void(Result<void>)> done);

private:
    struct Loading;
    struct ShuttingDown;

    std::string pathOf(const std::string& name) const;
    LogContext context();
    // log_loading.cpp
    Result<void> beginLoading();
    Result<void> readIdentity();
    Result<void> takeCleanMarker();
    void goOnLoading(const Result<void>& markerIsGone);
    OffsetMap readCheckpoint(const char* name);
    Result<void> listLogs();
    void loadSome();
    void startLoader(const TopicPartition& partition);
    void finishLoading(Result<void> result);
    // log_shutdown.cpp
    void flushSome();
    void closeAll(Result<void> flushed);
    void endShutdown(Result<void> result);

    // log_upkeep.cpp
    std::vector<TopicPartition> partitions() const;
    void startRetentionTimer(Duration delay);
    void deleteSome(std::vector<TopicPartition> left);
    void flushOldLogs();

    Result<void> writeIdentity();
    Result<void> writeCheckpoint(const char* name, const OffsetMap& offsets);
    void startRecoveryPointTimer();
    void startHighWatermarkTimer();
    void startProducerTimer();
    void expireProducersFrom(TopicPartition next);
    void removeNext();
    void postRemoval();
    void syncNamesSoon();
    void syncNames();

    world::Loop& m_loop;
    world::Disk& m_disk;
    LogManagerConfig m_config;
    LogListener* m_listener;
    std::unique_ptr<FilePool> m_files;
    std::unique_ptr<TailBudget> m_tails;
    DeletedFiles m_deletions;
    std::unique_ptr<world::DirectoryLock> m_lock;
    std::map<TopicPartition, std::unique_ptr<Log>> m_logs;
    OffsetMap m_highWatermarks;
    /// What is in the checkpoint files; unchanged ones are not written again.
    std::map<std::string, std::string> m_writtenCheckpoints;
    HighWatermarkOf m_highWatermarkOf;
    std::string m_clusterId;
    std::optional<BrokerEpoch> m_previousBrokerEpoch;
    bool m_loaded = false;
    std::vector<TopicPartition> m_createdLogs;      ///< since names were synced last
    std::vector<world::SyncDone> m_removalsAwaited; ///< of requests, one a connection
    std::unique_ptr<Loading> m_loading;
    std::unique_ptr<ShuttingDown> m_shuttingDown;
    world::Timer m_recoveryPointTimer;
    world::Timer m_highWatermarkTimer;
    world::Timer m_nameSyncTimer;
    std::deque<std::string> m_toRemove; ///< directories of deleted logs that are due
    world::Timer m_producerTimer;
    world::Timer m_retentionTimer;
    world::Timer m_flushTimer;
    std::shared_ptr<bool> m_alive = std::make_shared<bool>(true);
};

} // namespace hw::log
