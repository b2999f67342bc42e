#include "engine/client/sender.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/protocol/messages/init_producer_id.h"

namespace hw::client {

using protocol::ErrorCode;

static constexpr protocol::ApiVersion kProduceVersion{7};
static constexpr protocol::ApiVersion kInitProducerIdVersion{1};
/// Frame, header and the request's own fields, with room to spare.
static constexpr std::size_t kRequestOverhead = 512;

Sender::Sender(const ClientContext& context, const ProducerConfig& config, Connections& connections,
               ClientMetadata& metadata, Accumulator& accumulator, OnEnd onEnd)
    : m_context(context)
    , m_config(config)
    , m_connections(connections)
    , m_metadata(metadata)
    , m_accumulator(accumulator)
    , m_onEnd(std::move(onEnd))
    , m_timer(context.host.loop())
{
}

void Sender::wake() { lookAgainAt(m_context.host.loop().now()); }

void Sender::setFlushing(bool flushing)
{
    m_flushing = flushing;
    if (flushing)
        wake();
}

void Sender::lookAgainAt(Instant when)
{
    if (m_timer.armed() && m_timer.due() <= when)
        return;
    const Duration delay = std::max(when - m_context.host.loop().now(), Duration(0));
    m_timer.start(delay, [this] { look(); });
}

void Sender::look()
{
    const Instant now = m_context.host.loop().now();
    expire(now);
    if (m_config.enableIdempotence && !m_sequences.hasId()) {
        askForId();
        return;
    }
    std::map<BrokerId, std::vector<TopicPartition>> due;
    for (const auto& [partition, queue] : m_accumulator.queues()) {
        if (queue.empty() || m_busy.contains(partition))
            continue;
        if (const auto leader = dueAt(partition, queue, now))
            due[*leader].push_back(partition);
    }
    for (const auto& [leader, partitions] : due)
        if (m_inFlight[leader] < m_config.connection.maxInFlight)
            ship(leader, partitions);
}

/// Batches in flight are not looked at: their request has a deadline of its own.
void Sender::expire(Instant now)
{
    std::vector<std::unique_ptr<ProducerBatch>> late;
    for (auto& [partition, queue] : m_accumulator.queues()) {
        while (!queue.empty() && queue.front()->opened + m_config.deliveryTimeout <= now) {
            late.push_back(std::move(queue.front()));
            queue.pop_front();
        }
        if (!queue.empty())
            lookAgainAt(queue.front()->opened + m_config.deliveryTimeout);
    }
    for (auto& batch : late) {
        m_sequences.dropped(*batch);
        beginEpochIfDue(batch->partition);
    }
    for (auto& batch : late)
        m_onEnd(*batch, {ErrorCode::RequestTimedOut, fmt::format("not acknowledged within {} ms",
                                                                 toMs(m_config.deliveryTimeout))});
}

std::optional<BrokerId> Sender::dueAt(const TopicPartition& partition,
                                      const Accumulator::Queue& queue, Instant now)
{
    const ProducerBatch& front = *queue.front();
    if (front.notBefore > now) {
        lookAgainAt(front.notBefore);
        return std::nullopt;
    }
    const bool full = m_accumulator.isFull(queue);
    if (!full && !m_flushing && front.attempts == 0 && front.opened + m_config.linger > now) {
        lookAgainAt(front.opened + m_config.linger);
        return std::nullopt;
    }
    const PartitionView* view = m_metadata.partition(partition);
    if (!view || view->leader == kNoBroker || !m_connections.knows(view->leader)) {
        m_metadata.refresh();
        return std::nullopt;
    }
    if (m_config.enableIdempotence && !m_sequences.mayGo(front, view->leader))
        return std::nullopt; // looked at again when a batch before it has landed
    return view->leader;
}

void Sender::ship(BrokerId leader, const std::vector<TopicPartition>& partitions)
{
    auto shipment = std::make_shared<Shipment>();
    shipment->leader = leader;
    std::size_t size = kRequestOverhead;
    const std::size_t first = m_turn++; // where to begin, so that nobody starves at the limit
    for (std::size_t i = 0; i < partitions.size(); ++i) {
        const TopicPartition& partition = partitions[(first + i) % partitions.size()];
        const std::size_t next = m_accumulator.queues().at(partition).front()->size;
        if (!shipment->batches.empty() && size + next > m_config.maxRequestSize) {
            wake();
            break;
        }
        size += next;
        shipment->batches.push_back(m_accumulator.takeFront(partition));
        if (m_config.enableIdempotence)
            m_sequences.sent(*shipment->batches.back(), leader);
        if (m_config.keepOrder && !m_config.enableIdempotence)
            m_busy.insert(partition);
        else if (!m_accumulator.queues().at(partition).empty())
            wake();
    }
    send(std::move(shipment));
}

void Sender::send(std::shared_ptr<Shipment> shipment)
{
    protocol::ProduceRequest request;
    request.acks = m_config.acks;
    request.timeoutMs = static_cast<std::int32_t>(toMs(m_config.connection.requestTimeout));
    std::map<std::string, std::vector<protocol::ProduceRequest::PartitionProduceData>> topics;
    ++m_sent.requests;
    m_travelling += shipment->batches.size();
    for (const auto& batch : shipment->batches) {
        ++batch->attempts;
        ++m_sent.batches;
        m_sent.bytes += batch->bytes.size();
        topics[batch->partition.topic].push_back(
            {batch->partition.partition, Pieces(batch->bytes)});
    }
    for (auto& [topic, partitions] : topics)
        request.topicData.push_back({topic, std::move(partitions)});

    ++m_inFlight[shipment->leader];
    rpc::Peer& peer = m_connections.to(shipment->leader, Lane::Data);
    const Duration timeout = m_config.connection.requestTimeout;
    if (m_config.acks != 0) {
        peer.send<protocol::ProduceRequest>(
            std::move(request), kProduceVersion, timeout,
            [this, shipment](const Answer& answer) { landed(*shipment, answer); });
        return;
    }
    peer.sendOneWay<protocol::ProduceRequest>(
        std::move(request), kProduceVersion, timeout, [this, shipment](const Result<void>& sent) {
            landed(*shipment, sent ? Answer(protocol::ProduceResponse())
                                   : Answer(tl::unexpected(sent.error())));
        });
}

/// What the broker said about one partition; nothing if it forgot it.
static std::optional<BatchEnd> findEnd(const protocol::ProduceResponse& response,
                                       const TopicPartition& partition)
{
    for (const auto& topic : response.responses) {
        if (topic.name != partition.topic)
            continue;
        for (const auto& told : topic.partitionResponses) {
            if (told.index != partition.partition)
                continue;
            if (told.errorCode == ErrorCode::None)
                return BatchEnd{told.errorCode, {}, told.baseOffset};
            return BatchEnd{told.errorCode, told.errorMessage.value_or(textOf(told.errorCode))};
        }
    }
    return std::nullopt;
}

void Sender::landed(Shipment& shipment, const Answer& answer)
{
    --m_inFlight[shipment.leader];
    m_travelling -= shipment.batches.size();
    for (auto& batch : shipment.batches) {
        m_busy.erase(batch->partition);
        if (m_config.enableIdempotence)
            m_sequences.landed(batch->partition);
    }
    // Backwards, so that several batches of a partition would return to their old order.
    for (auto it = shipment.batches.rbegin(); it != shipment.batches.rend(); ++it) {
        if (!answer) {
            settle(std::move(*it), shipment.leader,
                   {ErrorCode::NetworkException, answer.error().message});
            continue;
        }
        if (m_config.acks == 0) {
            m_onEnd(**it, {});
            continue;
        }
        const auto end = findEnd(*answer, (*it)->partition);
        settle(std::move(*it), shipment.leader,
               end ? *end
                   : BatchEnd{ErrorCode::NetworkException,
                              "the broker said nothing about this partition"});
    }
    wake();
}

void Sender::settle(std::unique_ptr<ProducerBatch> batch, BrokerId leader, const BatchEnd& end)
{
    if (protocol::refreshesMetadata(end.error))
        m_metadata.refresh();
    const Instant now = m_context.host.loop().now();
    const bool again = retriable(*batch, end) && m_config.acks != 0 &&
                       batch->opened + m_config.deliveryTimeout > now;
    const bool isThere =
        end.error == ErrorCode::None || end.error == ErrorCode::DuplicateSequenceNumber;
    if (m_config.enableIdempotence && !isThere)
        m_sequences.failed(batch->partition);
    if (end.error == ErrorCode::MessageTooLarge && batch->records > 1 &&
        batch->opened + m_config.deliveryTimeout > now) {
        splitAndPutBack(*batch);
        return;
    }
    if (!again) {
        if (m_config.enableIdempotence && isThere)
            m_sequences.acknowledged(*batch, leader);
        else if (m_config.enableIdempotence)
            m_sequences.dropped(*batch); // unless it was refused, it may be in the log all the same
        beginEpochIfDue(batch->partition);
        m_onEnd(*batch, isThere ? BatchEnd{ErrorCode::None, {}, end.baseOffset} : end);
        return;
    }
    ++m_retries;
    batch->notBefore = now + m_config.connection.retryBackoff;
    const TopicPartition partition = batch->partition;
    m_accumulator.putBack(std::move(batch));
    beginEpochIfDue(partition);
}

/// What the broker has no room for in one batch goes at once in two, before all that is queued; a
/// single record fails.  Kafka: Sender.completeBatch.
void Sender::splitAndPutBack(ProducerBatch& batch)
{
    auto halves = m_accumulator.halvesOf(batch);
    if (m_config.enableIdempotence)
        m_sequences.split(batch, halves);
    for (auto half = halves.rbegin(); half != halves.rend(); ++half)
        m_accumulator.putBack(std::move(*half));
    beginEpochIfDue(batch.partition);
}

/// With idempotence a batch that is out of order waits for those before it; if it should have been
/// in order, the broker has forgotten us.  Kafka: TransactionManager.canRetry.
bool Sender::retriable(const ProducerBatch& batch, const BatchEnd& end)
{
    if (protocol::isRetriable(end.error) || !m_config.enableIdempotence)
        return protocol::isRetriable(end.error);
    if (end.error == ErrorCode::OutOfOrderSequenceNumber) {
        if (m_sequences.isOldest(batch))
            m_sequences.mismatched(batch);
        return true;
    }
    if (end.error != ErrorCode::UnknownProducerId && end.error != ErrorCode::InvalidProducerEpoch)
        return false;
    m_sequences.mismatched(batch);
    return true;
}

void Sender::beginEpochIfDue(const TopicPartition& partition)
{
    if (!m_sequences.beginEpochIfDue(partition))
        return;
    for (auto& batch : m_accumulator.queues().at(partition))
        batch->sequence = -1;
    wake();
}

/// Any broker gives ids.
void Sender::askForId()
{
    const bool isIdle = std::ranges::all_of(m_accumulator.queues(),
                                            [](const auto& queue) { return queue.second.empty(); });
    if (isIdle || std::exchange(m_isAskingForId, true))
        return;
    protocol::InitProducerIdRequest request;
    request.transactionalId.reset();
    m_connections.any().send<protocol::InitProducerIdRequest>(
        std::move(request), kInitProducerIdVersion, m_config.connection.requestTimeout,
        [this](const Result<protocol::InitProducerIdResponse>& given) {
            m_isAskingForId = false;
            if (given && given->errorCode == ErrorCode::None) {
                m_sequences.identify(given->producerId);
                wake();
            } else {
                lookAgainAt(m_context.host.loop().now() + m_config.connection.retryBackoff);
            }
        });
}

} // namespace hw::client
