#pragma once

#include <string>

#include "engine/inspect/report.h"
#include "engine/world/disk.h"

namespace hw::inspect {

struct CheckTotals
{
    observe::LogFileKind kind = observe::LogFileKind::Other;
    std::uint64_t problems = 0;
    std::uint64_t remarks = 0;
    std::uint64_t leftOut = 0; ///< findings beyond the bound per file
    bool wasStopped = false;
};

/// What lies at a path, judged by name and contents. Invalid if it is nothing of Kafka's, NotFound
/// if nothing is there.
Result<observe::LogFileKind> kindOf(const world::Disk& disk, const std::string& path);

/// Reads everything at `path` and tells contents and findings: a log directory, a partition's
/// directory, or any file of one. A file is checked together with its neighbours (an index against
/// its log), and only what concerns it is told. File names in findings are relative to `path`, or
/// the file's own name.
///
/// The disk's root should lie two levels above, so that neighbours and the log directory's
/// checkpoints can be seen. Nothing is written. Fails as `kindOf` does; what cannot be read inside
/// becomes a finding.
Result<CheckTotals> check(world::Disk& disk, const std::string& path, Detail detail,
                          Report& report);

} // namespace hw::inspect
