#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/base/ids.h"
#include "engine/base/pieces.h"
#include "engine/base/result.h"
#include "engine/base/time.h"
#include "engine/base/uuid.h"
#include "engine/log/epoch_cache.h"
#include "engine/log/log_config.h"
#include "engine/log/log_listener.h"
#include "engine/log/refusal.h"
#include "engine/log/timestamp_offset.h"
#include "engine/world/disk.h"
#include "engine/world/loop.h"

namespace hw::log {

inline constexpr const char* kEpochFile = "leader-epoch-checkpoint";
inline constexpr const char* kPartitionMetadataFile = "partition.metadata";

class DeletedFiles;
class FilePool;
class HotTail;
class PooledFile;
class ProducerStateManager;
class Segment;
class TailBudget;
struct Incoming;
struct PlacedBatch;

/// What the logs of one log directory share. Owned by `LogManager`; outlives every log.
struct LogContext
{
    world::Disk& disk;
    FilePool& files;
    TailBudget& tails;
    LogListener* listener = nullptr; ///< may be none
    /// producer.id.expiration.ms: how long a producer that rests is known.
    Duration producerIdExpiration = std::chrono::hours(24);
    /// Where files wait for their removal; none: they go at once.
    DeletedFiles* deletions = nullptr;
    world::Loop* loop = nullptr; ///< clock and random numbers; none: no jitter, no flush.ms
    /// The recovery point shall be right on the disk, too. It fell by a cut: a power loss may bring
    /// back what was cut off, and what the checkpoint covers is not looked at again. Or a gap
    /// between two segments, copied from a compacted log, is below it now: above it a gap means
    /// that a file was torn.  Kafka: LogManager.truncateTo.
    std::function<void()> saveRecoveryPoint = nullptr;
};

/// Who writes as leader. Clients may not write control batches.
enum class AppendOrigin : std::uint8_t
{
    Client,
    Coordinator,
};

struct AppendInfo
{
    Offset firstOffset = kNoOffset; ///< of the first batch; kNoOffset if nothing was appended
    Offset lastOffset = kNoOffset;
    std::uint32_t batches = 0;
    std::uint32_t records = 0;
    std::uint32_t bytes = 0;
    /// Milliseconds; -1 with TimestampType::Create. What the produce response carries.
    std::int64_t logAppendTimeMs = -1;
    bool rolled = false;       ///< a new segment was begun for it
    bool epochChanged = false; ///< the batches brought a new leader epoch
    /// An idempotent producer sent the batch again: nothing was written, the offsets are those of
    /// the first time and the log append time is the timestamp kept of it, as in Kafka.
    bool isDuplicate = false;
    /// flush.messages asks for a sync, which was begun: to be acknowledged only when
    /// `recoveryPoint` has reached the offset after the last one.
    bool mustSync = false;
};

/// Where a batch lies: in which segment, and at which byte of its `.log`.
struct LogPosition
{
    Offset segmentBase = kNoOffset;
    std::uint32_t position = 0;

