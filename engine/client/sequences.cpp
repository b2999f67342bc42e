#include "engine/client/sequences.h"

#include <limits>

#include "engine/base/crc32c.h"

namespace hw::client {

namespace {

constexpr std::size_t kAtAttributes = 21;
constexpr std::size_t kAtProducerId = 43;
constexpr std::size_t kAtProducerEpoch = 51;
constexpr std::size_t kAtBaseSequence = 53;

void put(Bytes& bytes, std::size_t at, std::int64_t value, int size)
{
    for (int i = 0; i < size; ++i)
        bytes[at + static_cast<std::size_t>(i)] =
            static_cast<std::uint8_t>(static_cast<std::uint64_t>(value) >> (8 * (size - 1 - i)));
}

} // namespace

bool Sequences::mayGo(const ProducerBatch& front) const
{
    const auto found = m_partitions.find(front.partition);
    if (found == m_partitions.end())
        return true;
    const Partition& partition = found->second;
    if (partition.mustBeginEpoch || partition.inFlight >= kInFlightMax)
        return false;
    return front.order < 0 || front.order == *partition.open.begin();
}

void Sequences::sent(ProducerBatch& batch)
{
    Partition& partition = m_partitions[batch.partition];
    ++partition.inFlight;
    if (batch.order < 0) {
        batch.order = partition.nextOrder++;
        partition.open.insert(batch.order);
    }
    if (batch.sequence >= 0)
        return;
    batch.sequence = partition.nextSequence;
    const std::uint32_t next = static_cast<std::uint32_t>(partition.nextSequence) +
                               static_cast<std::uint32_t>(batch.records);
    partition.nextSequence = static_cast<std::int32_t>(next & 0x7fffffff);
    Bytes bytes(batch.bytes.view().begin(), batch.bytes.view().end());
    put(bytes, kAtProducerId, m_id.value(), 8);
    put(bytes, kAtProducerEpoch, partition.epoch.value(), 2);
    put(bytes, kAtBaseSequence, batch.sequence, 4);
    protocol::setCrc(bytes, crc32c(ByteView(bytes).subspan(kAtAttributes)));
    batch.bytes = Slice(std::move(bytes));
}

void Sequences::landed(const TopicPartition& partition) { --m_partitions.at(partition).inFlight; }

void Sequences::acknowledged(const ProducerBatch& batch)
{
    m_partitions.at(batch.partition).open.erase(batch.order);
}

void Sequences::lost(const ProducerBatch& batch)
{
    if (batch.order < 0)
        return;
    Partition& partition = m_partitions.at(batch.partition);
    partition.open.erase(batch.order);
    partition.mustBeginEpoch = true;
}

void Sequences::mismatched(const ProducerBatch& batch)
{
    m_partitions.at(batch.partition).mustBeginEpoch = true;
}

bool Sequences::isOldest(const ProducerBatch& batch) const
{
    return batch.order == *m_partitions.at(batch.partition).open.begin();
}

bool Sequences::beginEpochIfDue(const TopicPartition& id)
{
    const auto found = m_partitions.find(id);
    if (found == m_partitions.end() || !found->second.mustBeginEpoch || found->second.inFlight > 0)
        return false;
    Partition& partition = found->second;
    constexpr auto kLastEpoch = std::numeric_limits<ProducerEpoch::Rep>::max();
    HW_ASSERT(partition.epoch.value() < kLastEpoch, "32767 batches of a partition were lost");
    ++partition.epoch;
    partition.nextSequence = 0;
    partition.mustBeginEpoch = false;
    return true;
}

} // namespace hw::client
