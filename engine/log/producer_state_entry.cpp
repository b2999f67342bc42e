#include "engine/log/producer_state_entry.h"

#include <algorithm>

namespace hw::log {

static constexpr std::uint32_t kSequenceMask = 0x7fffffff;

std::int32_t sequenceAfter(std::int32_t sequence, std::int32_t steps)
{
    const std::uint32_t sum =
        static_cast<std::uint32_t>(sequence) + static_cast<std::uint32_t>(steps);
    return static_cast<std::int32_t>(sum & kSequenceMask);
}

std::int32_t sequenceBefore(std::int32_t sequence, std::int32_t steps)
{
    const std::uint32_t difference =
        static_cast<std::uint32_t>(sequence) - static_cast<std::uint32_t>(steps);
    return static_cast<std::int32_t>(difference & kSequenceMask);
}

const ProducerBatch* ProducerStateEntry::findDuplicate(const protocol::BatchHeader& batch) const
{
    if (batch.producerEpoch != epoch)
        return nullptr;
    for (const ProducerBatch& kept : batches()) {
        if (kept.firstSequence() == batch.baseSequence && kept.lastSequence == batch.lastSequence())
            return &kept;
    }
    return nullptr;
}

void ProducerStateEntry::moveTo(ProducerEpoch newEpoch)
{
    if (newEpoch == epoch)
        return;
    epoch = newEpoch;
    m_count = 0;
}

void ProducerStateEntry::add(const ProducerBatch& batch)
{
    if (m_count == kBatchesKept) {
        std::shift_left(m_batches.begin(), m_batches.end(), 1);
        --m_count;
    }
    m_batches[m_count++] = batch;
    lastTimestampMs = batch.timestampMs;
}

} // namespace hw::log
