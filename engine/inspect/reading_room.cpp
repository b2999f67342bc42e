#include "engine/inspect/reading_room.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/inspect/check.h"
#include "engine/inspect/check_directory.h"
#include "engine/inspect/check_partition.h"
#include "engine/inspect/hex.h"
#include "engine/inspect/lookup.h"
#include "engine/inspect/outline.h"
#include "engine/inspect/records.h"
#include "engine/world/path.h"

namespace hw::inspect {

using namespace observe;

namespace {

using What = decltype(LogAnswer::what);

template <class Value> What whatOf(Result<Value> result)
{
    if (!result)
        return tl::unexpected(result.error());
    return What(std::move(*result));
}

/// Bytes of the files below a path, two levels deep: a partition, or a log directory.
std::uint64_t bytesBelow(world::Disk& disk, const std::string& path, int levels)
{
    std::uint64_t bytes = 0;
    const auto entries = disk.list(path);
    if (!entries)
        return 0;
    for (const world::DirectoryEntry& entry : *entries) {
        if (entry.isDirectory && levels > 1)
            bytes += bytesBelow(disk, joined(path, entry.name), levels - 1);
        else if (fileNameOf(entry.name).kind == LogFileKind::Log)
            bytes += entry.size;
    }
    return bytes;
}

class Collector final : public Report
{
public:
    Collector(const Desk& desk, std::uint64_t total)
        : m_desk(desk)
        , m_total(total)
    {
    }
    void row(const Row&) override {}
    void finding(const Finding& finding) override
    {
        if (checked.findings.size() < kMaxFindings)
            checked.findings.push_back(finding);
        else
            ++checked.leftOut;
    }
    bool goOn(std::uint64_t bytes) override
    {
        checked.bytes += bytes;
        return m_desk.progress(checked.bytes, std::max(m_total, checked.bytes));
    }
    answer::Checked checked;

private:
    const Desk& m_desk;
    const std::uint64_t m_total;
};

class Clerk
{
public:
    Clerk(world::Disk& disk, std::string path, const Desk& desk)
        : m_disk(disk)
        , m_path(std::move(path))
        , m_desk(desk)
    {
    }

    What operator()(const ask::Outline&) const
    {
        const auto kind = kindOf(m_disk, m_path);
        if (!kind)
            return tl::unexpected(kind.error());
        if (*kind == LogFileKind::DataFolder)
            return tl::unexpected(wholeCluster());
        if (*kind == LogFileKind::LogDirectory)
            return whatOf(outlineDirectory(m_disk, m_path));
        return whatOf(outlinePartition(m_disk, partitionPath(*kind)));
    }
    What operator()(const ask::Records& request) const
    {
        const auto reader = open();
        if (!reader)
            return tl::unexpected(reader.error());
        const std::int32_t most = std::clamp(request.most, 1, kMaxPageRecords);
        return whatOf(request.backwards ? recordsBefore(**reader, request.from, most)
                                        : recordsFrom(**reader, request.from, most));
    }
    What operator()(const ask::Lookup& request) const
    {
        const auto reader = open();
        if (!reader)
            return tl::unexpected(reader.error());
        if (!request.byTime)
            return whatOf(lookUpOffset(**reader, Offset(request.target)));
        return whatOf(lookUpTime(**reader, request.target, logStart()));
    }
    What operator()(const ask::Hex& request) const
    {
        const auto reader = open();
        if (!reader)
            return tl::unexpected(reader.error());
        return whatOf(hexOf(**reader, request.at, request.record));
    }
    What operator()(const ask::Check&) const
    {
        Collector collector(m_desk, bytesBelow(m_disk, m_path, 2));
        const auto totals = check(m_disk, m_path, Detail::None, collector);
        if (!totals)
            return tl::unexpected(totals.error());
        collector.checked.leftOut += totals->leftOut;
        collector.checked.wasStopped = totals->wasStopped;
        return What(std::move(collector.checked));
    }
    What operator()(const ask::Export& request) const
    {
        const auto reader = open();
        if (!reader)
            return tl::unexpected(reader.error());
        std::uint64_t done = 0;
        const auto goOn = [&](std::uint64_t bytes) {
            done += bytes;
            return m_desk.progress(done, done);
        };
        const auto count =
            exportRecords(**reader, request.from, request.to, request.json, m_desk.write, goOn);
        if (!count)
            return tl::unexpected(count.error());
        return What(answer::Exported{*count, request.file});
    }

private:
    std::string partitionPath(LogFileKind kind) const
    {
        return kind == LogFileKind::PartitionDirectory ? m_path : world::parentOf(m_path);
    }
    Result<std::unique_ptr<LogReader>> open() const
    {
        const auto kind = kindOf(m_disk, m_path);
        if (!kind)
            return tl::unexpected(kind.error());
        if (*kind == LogFileKind::DataFolder)
            return tl::unexpected(wholeCluster());
        return LogReader::open(m_disk, partitionPath(*kind));
    }
    Error wholeCluster() const
    {
        std::string brokers;
        for (const std::string& name : brokersIn(m_disk, m_path))
            brokers += (brokers.empty() ? "" : ", ") + name;
        return {Failure::Invalid,
                fmt::format("{} holds the folders of a whole cluster; open one of {}",
                            m_disk.absolute(m_path), brokers)};
    }
    Offset logStart() const
    {
        const auto kind = kindOf(m_disk, m_path);
        const std::string path = kind ? partitionPath(*kind) : m_path;
        const auto name = partitionNameOf(path.substr(path.rfind('/') + 1));
        if (!name)
            return Offset(0);
        return surroundingsOf(m_disk, world::parentOf(path), name->partition)
            .logStart.value_or(Offset(0));
    }

    world::Disk& m_disk;
    const std::string m_path;
    const Desk& m_desk;
};

} // namespace

decltype(LogAnswer::what) answerTo(world::Disk& disk, const std::string& path,
                                   const LogRequest& request, const Desk& desk)
{
    return std::visit(Clerk(disk, path, desk), request);
}

} // namespace hw::inspect
