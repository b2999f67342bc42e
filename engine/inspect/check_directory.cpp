#include "engine/inspect/check_directory.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "engine/inspect/check_partition.h"

namespace hw::inspect {

using observe::LogFileKind;

namespace {

constexpr const char* kIdentity = "meta.properties";

/// Of a data folder: who holds it, and that it may go when nobody does.
bool isFileOfDataFolder(std::string_view name)
{
    return name == ".highwater-lock" || name == ".highwater-throw-away";
}

/// `zookeeper0` and the like.
bool isEnsembleName(std::string_view name)
{
    constexpr std::string_view kPrefix = "zookeeper";
    return name.starts_with(kPrefix) && numberOf(name.substr(kPrefix.size())).value_or(-1) >= 0;
}

bool isBrokerName(std::string_view name)
{
    constexpr std::string_view kPrefix = "broker-";
    return name.starts_with(kPrefix) && numberOf(name.substr(kPrefix.size())).value_or(-1) >= 0;
}

class DirectoryCheck
{
public:
    DirectoryCheck(const DirectoryInput& input, Findings& findings)
        : m_disk(input.disk)
        , m_path(input.path)
        , m_shown(input.shown)
        , m_detail(input.detail)
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
        return textAt(m_disk, joined(m_path, name), shown(name), m_findings);
    }
    std::string shown(const std::string& name) const { return m_shown + name; }
    void checkInside(const std::string& name);
    Offsets readOffsets(const std::string& name);
    void readIdentity(const std::string& name);
    void readCleanMarker(const std::string& name);
    bool checkPartitionAt(const std::string& name);
    void partitionRow(const std::string& name, const PartitionSums& sums);
    void checkNamed(const std::string& file, const Offsets& offsets);

    world::Disk& m_disk;
    const std::string m_path;
    const std::string m_shown;
    const Detail m_detail;
    Findings& m_findings;
    std::map<std::string, Offsets> m_marks; ///< by file name
    std::vector<std::string> m_partitions;  ///< names of directories
    std::map<TopicPartition, bool> m_isHere;
    bool m_wasClean = false;
    bool m_hasIdentity = false;
};

DirectoryCheck::Offsets DirectoryCheck::readOffsets(const std::string& name)
{
    const auto content = text(name);
    if (!content)
        return {};
    Offsets offsets;
    for (const CheckpointLine& line : readOffsetCheckpoint(*content, shown(name), m_findings)) {
        if (m_detail >= Detail::Entries)
            m_findings.report().row({"checkpoint",
                                     {{"topic", line.partition.topic},
                                      {"partition", line.partition.partition},
                                      {"offset", line.offset.value()}}});
        if (line.offset < Offset(0))
            m_findings.problem(FindingKind::CheckpointBelowStart, shown(name), line.line,
                               fmt::format("{} of {}", line.offset, line.partition.text()), "0");
        if (!offsets.emplace(line.partition, line.offset).second)
            m_findings.problem(FindingKind::TextLine, shown(name), line.line,
                               line.partition.text() + " again", "each partition once");
    }
    return offsets;
}

void DirectoryCheck::readIdentity(const std::string& name)
{
    const auto content = text(name);
    if (!content)
        return;
    const auto properties = readMetaProperties(*content, shown(name), m_findings);
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
    const auto epoch = readCleanShutdown(*content, shown(name), m_findings);
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
        m_marks[name] = readOffsets(name);
        break;
    case LogFileKind::MetaProperties:
        m_hasIdentity = true;
        readIdentity(name);
        break;
    case LogFileKind::CleanShutdown:
        readCleanMarker(name);
        break;
    case LogFileKind::Leftover:
        // A crash leaves it, and nobody reads it.  Kafka: CheckpointFile.write.
        m_findings.remark(FindingKind::LeftoverFile, shown(name), std::nullopt, name,
                          "a file that was to replace another");
        break;
    case LogFileKind::Other:
        m_findings.remark(FindingKind::StrayFile, shown(name), std::nullopt, name);
        break;
    default:
        break;
    }
}

/// One that is on its way out or in goes on at the next start.  Kafka: LogManager.loadLogs.
void DirectoryCheck::checkInside(const std::string& name)
{
    constexpr std::string_view kTiered = "remote-log-index-cache";
    const auto partition = partitionNameOf(name);
    if (partition && partition->isLeftover) {
        m_findings.remark(FindingKind::LeftoverFile, shown(name), std::nullopt, name,
                          "a directory on its way out or in");
    } else if (partition) {
        m_partitions.push_back(name);
        m_isHere[partition->partition] = true;
    } else if (name != kTiered) {
        m_findings.problem(FindingKind::BadName, shown(name), std::nullopt, name,
                           "<topic>-<partition>");
    }
}

