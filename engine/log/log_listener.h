#pragma once

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

/// Hears what happens to logs, so that the broker can report it as events. Called on the owner's
/// loop, in the task in which it happened. All functions may be left out.
class LogListener
{
public:
    virtual ~LogListener() = default;

    virtual void logRecovered(const TopicPartition&, const RecoveryReport&) {}
    /// A new active segment begins at `newBase`.
    virtual void segmentRolled(const TopicPartition&, Offset /*newBase*/) {}
    virtual void logTruncated(const TopicPartition&, Offset /*oldEnd*/, Offset /*newEnd*/) {}
    /// Everything below `recoveryPoint` survives a power loss.
    virtual void logFlushed(const TopicPartition&, Offset /*recoveryPoint*/) {}
    /// A write or sync failed. The call that met it (if any) also returned it.
    virtual void storageFailed(const TopicPartition&, const Error&) {}
    /// A checkpoint file of the directory could not be written; it is tried again.
    virtual void checkpointFailed(const Error&) {}
};

} // namespace hw::log
