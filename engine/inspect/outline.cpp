#include "engine/inspect/outline.h"

#include <algorithm>

#include "engine/inspect/check_partition.h"
#include "engine/inspect/indexes.h"
#include "engine/world/path.h"

namespace hw::inspect {

using namespace observe;

namespace {

class Quiet final : public Report
{
public:
    void row(const Row&) override {}
    void finding(const Finding&) override {}
    bool goOn(std::uint64_t) override { return true; }
};

Result<void> addPoints(LogReader& reader, std::size_t i, SegmentOutline& segment)
{
    const auto index = reader.index(i);
    if (!index)
        return tl::unexpected(index.error());
    const std::uint32_t count = (*index)->count();
    segment.indexEntries = count;
    const std::uint64_t shown = std::min<std::uint64_t>(count, kMaxPoints);
    for (std::uint64_t n = 0; n < shown; ++n) {
        const auto entry = (*index)->entry(static_cast<std::uint32_t>(n * count / shown));
        if (!entry)
            return tl::unexpected(entry.error());
        segment.points.push_back({entry->offset, entry->position});
    }
    return {};
}

Result<SegmentOutline> outlineSegment(LogReader& reader, std::size_t i)
{
    const LogReader::Segment& found = reader.segments()[i];
    SegmentOutline segment;
    segment.base = found.base;
    segment.logBytes = found.logBytes;
    segment.isActive = i + 1 == reader.segments().size();
    if (found.indexBytes) {
        segment.indexFileBytes = *found.indexBytes;
        if (auto added = addPoints(reader, i, segment); !added)
            return tl::unexpected(added.error());
    }
    if (found.timeIndexBytes) {
        const auto times = reader.timeIndex(i);
        if (!times)
            return tl::unexpected(times.error());
        segment.timeIndexEntries = (*times)->count();
    }
    if (found.transactionBytes)
        segment.transactionEntries =
            static_cast<std::uint32_t>(*found.transactionBytes / kTransactionEntryBytes);
    if (!segment.isActive) {
        segment.next = reader.segments()[i + 1].base;
        return segment;
    }
    const auto end = reader.endOf(i);
    if (!end)
        return tl::unexpected(end.error());
    segment.next = *end;
    return segment;
}

std::optional<std::string> smallText(world::Disk& disk, const std::string& path)
{
    const auto bytes = world::readAll(disk, path, kMostTextBytes);
    return bytes ? std::optional(hw::textOf(*bytes)) : std::nullopt;
}

void addAround(world::Disk& disk, const std::string& path, PartitionOutline& outline)
{
    Quiet quiet;
    Findings findings(quiet);
    if (const auto text = smallText(disk, joined(path, "partition.metadata")))
        outline.topicId = readPartitionMetadata(*text, "", findings);
    if (const auto text = smallText(disk, joined(path, "leader-epoch-checkpoint"))) {
        for (const EpochLine& line : readEpochCheckpoint(*text, "", findings))
            outline.epochs.push_back(line.entry);
    }
    const auto name = partitionNameOf(path.substr(path.rfind('/') + 1));
    if (!name)
        return;
    outline.partition = name->partition;
    const Surroundings around = surroundingsOf(disk, world::parentOf(path), name->partition);
    outline.highWatermark = around.highWatermark;
    outline.recoveryPoint = around.recoveryPoint;
    if (around.logStart)
        outline.logStart = std::max(outline.logStart, *around.logStart);
}

} // namespace

Result<PartitionOutline> outlinePartition(world::Disk& disk, const std::string& path)
{
    const auto reader = LogReader::open(disk, path);
    if (!reader)
        return tl::unexpected(reader.error());
    PartitionOutline outline;
    outline.files = (*reader)->files();
    for (const LogFile& file : outline.files)
        outline.bytes += file.bytes;
    for (std::size_t i = 0; i < (*reader)->segments().size(); ++i) {
        auto segment = outlineSegment(**reader, i);
        if (!segment)
            return tl::unexpected(segment.error());
        outline.segments.push_back(std::move(*segment));
    }
    if (!outline.segments.empty()) {
        outline.logStart = outline.segments.front().base;
        outline.logEnd = outline.segments.back().next;
    }
    addAround(disk, path, outline);
    return outline;
}

Result<DirectoryOutline> outlineDirectory(world::Disk& disk, const std::string& path)
{
    const auto entries = disk.list(path);
    if (!entries)
        return tl::unexpected(entries.error());
    Quiet quiet;
    Findings findings(quiet);
    DirectoryOutline outline;
    for (const world::DirectoryEntry& entry : *entries) {
        if (!entry.isDirectory) {
            outline.files.push_back({entry.name, directoryFileOf(entry.name), entry.size});
            continue;
        }
        const auto name = partitionNameOf(entry.name);
        const auto inside = disk.list(joined(path, entry.name));
        if (!name || !inside)
            continue;
        PartitionBrief brief{entry.name, name->partition, 0, 0, name->isLeftover};
        for (const world::DirectoryEntry& file : *inside) {
            brief.bytes += file.size;
            brief.segments += fileNameOf(file.name).kind == LogFileKind::Log;
        }
        outline.partitions.push_back(std::move(brief));
    }
    std::ranges::stable_sort(outline.partitions, {}, &PartitionBrief::partition);
    if (const auto text = smallText(disk, joined(path, "meta.properties"))) {
        auto properties = readMetaProperties(*text, "", findings);
        outline.clusterId = properties["cluster.id"];
        outline.brokerId =
            properties.contains("broker.id") ? properties["broker.id"] : properties["node.id"];
    }
    outline.wasCleanlyShutDown = disk.exists(joined(path, ".kafka_cleanshutdown"));
    return outline;
}

} // namespace hw::inspect
