#pragma once

#include <deque>
#include <map>
#include <memory>
#include <vector>

#include "engine/client/record.h"
#include "engine/protocol/batch_builder.h"

namespace hw::client {

/// Records of one partition that travel and end together.
struct ProducerBatch
{
    ProducerBatch(TopicPartition partition, Instant opened)
        : partition(std::move(partition))
        , opened(opened)
    {
    }

    TopicPartition partition;
    protocol::BatchBuilder builder;
    Slice bytes; ///< once it is closed: no more records go in
    std::int32_t records = 0;
    std::size_t size = 0;    ///< of the finished batch
    std::size_t charged = 0; ///< what its records count for in buffer.memory
    Instant opened;
    Duration appended{}; ///< since `opened`, summed over its records
    Instant notBefore;   ///< after a failed attempt
    std::int32_t attempts = 0;
    std::int32_t sequence = -1; ///< of its first record; -1: not numbered (again) yet
    /// Of its first record among those of its partition that were numbered, so that parts of a
    /// batch have an order, too; -1: not numbered yet.
    std::int64_t order = -1;
    /// Number of a record in the batch, and who wants to know.
    std::vector<std::pair<std::int32_t, OnDelivery>> callbacks;

    bool closed() const { return !bytes.empty(); }
    void close(protocol::Compression compression = protocol::Compression::None);
};

/// A record that went through serializer and partitioner.
struct PlacedRecord
{
    TopicPartition partition;
    WallTime timestamp;
    std::optional<ByteView> key;
    std::optional<ByteView> value;
    std::vector<protocol::HeaderView> headers;
};

/// Queues of batches, one per partition; the last one of a queue is open until it is full.
/// Kafka: RecordAccumulator.
class Accumulator
{
public:
    explicit Accumulator(std::size_t batchSize,
                         protocol::Compression compression = protocol::Compression::None)
        : m_batchSize(batchSize)
        , m_compression(compression)
    {
    }

    void append(const PlacedRecord& record, Instant now, OnDelivery done);
    /// A batch that could not be sent goes back to the front, behind earlier ones of its kind.
    void putBack(std::unique_ptr<ProducerBatch> batch);
    /// The two halves of a batch that was sent, closed: at least one record each.
    std::vector<std::unique_ptr<ProducerBatch>> halvesOf(ProducerBatch& whole) const;
    /// Takes the front batch, closed.
    std::unique_ptr<ProducerBatch> takeFront(const TopicPartition& partition);

    using Queue = std::deque<std::unique_ptr<ProducerBatch>>;
    /// Empty ones are there too.
    std::map<TopicPartition, Queue>& queues() { return m_queues; }
    /// Whether the front batch should go without waiting for more records.
    bool isFull(const Queue& queue) const
    {
        return queue.size() > 1 || queue.front()->closed() || queue.front()->size >= m_batchSize;
    }

private:
    const std::size_t m_batchSize;
    const protocol::Compression m_compression;
    std::map<TopicPartition, Queue> m_queues;
};

/// An upper bound of what a record takes in a batch.
std::size_t recordSize(const PlacedRecord& record);

} // namespace hw::client
