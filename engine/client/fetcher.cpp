#include "engine/client/fetcher.h"

#include <algorithm>

#include <fmt/format.h>

namespace hw::client {

using protocol::ErrorCode;

static constexpr protocol::ApiVersion kFetchVersion{11};

Fetcher::Fetcher(const ClientContext& context, const ConsumerConfig& config,
                 Connections& connections, ClientMetadata& metadata, Positions& positions,
                 std::string& lastError, ConsumerInterceptor* interceptor,
                 std::function<void()> onData)
    : m_context(context)
    , m_config(config)
    , m_connections(connections)
    , m_metadata(metadata)
    , m_positions(positions)
    , m_interceptor(interceptor)
    , m_onData(std::move(onData))
    , m_lastError(lastError)
    , m_retry(context.host.loop())
{
}

void Fetcher::clear()
{
    m_buffers.clear();
    m_heldUntil.clear();
    m_inFlight.clear();
    ++m_round;
}

void Fetcher::drop(const std::vector<TopicPartition>& partitions)
{
    for (const TopicPartition& partition : partitions) {
        m_buffers.erase(partition);
        m_heldUntil.erase(partition);
    }
}

void Fetcher::proceed()
{
    const Instant now = m_context.host.loop().now();
    std::map<BrokerId, std::map<TopicPartition, Offset>> wanted;
    for (const TopicPartition& partition : m_positions.partitions()) {
        const auto position = m_positions.next(partition);
        if (!position || m_buffers.contains(partition) || m_positions.isPaused(partition))
            continue;
        const auto held = m_heldUntil.find(partition);
        if (held != m_heldUntil.end() && held->second > now)
            continue;
        const PartitionView* view = m_metadata.partition(partition);
        if (!view || !m_connections.knows(view->leader)) {
            m_metadata.refresh(); // its answer comes back here
            continue;
        }
        if (!m_inFlight.contains(view->leader))
            wanted[view->leader][partition] = *position;
    }
    for (const auto& [leader, partitions] : wanted)
        send(leader, partitions);
}

void Fetcher::send(BrokerId leader, const std::map<TopicPartition, Offset>& wanted)
{
    m_context.host.loop().setCause(kNoEvent); // a poll like any other
    protocol::FetchRequest request;
    request.replicaId = kNoBroker;
    request.maxWaitMs = static_cast<std::int32_t>(toMs(m_config.fetchMaxWait));
    request.minBytes = m_config.fetchMinBytes;
    request.maxBytes = m_config.fetchMaxBytes;
    for (const auto& [partition, offset] : wanted) {
        if (request.topics.empty() || request.topics.back().topic != partition.topic)
            request.topics.emplace_back().topic = partition.topic;
        FetchPartition& asked = request.topics.back().partitions.emplace_back();
        asked.partition = partition.partition;
        asked.currentLeaderEpoch = m_metadata.partition(partition)->epoch;
        asked.fetchOffset = offset;
        asked.partitionMaxBytes = m_config.maxPartitionFetchBytes;
    }
    m_inFlight.insert(leader);
    ++m_requests;
    m_connections.to(leader, Lane::Data)
        .send<protocol::FetchRequest>(
            std::move(request), kFetchVersion, m_config.connection.requestTimeout,
            [this, leader, wanted, round = m_round](Result<protocol::FetchResponse> answer) {
                if (round == m_round)
                    landed(leader, wanted, answer);
            });
}

void Fetcher::landed(BrokerId leader, const std::map<TopicPartition, Offset>& wanted,
                     const Result<protocol::FetchResponse>& answer)
{
    m_inFlight.erase(leader);
    const ErrorCode error = answer ? answer->errorCode : ErrorCode::NetworkException;
    if (error != ErrorCode::None) {
        m_lastError = answer ? textOf(error) : answer.error().message;
        m_metadata.refresh();
        for (const auto& [partition, offset] : wanted)
            hold(partition);
        proceed();
        return;
    }
    for (const auto& topic : answer->responses)
        for (const Told& told : topic.partitions) {
            const TopicPartition partition{topic.topic, told.partitionIndex};
            const auto asked = wanted.find(partition);
            if (asked != wanted.end())
                take(partition, asked->second, told);
        }
    if (hasData())
        m_onData();
    proceed();
}

void Fetcher::take(const TopicPartition& partition, Offset askedFor, const Told& told)
{
    if (m_positions.next(partition) != askedFor)
        return; // the position was moved meanwhile
    if (told.errorCode != ErrorCode::None) {
        refused(partition, told.errorCode);
        return;
    }
    m_heldUntil.erase(partition);
    if (!told.records || told.records->empty())
        return;
    auto bytes = told.records->flatten();
    if (!bytes) {
        spoiled(partition, bytes.error().message);
        return;
    }
    m_buffers[partition].walker = protocol::BatchWalker(std::move(*bytes));
}

void Fetcher::refused(const TopicPartition& partition, ErrorCode error)
{
    m_lastError = fmt::format("{}: {}", partition.text(), textOf(error));
    if (protocol::refreshesMetadata(error) || error == ErrorCode::UnknownLeaderEpoch)
        m_metadata.refresh();
    hold(partition);
    if (error == ErrorCode::OffsetOutOfRange)
        m_positions.outOfRange(partition);
}

/// Not asked for again before retry.backoff.ms.
void Fetcher::hold(const TopicPartition& partition)
{
    m_heldUntil[partition] = m_context.host.loop().now() + m_config.connection.retryBackoff;
    m_retry.start(m_config.connection.retryBackoff, [this] { proceed(); });
}

void Fetcher::spoiled(const TopicPartition& partition, const std::string& why)
{
    m_lastError = fmt::format("{}: {}", partition.text(), why);
    hold(partition);
}

/// What was fetched for a partition before it was paused waits for its time.
std::map<TopicPartition, Fetcher::Buffer>::const_iterator Fetcher::firstReadable() const
{
    return std::ranges::find_if(
        m_buffers, [this](const auto& one) { return !m_positions.isPaused(one.first); });
}

Polled Fetcher::poll(std::uint64_t limit, ConsumerListener* listener)
{
    Polled polled;
    while (polled.records < limit) {
        const auto front = firstReadable();
        if (front == m_buffers.end())
            break;
        const TopicPartition partition = front->first;
        if (!m_positions.next(partition) ||
            !step(partition, m_buffers.at(partition), listener, polled))
            m_buffers.erase(partition);
    }
    if (!hasData() || polled.records < limit)
        proceed();
    return polled;
}

bool Fetcher::step(const TopicPartition& partition, Buffer& buffer, ConsumerListener* listener,
                   Polled& polled)
{
    if (!buffer.reader)
        return openNext(partition, buffer, polled);
    const auto record = buffer.reader->next();
    if (!record) {
        spoiled(partition, record.error().message);
        return false;
    }
    const protocol::BatchHeader& header = buffer.batch->header;
    if (!*record) {
        m_positions.advance(partition, std::max(header.nextOffset(), *m_positions.next(partition)),
                            header.leaderEpoch);
        buffer.reader.reset();
        return true;
    }
    if ((*record)->offset < *m_positions.next(partition))
        return true; // the fetch began inside a batch
    const bool wanted = !m_interceptor || m_interceptor->onConsume(partition, **record);
    if (listener && wanted)
        listener->onRecord(partition, **record);
    ++polled.records;
    polled.bytes += (*record)->value ? (*record)->value->size() : 0;
    polled.bytes += (*record)->key ? (*record)->key->size() : 0;
    m_positions.advance(partition, (*record)->offset + 1, header.leaderEpoch);
    return true;
}

bool Fetcher::openNext(const TopicPartition& partition, Buffer& buffer, Polled& polled)
{
    auto batch = buffer.walker.next();
    if (!batch) {
        spoiled(partition, batch.error().message);
        return false;
    }
    if (!*batch)
        return false;
    const protocol::BatchHeader& header = (*batch)->header;
    if (!protocol::hasValidCrc((*batch)->bytes.view())) {
        spoiled(partition, fmt::format("the batch at {} has a broken CRC", header.baseOffset));
        return false;
    }
    const Offset position = *m_positions.next(partition);
    if (header.nextOffset() <= position)
        return true;
    if (header.isControl()) {
        m_positions.advance(partition, header.nextOffset(), header.leaderEpoch);
        return true;
    }
    auto reader = protocol::RecordReader::open(**batch);
    if (reader) {
        buffer.batch = **batch;
        buffer.reader = std::move(*reader);
        return true;
    }
    if (reader.error().kind != Failure::Unsupported) {
        spoiled(partition, reader.error().message);
        return false;
    }
    // Records that cannot be opened are still consumed: their number is in the header.
    m_lastError = fmt::format("{}: {}", partition.text(), reader.error().message);
    polled.records += static_cast<std::uint64_t>(header.recordCount);
    polled.bytes += (*batch)->bytes.size();
    m_positions.advance(partition, header.nextOffset(), header.leaderEpoch);
    return true;
}

} // namespace hw::client
