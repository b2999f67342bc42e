#pragma once

#include <cstdint>

#include "engine/base/ids.h"
#include "engine/base/result.h"

namespace hw::log {

/// What opening a log after a crash found and did.
struct RecoveryReport
{
    bool wasClean = true;              ///< a clean shutdown: nothing was checked
    std::uint32_t segments = 0;        ///< segments now in the log
    std::uint32_t segmentsChecked = 0; ///< whose batches were all read and checked
    std::uint64_t bytesChecked = 0;
    std::uint64_t bytesCut = 0; ///< from the first bad batch on, later segments included
    std::uint32_t indexesRebuilt = 0;
};

/// Why segments were deleted.
enum class DeletionReason : std::uint8_t
{
    Time,     ///< older than retention.ms
    Size,     ///< the log is larger than retention.bytes
    LogStart, ///< wholly below the log start
};

struct SegmentsDeleted
{
    Offset firstBase;
    std::uint32_t segments = 0;
    std::uint64_t bytes = 0; ///< of their `.log` files
    Offset newFirstBase;     ///< the log's first segment now; all below is gone
    DeletionReason reason = DeletionReason::Time;
};

/// Hears what happens to logs, so that the broker can report it as events. Called on the owner's
/// loop, in the task in which it happened. All functions may be left out.
class LogListener
{
public:
    virtual ~LogListener() = default;

    virtual void logRecovered(const TopicPartition&, const RecoveryReport&) {}
    /// A new active segment begins at `newBase`.
    virtual void segmentRolled(const TopicPartition&, Offset /*newBase*/) {}
    /// Old segments were renamed to `.deleted`; their files go after file.delete.delay.ms.
    virtual void segmentsDeleted(const TopicPartition&, const SegmentsDeleted&) {}
    virtual void logTruncated(const TopicPartition&, Offset /*oldEnd*/, Offset /*newEnd*/) {}
    /// Everything below `recoveryPoint` survives a power loss.
    virtual void logFlushed(const TopicPartition&, Offset /*recoveryPoint*/) {}
    /// A write or sync failed. The call that met it (if any) also returned it.
    virtual void storageFailed(const TopicPartition&, const Error&) {}
    /// A checkpoint file of the directory could not be written; it is tried again.
    virtual void checkpointFailed(const Error&) {}
};

} // namespace hw::log
