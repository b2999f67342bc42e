#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "engine/base/time.h"
#include "engine/log/cleaner/cleaned_transactions.h"
#include "engine/log/cleaner/key_offset_map.h"
#include "engine/protocol/record_batch.h"

namespace hw::log {

/// By what one cleaning decides.
struct FilterTerms
{
    WallTime now;               ///< when the cleaning began
    Duration deleteRetention{}; ///< delete.retention.ms
    /// The first offset that may not be cleaned. The batch that ends just before it is kept, if
    /// only as an empty shell, so that a replica that copies the log learns where it ends.
    Offset roundEnd;
    /// Whether a producer's last sequence, or epoch, hangs on this batch.
    std::function<bool(const protocol::BatchHeader&)> isLastOfItsProducer;
};

/// What a cleaning met and kept.
struct FilterCounts
{
    std::uint64_t recordsRead = 0;
    std::uint64_t recordsKept = 0;
    std::uint64_t tombstonesKept = 0;
    std::uint64_t tombstonesDropped = 0; ///< those that were their keys' last records
    std::uint64_t withoutKey = 0;        ///< records that had to go because they have no key
    std::uint64_t shells = 0;            ///< batches kept without records
};

/// As `RecordReader::open`; a batch that grows beyond all bounds is Unsupported too, since that
/// says nothing of the disk.
Result<protocol::RecordReader> openRecords(const protocol::Batch& batch);

/// The second pass's judgement of each batch, in the order of the log.
///
/// A record stays if it lies beyond what the map knows, or if it is the newest of its key and has a
/// value, or is a tombstone whose time is not over. A batch with tombstones, or a marker of a
/// transaction that nothing is left of, is first given a delete horizon; a later cleaning after it
/// drops them.  Kafka: Cleaner.cleanInto, MemoryRecords.filterTo, KIP-534.
class BatchFilter
{
public:
    /// Both outlive it.
    BatchFilter(const KeyOffsetMap& map, CleanedTransactions& transactions, FilterTerms terms)
        : m_map(map)
        , m_transactions(transactions)
        , m_terms(std::move(terms))
    {
    }

    /// What is left of it: nothing, itself, or a new batch. Its CRC was checked. Corrupt or
    /// Unsupported if its records cannot be read.
    Result<std::optional<protocol::Batch>> filter(const protocol::Batch& batch);
    const FilterCounts& counts() const { return m_counts; }

private:
    struct Verdict
    {
        bool dropRecords = false; ///< all, without a look at them
        bool keepShell = false;
        bool isMarkerOfNothing = false; ///< nothing of its transaction is left
    };
    Result<Verdict> judge(const protocol::Batch& batch);
    bool isKept(const protocol::BatchHeader& batch, const protocol::RecordView& record);
    bool isOver(const protocol::BatchHeader& batch) const;
    Result<std::optional<protocol::Batch>> keepSome(const protocol::Batch& batch,
                                                    const Verdict& verdict);
    std::optional<protocol::Batch> shellOf(const protocol::Batch& batch, const Verdict& verdict);

    const KeyOffsetMap& m_map;
    CleanedTransactions& m_transactions;
    FilterTerms m_terms;
    FilterCounts m_counts;
    std::vector<protocol::RecordView> m_kept; ///< of the batch at hand
};

} // namespace hw::log
