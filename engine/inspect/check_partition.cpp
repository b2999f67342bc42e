#include "engine/inspect/check_partition.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "engine/inspect/snapshot_file.h"
#include "engine/log/segment.h"

namespace hw::inspect {

using observe::LogFileKind;

namespace {

/// Takes findings and drops them: for files whose faults are told elsewhere.
class Quiet final : public Report
{
public:
    void row(const Row&) override {}
    void finding(const Finding&) override {}
    bool goOn(std::uint64_t) override { return true; }
};

/// Files that Kafka keeps in some partition directories and that are no part of the log.
bool isKnownOther(std::string_view name)
{
    return name == "quorum-state" || name.ends_with(".checkpoint") || name == "remote_log_snapshot";
}

class PartitionCheck
{
public:
    PartitionCheck(const PartitionInput& input, Findings& findings)
        : m_in(input)
        , m_findings(findings)
        , m_pass{findings, {}, false, {}, kNoLeaderEpoch, 0, false, false, {}, 0, false}
    {
    }

    PartitionSums run();

private:
    bool list();
    void noteFile(const world::DirectoryEntry& entry);
    void checkNames();
    void checkMetadata();
    void readEpochs();
    void checkSegments();
    SegmentSums checkSegmentAt(Offset base, bool isActive);
    void segmentRow(Offset base, bool isActive, const SegmentSums& sums);
    void tellGaps();
    void checkEpochs();
    void checkSnapshots();
    void checkSnapshot(Offset offset, const std::string& name);
    void checkMarks();
    bool has(const std::string& name) const { return m_names.contains(name); }
    bool isHalfDone(Offset base, const char* suffix) const;
    std::string shown(const std::string& name) const { return m_in.shown + name; }
    bool isWhole() const { return !m_in.onlySegment; }
    bool wantsEntries(LogFileKind kind) const
    {
        return m_in.rowsOf == kind && m_in.detail >= Detail::Entries;
    }

