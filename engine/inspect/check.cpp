#include "engine/inspect/check.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/inspect/check_directory.h"
#include "engine/inspect/check_partition.h"
#include "engine/world/path.h"

namespace hw::inspect {

using observe::LogFileKind;

namespace {

std::string lastPart(const std::string& path) { return path.substr(path.rfind('/') + 1); }

bool isPartOfLogDirectory(LogFileKind kind)
{
    return kind == LogFileKind::OffsetCheckpoint || kind == LogFileKind::MetaProperties ||
           kind == LogFileKind::CleanShutdown || kind == LogFileKind::Lock;
}

/// Whether it holds a file of a partition's: a name such as dbus-1 says little.
bool holdsPartition(const std::vector<world::DirectoryEntry>& entries)
{
    return std::ranges::any_of(entries, [](const world::DirectoryEntry& entry) {
        return !entry.isDirectory && fileNameOf(entry.name).kind != LogFileKind::Other;
    });
}

bool isPartition(const world::Disk& disk, const std::string& path, const std::string& name)
{
    if (!partitionNameOf(name))
        return false;
    const auto entries = disk.list(path.empty() ? name : path + "/" + name);
    return entries && holdsPartition(*entries);
}

LogFileKind kindOfDirectory(const world::Disk& disk, const std::string& path,
                            const std::vector<world::DirectoryEntry>& entries)
{
    if (isDataFolder(disk, path))
        return LogFileKind::DataFolder;
    bool hasSegment = false;
    bool hasMark = false;
    bool hasPartition = false;
    for (const world::DirectoryEntry& entry : entries) {
        if (entry.isDirectory)
            hasPartition = hasPartition || isPartition(disk, path, entry.name);
        else if (fileNameOf(entry.name).isOfSegment())
            hasSegment = true;
        else if (isPartOfLogDirectory(directoryFileOf(entry.name)) && entry.name != ".lock")
            hasMark = true;
    }
    if (hasSegment)
        return LogFileKind::PartitionDirectory;
    if (hasMark || hasPartition)
        return LogFileKind::LogDirectory;
    const bool isNamed = partitionNameOf(lastPart(path)).has_value();
    return isNamed && (entries.empty() || holdsPartition(entries)) ? LogFileKind::PartitionDirectory
                                                                   : LogFileKind::Other;
}

/// A file in a partition's directory, or the directory itself.
bool checkInPartition(world::Disk& disk, const std::string& directory, LogFileKind kind,
                      const std::string& file, Detail detail, Findings& findings)
{
    PartitionInput input{disk, directory, "", partitionNameOf(lastPart(directory))};
    input.rowsOf = kind;
    input.detail = detail;
    if (input.name)
        input.around = surroundingsOf(disk, world::parentOf(directory), input.name->partition);
    const bool isWhole = kind == LogFileKind::PartitionDirectory;
    if (isWhole && input.name && detail != Detail::None)
        findings.report().row({"partition-directory",
                               {{"topic", input.name->partition.topic},
                                {"partition", input.name->partition.partition}}});
    const FileName name = fileNameOf(file);
    if (!isWhole) {
        findings.keepOnly(file);
        // The log's end and its epochs are known from the segments only.
        if (name.isOfSegment())
            input.onlySegment = name.base.value_or(kNoOffset);
    }
    const PartitionSums sums = checkPartition(input, findings);
    if (isWhole && detail != Detail::None) {
        Row row{"partition", {{"name", lastPart(directory)}}};
        addPartitionFields(row, sums);
        findings.report().row(row);
    }
    return sums.wasStopped;
}

} // namespace

Result<LogFileKind> kindOf(const world::Disk& disk, const std::string& path)
{
    if (!disk.exists(path))
        return fail(Failure::NotFound, fmt::format("{} is not there", disk.absolute(path)));
    LogFileKind kind = LogFileKind::Other;
    const std::string name = lastPart(path);
    if (const auto entries = disk.list(path)) {
        kind = kindOfDirectory(disk, path, *entries);
    } else {
        kind = fileNameOf(name).kind;
        if (isPartOfLogDirectory(directoryFileOf(name)))
            kind = directoryFileOf(name);
        if (kind == LogFileKind::Leftover || kind == LogFileKind::Lock)
            kind = LogFileKind::Other;
    }
    if (kind == LogFileKind::Other)
        return fail(Failure::Invalid,
                    fmt::format("{} is nothing that Kafka keeps; a data folder of serve, a log "
                                "directory, a partition's directory, or a .log, .index, "
                                ".timeindex, .txnindex, .snapshot, "
                                "checkpoint, partition.metadata, meta.properties or "
                                ".kafka_cleanshutdown file is allowed",
                                disk.absolute(path)));
    return kind;
}

Result<CheckTotals> check(world::Disk& disk, const std::string& path, Detail detail, Report& report)
{
    const auto kind = kindOf(disk, path);
    if (!kind)
        return tl::unexpected(kind.error());
    CheckTotals totals;
    totals.kind = *kind;
    Findings findings(report);
    if (*kind == LogFileKind::DataFolder) {
        totals.wasStopped = checkDataFolder({disk, path, "", detail}, findings);
    } else if (*kind == LogFileKind::LogDirectory) {
        totals.wasStopped = checkDirectory({disk, path, "", detail}, findings);
    } else if (isPartOfLogDirectory(*kind)) {
        checkDirectoryFile({disk, world::parentOf(path), "", detail}, lastPart(path), findings);
    } else if (*kind == LogFileKind::PartitionDirectory) {
        totals.wasStopped = checkInPartition(disk, path, *kind, "", detail, findings);
    } else {
        totals.wasStopped =
            checkInPartition(disk, world::parentOf(path), *kind, lastPart(path), detail, findings);
    }
    totals.problems = findings.problems();
    totals.remarks = findings.remarks();
    totals.leftOut = findings.leftOut();
    return totals;
}

} // namespace hw::inspect
