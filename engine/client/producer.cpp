#include "engine/client/producer.h"

#include <deque>

#include <fmt/format.h>

#include "engine/client/partitioner.h"
#include "engine/client/sender.h"

namespace hw::client {

using protocol::ErrorCode;

class Producer::Impl
{
public:
    Impl(const ClientContext& context, ProducerConfig config, ProducerInterceptor* interceptor)
        : m_context(context)
        , m_config(std::move(config))
        , m_interceptor(interceptor)
        , m_connections(context, m_config.connection)
        , m_metadata(context, m_config.connection, m_connections, [this] { metadataCame(); })
        , m_partitioner(m_config.keyless, m_config.batchSize, context.host.loop().random())
        , m_accumulator(m_config.batchSize, m_config.compression)
        , m_sender(context, m_config, m_connections, m_metadata, m_accumulator,
                   [this](ProducerBatch& batch, const BatchEnd& end) { batchEnded(batch, end); })
        , m_later(context.host.loop())
        , m_expiry(context.host.loop())
    {
    }

    void send(ProducerRecord record, OnDelivery done);
    void flush(Task done);
    const ProducerCounters& counters()
    {
        const Sender::Sent& sent = m_sender.sent();
        m_counters.retried = m_sender.retries();
        m_counters.requests = sent.requests;
        m_counters.batches = sent.batches;
        m_counters.sentBytes = sent.bytes;
        return m_counters;
    }
    void report(observe::ProducerReport& into) const
    {
        into.inFlight = m_sender.inFlight();
        into.idempotent = m_config.enableIdempotence;
        into.producerId = m_sender.sequences().id();
        into.sequences = m_sender.sequences().report();
    }
    bool isFull() const { return m_bufferedBytes >= m_config.bufferMemory; }

private:
    /// A record whose topic is not known yet.
    struct Held
    {
        ProducerRecord record;
        OnDelivery done;
        Instant since;
    };
    struct Failure
    {
        Delivery delivery;
        OnDelivery done;
    };

    void place(ProducerRecord record, OnDelivery done, const TopicView& view);
    void metadataCame();
    void expireHeld();
    void batchEnded(ProducerBatch& batch, const BatchEnd& end);
    void refuse(TopicPartition partition, ErrorCode error, std::string message, OnDelivery done);
    void tellRefused();
    void checkFlushed();

