#pragma once

#include <string>

#include "engine/inspect/report.h"
#include "engine/world/disk.h"

namespace hw::inspect {

struct DirectoryInput
{
    world::Disk& disk;
    std::string path;  ///< on the disk
    std::string shown; ///< before names in rows and findings: empty, or `broker-1/`
    Detail detail = Detail::Summary;
};

/// A broker's log directory: its checkpoints, its identity, and all partitions. Returns whether it
/// was stopped.
bool checkDirectory(const DirectoryInput& input, Findings& findings);
/// One file of it only, which is one of `directoryFileOf`'s kinds.
void checkDirectoryFile(const DirectoryInput& input, const std::string& name, Findings& findings);

/// Whether the directory is the data folder of a whole cluster: no log directory itself, but with a
/// broker's in it.
bool isDataFolder(const world::Disk& disk, const std::string& path);
/// Names of the log directories in a data folder.
std::vector<std::string> brokersIn(const world::Disk& disk, const std::string& path);
/// Every broker's log directory in a data folder. Returns whether it was stopped.
bool checkDataFolder(const DirectoryInput& input, Findings& findings);

/// What the numbers of one partition become in a row.
struct PartitionSums;
void addPartitionFields(Row& row, const PartitionSums& sums);

} // namespace hw::inspect
