#pragma once

#include <vector>

#include "engine/base/function.h"
#include "engine/broker/core/delayed_operation.h"
#include "engine/broker/replica/partition.h"

namespace hw::replica {

struct DeleteRecordsItem
{
    TopicPartition partition;
    Offset before; ///< records below it go; kNoOffset: below the high watermark
};

/// How one partition's part of a DeleteRecords request ended.
struct DeleteRecordsAnswer
{
    protocol::ErrorCode error = protocol::ErrorCode::None;
    Offset lowWatermark = kNoOffset; ///< the lowest log start of the live replicas
};
using DeleteRecordsDone = UniqueFunction<void(std::vector<DeleteRecordsAnswer>)>;

/// One partition whose leader has raised its log start.
struct PendingDeletion
{
    Partition* partition = nullptr; ///< null: it failed, or it is decided
    Offset start;                   ///< what the low watermark has to reach
};

/// Waits until every live replica has raised its log start, too: then no failover brings the
/// records back.  Kafka: DelayedDeleteRecords.
class DelayedDeleteRecords final : public broker::DelayedOperation
{
public:
    /// `pending` and `answers` go side by side.
    DelayedDeleteRecords(std::vector<PendingDeletion> pending,
                         std::vector<DeleteRecordsAnswer> answers, DeleteRecordsDone done);

    /// Looks at all partitions; true: nothing is left to wait for.
    bool tryNow();
    /// Answers without ever having been kept. After `tryNow`.
    void answer() { m_done(std::move(m_answers)); }
    void watchAll();

private:
    bool isReady(std::uint32_t tag) override;
    void complete(bool timedOut) override;

    std::vector<PendingDeletion> m_pending;
    std::vector<DeleteRecordsAnswer> m_answers;
    std::size_t m_left = 0;
    DeleteRecordsDone m_done;
};

} // namespace hw::replica