    auto operator<=>(const LogPosition&) const = default;
};

struct ReadResult
{
    /// Whole batches; the first may begin before the offset asked for, clients skip. May be empty.
    Pieces records;
    Offset firstBatchOffset = kNoOffset; ///< kNoOffset if empty
    /// The offset after the last batch returned: where to read on. The offset asked for if empty.
    Offset nextOffset = kNoOffset;
    LogPosition position; ///< of the first batch returned, or of the place asked for
};

/// How records that are not in memory are handed out.
enum class ReadAs : std::uint8_t
{
    Bytes,  ///< read into memory
    Ranges, ///< of files, unread, so that `sendfile` can take them to a socket
};

struct SegmentInfo
{
    Offset base;
    Offset next; ///< the base of the following segment, or the LEO
    std::uint32_t logBytes = 0;
    std::uint32_t indexEntries = 0;
    std::uint32_t timeIndexEntries = 0;
    std::int64_t maxTimestampMs = -1; ///< the largest of its batches'; -1: none
};

/// How an offset was found: file names first, then the sparse index, then the log itself.
struct LookupTrace
{
    std::uint32_t segmentsCompared = 0; ///< steps of the binary search over base offsets
    Offset segmentBase = kNoOffset;
    std::uint32_t indexProbes = 0; ///< entries of `.index` read
    std::uint32_t indexBytes = 0;
    Offset indexEntryOffset = kNoOffset; ///< the entry used; the segment's base if there was none
    std::uint32_t indexEntryPosition = 0;
    std::uint32_t batchesScanned = 0; ///< headers read in `.log` from there on
    std::uint32_t logBytes = 0;
    LogPosition found; ///< of the batch that holds the offset (or the next one after a gap)
};

/// How a time was found: the largest times of the segments, then the two sparse indexes, then the
/// log itself.
struct TimeLookupTrace
{
    std::uint32_t segmentsCompared = 0;
    Offset segmentBase = kNoOffset; ///< none is that young
    std::uint32_t timeProbes = 0;   ///< entries of `.timeindex` read
    std::uint32_t timeIndexBytes = 0;
    TimestampOffset timeEntry; ///< the one used; (base, -1) if there was none
    std::uint32_t indexProbes = 0;
    std::uint32_t indexBytes = 0;
    Offset indexEntryOffset = kNoOffset;
    std::uint32_t indexEntryPosition = 0;
    std::uint32_t batchesScanned = 0;
    std::uint32_t logBytes = 0; ///< of `.log`, headers and the records of one batch
    TimestampOffset found;
};

/// One partition's log: record batches in offset order, cut into segment files, on one broker.
///
///     logStart                                    LEO
///     |  segment 0       | segment 300      | segment 500 (active) |
///     00000000000000000000.log  …0300.log        …0500.log
///
/// All calls are on the broker's loop and act at once (page cache); only `flush` completes later.
/// It never looks at who leads or what is committed: the high watermark is the replica's business.
/// A write that fails is taken back; if even that fails the log refuses appends from then on.
/// Kafka: UnifiedLog, LocalLog, LogSegment, LogLoader.
class Log
{
public:
    /// An empty log beginning at offset 0 in a new directory `<root>/<topic>-<partition>`. Fails
    /// with Exists if the directory is there. Nothing is synced: `syncNames` or the first flush
    /// makes the names survive a power loss (which otherwise leaves no log, or an empty one).
    static Result<std::unique_ptr<Log>> create(const LogContext& context, const std::string& root,
                                               const TopicPartition& partition,
                                               const LogConfig& config, std::optional<Uuid> topicId,
                                               WallTime now);
    /// Opens a directory in one go, checking as `LoadSpec` asks (see `loader.h`; `LogManager` does
    /// the same in slices).
    struct LoadSpec
    {
        bool clean = false;      ///< the broker was shut down cleanly: trust what is there
        Offset recoveryPoint{0}; ///< everything below was flushed
        Offset logStart{0};      ///< from `log-start-offset-checkpoint`
    };
    static Result<std::unique_ptr<Log>> open(const LogContext& context, const std::string& root,
                                             const TopicPartition& partition,
                                             const LogConfig& config, const LoadSpec& spec,
                                             WallTime now);
    ~Log();
    Log(const Log&) = delete;
    Log& operator=(const Log&) = delete;

    const TopicPartition& partition() const { return m_partition; }
    /// On the disk, for example `TopicA-0`.
    const std::string& directory() const { return m_directory; }
    const LogConfig& config() const { return m_config; }
    /// Takes effect from the next append on.
    void setConfig(const LogConfig& config);
    std::optional<Uuid> topicId() const { return m_topicId; }
    /// Writes `partition.metadata`. Fails with Invalid if the log already belongs to another id.
    Result<void> assignTopicId(const Uuid& id);

    // --- appending ---

    /// Appends one produce request's batches: checks them (sizes, CRC, record offsets, keys,
    /// timestamps), gives them offsets from the LEO on and stamps `epoch`. Refuses all or takes
    /// all. The caller's bytes are never changed: the 16 bytes in front of each batch's CRC are
    /// written anew and the rest is shared. What producers with an id send is held against what is
    /// known of them (`ProducerStateManager::check`); a duplicate is not written again.
    /// Kafka: LogValidator, UnifiedLog.appendAsLeader.
    Outcome<AppendInfo> appendAsLeader(const Slice& batches, LeaderEpoch epoch, WallTime now,
                                       AppendOrigin origin = AppendOrigin::Client);
    /// Appends what the leader sent, byte for byte. Batches must ascend and begin at or above the
    /// LEO (else UnknownServerError); CRCs are checked; half a batch at the end is left out.
    /// Segments are cut between the same batches as the leader's. Kafka:
    /// UnifiedLog.appendAsFollower.
    Outcome<AppendInfo> appendAsFollower(const Slice& batches, WallTime now);

