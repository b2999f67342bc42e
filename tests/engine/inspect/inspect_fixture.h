#pragma once

#include <string>
#include <vector>

#include "engine/base/crc32c.h"
#include "engine/inspect/check.h"
#include "tests/engine/log/log_fixture.h"

namespace hw::inspect::test {

using log::test::batchOf;
using log::test::kNow;
using log::test::LogFixture;
using log::test::storedBatch;

/// Keeps rows and findings.
class Kept final : public Report
{
public:
    void row(const Row& row) override { rows.push_back(row); }
    void finding(const Finding& finding) override { findings.push_back(finding); }
    bool goOn(std::uint64_t bytes) override
    {
        read += bytes;
        return read <= most;
    }
    /// `bad-crc 00000000000000000000.log 85`, one a line; problems only.
    std::string problems() const
    {
        std::string text;
        for (const Finding& finding : findings) {
            if (!finding.isProblem)
                continue;
            text += std::string(observe::nameOf(finding.kind)) + " " + finding.file;
            if (finding.position)
                text += " " + std::to_string(*finding.position);
            text += "\n";
        }
        return text;
    }
    const Finding* first(FindingKind kind) const
    {
        for (const Finding& finding : findings)
            if (finding.kind == kind)
                return &finding;
        return nullptr;
    }
    std::size_t rowsOf(std::string_view type) const
    {
        std::size_t count = 0;
        for (const Row& row : rows)
            count += type == row.type;
        return count;
    }

    std::vector<Row> rows;
    std::vector<Finding> findings;
    std::uint64_t read = 0;
    std::uint64_t most = UINT64_MAX;
};

/// Files of `TopicA-0` by hand, on a simulated disk.
class Shelf
{
public:
    Shelf()
        : world(world::SimOptions{1})
        , disk(world.addHost({NodeId::broker(BrokerId(1)), "broker1"}).disk())
    {
        HW_ASSERT(disk.makeDirectory("logs/TopicA-0").has_value(), "an empty disk takes all");
        put("logs/meta.properties", "version=0\nbroker.id=1\ncluster.id=abc\n");
    }
    void put(const std::string& path, ByteView bytes)
    {
        auto file = disk.open(path, world::OpenMode::Truncate);
        HW_ASSERT(file.has_value(), path);
        HW_ASSERT((*file)->writeAt(0, bytes).has_value(), path);
    }
    void put(const std::string& path, const std::string& text) { put(path, viewOf(text)); }
    Bytes bytes(const std::string& path) { return *world::readAll(disk, path); }
    /// Several batches as one `.log`, in TopicA-0.
    void log(const std::string& name, const std::vector<Slice>& batches)
    {
        const Slice all = hw::log::test::joined(batches);
        put("logs/TopicA-0/" + name, all.view());
    }
    Kept check(const std::string& path, Detail detail = Detail::Entries)
    {
        Kept kept;
        const auto totals = inspect::check(disk, path, detail, kept);
        HW_ASSERT(totals.has_value(), totals.error().message);
        lastTotals = *totals;
        return kept;
    }

    world::SimWorld world;
    world::Disk& disk;
    CheckTotals lastTotals;
};

inline Bytes offsetEntries(const std::vector<std::pair<std::uint32_t, std::uint32_t>>& entries)
{
    Bytes bytes;
    for (const auto& [offset, position] : entries)
        for (const std::uint32_t number : {offset, position})
            for (int shift = 24; shift >= 0; shift -= 8)
                bytes.push_back(static_cast<std::uint8_t>(number >> shift));
    return bytes;
}

inline Bytes timeEntries(const std::vector<std::pair<std::int64_t, std::uint32_t>>& entries)
{
    Bytes bytes;
    for (const auto& [timestamp, offset] : entries) {
        for (int shift = 56; shift >= 0; shift -= 8)
            bytes.push_back(static_cast<std::uint8_t>(timestamp >> shift));
        for (int shift = 24; shift >= 0; shift -= 8)
            bytes.push_back(static_cast<std::uint8_t>(offset >> shift));
    }
    return bytes;
}

inline const std::string kLog = "00000000000000000000.log";
inline const std::string kIndex = "00000000000000000000.index";
inline const std::string kTimes = "00000000000000000000.timeindex";
inline const std::string kEpochs = "leader-epoch-checkpoint";

/// Offsets 0 to 29 in three batches of ten, epoch 0, whole and with sound indexes.
inline void threeBatches(Shelf& shelf)
{
    shelf.log(kLog, {storedBatch(0, 0, 10), storedBatch(10, 0, 10), storedBatch(20, 0, 10)});
    const auto size = static_cast<std::uint32_t>(storedBatch(0, 0, 10).size());
    shelf.put("logs/TopicA-0/" + kIndex, offsetEntries({{19, size}}));
    shelf.put("logs/TopicA-0/" + kTimes, timeEntries({{kNow.ms(), 9}}));
    shelf.put("logs/TopicA-0/" + kEpochs, "0\n1\n0 0\n");
}

inline Bytes withCrc(Bytes snapshot)
{
    const std::uint32_t crc = crc32c(ByteView(snapshot).subspan(6));
    for (int i = 0; i < 4; ++i)
        snapshot[2 + i] = static_cast<std::uint8_t>(crc >> (24 - 8 * i));
    return snapshot;
}

/// Version 1, one producer: id 4000, epoch 2, sequence 9, offset 29.
inline Bytes snapshot()
{
    return withCrc(fromHex("0001 00000000 00000001 0000000000000fa0 0002 00000009 "
                           "000000000000001d 00000009 0000018bcfe56800 ffffffff "
                           "ffffffffffffffff"));
}

} // namespace hw::inspect::test
