#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "engine/client/accumulator.h"
#include "engine/observe/report.h"

namespace hw::client {

/// The numbers under which an idempotent producer's batches travel, so that a broker knows them
/// when they come again.
///
///     open:   17 (sent)   18 (failed, waits in the queue)   19 (sent)   | next: 20
///
/// Up to five batches of a partition are in flight. One that failed goes again only when all before
/// it are settled, so that the broker sees every sequence in order. When the broker does not know
/// what came before a batch, that and the rest is numbered anew from 0 in the partition's next
/// epoch, once nothing is in flight.
///
/// A broker that knows nothing of the producer takes any sequence for the first. So as long as a
/// leader has not acknowledged a batch, or not since one failed, one goes at a time: else it might
/// refuse the first, because it does not lead yet, and take the second. Nor does one go to a leader
/// while another broker has not answered for the one before. Java's producer does not wait, and may
/// so write in another order than it was asked to.
///
/// When a batch that was sent is dropped, those sent after it may be in the log, even if that one
/// was refused: a broker that does not know the producer takes any sequence. They go again under
/// their old numbers, which the broker knows if they are there, and new ones wait until the last of
/// them is settled.  Kafka: TransactionManager.markSequenceUnresolved, maybeResolveSequences,
/// TxnPartitionMap. Java's producer numbers anew at once after a refusal (KIP-360), and so may
/// write twice what was in flight then; this one does not.
class Sequences
{
public:
    static constexpr std::size_t kInFlightMax = 5;

    bool hasId() const { return m_id != kNoProducer; }
    ProducerId id() const { return m_id; }
    void identify(ProducerId id) { m_id = id; }

    /// Whether the front batch of a queue may be sent now, to `leader`.
    bool mayGo(const ProducerBatch& front, BrokerId leader) const;
    /// It is sent: numbers it unless it has a number, and writes that into its bytes.
    void sent(ProducerBatch& batch, BrokerId leader);
    /// Its parts go instead of it: they get its numbers, so that what follows it keeps its own.
    /// Kafka: ProducerBatch.finalizeSplitBatches.
    void split(const ProducerBatch& whole,
               const std::vector<std::unique_ptr<ProducerBatch>>& parts);
    /// Its request has ended, whatever that means for it.
    void landed(const TopicPartition& partition);
    void acknowledged(const ProducerBatch& batch, BrokerId leader);
    /// It was refused, or not answered.
    void failed(const TopicPartition& partition);
    /// It will not be sent again: the broker refused it for good, or nobody waits for it any more
    /// and whether it is in the log is not known.
    void dropped(const ProducerBatch& batch);
    /// The broker's answer says that it does not know what came before this batch.
    void mismatched(const ProducerBatch& batch);
    /// Whether all before it are settled, so that it should have been in order.
    bool isOldest(const ProducerBatch& batch) const;
    /// Moves to the next epoch if that is due and nothing is in flight: then the batches in the
    /// queue have to be numbered anew (`ProducerBatch::sequence` = -1).
    bool beginEpochIfDue(const TopicPartition& partition);

    /// Of all partitions that were sent to, sorted.
    std::vector<observe::SequenceReport> report() const;

private:
    struct Partition
    {
        ProducerEpoch epoch{0};
        std::int32_t nextSequence = 0;
        std::int64_t nextOrder = 0;  ///< of the next record
        std::set<std::int64_t> open; ///< orders of batches that are not settled
        std::size_t inFlight = 0;
        BrokerId sentTo = kNoBroker;         ///< the newest
        BrokerId acknowledgedBy = kNoBroker; ///< who did it last; nobody since one failed
        std::int32_t acknowledgedEnd = 0;    ///< what follows the last sequence acknowledged
        std::int32_t acknowledgedLast = -1;  ///< that one; none in this epoch: -1
        bool isUnresolved = false;           ///< a batch was dropped, those after it are open
        bool mustBeginEpoch = false;
    };
    static void resolve(Partition& partition);
    void write(const Partition& partition, ProducerBatch& batch) const;

    ProducerId m_id = kNoProducer;
    std::map<TopicPartition, Partition> m_partitions;
};

} // namespace hw::client