    // --- reading ---

    /// Whole batches from the one that holds `from` on, all of whose offsets are below `upperBound`
    /// (HW or LSO for consumers, LEO for followers), at most `maxBytes` in all; with `minOneBatch`
    /// the first is returned even if it is larger. OffsetOutOfRange unless logStart <= from <= LEO.
    /// `from` at or above `upperBound` gives an empty result. A range of a file is good until the
    /// log is cut below its end; whoever reads it then may find fewer bytes, or others.
    Outcome<ReadResult> read(Offset from, Offset upperBound, std::uint32_t maxBytes,
                             bool minOneBatch, ReadAs as = ReadAs::Bytes) const;

    /// Place of the batch that holds `offset`, or of the first after it; the LEO is the end of the
    /// active segment. OffsetOutOfRange unless logStart <= offset <= LEO.
    Outcome<LogPosition> positionOf(Offset offset) const;
    /// Bytes a read of [from, to) would give without a limit (rounded to whole batches): what a
    /// delayed fetch compares with its min bytes. 0 when `to` <= `from`.
    Outcome<std::uint64_t> bytesBetween(Offset from, Offset to) const;
    /// The same search as a read, telling every step of it.
    Outcome<LookupTrace> lookup(Offset offset) const;

    /// The first record whose timestamp is >= `timestampMs`: the first segment that is young
    /// enough, its time index, its offset index, then a scan. kNoOffset if there is none below
    /// `upperBound`.  Kafka: UnifiedLog.fetchOffsetByTimestamp.
    Outcome<TimestampOffset> offsetForTimestamp(std::int64_t timestampMs, Offset upperBound) const;
    /// The same search, telling every step of it.
    Outcome<TimeLookupTrace> lookupTime(std::int64_t timestampMs) const;
    /// The first record that has the largest timestamp of all; kNoOffset if there are none.
    /// Kafka: ListOffsetsRequest.MAX_TIMESTAMP (KIP-734).
    Outcome<TimestampOffset> offsetOfMaxTimestamp() const;

    // --- where it stands ---

    Offset leo() const { return m_leo; }
    Offset logStart() const { return m_logStart; }
    /// Everything below survives a power loss.
    Offset recoveryPoint() const { return m_recoveryPoint; }
    /// Bytes of all `.log` files.
    std::uint64_t size() const;
    std::vector<SegmentInfo> segments() const;
    std::size_t segmentCount() const { return m_segments.size(); }
    Offset activeSegmentBase() const;
    Offset firstSegmentBase() const;
    /// Rises with every roll, truncation and removal: tells when `segments()` is worth asking
    /// again.
    std::uint64_t shapeVersion() const { return m_shapeVersion; }
    const RecoveryReport& recovery() const { return m_recovery; }

    // --- leader epochs ---

    const EpochCache& epochs() const { return m_epochs; }
    /// Kafka's rule, with this log's LEO as the end of the latest epoch.
    EpochEnd endOffsetFor(LeaderEpoch epoch) const { return m_epochs.endOffsetFor(epoch, m_leo); }
    /// A broker became leader: `epoch` begins at `start` (its LEO).
    Result<void> assignEpochStart(LeaderEpoch epoch, Offset start);

    // --- producers ---

    /// What is known of idempotent and transactional producers, up to the LEO.
    const ProducerStateManager& producers() const { return *m_producers; }
    /// Batches appended since the log was opened that do not follow what their producers wrote
    /// before: always 0, unless something is wrong. Compacted logs are not counted.
    std::uint64_t outOfOrderBatches() const { return m_outOfOrder; }
    /// Forgets those that rest for `LogContext::producerIdExpiration`; returns how many.
    std::size_t expireProducers(WallTime now);

    // --- cutting ---

