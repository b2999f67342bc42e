#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/log/file_pool.h"
#include "engine/log/header_scan.h"
#include "engine/log/incoming.h"
#include "engine/log/log_config.h"
#include "engine/log/offset_index.h"

namespace hw::log {

struct LookupTrace;

/// `00000000000000000300` + suffix, as all files of a segment are named.
std::string segmentFileName(Offset base, const char* suffix);
inline constexpr const char* kLogSuffix = ".log";
inline constexpr const char* kIndexSuffix = ".index";

/// A stretch of a partition's log: `<base>.log` with its `.index`. Only the last segment of a log
/// is appended to.  Kafka: LogSegment.
class Segment
{
public:
    /// Knows where its files are; nothing is opened.
    Segment(FilePool& files, const std::string& directory, Offset base, const LogConfig& config);

    /// Makes both files, empty, the index extended for appending.
    Result<void> create(WallTime now);
    /// Takes over existing files of these sizes. Fails with NotFound or Corrupt when the index must
    /// be rebuilt (`startRebuild`).
    Result<void> load(std::uint64_t logBytes, std::optional<std::uint64_t> indexBytes,
                      WallTime now);
    /// Empties the index; `addToIndex` then builds it again. Afterwards `seal` or `unseal` it.
    Result<void> startRebuild();
    /// Adds the entry that an append of this batch adds: none within index.interval.bytes of the
    /// last one.
    Result<void> addToIndex(const protocol::BatchHeader& batch, std::uint32_t position);

    Offset base() const { return m_base; }
    std::uint32_t bytes() const { return m_bytes; }
    const OffsetIndex& index() const { return m_index; }
    WallTime created() const { return m_created; }

    /// One write. On failure what was written of it is cut off again; `isTorn` says if even that
    /// failed.
    Result<void> append(const Pieces& pieces, std::span<const IncomingBatch> batches);
    bool isTorn() const { return m_isTorn; }

    /// The first batch that holds an offset >= target; nullopt if there is none here.
    Result<std::optional<PlacedBatch>> find(Offset target, LookupTrace* trace = nullptr);
    /// The batch at the end; nullopt if empty. Corrupt when the log does not end with a whole
    /// batch.
    Result<std::optional<PlacedBatch>> lastBatch();
    /// Whole batches from the position of one on: those that end within `maxBytes` (the first in
    /// any case) and hold no offset >= upperBound. Sets `next` to the offset after them.
    Result<Slice> readFrom(const PlacedBatch& first, Offset upperBound, std::uint32_t maxBytes,
                           Offset& next);
    Result<Bytes> readRaw(std::uint32_t position, std::uint32_t bytes);
    /// Largest timestamp of the first batch; nullopt if empty.
    Result<std::optional<std::int64_t>> firstTimestamp();

    /// Cuts the log where a batch begins.
    Result<void> truncateTo(std::uint32_t position);
    /// A later segment takes the appends, or the log is closed: the index is cut to size.
    Result<void> seal() { return m_index.trim(); }
    /// Appends come (again).
    Result<void> unseal() { return m_index.preallocate(); }
    bool indexIsFull() const { return m_index.isFull(); }
    void setConfig(const LogConfig& config);

    Result<void> removeFiles();
    void closeFiles();
    void moveTo(const std::string& directory);
    PooledFile& logFile() { return m_log; }
    /// What a flush has to sync: an index without entries is as good when it is lost.
    std::vector<PooledFile*> filesToSync();

private:
    FilePool& m_files;
    Offset m_base;
    PooledFile m_log;
    OffsetIndex m_index;
    std::uint32_t m_bytes = 0;
    std::uint32_t m_indexIntervalBytes;
    WallTime m_created;
    std::optional<std::int64_t> m_firstTimestamp;
    bool m_isTorn = false;
};

} // namespace hw::log
