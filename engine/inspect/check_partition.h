#pragma once

#include <optional>
#include <string>

#include "engine/inspect/check_segment.h"
#include "engine/inspect/files.h"

namespace hw::inspect {

/// What the log directory around a partition says of it.
struct Surroundings
{
    std::optional<Offset> recoveryPoint;
    std::optional<Offset> highWatermark;
    std::optional<Offset> logStart;
    std::optional<Offset> cleaned; ///< compaction came this far
    bool wasCleanlyShutDown = false;
    /// A broker's directory without the mark of a clean end: the broker runs, or it was killed and
    /// will recover its logs. What it does in several steps may be half done.
    bool isOpen = false;
    std::string shown; ///< before the checkpoints' names in findings
};
/// Reads the checkpoints in `logDirectory` quietly; what is wrong with them is found elsewhere.
Surroundings surroundingsOf(world::Disk& disk, const std::string& logDirectory,
                            const TopicPartition& partition);

struct PartitionInput
{
    world::Disk& disk;
    std::string directory; ///< on the disk
    std::string shown;     ///< before file names in findings: empty, or `TopicA-0/`
    std::optional<PartitionName> name = {};
    Surroundings around = {};
    /// Only the segment with this base (and its files) is read; none: all.
    std::optional<Offset> onlySegment = {};
    observe::LogFileKind rowsOf = observe::LogFileKind::PartitionDirectory;
    Detail detail = Detail::Summary;
};

struct PartitionSums
{
    std::uint32_t segments = 0;
    std::uint64_t bytes = 0; ///< of the logs
    std::uint64_t batches = 0;
    std::uint64_t records = 0;
    std::optional<Offset> logStart; ///< first base, or the checkpoint's
    std::optional<Offset> logEnd;   ///< none: no segment could be read to its end
    bool wasStopped = false;
};

PartitionSums checkPartition(const PartitionInput& input, Findings& findings);

/// The text of a small file; what is wrong is reported under `shown`.
std::optional<std::string> textAt(world::Disk& disk, const std::string& path,
                                  const std::string& shown, Findings& findings);

} // namespace hw::inspect