    /// Drops every batch that holds an offset >= `target`, so that LEO <= target. Nothing happens
    /// if the LEO is not above it. Below the first segment it empties the log
    /// (`truncateFullyAndStartAt`).
    Result<void> truncateTo(Offset target);
    /// Drops everything; the log is empty and its start and LEO are `start`.
    Result<void> truncateFullyAndStartAt(Offset start);
    /// Records below `start` are no longer readable (the leader's log start, DeleteRecords). Never
    /// moves back; at most the LEO. Files stay until retention.
    Result<void> raiseLogStart(Offset start);

    // --- retention ---

    /// Deletes segments from the front that are too old, too much, or below the log start: never
    /// one with a record at or above `highWatermark`. The active one is rolled first. Returns how
    /// many. Does nothing to logs that are only compacted but for those below the log start.
    /// Kafka: UnifiedLog.deleteOldSegments.
    Result<std::uint32_t> deleteOldSegments(Offset highWatermark, WallTime now);

    /// While compaction has it in hand, retention leaves it alone.
    bool isBeingCleaned() const { return m_isBeingCleaned; }
    void setBeingCleaned(bool on) { m_isBeingCleaned = on; }

    // --- compaction (log_replace.cpp) ---

    /// Ascending by base; the last is the active one. Sealed ones keep their bytes until
    /// `cutVersion` changes.
    const std::vector<std::unique_ptr<Segment>>& segmentFiles() const { return m_segments; }
    /// Rises whenever something that was in the log is taken out or its files move: truncation,
    /// retention, replacement, closing.
    std::uint64_t cutVersion() const { return m_cutVersion; }
    /// Turns false when the log is destroyed; outlives it.
    std::shared_ptr<const bool> alive() const { return m_alive; }
    /// The directory above was synced: this log's own directory will be found.
    void entryIsDurable() { m_entryIsUnsynced = false; }
    world::Disk& disk() const { return m_context.disk; }
    /// Both are named `.cleaned` and not made yet.
    std::unique_ptr<Segment> newCleanedSegment(Offset base) const;
    std::unique_ptr<PooledFile> newCleanedFile(Offset base, const char* suffix) const;
    /// Puts a sealed and synced `.cleaned` segment in the place of those from its base up to `end`,
    /// where a segment begins: `.cleaned` becomes `.swap`, the old files `.deleted`, `.swap` plain.
    /// `hasTransactions`: there is a `.txnindex` with it. The old files go after
    /// file.delete.delay.ms.  Kafka: UnifiedLog.replaceSegments.
    Result<void> replaceSegments(std::unique_ptr<Segment> cleaned, Offset end,
                                 bool hasTransactions);

    // --- durability ---

    /// flush.messages forbids to acknowledge the newest records yet.
    bool mustSyncFirst() const { return m_leo - m_recoveryPoint >= m_config.flushMessages; }
    /// Begins the sync that `mustSyncFirst` waits for, unless it is under way; the listener hears
    /// `logFlushed`.
    void syncForced();
    /// When a flush ended last, or the log was opened.
    WallTime lastFlush() const { return m_lastFlush; }

    /// Syncs all segments from the recovery point on and the directory; then everything below the
    /// LEO of now is the new recovery point. `done` (may be empty) runs as a later task, or never
    /// if the log is destroyed first.
    void flush(world::SyncDone done = nullptr);
    /// Makes the names of files that were created survive a power loss, without waiting for it.
    void syncNames();
    /// Cuts the preallocated index to size and closes the files. The log must not be used any more.
    /// Call after a flush for a clean shutdown.
    Result<void> close();
    /// Ready for `LogManager` to delete: files are closed, the directory has its new name.
    Result<void> renameDirectory(const std::string& directory);

private:
    friend class LogLoader;
    Log(const LogContext& context, std::string directory, TopicPartition partition,
        const LogConfig& config);