bool DirectoryCheck::run()
{
    const auto entries = m_disk.list(m_path);
    if (!entries) {
        m_findings.problem(FindingKind::Unreadable, shown("."), std::nullopt,
                           entries.error().message);
        return false;
    }
    for (const world::DirectoryEntry& entry : *entries) {
        if (entry.isDirectory)
            checkInside(entry.name);
        else
            checkFile(entry.name);
    }
    if (!m_hasIdentity)
        m_findings.problem(FindingKind::MissingIdentity, shown("."), std::nullopt, "", kIdentity);
    for (const auto& [file, offsets] : m_marks)
        checkNamed(file, offsets);
    return std::ranges::any_of(m_partitions,
                               [this](const std::string& name) { return checkPartitionAt(name); });
}

void DirectoryCheck::checkNamed(const std::string& file, const Offsets& offsets)
{
    for (const auto& [partition, offset] : offsets) {
        if (!m_isHere.contains(partition))
            m_findings.remark(FindingKind::CheckpointNoPartition, shown(file), std::nullopt,
                              partition.text());
    }
}

bool DirectoryCheck::checkPartitionAt(const std::string& name)
{
    PartitionInput input{m_disk, joined(m_path, name), shown(name) + "/", partitionNameOf(name)};
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
    input.around.isOpen = m_hasIdentity && !m_wasClean;
    input.around.shown = m_shown;
    input.detail = Detail::None;
    const PartitionSums sums = checkPartition(input, m_findings);
    if (m_detail != Detail::None)
        partitionRow(shown(name), sums);
    return sums.wasStopped;
}

void DirectoryCheck::partitionRow(const std::string& name, const PartitionSums& sums)
{
    Row row{"partition", {{"name", name}}};
    addPartitionFields(row, sums);
    m_findings.report().row(row);
}

} // namespace

void addPartitionFields(Row& row, const PartitionSums& sums)
{
    row.fields.insert(row.fields.end(),
                      {{"segments", sums.segments},
                       {"size", static_cast<std::int64_t>(sums.bytes)},
                       {"batches", static_cast<std::int64_t>(sums.batches)},
                       {"records", static_cast<std::int64_t>(sums.records)},
                       {"logStartOffset", sums.logStart.value_or(kNoOffset).value()},
                       {"logEndOffset", sums.logEnd.value_or(kNoOffset).value()}});
}

bool checkDirectory(const DirectoryInput& input, Findings& findings)
{
    return DirectoryCheck(input, findings).run();
}

void checkDirectoryFile(const DirectoryInput& input, const std::string& name, Findings& findings)
{
    DirectoryCheck(input, findings).checkFile(name);
}

std::vector<std::string> brokersIn(const world::Disk& disk, const std::string& path)
{
    std::vector<std::string> names;
    const auto entries = disk.list(path);
    if (!entries)
        return names;
    for (const world::DirectoryEntry& entry : *entries) {
        const bool hasIdentity =
            entry.isDirectory && disk.exists(joined(joined(path, entry.name), kIdentity));
        if (hasIdentity || (entry.isDirectory && isBrokerName(entry.name)))
            names.push_back(entry.name);
    }
    return names;
}

bool isDataFolder(const world::Disk& disk, const std::string& path)
{
    const auto entries = disk.list(path);
    if (!entries)
        return false;
    bool hasBroker = false;
    for (const world::DirectoryEntry& entry : *entries) {
        if (!entry.isDirectory && isFileOfDataFolder(entry.name))
            return true;
        if (!entry.isDirectory && directoryFileOf(entry.name) != LogFileKind::Other)
            return false;
        // `broker-1` alone could be partition 1 of a topic of that name.
        hasBroker = hasBroker ||
                    (entry.isDirectory && disk.exists(joined(joined(path, entry.name), kIdentity)));
    }
    return hasBroker;
}

bool checkDataFolder(const DirectoryInput& input, Findings& findings)
{
    const auto entries = input.disk.list(input.path);
    if (!entries) {
        findings.problem(FindingKind::Unreadable, ".", std::nullopt, entries.error().message);
        return false;
    }
    const std::vector<std::string> brokers = brokersIn(input.disk, input.path);
    for (const world::DirectoryEntry& entry : *entries) {
        const auto row = [&](const char* type) {
            if (input.detail != Detail::None)
                findings.report().row({type, {{"name", entry.name}}});
        };
        if (entry.isDirectory && std::ranges::find(brokers, entry.name) != brokers.end()) {
            row("log-directory");
            if (checkDirectory({input.disk, joined(input.path, entry.name), entry.name + "/",
                                std::min(input.detail, Detail::Summary)},
                               findings))
                return true;
        } else if (entry.isDirectory && isEnsembleName(entry.name)) {
            row("ensemble-directory");
        } else if (entry.isDirectory && entry.name == "clients") {
            row("clients-directory");
        } else if (entry.isDirectory || !isFileOfDataFolder(entry.name)) {
            findings.remark(FindingKind::StrayFile, entry.name, std::nullopt, entry.name);
        }
    }
    return false;
}

} // namespace hw::inspect
