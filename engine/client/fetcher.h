#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "engine/client/positions.h"
#include "engine/protocol/messages/fetch.h"
#include "engine/protocol/record_batch.h"

namespace hw::client {

/// What was handed out in one poll.
struct Polled
{
    std::uint64_t records = 0;
    std::uint64_t bytes = 0;
};

/// Keeps one Fetch per leader under way, for all partitions whose position is known and whose last
/// records were handed out; holds what comes until it is polled.
///
///     positions -> Fetch (long poll) -> buffers -> poll -> listener, positions move on
///
/// Kafka: Fetcher, FetchCollector.
class Fetcher
{
public:
    /// `onData` runs when something can be polled.
    Fetcher(const ClientContext& context, const ConsumerConfig& config, Connections& connections,
            ClientMetadata& metadata, Positions& positions, std::string& lastError,
            ConsumerInterceptor* interceptor, std::function<void()> onData);

    /// Sends what can be sent.
    void proceed();
    /// Hands out at most `limit` records. Records below a position, control batches and what was
    /// fetched for partitions that are no longer ours are skipped.
    Polled poll(std::uint64_t limit, ConsumerListener* listener);
    /// Of partitions that are not paused.
    bool hasData() const { return firstReadable() != m_buffers.end(); }
    /// Partitions changed hands: what was fetched before is dropped.
    void clear();
    /// The same for some of them.
    void drop(const std::vector<TopicPartition>& partitions);
    std::uint64_t requests() const { return m_requests; }

private:
    /// What one fetch brought for one partition.
    struct Buffer
    {
        protocol::BatchWalker walker{Slice()};
        std::optional<protocol::Batch> batch;
        std::optional<protocol::RecordReader> reader;
    };
    using FetchPartition = protocol::FetchRequest::FetchPartition;
    using Told = protocol::FetchResponse::PartitionData;

    std::map<TopicPartition, Buffer>::const_iterator firstReadable() const;
    void send(BrokerId leader, const std::map<TopicPartition, Offset>& wanted);
    void landed(BrokerId leader, const std::map<TopicPartition, Offset>& wanted,
                const Result<protocol::FetchResponse>& answer);
    void take(const TopicPartition& partition, Offset askedFor, const Told& told);
    void refused(const TopicPartition& partition, protocol::ErrorCode error);
    void hold(const TopicPartition& partition);
    /// Hands out one record or steps over a batch; false when the buffer is used up.
    bool step(const TopicPartition& partition, Buffer& buffer, ConsumerListener* listener,
              Polled& polled);
    bool openNext(const TopicPartition& partition, Buffer& buffer, Polled& polled);
    void spoiled(const TopicPartition& partition, const std::string& why);

    std::uint64_t m_requests = 0;
    const ClientContext m_context;
    const ConsumerConfig& m_config;
    Connections& m_connections;
    ClientMetadata& m_metadata;
    Positions& m_positions;
    ConsumerInterceptor* m_interceptor;
    std::function<void()> m_onData;
    std::map<TopicPartition, Buffer> m_buffers;
    std::set<BrokerId> m_inFlight;
    std::map<TopicPartition, Instant> m_heldUntil; ///< after an error
    std::uint64_t m_round = 0;
    std::string& m_lastError;
    world::Timer m_retry;
};

} // namespace hw::client
