#include "engine/log/checkpoint.h"
#include "tests/engine/log/log_fixture.h"
#include "tests/fuzz/files.h"
#include "tests/fuzz/fuzz.h"

/// A partition's directory with any bytes in its files, opened as after a crash or as after a clean
/// shutdown: it is either refused, or a log that can be read from end to end and written to.
/// Input: flags (bit 0: clean), then `.log`, `.index`, `.timeindex`, epoch checkpoint,
/// `.snapshot`, as parts.
namespace hw::fuzz {

using namespace log::test;

void fuzzOne(ByteView bytes)
{
    Input input(bytes);
    LogFixture fixture;
    world::Disk& disk = fixture.host.disk();
    HW_ASSERT(disk.makeDirectory("TopicA-0").has_value(), "an empty disk takes a directory");
    const bool clean = (input.byte() & 1) != 0;
    for (const char* name : {"00000000000000000000.log", "00000000000000000000.index",
                             "00000000000000000000.timeindex", "leader-epoch-checkpoint",
                             "00000000000000000003.snapshot"}) {
        const ByteView part = input.part();
        if (!part.empty())
            writeNew(disk, "TopicA-0/" + std::string(name), part);
    }
    log::Log::LoadSpec spec;
    spec.clean = clean;
    auto opened = log::Log::open(fixture.context(), "", kPartition, fixture.config, spec, kNow);
    if (!opened)
        return;
    fixture.log = std::move(*opened);
    if (clean)
        return; // what a clean shutdown left is trusted, damage and all; it must only not crash
    const Offset end = fixture.log->leo();
    fixture.readAll(Offset(0), end, 1 << 20);
    const int epoch = 1 << 20;
    if (fixture.log->appendAsLeader(batchOf(2), LeaderEpoch(epoch), kNow))
        HW_ASSERT(fixture.log->leo() == end + 2, "it can be written to");
}

std::vector<Bytes> seeds()
{
    std::vector<Bytes> list;
    for (const std::uint8_t flags : {0, 1}) {
        LogFixture fixture;
        fixture.config.indexIntervalBytes = 100;
        fixture.create();
        for (int i = 0; i < 6; ++i)
            fixture.lead(batchOf(2, 20, kNow.ms() + i), i / 3);
        HW_ASSERT(fixture.log->close().has_value(), "an open log closes");
        Bytes seed = {flags};
        for (const char* name : {"00000000000000000000.log", "00000000000000000000.index",
                                 "00000000000000000000.timeindex", "leader-epoch-checkpoint",
                                 "00000000000000000003.snapshot"}) {
            const bool there = fixture.host.disk().exists(std::string("TopicA-0/") + name);
            addPart(seed, there ? fixture.fileBytes(name) : Bytes());
        }
        list.push_back(std::move(seed));
    }
    return list;
}

} // namespace hw::fuzz