    const PartitionInput& m_in;
    Findings& m_findings;
    LogPass m_pass;
    std::set<std::string> m_names;
    std::set<Offset> m_logs;      ///< bases of `.log` files
    std::set<Offset> m_bases;     ///< of any file of a segment
    std::set<Offset> m_snapshots; ///< offsets of `.snapshot` files
    std::vector<EpochLine> m_epochs;
    PartitionSums m_sums;
};

bool PartitionCheck::list()
{
    const auto entries = m_in.disk.list(m_in.directory);
    if (!entries) {
        m_findings.problem(FindingKind::Unreadable, m_in.shown, std::nullopt,
                           entries.error().message);
        return false;
    }
    for (const world::DirectoryEntry& entry : *entries) {
        if (entry.isDirectory)
            m_findings.remark(FindingKind::StrayFile, shown(entry.name), std::nullopt, entry.name);
        else
            noteFile(entry);
    }
    return true;
}

void PartitionCheck::noteFile(const world::DirectoryEntry& entry)
{
    m_names.insert(entry.name);
    const FileName name = fileNameOf(entry.name);
    const bool isNumbered = name.isOfSegment() || name.kind == LogFileKind::ProducerSnapshot;
    // Part of the life of a log: each is taken away, or put into its place, by the broker itself.
    if (name.kind == LogFileKind::Leftover)
        m_findings.remark(FindingKind::LeftoverFile, shown(entry.name), std::nullopt, entry.name,
                          entry.name.ends_with(".deleted") ? "it waits for its removal"
                          : entry.name.ends_with(".swap")  ? "it was to replace " + name.becomes
                                                           : "it was to become " + name.becomes);
    else if (isNumbered && !name.base)
        m_findings.problem(FindingKind::BadName, shown(entry.name), std::nullopt, entry.name,
                           "a base offset of 20 digits before the suffix");
    else if (name.kind == LogFileKind::Other && !isKnownOther(entry.name))
        m_findings.remark(FindingKind::StrayFile, shown(entry.name), std::nullopt, entry.name);
    if (!name.base)
        return;
    if (name.kind == LogFileKind::Log)
        m_logs.insert(*name.base);
    if (name.isOfSegment())
        m_bases.insert(*name.base);
    else
        m_snapshots.insert(*name.base);
}

void PartitionCheck::checkNames()
{
    if (m_logs.empty())
        m_findings.add({FindingKind::NoSegments, !m_in.around.isOpen,
                        m_in.shown.empty() ? "." : m_in.shown, std::nullopt, "",
                        log::segmentFileName(Offset(0), ".log")});
    for (const Offset base : m_bases) {
        if (m_logs.contains(base))
            continue;
        for (const char* suffix : {".index", ".timeindex", ".txnindex"}) {
            const std::string name = log::segmentFileName(base, suffix);
            if (has(name))
                m_findings.add({FindingKind::MissingLog, !isHalfDone(base, ".log"), shown(name),
                                std::nullopt, "", log::segmentFileName(base, ".log")});
        }
    }
}

/// The file is missing because a broker that was killed was about to remove or replace it.
bool PartitionCheck::isHalfDone(Offset base, const char* suffix) const
{
    const std::string name = log::segmentFileName(base, suffix);
    return m_in.around.isOpen && (has(name + ".deleted") || has(name + ".swap"));
}

void PartitionCheck::checkMetadata()
{
    constexpr const char* kName = "partition.metadata";
    if (!has(kName))
        return;
    const auto text = textAt(m_in.disk, joined(m_in.directory, kName), shown(kName), m_findings);
    if (!text)
        return;
    const auto id = readPartitionMetadata(*text, shown(kName), m_findings);
    if (id && wantsEntries(LogFileKind::PartitionMetadata))
        m_findings.report().row({"partition-metadata", {{"topicId", id->text()}}});
}

void PartitionCheck::readEpochs()
{
    constexpr const char* kName = "leader-epoch-checkpoint";
    if (!has(kName))
        return;
    const auto text = textAt(m_in.disk, joined(m_in.directory, kName), shown(kName), m_findings);
    if (!text)
        return;
    m_epochs = readEpochCheckpoint(*text, shown(kName), m_findings);
    // What does not rise was told; the search below needs rising starts.
    std::ranges::stable_sort(m_epochs, {}, [](const EpochLine& line) { return line.entry.start; });
    m_pass.epochs = m_epochs;
    m_pass.hasEpochFile = true;
    if (!wantsEntries(LogFileKind::EpochCheckpoint))
        return;
    for (const EpochLine& line : m_epochs)
        m_findings.report().row(
            {"epoch",
             {{"epoch", line.entry.epoch.value()}, {"startOffset", line.entry.start.value()}}});
}

void PartitionCheck::checkSegments()
{
    for (auto base = m_logs.begin(); base != m_logs.end() && !m_pass.wasStopped; ++base) {
        const bool isActive = std::next(base) == m_logs.end();
        if (m_in.onlySegment && *m_in.onlySegment != *base)
            continue;
        const SegmentSums sums = checkSegmentAt(*base, isActive);
        ++m_sums.segments;
        m_sums.bytes += sums.logBytes;
        m_sums.batches += sums.batches;
        m_sums.records += sums.records;
        if (isActive && !m_pass.wasStopped)
            m_sums.logEnd = sums.next.value_or(*base);
        if (sums.isGone)
            m_pass.next.reset();
        else if (!m_pass.next)
            m_pass.next = *base;
        if (isWhole())
            segmentRow(*base, isActive, sums);
    }
    m_sums.wasStopped = m_pass.wasStopped;
}

SegmentSums PartitionCheck::checkSegmentAt(Offset base, bool isActive)
{
    SegmentInput segment{m_in.disk, m_in.directory, m_in.shown, base};
    segment.hasIndex = has(log::segmentFileName(base, ".index"));
    segment.hasTimeIndex = has(log::segmentFileName(base, ".timeindex"));
    segment.hasTransactions = has(log::segmentFileName(base, ".txnindex"));
    segment.isActive = isActive;
    segment.isClosed = !isActive || m_in.around.wasCleanlyShutDown;
    segment.isOpen = m_in.around.isOpen;
    segment.recoveryPoint = m_in.around.recoveryPoint.value_or(Offset(0));
    segment.logStart = m_in.around.logStart.value_or(Offset(0));
    segment.rowsOf = m_in.rowsOf;
    segment.detail = m_in.detail;
    SegmentSums sums = checkSegment(segment, m_pass);
    const bool isEmpty = sums.logBytes == 0;
    const auto missing = [&](bool isThere, const char* suffix) {
        if (!isThere && !isEmpty)
            m_findings.add({FindingKind::MissingIndex, !isHalfDone(base, suffix),
                            shown(log::segmentFileName(base, ".log")), std::nullopt, "",
                            log::segmentFileName(base, suffix)});
    };
    missing(segment.hasIndex, ".index");
    missing(segment.hasTimeIndex, ".timeindex");
    return sums;
}

void PartitionCheck::segmentRow(Offset base, bool isActive, const SegmentSums& sums)
{
    if (m_in.rowsOf != LogFileKind::PartitionDirectory || m_in.detail < Detail::Summary)
        return;
    m_findings.report().row({"segment",
                             {{"baseOffset", base.value()},
                              {"nextOffset", sums.next.value_or(base).value()},
                              {"size", static_cast<std::int64_t>(sums.logBytes)},
                              {"batches", static_cast<std::int64_t>(sums.batches)},
                              {"records", static_cast<std::int64_t>(sums.records)},
                              {"firstTimestamp", sums.firstTimestampMs},
                              {"maxTimestamp", sums.maxTimestampMs},
                              {"indexEntries", sums.indexEntries},
                              {"timeIndexEntries", sums.timeIndexEntries},
                              {"abortedTransactions", sums.transactionEntries},
                              {"isActive", isActive}}});
}

/// Compaction leaves gaps; without it they are records that should be there.
void PartitionCheck::tellGaps()
{
    const bool isInternal = m_in.name && (m_in.name->partition.topic == "__consumer_offsets" ||
                                          m_in.name->partition.topic == "__transaction_state");
    const bool isCompacted = isInternal || m_pass.sawCompaction || m_in.around.cleaned.has_value();
    for (Finding gap : m_pass.gaps) {
        gap.isProblem = !isCompacted;
        m_findings.add(gap);
    }
}

void PartitionCheck::checkEpochs()
{
    constexpr const char* kName = "leader-epoch-checkpoint";
    if (!m_pass.hasEpochFile) {
        if (m_pass.sawEpoch && !has(kName))
            m_findings.problem(FindingKind::MissingEpochs, shown(kName), std::nullopt, "", kName);
        return;
    }
    if (!m_sums.logEnd)
        return;
    for (const EpochLine& line : m_epochs) {
        if (line.entry.start > *m_sums.logEnd)
            m_findings.problem(FindingKind::EpochBeyondEnd, shown(kName), line.line,
                               fmt::format("{}", line.entry.start),
                               fmt::format("{}", *m_sums.logEnd));
    }
}

void PartitionCheck::checkSnapshots()
{
    for (const Offset offset : m_snapshots) {
        const std::string name = log::segmentFileName(offset, ".snapshot");
        checkSnapshot(offset, name);
        const bool isNewest = offset == *m_snapshots.rbegin();
        const bool isBeyond = m_sums.logEnd && offset > *m_sums.logEnd;
        if (isBeyond)
            m_findings.problem(FindingKind::SnapshotStray, shown(name), std::nullopt,
                               fmt::format("{}", offset),
                               fmt::format("at most the log's end {}", *m_sums.logEnd));
        else if (!isNewest && !m_logs.contains(offset))
            // Of a clean shutdown, where the log went on; the next start removes it.
            m_findings.remark(FindingKind::SnapshotStray, shown(name), std::nullopt,
                              fmt::format("{}", offset), "a segment's base, or the newest one");
    }
}

void PartitionCheck::checkSnapshot(Offset offset, const std::string& name)
{
    const auto file = m_in.disk.open(joined(m_in.directory, name), world::OpenMode::ReadOnly);
    const bool givesRows = wantsEntries(LogFileKind::ProducerSnapshot);
    std::set<ProducerId> seen;
    const auto take = [&](const ProducerLine& line) {
        if (seen.size() < Findings::kMostPerFile && !seen.insert(line.producerId).second)
            m_findings.problem(FindingKind::SnapshotEntry, shown(name), std::nullopt,
                               fmt::format("producerId {} again", line.producerId),
                               "each producer once");
        if (!givesRows)
            return;
        m_findings.report().row({"producer",
                                 {{"snapshot", offset.value()},
                                  {"producerId", line.producerId.value()},
                                  {"producerEpoch", line.epoch.value()},
                                  {"lastSequence", line.lastSequence},
                                  {"lastOffset", line.lastOffset.value()},
                                  {"offsetDelta", line.offsetDelta},
                                  {"timestamp", line.timestampMs},
                                  {"coordinatorEpoch", line.coordinatorEpoch},
                                  {"currentTxnFirstOffset", line.transactionStart.value()}}});
    };
    const auto read = file ? readSnapshot(**file, shown(name), offset, m_findings, take)
                           : Result<void>(tl::unexpected(file.error()));
    const bool isGone = !read && m_in.around.isOpen && read.error().kind == Failure::NotFound;
    if (!read)
        m_findings.add({FindingKind::Unreadable, !isGone, shown(name), std::nullopt,
                        read.error().message, ""});
}

/// The log directory's checkpoints against the log; told under the checkpoint's name by whoever
/// checks the whole log directory, and here for a partition alone.
void PartitionCheck::checkMarks()
{
    if (!m_sums.logEnd)
        return;
    const Offset end = *m_sums.logEnd;
    const Offset start = m_logs.empty() ? Offset(0) : *m_logs.begin();
    m_sums.logStart = std::max(start, m_in.around.logStart.value_or(start));
    const std::string name = m_in.name ? m_in.name->partition.text() : "";
    const auto isBeyond = [&](const char* file, const std::optional<Offset>& offset,
                              bool isProblem) {
        if (offset && *offset > end)
            m_findings.add({FindingKind::CheckpointBeyondEnd, isProblem, m_in.around.shown + file,
                            std::nullopt, fmt::format("{} of {}", *offset, name),
                            fmt::format("{}", end)});
    };
    isBeyond("recovery-point-offset-checkpoint", m_in.around.recoveryPoint, true);
    // Written every five seconds: a log may have been truncated since.
    isBeyond("replication-offset-checkpoint", m_in.around.highWatermark, !m_in.around.isOpen);
    isBeyond("log-start-offset-checkpoint", m_in.around.logStart, true);
    isBeyond("cleaner-offset-checkpoint", m_in.around.cleaned, true);
    // Retention moves the start by removing segments; the checkpoint only has to be no higher.
    if (m_in.around.logStart && *m_in.around.logStart < start)
        m_findings.remark(FindingKind::CheckpointBelowStart,
                          m_in.around.shown + "log-start-offset-checkpoint", std::nullopt,
                          fmt::format("{} of {}", *m_in.around.logStart, name),
                          fmt::format("{}", start));
}

PartitionSums PartitionCheck::run()
{
    if (!list())
        return m_sums;
    checkNames();
    checkMetadata();
    readEpochs();
    checkSegments();
    tellGaps();
    if (m_sums.wasStopped)
        return m_sums;
    checkEpochs();
    if (isWhole() || m_in.rowsOf == LogFileKind::ProducerSnapshot)
        checkSnapshots();
    checkMarks();
    return m_sums;
}

} // namespace

PartitionSums checkPartition(const PartitionInput& input, Findings& findings)
{
    return PartitionCheck(input, findings).run();
}

std::optional<std::string> textAt(world::Disk& disk, const std::string& path,
                                  const std::string& shown, Findings& findings)
{
    const auto bytes = world::readAll(disk, path, kMostTextBytes);
    if (bytes)
        return hw::textOf(*bytes);
    findings.problem(FindingKind::Unreadable, shown, std::nullopt, bytes.error().message);
    return std::nullopt;
}

Surroundings surroundingsOf(world::Disk& disk, const std::string& logDirectory,
                            const TopicPartition& partition)
{
    Quiet quiet;
    Findings findings(quiet);
    const auto offsetIn = [&](const char* name) -> std::optional<Offset> {
        const std::string path = joined(logDirectory, name);
        const auto text = textAt(disk, path, name, findings);
        if (!text)
            return std::nullopt;
        for (const CheckpointLine& line : readOffsetCheckpoint(*text, name, findings)) {
            if (line.partition == partition)
                return line.offset;
        }
        return std::nullopt;
    };
    Surroundings around;
    around.recoveryPoint = offsetIn("recovery-point-offset-checkpoint");
    around.highWatermark = offsetIn("replication-offset-checkpoint");
    around.logStart = offsetIn("log-start-offset-checkpoint");
    around.cleaned = offsetIn("cleaner-offset-checkpoint");
    around.wasCleanlyShutDown = disk.exists(joined(logDirectory, ".kafka_cleanshutdown"));
    around.isOpen =
        !around.wasCleanlyShutDown && disk.exists(joined(logDirectory, "meta.properties"));
    return around;
}

} // namespace hw::inspect
