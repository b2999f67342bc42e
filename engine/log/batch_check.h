#pragma once

#include "engine/log/incoming.h"
#include "engine/log/log.h"

namespace hw::log {

/// What a leader does to batches before it writes them.
struct LeaderTerms
{
    const LogConfig& config;
    LeaderEpoch epoch;
    Offset firstOffset; ///< the LEO
    WallTime now;
    AppendOrigin origin;
};

/// Checks what a producer sent and gives it offsets and epoch; `tail` lays out the bytes.
/// Kafka: ProduceRequest.validateRecords, LogValidator.
Outcome<Incoming> prepareForLeader(const Slice& batches, const LeaderTerms& terms, HotTail& tail);

/// Checks what a leader sent: whole batches with good CRCs, ascending from `leo` on. Half a batch
/// at the end is left out.  Kafka: UnifiedLog.analyzeAndValidateRecords.
Outcome<Incoming> prepareForFollower(const Slice& batches, Offset leo);

} // namespace hw::log
