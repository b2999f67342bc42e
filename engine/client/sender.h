#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "engine/client/accumulator.h"
#include "engine/client/metadata.h"
#include "engine/client/producer.h"
#include "engine/client/sequences.h"
#include "engine/protocol/messages/produce.h"

namespace hw::client {

/// How a batch ended for good.
struct BatchEnd
{
    protocol::ErrorCode error = protocol::ErrorCode::None;
    std::string message;
    Offset baseOffset = kNoOffset;
};

/// Takes batches that are due out of the accumulator, sends them to the leaders of their
/// partitions, and decides about errors: again, in parts, or for good.
///
///     due = full, or older than linger.ms, or tried before and retry.backoff.ms over, or flushing
///
/// Kafka: Sender.
class Sender
{
public:
    using OnEnd = UniqueFunction<void(ProducerBatch&, const BatchEnd&)>;
    /// `onEnd` runs for every batch, in a task of its answer or deadline.
    Sender(const ClientContext& context, const ProducerConfig& config, Connections& connections,
           ClientMetadata& metadata, Accumulator& accumulator, OnEnd onEnd);

    /// Looks what is due, in a later task; call after every append and change of metadata.
    void wake();
    void setFlushing(bool flushing);
    std::uint64_t retries() const { return m_retries; }
    /// All that went out, also what had to go again.
    struct Sent
    {
        std::uint64_t requests = 0, batches = 0, bytes = 0;
    };
    const Sent& sent() const { return m_sent; }
    /// Batches whose request is not answered yet.
    std::uint64_t inFlight() const { return m_travelling; }
    /// With idempotence: the producer's id once it has one, and how its batches are numbered.
    const Sequences& sequences() const { return m_sequences; }

private:
    /// Batches that travel in one request.
    struct Shipment
    {
        BrokerId leader;
        std::vector<std::unique_ptr<ProducerBatch>> batches;
    };
    using Answer = Result<protocol::ProduceResponse>;

    void look();
    void askForId();
    bool retriable(const ProducerBatch& batch, const BatchEnd& end);
    void splitAndPutBack(ProducerBatch& batch);
    void beginEpochIfDue(const TopicPartition& partition);
    void expire(Instant now);
    /// The leader of a queue whose front batch may go now. Otherwise remembers when to look again.
    std::optional<BrokerId> dueAt(const TopicPartition& partition, const Accumulator::Queue& queue,
                                  Instant now);
    void ship(BrokerId leader, const std::vector<TopicPartition>& partitions);
    void send(std::shared_ptr<Shipment> shipment);
    void landed(Shipment& shipment, const Answer& answer);
    void settle(std::unique_ptr<ProducerBatch> batch, BrokerId leader, const BatchEnd& end);
    void lookAgainAt(Instant when);

    const ClientContext m_context;
    const ProducerConfig m_config;
    Connections& m_connections;
    ClientMetadata& m_metadata;
    Accumulator& m_accumulator;
    OnEnd m_onEnd;
    std::set<TopicPartition> m_busy; ///< with a batch in flight, if the order is kept
    std::map<BrokerId, std::size_t> m_inFlight;
    Sequences m_sequences; ///< used with enable.idempotence
    bool m_isAskingForId = false;
    bool m_flushing = false;
    std::uint64_t m_retries = 0;
    Sent m_sent;
    std::uint64_t m_travelling = 0;
    std::size_t m_turn = 0;
    world::Timer m_timer;
};

} // namespace hw::client