    /// Syncs under way for one `flush`.
    struct Flush
    {
        Offset target;
        std::size_t pending = 0;
        std::optional<Error> failure;
        world::SyncDone done;
    };
    /// `origin` is none for what a leader sent.
    Outcome<AppendInfo> append(const Incoming& incoming, WallTime now,
                               std::optional<AppendOrigin> origin);
    Result<void> appendGroup(const Incoming& incoming, std::size_t first, std::size_t end);
    std::size_t endOfGroup(const Incoming& incoming, std::size_t first) const;
    Result<bool> mustRollFor(const Incoming& incoming, std::size_t first, WallTime now);
    Result<void> roll(Offset newBase, WallTime now);
    Result<void> startSegment(Offset base, WallTime now);
    Result<void> noteEpochs(const Incoming& incoming, AppendInfo& info);
    Result<void> saveEpochs();
    // log_producers.cpp
    Outcome<std::optional<AppendInfo>> duplicateOf(const Incoming& incoming, AppendOrigin origin);
    void recordProducers(const Incoming& incoming, std::size_t first, std::size_t end);
    Result<void> loadProducers(std::set<Offset> snapshots, bool wasClean, WallTime now);
    Result<bool> replayProducers(std::uint64_t& byteBudget);
    Result<void> replaySegment(Segment& segment, std::uint64_t& byteBudget);
    Result<void> recordReplayed(Segment& segment, const PlacedBatch& batch);
    Result<void> rebuildProducers();
    std::vector<Offset> segmentBases() const;
    Result<void> dropSegmentsFrom(std::size_t first);
    Result<void> cutActiveSegment(Offset target);
    void noteCut();
    std::size_t countOld(Offset highWatermark,
                         const std::function<bool(const Segment&, const Segment*)>& isOld) const;
    Result<void> deleteFirst(std::size_t count, DeletionReason reason, WallTime now);
    void removeLater(std::vector<std::string> files);
    void flushBelow(Offset target, world::SyncDone done);
    void flushEnded(const std::shared_ptr<Flush>& flush, Result<void> synced);
    void endFirstFlush();
    Result<void> renameSegment(Segment& segment, const char* from, const char* to,
                               bool hasTransactions);
    Segment& active() const { return *m_segments.back(); }
    std::size_t segmentIndexFor(Offset offset, std::uint32_t* compared = nullptr) const;
    Outcome<void> checkReadable(Offset offset) const;
    Outcome<ReadResult> readFromFiles(Offset from, Offset upperBound, std::uint32_t maxBytes,
                                      bool minOneBatch, ReadAs as) const;
    Outcome<TimestampOffset> scanForTimestamp(Segment& segment, std::int64_t timestampMs,
                                              TimeLookupTrace& trace) const;
    /// Tells the listener and passes the error on.
    tl::unexpected<Error> failed(const Error& error) const;
    tl::unexpected<Refusal> refused(const Error& error) const;

    LogContext m_context;
    std::string m_directory;
    TopicPartition m_partition;
    LogConfig m_config;
    std::optional<Uuid> m_topicId;
    /// Ascending by base; never empty; the last is the active one.
    std::vector<std::unique_ptr<Segment>> m_segments;
    std::unique_ptr<HotTail> m_tail;
    EpochCache m_epochs;
    std::unique_ptr<ProducerStateManager> m_producers;
    std::uint64_t m_outOfOrder = 0;
    Offset m_leo{0};
    Offset m_logStart{0};
    Offset m_recoveryPoint{0};
    std::optional<Offset> m_gapBefore; ///< a segment begins here, after a gap that is not synced
    std::uint64_t m_shapeVersion = 0;
    std::uint64_t m_cutVersion = 0;
    RecoveryReport m_recovery;
    /// The last bytes are unknown: a write failed and could not be taken back.
    bool m_isTorn = false;
    bool m_isClosed = false;
    bool m_isBeingCleaned = false;
    /// Files were created or removed since the directory was synced last.
    bool m_namesChanged = false;
    bool m_topicIdIsUnsynced = false; ///< `partition.metadata` was written only just now
    /// The directory was made only just now: its name may be gone after a power loss.
    bool m_entryIsUnsynced = false;
    WallTime m_lastFlush;
    bool m_isSyncForced = false;                   ///< a flush for flush.messages is under way
    std::vector<std::shared_ptr<Flush>> m_flushes; ///< under way; truncation lowers their targets
    /// Lets syncs that complete after the log is gone see that.
    std::shared_ptr<bool> m_alive = std::make_shared<bool>(true);
};

} // namespace hw::log
