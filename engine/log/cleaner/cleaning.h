#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/log/cleaner/batch_filter.h"
#include "engine/log/cleaner/cleanable.h"
#include "engine/log/cleaner/segment_scan.h"

namespace hw::log {

/// What one cleaning did.
struct CleaningReport
{
    Offset firstDirty;             ///< where it began to look for newer values
    Offset end;                    ///< everything below is clean now: the next one's `firstDirty`
    std::uint64_t bytesBefore = 0; ///< of the segments that were rewritten
    std::uint64_t bytesAfter = 0;
    std::uint32_t segmentsBefore = 0;
    std::uint32_t segmentsAfter = 0;
    std::uint64_t keys = 0; ///< different ones in the dirty part
    FilterCounts records;
};

/// One cleaning of one log, in slices.
///
///     step … step   the dirty part's keys into the map, then the first group of segments, batch by
///                   batch, into a `.cleaned` segment: More, at last Sync
///     sync, swap    its files reach the disk; it takes the place of its group
///     step …        the next group … Done
///
/// Offsets and the log's end never change. Between calls the log may be appended to; once it was
/// cut, closed or destroyed (`isStillPossible`) only `abandon` is allowed. A group that was swapped
/// in stays, so that an abandoned cleaning has done no harm.  Kafka: Cleaner.doClean.
class Cleaning
{
public:
    struct Spec
    {
        LogToClean log;
        WallTime now;               ///< when it begins: tombstones are judged by it
        std::uint64_t mapBytes = 0; ///< the map's budget
    };
    explicit Cleaning(const Spec& spec);
    ~Cleaning();

    bool isStillPossible() const;
    bool logIsThere() const { return *m_logIsAlive; }
    Log& log() const { return *m_spec.log.log; }
    const TopicPartition& partition() const { return m_partition; }

    enum class Step
    {
        More,
        Sync, ///< a group is written: `sync` it, then `swap`
        Done,
    };
    /// Reads about `byteBudget` bytes of batches. Corrupt or Unsupported: this log cannot be
    /// cleaned.
    Result<Step> step(std::uint64_t byteBudget);
    /// `done` runs as a later task, also if this object is gone by then.
    void sync(world::SyncDone done);
    /// The offset behind the group that is to be swapped in.
    Offset groupEnd() const;
    Result<void> swap();
    /// Removes what was written and not swapped in.
    void abandon();

    /// Complete after Done.
    const CleaningReport& report() const { return m_report; }

private:
    struct Mapping;
    struct Rewriting;

    Result<void> readAborted();
    Result<void> beginMapping();
    Result<void> mapOn(std::uint64_t& byteBudget);
    Result<bool> mapBatch(const protocol::Batch& batch);
    void endMapping();
    Result<void> beginGroup();
    Result<void> rewriteOn(std::uint64_t& byteBudget);
    Result<void> writeOut();
    Result<void> endGroup();

    Spec m_spec;
    TopicPartition m_partition;
    std::shared_ptr<const bool> m_logIsAlive;
    std::uint64_t m_cutVersion;
    world::Disk& m_disk;
    std::vector<AbortedTransaction> m_aborted; ///< of the whole log
    KeyOffsetMap m_map;
    CleanedTransactions m_transactions; ///< of the second pass
    std::unique_ptr<Mapping> m_mapping;
    std::unique_ptr<BatchFilter> m_filter;
    std::vector<Offset> m_groupBases; ///< where groups begin; behind them where the last one ends
    std::size_t m_group = 0;
    std::unique_ptr<Rewriting> m_rewriting;
    CleaningReport m_report;
    bool m_hasBegun = false;
};

} // namespace hw::log
