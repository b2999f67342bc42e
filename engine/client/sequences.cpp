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

/// The sequence after its last one: after 2^31-1 comes 0.
std::int32_t endOf(const ProducerBatch& batch)
{
    const std::uint32_t end =
        static_cast<std::uint32_t>(batch.sequence) + static_cast<std::uint32_t>(batch.records);
    return static_cast<std::int32_t>(end & 0x7fffffff);
}

} // namespace

bool Sequences::mayGo(const ProducerBatch& front, BrokerId leader) const
{
    const auto found = m_partitions.find(front.partition);
    if (found == m_partitions.end())
        return true;
    const Partition& partition = found->second;
    if (partition.mustBeginEpoch || partition.inFlight >= kInFlightMax)
        return false;
    if (front.order >= 0)
        return front.order == *partition.open.begin();
    return !partition.isUnresolved &&
           (partition.open.empty() ||
            (partition.acknowledgedBy == leader && partition.sentTo == leader));
}

void Sequences::sent(ProducerBatch& batch, BrokerId leader)
{
    Partition& partition = m_partitions[batch.partition];
    ++partition.inFlight;
    partition.sentTo = leader;
    if (batch.order < 0) {
        batch.order = partition.nextOrder;
        partition.nextOrder += batch.records;
        partition.open.insert(batch.order);
    }
    if (batch.sequence >= 0)
        return;
    batch.sequence = partition.nextSequence;
    partition.nextSequence = endOf(batch);
    write(partition, batch);
}

void Sequences::split(const ProducerBatch& whole,
                      const std::vector<std::unique_ptr<ProducerBatch>>& parts)
{
    Partition& partition = m_partitions.at(whole.partition);
    partition.open.erase(whole.order);
    std::int32_t offset = 0;
    for (const auto& part : parts) {
        part->order = whole.order + offset;
        partition.open.insert(part->order);
        part->sequence = (whole.sequence + offset) & 0x7fffffff;
        write(partition, *part);
        offset += part->records;
    }
}

void Sequences::write(const Partition& partition, ProducerBatch& batch) const
{
    Bytes bytes(batch.bytes.view().begin(), batch.bytes.view().end());
    put(bytes, kAtProducerId, m_id.value(), 8);
    put(bytes, kAtProducerEpoch, partition.epoch.value(), 2);
    put(bytes, kAtBaseSequence, batch.sequence, 4);
    protocol::setCrc(bytes, crc32c(ByteView(bytes).subspan(kAtAttributes)));
    batch.bytes = Slice(std::move(bytes));
}

void Sequences::landed(const TopicPartition& partition) { --m_partitions.at(partition).inFlight; }

void Sequences::acknowledged(const ProducerBatch& batch, BrokerId leader)
{
    Partition& partition = m_partitions.at(batch.partition);
    partition.open.erase(batch.order);
    partition.acknowledgedEnd = endOf(batch);
    partition.acknowledgedLast = (partition.acknowledgedEnd - 1) & 0x7fffffff;
    partition.acknowledgedBy = leader;
    resolve(partition);
}

void Sequences::failed(const TopicPartition& partition)
{
    m_partitions.at(partition).acknowledgedBy = kNoBroker;
}

void Sequences::dropped(const ProducerBatch& batch)
{
    if (batch.order < 0)
        return; // never sent
    Partition& partition = m_partitions.at(batch.partition);
    partition.open.erase(batch.order);
    partition.isUnresolved = true;
    resolve(partition);
}

/// When the last batch is settled that may be in the log: if it was acknowledged, so was in effect
/// all before it; else there may be a gap.
void Sequences::resolve(Partition& partition)
{
    if (!partition.isUnresolved || !partition.open.empty())
        return;
    partition.isUnresolved = false;
    if (partition.acknowledgedEnd != partition.nextSequence)
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
    partition.acknowledgedEnd = 0;
    partition.acknowledgedLast = -1;
    partition.isUnresolved = false;
    partition.mustBeginEpoch = false;
    return true;
}

std::vector<observe::SequenceReport> Sequences::report() const
{
    std::vector<observe::SequenceReport> told;
    for (const auto& [id, partition] : m_partitions)
        told.push_back({id, partition.epoch, partition.nextSequence, partition.acknowledgedLast,
                        static_cast<std::int32_t>(partition.inFlight)});
    return told;
}

} // namespace hw::client
