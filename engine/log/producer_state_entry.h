#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "engine/base/ids.h"
#include "engine/protocol/record_batch.h"

namespace hw::log {

/// Sequence numbers run from 0 to 2^31-1 and then begin at 0 again. -1: none.
/// Kafka: DefaultRecordBatch.incrementSequence, decrementSequence.
std::int32_t sequenceAfter(std::int32_t sequence, std::int32_t steps);
std::int32_t sequenceBefore(std::int32_t sequence, std::int32_t steps);

/// One of a producer's newest batches, kept to recognise it when it comes again.
/// Kafka: BatchMetadata.
struct ProducerBatch
{
    std::int32_t lastSequence = -1;
    Offset lastOffset = kNoOffset;
    std::int32_t offsetDelta = 0;  ///< last minus first offset, and so last minus first sequence
    std::int64_t timestampMs = -1; ///< the batch's largest

    std::int32_t firstSequence() const { return sequenceBefore(lastSequence, offsetDelta); }
    Offset firstOffset() const { return lastOffset - offsetDelta; }
    bool operator==(const ProducerBatch&) const = default;
};

/// What one partition knows of one producer.  Kafka: ProducerStateEntry.
class ProducerStateEntry
{
public:
    /// As many as a producer may have in flight, so that any of them is known when it is sent
    /// again.
    static constexpr std::size_t kBatchesKept = 5;

    ProducerEpoch epoch{-1};
    std::int32_t coordinatorEpoch = -1; ///< of the newest transaction marker; -1 none
    /// Largest timestamp of the newest batch, as its records say: what expiry goes by.
    std::int64_t lastTimestampMs = -1;
    /// Of the transaction that is open here.
    std::optional<Offset> currentTxnFirstOffset;
    /// Batches of it that came again and were not written again; only in memory.
    std::uint64_t repeatedBatches = 0;

    /// Oldest first; all of the present epoch.
    std::span<const ProducerBatch> batches() const { return {m_batches.data(), m_count}; }
    /// -1 without a batch.
    std::int32_t lastSequence() const { return m_count ? newest().lastSequence : -1; }
    /// kNoOffset without a batch: then markers were all that was seen.
    Offset lastDataOffset() const { return m_count ? newest().lastOffset : kNoOffset; }
    std::int32_t lastOffsetDelta() const { return m_count ? newest().offsetDelta : 0; }

    /// The kept batch with the same epoch and exactly these first and last sequences.
    const ProducerBatch* findDuplicate(const protocol::BatchHeader& batch) const;
    /// A newer (or, from a leader, any other) epoch: what was kept says nothing about it.
    void moveTo(ProducerEpoch newEpoch);
    void add(const ProducerBatch& batch);

private:
    const ProducerBatch& newest() const { return m_batches[m_count - 1]; }

    std::array<ProducerBatch, kBatchesKept> m_batches;
    std::size_t m_count = 0;
};

} // namespace hw::log
