#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/inspect/batch_scan.h"
#include "engine/inspect/check_indexes.h"
#include "engine/inspect/report.h"
#include "engine/inspect/text_files.h"

namespace hw::inspect {

/// What one pass over a partition's segments carries from batch to batch.
struct LogPass
{
    Findings& findings;
    /// Of `leader-epoch-checkpoint`, ascending; empty: unknown.
    std::span<const EpochLine> epochs;
    bool hasEpochFile = false;

    std::optional<Offset> next; ///< the offset that must follow
    LeaderEpoch epoch = kNoLeaderEpoch;
    std::uint64_t epochMismatches = 0;
    bool sawEpoch = false;
    bool sawCompaction = false; ///< batches with fewer records than offsets, or a delete horizon
    std::vector<Finding> gaps;  ///< problems, or remarks once the log turns out to be compacted
    std::uint64_t bytes = 0;    ///< of logs, read so far
    bool wasStopped = false;

    static constexpr std::size_t kMostGaps = 1000;
};

struct SegmentInput
{
    world::Disk& disk;
    std::string directory; ///< on the disk
    std::string shown;     ///< before file names in findings: empty, or `TopicA-0/`
    Offset base;
    bool hasLog = true;
    bool hasIndex = true;
    bool hasTimeIndex = true;
    bool hasTransactions = false;
    bool isActive = false;
    bool isClosed = true; ///< see ScanEnd
    /// The broker runs or was killed: files may go, and the tail may be half written.
    bool isOpen = false;
    Offset recoveryPoint{0}; ///< all below was synced
    Offset logStart{0};      ///< what lies below is no longer read
    /// Which file's contents become rows, and how much of them.
    observe::LogFileKind rowsOf = observe::LogFileKind::PartitionDirectory;
    Detail detail = Detail::Summary;
};

/// What a segment turned out to hold.
struct SegmentSums
{
    std::uint64_t logBytes = 0;
    std::uint64_t batches = 0;
    std::uint64_t records = 0;
    std::optional<Offset> firstOffset;
    std::optional<Offset> next; ///< after the last batch
    std::int64_t firstTimestampMs = -1;
    std::int64_t maxTimestampMs = -1;
    std::uint32_t indexEntries = 0;
    std::uint32_t timeIndexEntries = 0;
    std::uint32_t transactionEntries = 0;
    bool isGone = false; ///< the `.log` was removed between looking and opening
};

/// Reads a segment's `.log` once, with its indexes in step, and checks every rule.
SegmentSums checkSegment(const SegmentInput& input, LogPass& pass);

/// The batch as the window and the command show it.
observe::LogBatch describe(const ScannedBatch& batch);

} // namespace hw::inspect
