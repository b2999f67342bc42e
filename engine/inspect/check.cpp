#include "engine/inspect/check.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

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

LogFileKind kindOfDirectory(const std::vector<world::DirectoryEntry>& entries,
                            const std::string& name)
{
    bool hasSegment = false;
    bool hasMark = false;
    bool hasPartition = false;
    for (const world::DirectoryEntry& entry : entries) {
        if (entry.isDirectory)
            hasPartition = hasPartition || partitionNameOf(entry.name);
        else if (fileNameOf(entry.name).isOfSegment())
            hasSegment = true;
        else if (isPartOfLogDirectory(directoryFileOf(entry.name)) && entry.name != ".lock")
            hasMark = true;
    }
    if (hasSegment)
        return LogFileKind::PartitionDirectory;
    if (hasMark || hasPartition)
        return LogFileKind::LogDirectory;
    return partitionNameOf(name) ? LogFileKind::PartitionDirectory : LogFileKind::Other;
}

class DirectoryCheck
{
public:
    DirectoryCheck(world::Disk& disk, std::string path, Detail detail, Findings& findings)
        : m_disk(disk)
        , m_path(std::move(path))
        , m_detail(detail)
        , m_findings(findings)
    {
    }

    /// Returns whether it was stopped.
    bool run();
    /// One of its files only.
    void checkFile(const std::string& name);

private:
    using Offsets = std::map<TopicPartition, Offset>;

    std::optional<std::string> text(const std::string& name)
    {
        return textAt(m_disk, joined(m_path, name), name, m_findings);
    }
    Offsets readOffsets(const std::string& name);
    void readIdentity(const std::string& name);
    void readCleanMarker(const std::string& name);
    bool checkPartitionAt(const std::string& name);
    void partitionRow(const std::string& name, const PartitionSums& sums);
    void checkNamed(const char* file, const Offsets& offsets);

    world::Disk& m_disk;
    const std::string m_path;
    const Detail m_detail;
    Findings& m_findings;
    std::map<std::string, Offsets> m_marks; ///< by file name
    std::vector<std::string> m_partitions;  ///< names of directories
    std::map<TopicPartition, bool> m_isHere;
    bool m_wasClean = false;
};

DirectoryCheck::Offsets DirectoryCheck::readOffsets(const std::string& name)
{
    const auto content = text(name);
    if (!content)
        return {};
    Offsets offsets;
    for (const CheckpointLine& line : readOffsetCheckpoint(*content, name, m_findings)) {
        if (m_detail >= Detail::Entries)
            m_findings.report().row({"checkpoint",
                                     {{"topic", line.partition.topic},
                                      {"partition", line.partition.partition},
                                      {"offset", line.offset.value()}}});
        if (line.offset < Offset(0))
            m_findings.problem(FindingKind::CheckpointBelowStart, name, line.line,
                               fmt::format("{} of {}", line.offset, line.partition.text()), "0");
        if (!offsets.emplace(line.partition, line.offset).second)
            m_findings.problem(FindingKind::TextLine, name, line.line,
                               line.partition.text() + " again", "each partition once");
    }
    return offsets;
}

void DirectoryCheck::readIdentity(const std::string& name)
{
    const auto content = text(name);
    if (!content)
        return;
    const auto properties = readMetaProperties(*content, name, m_findings);
    if (m_detail == Detail::None)
        return;
    Row row{"identity", {}};
    for (const char* key : {"cluster.id", "broker.id", "node.id", "directory.id", "version"}) {
        if (const auto found = properties.find(key); found != properties.end())
            row.fields.push_back({key, found->second});
    }
    m_findings.report().row(row);
}

void DirectoryCheck::readCleanMarker(const std::string& name)
{
    m_wasClean = true;
    const auto content = text(name);
    if (!content)
        return;
    const auto epoch = readCleanShutdown(*content, name, m_findings);
    if (m_detail == Detail::None)
        return;
    Row row{"clean-shutdown", {}};
    if (epoch)
        row.fields.push_back({"brokerEpoch", *epoch});
    m_findings.report().row(row);
}

void DirectoryCheck::checkFile(const std::string& name)
{
    switch (directoryFileOf(name)) {
    case LogFileKind::OffsetCheckpoint:
        readOffsets(name);
        break;
    case LogFileKind::MetaProperties:
        readIdentity(name);
        break;
    case LogFileKind::CleanShutdown:
        readCleanMarker(name);
        break;
    default:
        break;
    }
}

