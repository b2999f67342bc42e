#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/log/file_pool.h"
#include "engine/log/header_scan.h"
#include "engine/log/incoming.h"
#include "engine/log/log_config.h"
#include "engine/log/offset_index.h"
#include "engine/log/time_index.h"

namespace hw::log {

struct LookupTrace;
struct TimeLookupTrace;

/// `00000000000000000300` + suffix, as all files of a segment are named.
std::string segmentFileName(Offset base, const char* suffix);
/// The base offset in a file's name that ends with `suffix`; nullopt if the name is another.
std::optional<Offset> baseOf(const std::string& name, std::string_view suffix);
inline constexpr const char* kLogSuffix = ".log";
inline constexpr const char* kIndexSuffix = ".index";
inline constexpr const char* kTimeIndexSuffix = ".timeindex";
inline constexpr const char* kTransactionIndexSuffix = ".txnindex";
/// Behind those: being written by compaction, and complete, about to take its place.
inline constexpr const char* kCleanedSuffix = ".cleaned";
inline constexpr const char* kSwapSuffix = ".swap";

/// Sizes of a segment's files as a directory lists them; nullopt: not there.
struct SegmentFileSizes
{
    std::uint64_t log = 0;
    std::optional<std::uint64_t> index;
    std::optional<std::uint64_t> timeIndex;
};

/// A stretch of a partition's log: `<base>.log` with its `.index` and `.timeindex`. Only the last
/// segment of a log is appended to.  Kafka: LogSegment.
class Segment
{
public:
    /// Knows where its files are; nothing is opened.
    Segment(FilePool& files, const std::string& directory, Offset base, const LogConfig& config);

    /// Makes the files, empty, the indexes extended for appending.
    Result<void> create(WallTime now);
    /// Takes over existing files of these sizes. Fails with NotFound or Corrupt when the indexes
    /// must be rebuilt (`startRebuild`).
    Result<void> load(const SegmentFileSizes& sizes, WallTime now);
    /// Empties the indexes; `addToIndex` then builds them again. Afterwards `seal` or `unseal`.
    Result<void> startRebuild();
    /// Adds the entries that an append of this batch adds: none within index.interval.bytes of the
    /// last ones. Kafka counts appends, each of one batch on a leader; batches give the same
    /// indexes on followers, after restarts, and when rebuilt.
    Result<void> addToIndex(const protocol::BatchHeader& batch, std::uint32_t position);

    Offset base() const { return m_base; }
    std::uint32_t bytes() const { return m_bytes; }
    const OffsetIndex& index() const { return m_index; }
    const TimeIndex& timeIndex() const { return m_timeIndex; }
    /// The largest timestamp of any batch, and the last offset of the first batch that has it;
    /// (base, -1) if there is none.  Kafka: LogSegment.maxTimestampAndOffsetSoFar.
    const TimestampOffset& maxTimestamp() const { return m_maxTimestamp; }
    /// What retention goes by: batches without timestamps are as old as the segment.
    std::int64_t largestTimestampMs() const
    {
        return m_maxTimestamp.timestampMs >= 0 ? m_maxTimestamp.timestampMs : m_created.ms();
    }
    WallTime created() const { return m_created; }

    /// One write. On failure what was written of it is cut off again; `isTorn` says if even that
    /// failed.
    Result<void> append(const Pieces& pieces, std::span<const IncomingBatch> batches);
    bool isTorn() const { return m_isTorn; }

    /// The first batch that holds an offset >= target; nullopt if there is none here.
    Result<std::optional<PlacedBatch>> find(Offset target, LookupTrace* trace = nullptr);
    /// From which byte on a record with a timestamp >= `timestampMs` and an offset >= `from` may
    /// lie.  Kafka: LogSegment.findOffsetByTimestamp.
    Result<std::uint32_t> positionForTimestamp(std::int64_t timestampMs, Offset from,
                                               TimeLookupTrace* trace = nullptr);
    /// The batch at the end; nullopt if empty. Corrupt when the log does not end with a whole
    /// batch. Also finds the largest timestamp behind the last time entry.
    Result<std::optional<PlacedBatch>> lastBatch();
    /// Whole batches from the position of one on: those that end within `maxBytes` (the first in
    /// any case) and hold no offset >= upperBound. Sets `next` to the offset after them.
    Result<Pieces> readFrom(const PlacedBatch& first, Offset upperBound, std::uint32_t maxBytes,
                            Offset& next);
    /// The same batches as a range of the file; only headers near its end are read.
    Result<Pieces> rangeFrom(const PlacedBatch& first, Offset upperBound, std::uint32_t maxBytes,
                             Offset& next);
    Result<Bytes> readRaw(std::uint32_t position, std::uint32_t bytes);
    /// Returns how many bytes were there.
    Result<std::size_t> readInto(std::uint32_t position, std::span<std::uint8_t> into);
    /// Largest timestamp of the first batch; nullopt if empty.
    Result<std::optional<std::int64_t>> firstTimestamp();

    /// Cuts the log at a byte where a batch begins; offsets >= `next` are gone then.
    Result<void> truncateTo(std::uint32_t position, Offset next);
    /// A later segment takes the appends, or the log is closed: the largest timestamp gets its
    /// entry and the indexes are cut to size.  Kafka: LogSegment.onBecomeInactiveSegment.
    Result<void> seal();
    /// Appends come (again). Takes back the time entry that only the sealing added, so that the
    /// indexes stay those that a rebuild gives.
    Result<void> unseal();
    /// Sealed since the indexes were synced last.
    bool sealNeedsSync() const { return m_sealNeedsSync; }
    bool indexIsFull() const { return m_index.isFull() || m_timeIndex.isFull(); }
    void setConfig(const LogConfig& config);
    /// Taken off segment.ms for this segment.
    void setRollJitter(Duration jitter) { m_rollJitter = jitter; }
    Duration rollJitter() const { return m_rollJitter; }

    Result<void> removeFiles();
    /// Gives the files their `.deleted` names and adds those to `renamed`.
    Result<void> renameToDeleted(std::vector<std::string>& renamed);
    void closeFiles();
    void moveTo(const std::string& directory);
    /// Its files are, or will be, named with this behind their names; changes none.
    void setEnding(const char* ending);
    /// Renames them.
    Result<void> changeEnding(const char* ending);
    PooledFile& logFile() { return m_log; }
    /// What a flush has to sync: an index without entries is as good when it is lost.
    std::vector<PooledFile*> filesToSync();
    std::vector<PooledFile*> files() { return {&m_log, &m_index.file(), &m_timeIndex.file()}; }

private:
    Result<void> readMaxTimestamp();
    Result<std::uint32_t> indexedBefore(std::uint32_t position, Offset offset);
    Result<void> dropUnpairedTimes();
    Result<void> takeBackAppend(world::File& file, Offset next);

    FilePool& m_files;
    Offset m_base;
    PooledFile m_log;
    OffsetIndex m_index;
    TimeIndex m_timeIndex;
    std::uint32_t m_bytes = 0;
    std::uint32_t m_indexIntervalBytes;
    WallTime m_created;
    std::optional<std::int64_t> m_firstTimestamp;
    TimestampOffset m_maxTimestamp;
    Duration m_rollJitter = Duration::zero();
    bool m_isTorn = false;
    bool m_sealNeedsSync = false;
    std::string m_ending; ///< behind the names of its files; mostly nothing
};

} // namespace hw::log
