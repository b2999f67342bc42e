#pragma once

#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "engine/log/hot_tail.h"
#include "engine/log/log.h"
#include "engine/log/segment.h"
#include "engine/protocol/batch_builder.h"
#include "engine/world/faults/fault_table.h"
#include "engine/world/sim/sim_world.h"

namespace hw::log::test {

inline const TopicPartition kPartition{"TopicA", 0};
inline constexpr WallTime kNow{1700000000000};

/// One batch of `count` records, each with a value of `valueBytes`.
inline Slice batchOf(int count, std::size_t valueBytes = 10, std::int64_t timestampMs = kNow.ms())
{
    protocol::BatchBuilder builder;
    const Bytes value(valueBytes, 'v');
    for (int i = 0; i < count; ++i)
        builder.add(WallTime(timestampMs), viewOf("k"), ByteView(value));
    return Slice(builder.build());
}

/// As a leader's log holds it.
inline Slice storedBatch(std::int64_t base, int epoch, int count, std::size_t valueBytes = 10)
{
    const Slice built = batchOf(count, valueBytes);
    Bytes bytes(built.view().begin(), built.view().end());
    protocol::setBaseOffset(bytes, Offset(base));
    protocol::setLeaderEpoch(bytes, LeaderEpoch(epoch));
    return Slice(std::move(bytes));
}

inline Slice joined(const std::vector<Slice>& parts)
{
    Pieces pieces;
    for (const Slice& part : parts)
        pieces.add(part);
    return *pieces.flatten();
}

/// A simulated host with a disk, and one log on it.
class LogFixture
{
public:
    explicit LogFixture(std::uint64_t seed = 1,
                        world::PowerLoss powerLoss = world::PowerLoss::Drops)
        : world(optionsOf(seed, powerLoss))
        , host(faults.wrap(world.addHost({NodeId::broker(BrokerId(1)), "broker1"})))
        , files(host.disk(), 64)
        , tails(64 << 20, 4 << 20)
    {
        config.segmentBytes = 16384;
        config.indexIntervalBytes = 4096;
        config.segmentIndexBytes = 1024;
    }

    static world::SimOptions optionsOf(std::uint64_t seed, world::PowerLoss powerLoss)
    {
        world::SimOptions options;
        options.seed = seed;
        options.powerLoss = powerLoss;
        return options;
    }
    LogContext context() { return {host.disk(), files, tails, listener}; }
    Log& create()
    {
        auto created = Log::create(context(), "", kPartition, config, std::nullopt, kNow);
        HW_ASSERT(created.has_value(), created.error().message);
        log = std::move(*created);
        return *log;
    }
    Log& reopen(const Log::LoadSpec& spec)
    {
        log.reset();
        auto opened = Log::open(context(), "", kPartition, config, spec, kNow);
        HW_ASSERT(opened.has_value(), opened.error().message);
        log = std::move(*opened);
        return *log;
    }
    AppendInfo lead(const Slice& batch, int epoch = 0)
    {
        const auto info = log->appendAsLeader(batch, LeaderEpoch(epoch), kNow);
        HW_ASSERT(info.has_value(), info.error().message);
        return *info;
    }
    Bytes fileBytes(const std::string& name)
    {
        const auto bytes = world::readAll(host.disk(), "TopicA-0/" + name);
        HW_ASSERT(bytes.has_value(), name);
        return *bytes;
    }
    /// Everything that a reader gets from `from` on, as one run of bytes.
    Bytes readAll(Offset from, Offset upTo, std::uint32_t maxBytes = 1000)
    {
        Bytes all;
        while (from < upTo) {
            const auto result = log->read(from, upTo, maxBytes, true);
            HW_ASSERT(result.has_value(), result.error().message);
            if (result->records.empty())
                break;
            const Slice bytes = *result->records.flatten();
            all.insert(all.end(), bytes.view().begin(), bytes.view().end());
            from = result->nextOffset;
        }
        return all;
    }

    /// Every write fails from now on; none: no longer.
    void failWrites(std::optional<world::DiskFault> fault)
    {
        faults.failWrites(host.node(), fault);
        world.runFor(1ms);
    }

    world::SimWorld world;
    world::FaultTable faults;
    world::Host& host;
    FilePool files;
    TailBudget tails;
    LogListener* listener = nullptr;
    LogConfig config;
    std::unique_ptr<Log> log;
};

/// The entries of every index and every batch's place, as text: to compare two logs.
inline std::string indexText(LogFixture& fixture)
{
    std::string text;
    for (const SegmentInfo& segment : fixture.log->segments()) {
        const Bytes index = fixture.fileBytes(segmentFileName(segment.base, ".index"));
        const Bytes times = fixture.fileBytes(segmentFileName(segment.base, ".timeindex"));
        text += fmt::format("{} {}: {}\n  {} up to {}\n", segment.base, segment.logBytes,
                            toHex(ByteView(index).first(segment.indexEntries * 8)),
                            toHex(ByteView(times).first(segment.timeIndexEntries * 12)),
                            segment.maxTimestampMs);
        // Behind the entries of an active index are zeros, behind others nothing.
        text += fmt::format("  then {} and {}\n",
                            toHex(ByteView(index).subspan(segment.indexEntries * 8)),
                            toHex(ByteView(times).subspan(segment.timeIndexEntries * 12)));
    }
    return text;
}

} // namespace hw::log::test