bool DirectoryCheck::run()
{
    const auto entries = m_disk.list(m_path);
    if (!entries) {
        m_findings.problem(FindingKind::Unreadable, ".", std::nullopt, entries.error().message);
        return false;
    }
    bool hasIdentity = false;
    for (const world::DirectoryEntry& entry : *entries) {
        const auto partition = partitionNameOf(entry.name);
        const LogFileKind kind =
            entry.isDirectory ? LogFileKind::Other : directoryFileOf(entry.name);
        hasIdentity = hasIdentity || kind == LogFileKind::MetaProperties;
        if (entry.isDirectory && partition && partition->isLeftover) {
            m_findings.problem(FindingKind::LeftoverFile, entry.name, std::nullopt, entry.name,
                               "a directory on its way out or in");
        } else if (entry.isDirectory && partition) {
            m_partitions.push_back(entry.name);
            m_isHere[partition->partition] = true;
        } else if (entry.isDirectory) {
            m_findings.problem(FindingKind::BadName, entry.name, std::nullopt, entry.name,
                               "<topic>-<partition>");
        } else if (kind == LogFileKind::OffsetCheckpoint) {
            m_marks[entry.name] = readOffsets(entry.name);
        } else if (kind == LogFileKind::Leftover) {
            m_findings.problem(FindingKind::LeftoverFile, entry.name, std::nullopt, entry.name,
                               "a file that was to replace another");
        } else if (kind == LogFileKind::Other) {
            m_findings.remark(FindingKind::StrayFile, entry.name, std::nullopt, entry.name);
        } else {
            checkFile(entry.name);
        }
    }
    if (!hasIdentity)
        m_findings.problem(FindingKind::MissingIdentity, ".", std::nullopt, "", "meta.properties");
    for (const auto& [file, offsets] : m_marks)
        checkNamed(file.c_str(), offsets);
    return std::ranges::any_of(m_partitions,
                               [this](const std::string& name) { return checkPartitionAt(name); });
}

void DirectoryCheck::checkNamed(const char* file, const Offsets& offsets)
{
    for (const auto& [partition, offset] : offsets) {
        if (!m_isHere.contains(partition))
            m_findings.remark(FindingKind::CheckpointNoPartition, file, std::nullopt,
                              partition.text());
    }
}

bool DirectoryCheck::checkPartitionAt(const std::string& name)
{
    PartitionInput input{m_disk, joined(m_path, name), name + "/", partitionNameOf(name)};
    const auto mark = [&](const char* file) -> std::optional<Offset> {
        const Offsets& offsets = m_marks[file];
        const auto found = offsets.find(input.name->partition);
        return found == offsets.end() ? std::nullopt : std::optional(found->second);
    };
    input.around.recoveryPoint = mark("recovery-point-offset-checkpoint");
    input.around.highWatermark = mark("replication-offset-checkpoint");
    input.around.logStart = mark("log-start-offset-checkpoint");
    input.around.cleaned = mark("cleaner-offset-checkpoint");
    input.around.wasCleanlyShutDown = m_wasClean;
    input.detail = Detail::None;
    const PartitionSums sums = checkPartition(input, m_findings);
    if (m_detail != Detail::None)
        partitionRow(name, sums);
    return sums.wasStopped;
}

void partitionFields(Row& row, const PartitionSums& sums)
{
    row.fields.insert(row.fields.end(),
                      {{"segments", sums.segments},
                       {"size", static_cast<std::int64_t>(sums.bytes)},
                       {"batches", static_cast<std::int64_t>(sums.batches)},
                       {"records", static_cast<std::int64_t>(sums.records)},
                       {"logStartOffset", sums.logStart.value_or(kNoOffset).value()},
                       {"logEndOffset", sums.logEnd.value_or(kNoOffset).value()}});
}

void DirectoryCheck::partitionRow(const std::string& name, const PartitionSums& sums)
{
    Row row{"partition", {{"name", name}}};
    partitionFields(row, sums);
    m_findings.report().row(row);
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
        partitionFields(row, sums);
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
        kind = kindOfDirectory(*entries, path.empty() ? "" : name);
    } else {
        kind = fileNameOf(name).kind;
        if (isPartOfLogDirectory(directoryFileOf(name)))
            kind = directoryFileOf(name);
        if (kind == LogFileKind::Leftover || kind == LogFileKind::Lock)
            kind = LogFileKind::Other;
    }
    if (kind == LogFileKind::Other)
        return fail(Failure::Invalid,
                    fmt::format("{} is nothing that Kafka keeps; a log directory, a partition's "
                                "directory, or a .log, .index, .timeindex, .txnindex, .snapshot, "
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
    if (*kind == LogFileKind::LogDirectory) {
        totals.wasStopped = DirectoryCheck(disk, path, detail, findings).run();
    } else if (isPartOfLogDirectory(*kind)) {
        DirectoryCheck(disk, world::parentOf(path), detail, findings).checkFile(lastPart(path));
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
