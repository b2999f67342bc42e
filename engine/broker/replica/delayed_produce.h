#pragma once

#include <vector>

#include "engine/base/function.h"
#include "engine/broker/core/delayed_operation.h"
#include "engine/broker/replica/partition.h"

namespace hw::replica {

/// How one partition's part of a produce request ended.
struct ProduceAnswer
{
    protocol::ErrorCode error = protocol::ErrorCode::None;
    Offset baseOffset = kNoOffset;
    Offset nextOffset = kNoOffset; ///< after the batch
    std::int64_t logAppendTimeMs = -1;
    Offset logStart = kNoOffset;
    std::string message; ///< for people, if there was an error
    std::vector<protocol::RecordError> records =
        {}; ///< those to blame for the error, if it was any
};
using ProduceDone = UniqueFunction<void(std::vector<ProduceAnswer>)>;

/// One partition's part of a produce that is in the leader's log, but not to be answered yet.
struct PendingAppend
{
    Partition* partition = nullptr; ///< null: it failed, or it is decided
    Offset required;                ///< the offset after the batch
    bool forSync = false;           ///< acks is 1: waits for flush.messages only
};

/// A produce that waits until all its batches are below their high watermarks (acks=-1), or synced
/// (acks=1 under flush.messages).
/// Kafka: DelayedProduce.
class DelayedProduce final : public broker::DelayedOperation
{
public:
    /// `pending` and `answers` go side by side.
    DelayedProduce(std::vector<PendingAppend> pending, std::vector<ProduceAnswer> answers,
                   ProduceDone done);

    /// Looks at all partitions; true: nothing is left to wait for.
    bool tryNow();
    /// Answers without ever having been kept. After `tryNow`.
    void answer() { m_done(std::move(m_answers)); }
    void watchAll();

private:
    bool isReady(std::uint32_t tag) override;
    void complete(bool timedOut) override;

    std::vector<PendingAppend> m_pending;
    std::vector<ProduceAnswer> m_answers;
    std::size_t m_left = 0;
    ProduceDone m_done;
};

} // namespace hw::replica