    const ClientContext m_context;
    const ProducerConfig m_config;
    ProducerInterceptor* m_interceptor;
    Connections m_connections;
    ClientMetadata m_metadata;
    Partitioner m_partitioner;
    Accumulator m_accumulator;
    Sender m_sender;
    std::deque<Held> m_held;       ///< bounded by buffer.memory
    std::deque<Failure> m_refused; ///< told in the next task; at most what one task sends
    std::vector<Task> m_flushes;
    std::size_t m_bufferedBytes = 0;
    ProducerCounters m_counters;
    world::Timer m_later;
    world::Timer m_expiry; ///< of the oldest held record
};

static std::size_t roughSize(const ProducerRecord& record)
{
    return record.key.value_or("").size() + record.value.value_or("").size() + 100;
}

void Producer::Impl::send(ProducerRecord record, OnDelivery done)
{
    ++m_counters.sent;
    ++m_counters.buffered;
    if (!m_counters.firstSent)
        m_counters.firstSent = m_context.host.loop().now();
    if (m_interceptor)
        m_interceptor->onSend(record);
    if (isFull()) {
        refuse({record.topic, record.partition.value_or(-1)}, ErrorCode::RequestTimedOut,
               fmt::format("buffer.memory of {} bytes is used up", m_config.bufferMemory),
               std::move(done));
        return;
    }
    m_metadata.add(record.topic);
    const TopicView* view = m_metadata.topic(record.topic);
    if (view && !view->partitions.empty()) {
        place(std::move(record), std::move(done), *view);
        return;
    }
    m_bufferedBytes += roughSize(record);
    m_held.push_back({std::move(record), std::move(done), m_context.host.loop().now()});
    if (!m_expiry.armed())
        m_expiry.start(m_config.deliveryTimeout, [this] { expireHeld(); });
}

/// Serializer, partitioner and accumulator.
void Producer::Impl::place(ProducerRecord record, OnDelivery done, const TopicView& view)
{
    PlacedRecord placed;
    if (record.key)
        placed.key = viewOf(*record.key);
    if (record.value)
        placed.value = viewOf(*record.value);
    for (const auto& [key, value] : record.headers)
        placed.headers.push_back({key, viewOf(value)});
    placed.timestamp = record.timestamp ? *record.timestamp : m_context.host.loop().wallTime();

    m_counters.serialized +=
        (placed.key ? placed.key->size() : 0) + (placed.value ? placed.value->size() : 0);
    const std::size_t size = recordSize(placed);
    const auto count = static_cast<std::int32_t>(view.partitions.size());
    placed.partition.topic = record.topic;
    placed.partition.partition = record.partition
                                     ? *record.partition
                                     : m_partitioner.choose(record.topic, view, placed.key, size);
    if (placed.partition.partition < 0 || placed.partition.partition >= count) {
        refuse(placed.partition, ErrorCode::InvalidRequest,
               fmt::format("{} has partitions 0 to {}", record.topic, count - 1), std::move(done));
        return;
    }
    if (size + protocol::kBatchHeaderSize > m_config.maxRequestSize) {
        refuse(placed.partition, ErrorCode::MessageTooLarge,
               fmt::format("a record of {} bytes; max.request.size is {}", size,
                           m_config.maxRequestSize),
               std::move(done));
        return;
    }
    m_bufferedBytes += size;
    m_accumulator.append(placed, m_context.host.loop().now(), std::move(done));
    m_sender.wake();
}

void Producer::Impl::metadataCame()
{
    std::deque<Held> held = std::move(m_held);
    m_held.clear();
    for (Held& one : held) {
        const TopicView* view = m_metadata.topic(one.record.topic);
        const bool hopeless =
            view && view->error != ErrorCode::None && !protocol::isRetriable(view->error);
        if (!hopeless && (!view || view->partitions.empty())) {
            m_held.push_back(std::move(one));
            continue;
        }
        m_bufferedBytes -= roughSize(one.record);
        if (hopeless)
            refuse({one.record.topic, -1}, view->error,
                   fmt::format("topic {}: {}", one.record.topic, textOf(view->error)),
                   std::move(one.done));
        else
            place(std::move(one.record), std::move(one.done), *view);
    }
    m_sender.wake();
}

void Producer::Impl::expireHeld()
{
    const Instant now = m_context.host.loop().now();
    while (!m_held.empty() && m_held.front().since + m_config.deliveryTimeout <= now) {
        Held one = std::move(m_held.front());
        m_held.pop_front();
        m_bufferedBytes -= roughSize(one.record);
        refuse({one.record.topic, -1}, ErrorCode::RequestTimedOut,
               fmt::format("topic {} did not become known within {} ms", one.record.topic,
                           toMs(m_config.deliveryTimeout)),
               std::move(one.done));
    }
    if (!m_held.empty())
        m_expiry.start(m_held.front().since + m_config.deliveryTimeout - now,
                       [this] { expireHeld(); });
}

void Producer::Impl::refuse(TopicPartition partition, ErrorCode error, std::string message,
                            OnDelivery done)
{
    m_refused.push_back({{std::move(partition), error, std::move(message)}, std::move(done)});
    if (!m_later.armed())
        m_later.start(0ms, [this] { tellRefused(); });
}

void Producer::Impl::tellRefused()
{
    std::deque<Failure> refused = std::move(m_refused);
    m_refused.clear();
    for (Failure& one : refused) {
        ++m_counters.failed;
        --m_counters.buffered;
        m_counters.lastError = one.delivery.message;
        if (m_interceptor)
            m_interceptor->onAcknowledgement(one.delivery, 1, 0);
        if (one.done)
            one.done(one.delivery);
    }
    checkFlushed();
}

void Producer::Impl::batchEnded(ProducerBatch& batch, const BatchEnd& end)
{
    m_bufferedBytes -= batch.charged;
    const auto records = static_cast<std::uint64_t>(batch.records);
    m_counters.buffered -= records;
    Delivery delivery{batch.partition, end.error, end.message, end.baseOffset};
    if (end.error == ErrorCode::None) {
        const Instant now = m_context.host.loop().now();
        m_counters.acked += records;
        m_counters.waited += (now - batch.opened) * batch.records - batch.appended;
        m_counters.lastAcked = now;
        m_counters.bytes += batch.size;
    } else {
        m_counters.failed += records;
        m_counters.lastError = end.message;
        m_context.journal.report(
            observe::fact::SendFailed{m_context.self, batch.partition, batch.records, end.message});
    }
    if (m_interceptor)
        m_interceptor->onAcknowledgement(delivery, batch.records, batch.size);
    for (auto& [index, done] : batch.callbacks) {
        if (end.baseOffset != kNoOffset)
            delivery.offset = end.baseOffset + index;
        done(delivery);
    }
    checkFlushed();
}

void Producer::Impl::flush(Task done)
{
    m_flushes.push_back(std::move(done));
    m_sender.setFlushing(true);
    m_later.start(0ms, [this] { tellRefused(); });
}

void Producer::Impl::checkFlushed()
{
    if (m_counters.buffered != 0 || m_flushes.empty())
        return;
    m_sender.setFlushing(false);
    std::vector<Task> flushes = std::move(m_flushes);
    m_flushes.clear();
    for (Task& done : flushes)
        done();
}

Producer::Producer(const ClientContext& context, ProducerConfig config,
                   ProducerInterceptor* interceptor)
    : m_impl(std::make_unique<Impl>(context, std::move(config), interceptor))
{
}

Producer::~Producer() = default;

void Producer::send(ProducerRecord record, OnDelivery done)
{
    m_impl->send(std::move(record), std::move(done));
}
void Producer::flush(Task done) { m_impl->flush(std::move(done)); }
const ProducerCounters& Producer::counters() const { return m_impl->counters(); }
void Producer::report(observe::ProducerReport& into) const { m_impl->report(into); }
bool Producer::isFull() const { return m_impl->isFull(); }

} // namespace hw::client
