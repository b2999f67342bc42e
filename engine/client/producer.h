#pragma once

#include <memory>
#include <optional>

#include "engine/client/context.h"
#include "engine/client/record.h"
#include "engine/observe/report.h"
#include "engine/protocol/record_batch.h"

namespace hw::client {

/// How records without key and partition are spread.
enum class KeylessPartitioning : std::uint8_t
{
    Sticky,     ///< Java's default: stay until batch.size bytes went there, then another at random
    RoundRobin, ///< one after the other, as the classic diagrams show it
};

/// Java's names and defaults, except where said.
struct ProducerConfig
{
    ConnectionConfig connection{};
    std::int16_t acks = -1;               ///< 0, 1 or -1 (all)
    std::size_t batchSize = 16384;        ///< batch.size
    Duration linger = 0ms;                ///< linger.ms
    std::size_t bufferMemory = 33554432;  ///< buffer.memory
    std::size_t maxRequestSize = 1048576; ///< max.request.size
    Duration deliveryTimeout = 120s;      ///< delivery.timeout.ms
    KeylessPartitioning keyless = KeylessPartitioning::Sticky;
    /// At most one batch of a partition in flight, so that retries cannot reorder records. Java
    /// gets the same from idempotence or from one request in flight.
    bool keepOrder = true;
    /// enable.idempotence: retries neither duplicate nor reorder, with up to five batches of a
    /// partition in flight. Needs acks -1. Java's default is true.
    bool enableIdempotence = false;
    protocol::Compression compression = protocol::Compression::None; ///< compression.type
};

/// Counts since the start; records unless said.
struct ProducerCounters
{
    std::uint64_t sent = 0;  ///< taken by `send`
    std::uint64_t acked = 0; ///< with acks=0: handed to the connection
    std::uint64_t failed = 0;
    std::uint64_t retried = 0;  ///< batches sent again
    std::uint64_t bytes = 0;    ///< of acknowledged batches
    std::uint64_t buffered = 0; ///< waiting or in flight now
    std::string lastError;
    std::uint64_t serialized = 0; ///< bytes of keys and values, as the serializers made them
    std::uint64_t requests = 0;   ///< Produce requests, also those that were answered with errors
    std::uint64_t batches = 0;    ///< in them
    std::uint64_t sentBytes = 0;  ///< of those batches, as they travel
    Duration waited{};            ///< from `send` to the acknowledgement, over all acked records
    std::optional<Instant> firstSent, lastAcked;
};

/// The producer as the documents draw it:
///
///     send -> interceptor -> serializer -> partitioner -> accumulator (a queue of batches per
///             partition) -> sender (a request per leader) -> broker
///             callbacks  <------------------------------------'
///
/// Batches that fail with a retriable error, or whose connection breaks, go back to the front of
/// their queue and wait retry.backoff.ms; the leader is asked for again when the error says so. A
/// batch of several records that is answered MESSAGE_TOO_LARGE goes again in parts.
/// What is not acknowledged delivery.timeout.ms after its batch was opened fails. Reports
/// SendFailed for batches that fail for good. Kafka: KafkaProducer, RecordAccumulator, Sender.
///
/// Lives on its host's loop. Callbacks run in later tasks; they may send, but not destroy it.
/// Destroying it drops what was not sent, without callbacks.
class Producer
{
public:
    /// `interceptor` may be null; it outlives the producer.
    Producer(const ClientContext& context, ProducerConfig config,
             ProducerInterceptor* interceptor = nullptr);
    ~Producer();
    Producer(const Producer&) = delete;
    Producer& operator=(const Producer&) = delete;

    /// Takes a record. `done` (may be empty) runs once, in a later task. Fails it with
    /// INVALID_REQUEST for a partition the topic lacks, MESSAGE_TOO_LARGE above max.request.size,
    /// and REQUEST_TIMED_OUT when buffer.memory is used up (Java would block).
    void send(ProducerRecord record, OnDelivery done = {});

    /// Sends what waits without lingering; `done` runs when nothing is buffered any more.
    void flush(Task done);

    const ProducerCounters& counters() const;
    /// What `counters` has not: batches in flight and, with idempotence, ids and sequences.
    void report(observe::ProducerReport& into) const;
    /// buffer.memory is used up: `send` would fail.
    bool isFull() const;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace hw::client
