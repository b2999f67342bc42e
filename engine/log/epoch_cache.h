#pragma once

#include <span>
#include <vector>

#include "engine/base/ids.h"

namespace hw::log {

/// From `start` on (until the next entry's start) batches were written under `epoch`.
struct EpochEntry
{
    LeaderEpoch epoch;
    Offset start;

    bool operator==(const EpochEntry&) const = default;
};

/// The answer to "where does this epoch end in your log?". (-1, -1): unknown.
struct EpochEnd
{
    LeaderEpoch epoch = kNoLeaderEpoch;
    Offset end = kNoOffset;

    bool isKnown() const { return end != kNoOffset; }
    bool operator==(const EpochEnd&) const = default;
};

/// Which leader epoch began at which offset, for one partition: what lets two replicas find where
/// their logs part.
///
///     entries   (0, 0)      (2, 5)  (3, 9)      LEO
///     log       |0 0 0 0 0 |2 2 2 2|3 3 3 3 3 3|
///               0          5       9          15
///     endOffsetFor(0) = (0, 5)   (1) = (0, 5)   (2) = (2, 9)   (3) = (3, 15)   (4) = unknown
///
/// Entries ascend strictly in both fields. Only memory; `Log` keeps it in
/// `leader-epoch-checkpoint`. Kafka: LeaderEpochFileCache, KIP-101, KIP-279.
class EpochCache
{
public:
    /// Takes over what a checkpoint held. Entries that do not ascend are resolved as if they had
    /// been assigned one after the other.
    void restore(std::span<const EpochEntry> entries);

    /// A leader began `epoch` at `start`, or a batch of that epoch was appended there. Entries with
    /// an epoch >= `epoch` or a start >= `start` give way. Nothing happens if the latest entry has
    /// this epoch and a start <= `start`, or if `epoch` is negative. Returns whether anything
    /// changed.
    bool assign(LeaderEpoch epoch, Offset start);
    /// The log was cut: entries with a start >= `end` go. Returns whether anything changed.
    bool truncateFromEnd(Offset end);
    /// The log now begins at `start`: entries at or below it collapse into the newest of them,
    /// which then starts there. Returns whether anything changed.
    bool truncateFromStart(Offset start);
    bool clear();

    /// `logEnd` is the log's LEO, the end of the latest epoch.
    EpochEnd endOffsetFor(LeaderEpoch epoch, Offset logEnd) const;
    /// kNoLeaderEpoch when empty.
    LeaderEpoch latestEpoch() const;
    /// The epoch under which the record at `offset` was written; kNoLeaderEpoch if it lies before
    /// the first entry.
    LeaderEpoch epochAt(Offset offset) const;
    const std::vector<EpochEntry>& entries() const { return m_entries; }

private:
    std::vector<EpochEntry> m_entries;
};

} // namespace hw::log
