#include "engine/client/accumulator.h"

#include <algorithm>

namespace hw::client {

/// Bytes are compressed when no more come.  Kafka: MemoryRecordsBuilder.close.
void ProducerBatch::close(protocol::Compression compression)
{
    if (!closed()) {
        Bytes plain = builder.build();
        const ByteView whole(plain);
        bytes = compression == protocol::Compression::None
                    ? Slice(std::move(plain))
                    : Slice(protocol::recompressed(whole.first(protocol::kBatchHeaderSize),
                                                   whole.subspan(protocol::kBatchHeaderSize),
                                                   compression));
    }
    size = bytes.size();
}

std::size_t recordSize(const PlacedRecord& record)
{
    std::size_t size = protocol::kRecordOverheadMax;
    size += record.key ? record.key->size() : 0;
    size += record.value ? record.value->size() : 0;
    for (const protocol::HeaderView& header : record.headers)
        size += header.key.size() + (header.value ? header.value->size() : 0) + 10;
    return size;
}

void Accumulator::append(const PlacedRecord& record, Instant now, OnDelivery done)
{
    Queue& queue = m_queues[record.partition];
    const bool fits = !queue.empty() && !queue.back()->closed() &&
                      queue.back()->size + recordSize(record) <= m_batchSize;
    if (!fits)
        queue.push_back(std::make_unique<ProducerBatch>(record.partition, now));
    ProducerBatch& batch = *queue.back();
    batch.builder.add(record.timestamp, record.key, record.value, record.headers);
    if (done)
        batch.callbacks.emplace_back(batch.records, std::move(done));
    ++batch.records;
    batch.appended += now - batch.opened;
    batch.charged += recordSize(record);
    batch.size = batch.builder.size();
}

void Accumulator::putBack(std::unique_ptr<ProducerBatch> batch)
{
    Queue& queue = m_queues[batch->partition];
    const auto place = std::ranges::find_if(queue, [&](const auto& waiting) {
        return waiting->order < 0 || waiting->order >= batch->order;
    });
    queue.insert(place, std::move(batch));
}

std::unique_ptr<ProducerBatch> Accumulator::takeFront(const TopicPartition& partition)
{
    Queue& queue = m_queues.at(partition);
    std::unique_ptr<ProducerBatch> batch = std::move(queue.front());
    queue.pop_front();
    batch->close(m_compression);
    return batch;
}

} // namespace hw::client
