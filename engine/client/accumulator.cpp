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

/// The records of a closed batch, as they were placed. They refer to the reader's bytes.
static std::vector<PlacedRecord> recordsOf(const ProducerBatch& batch,
                                           protocol::RecordReader& reader)
{
    std::vector<PlacedRecord> records;
    for (std::int32_t i = 0; i < batch.records; ++i) {
        const auto read = reader.next();
        HW_ASSERT(read && *read, "a batch that was built here can be read");
        const protocol::RecordView& view = **read;
        PlacedRecord& record = records.emplace_back();
        record.partition = batch.partition;
        record.timestamp = view.timestamp;
        record.key = view.key;
        record.value = view.value;
        protocol::HeaderReader headers(view);
        for (auto header = headers.next(); header; header = headers.next())
            record.headers.push_back(*header);
    }
    return records;
}

/// How many of the records make up the first half of their bytes.
static std::size_t firstHalf(const std::vector<PlacedRecord>& records)
{
    std::size_t all = 0;
    for (const PlacedRecord& record : records)
        all += recordSize(record);
    std::size_t count = 0;
    for (std::size_t size = 0; count + 1 < records.size(); ++count) {
        size += recordSize(records[count]);
        if (count > 0 && size * 2 > all)
            break;
    }
    return count;
}

/// Java 3.9 splits into parts of batch.size, and comes to no end if that is above what the broker
/// takes; later ones halve (KAFKA-8350).  Kafka: RecordAccumulator.splitAndReenqueue,
/// ProducerBatch.split.
std::vector<std::unique_ptr<ProducerBatch>> Accumulator::halvesOf(ProducerBatch& whole) const
{
    HW_ASSERT(whole.closed() && whole.records > 1, "what is split was sent and has two records");
    const protocol::Batch bytes{protocol::BatchHeader::parse(whole.bytes.view()).value(),
                                whole.bytes};
    auto reader = protocol::RecordReader::open(bytes);
    HW_ASSERT(reader.has_value(), "a batch that was built here can be opened");
    const std::vector<PlacedRecord> records = recordsOf(whole, *reader);
    const std::size_t first = firstHalf(records);
    std::vector<std::unique_ptr<ProducerBatch>> halves;
    for (std::size_t i = 0; i < records.size(); ++i) {
        if (i == 0 || i == first) {
            halves.push_back(std::make_unique<ProducerBatch>(whole.partition, whole.opened));
            halves.back()->attempts = whole.attempts;
        }
        ProducerBatch& half = *halves.back();
        half.builder.add(records[i].timestamp, records[i].key, records[i].value,
                         records[i].headers);
        half.charged += recordSize(records[i]);
        ++half.records;
    }
    halves.front()->appended = whole.appended * halves.front()->records / whole.records;
    halves.back()->appended = whole.appended - halves.front()->appended;
    const std::int32_t second = halves.front()->records;
    for (auto& [index, done] : whole.callbacks) {
        const bool isSecond = index >= second;
        halves[isSecond ? 1 : 0]->callbacks.emplace_back(isSecond ? index - second : index,
                                                         std::move(done));
    }
    for (const auto& half : halves)
        half->close(m_compression);
    return halves;
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
