#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>

#include "engine/client/accumulator.h"

namespace hw::client {

/// The numbers under which an idempotent producer's batches travel, so that a broker knows them
/// when they come again.
///
///     open:   17 (sent)   18 (failed, waits in the queue)   19 (sent)   | next: 20
///
/// Up to five batches of a partition are in flight. One that failed goes again only when all before
/// it are settled, so that the broker sees every sequence in order. When a batch is refused for
/// good, or the broker does not know what came before, the rest is numbered anew from 0 in the
/// partition's next epoch, once nothing is in flight.
///
/// A batch that was sent and then given up may be in the log or not, and so may those after it:
/// these go again under their old numbers, which the broker knows if they are there, and new ones
/// wait until the last of them is settled.  Kafka: TransactionManager.markSequenceUnresolved,
/// maybeResolveSequences, TxnPartitionMap.
class Sequences
{
public:
    static constexpr std::size_t kInFlightMax = 5;

    bool hasId() const { return m_id != kNoProducer; }
    ProducerId id() const { return m_id; }
    void identify(ProducerId id) { m_id = id; }

    /// Whether the front batch of a queue may be sent now.
    bool mayGo(const ProducerBatch& front) const;
    /// It is sent: numbers it unless it has a number, and writes that into its bytes.
    void sent(ProducerBatch& batch);
    /// Its request has ended, whatever that means for it.
    void landed(const TopicPartition& partition);
    void acknowledged(const ProducerBatch& batch);
    /// The broker refused it for good: what comes after it must not be taken for a gap.
    void refused(const ProducerBatch& batch);
    /// Nobody waits for it any more, and whether it is in the log is not known.
    void givenUp(const ProducerBatch& batch);
    /// The broker's answer says that it does not know what came before this batch.
    void mismatched(const ProducerBatch& batch);
    /// Whether all before it are settled, so that it should have been in order.
    bool isOldest(const ProducerBatch& batch) const;
    /// Moves to the next epoch if that is due and nothing is in flight: then the batches in the
    /// queue have to be numbered anew (`ProducerBatch::sequence` = -1).
    bool beginEpochIfDue(const TopicPartition& partition);

private:
    struct Partition
    {
        ProducerEpoch epoch{0};
        std::int32_t nextSequence = 0;
        std::int64_t nextOrder = 0;
        std::set<std::int64_t> open; ///< orders of batches that are not settled
        std::size_t inFlight = 0;
        std::int32_t acknowledgedEnd = 0; ///< what follows the last sequence acknowledged
        bool isUnresolved = false;        ///< a batch was given up, those after it are open
        bool mustBeginEpoch = false;
    };
    static void resolve(Partition& partition);

    ProducerId m_id = kNoProducer;
    std::map<TopicPartition, Partition> m_partitions;
};

} // namespace hw::client
