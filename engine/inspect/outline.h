#pragma once

#include "engine/inspect/log_reader.h"

namespace hw::inspect {

/// What a partition's directory holds, without reading its records: names and sizes, the entries of
/// its indexes thinned out, and where the log ends.
Result<observe::PartitionOutline> outlinePartition(world::Disk& disk, const std::string& path);

/// What a log directory holds: its partitions with their sizes, and whose it is.
Result<observe::DirectoryOutline> outlineDirectory(world::Disk& disk, const std::string& path);

} // namespace hw::inspect
