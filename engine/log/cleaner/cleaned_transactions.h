#pragma once

#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "engine/log/transaction_index.h"
#include "engine/protocol/record_batch.h"

namespace hw::log {

/// Follows transactions while the cleaner reads a log's batches in order: data of aborted ones may
/// go at once, a marker once nothing of its transaction is left.
/// Kafka: CleanedTransactionMetadata.
class CleanedTransactions
{
public:
    /// Those whose markers lie in the stretch that is read next.
    void addAborted(std::span<const AbortedTransaction> aborted);

    /// Whether the batch's records need not be kept, whatever their keys: it was aborted.
    bool onData(const protocol::BatchHeader& batch);
    /// Whether nothing of the marker's transaction was met before it. `marker` is none for an empty
    /// control batch, which may go, and for control records of other kinds `isOther`, which stay.
    bool onControl(const protocol::BatchHeader& batch,
                   const std::optional<protocol::ControlMarker>& marker, bool isOther);

    /// Aborted transactions whose markers were kept since the last call: the new segment's
    /// `.txnindex`.
    std::vector<AbortedTransaction> takeKept() { return std::exchange(m_kept, {}); }

private:
    struct Ongoing
    {
        AbortedTransaction transaction;
        bool hasData = false;
    };
    void beginUpTo(Offset offset);

    std::multimap<Offset, AbortedTransaction> m_waiting; ///< by first offset
    std::map<ProducerId, Ongoing> m_aborted;
    std::set<ProducerId> m_committed; ///< of which data was met that is not known to be aborted
    std::vector<AbortedTransaction> m_kept;
};

} // namespace hw::log
