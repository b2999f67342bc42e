#include "engine/log/producer_snapshot.h"
#include "tests/engine/inspect/inspect_fixture.h"
#include "tests/fuzz/files.h"
#include "tests/fuzz/fuzz.h"

/// A partition's directory with any bytes in its files, and the log directory's own files beside
/// it, looked into as `highwater inspect` does: everything is told, nothing crashes, and what is
/// told has a name. Input: flags (bit 0: with every record), then the files of `kFiles` as parts.
namespace hw::fuzz {

using namespace inspect::test;

namespace {

constexpr const char* kFiles[] = {"broker-1/TopicA-0/00000000000000000000.log",
                                  "broker-1/TopicA-0/00000000000000000000.index",
                                  "broker-1/TopicA-0/00000000000000000000.timeindex",
                                  "broker-1/TopicA-0/00000000000000000000.txnindex",
                                  "broker-1/TopicA-0/00000000000000000007.snapshot",
                                  "broker-1/TopicA-0/leader-epoch-checkpoint",
                                  "broker-1/TopicA-0/partition.metadata",
                                  "broker-1/recovery-point-offset-checkpoint",
                                  "broker-1/meta.properties",
                                  "broker-1/.kafka_cleanshutdown"};

} // namespace

void fuzzOne(ByteView bytes)
{
    Input input(bytes);
    LogFixture fixture;
    world::Disk& disk = fixture.host.disk();
    HW_ASSERT(disk.makeDirectory("broker-1/TopicA-0").has_value(), "an empty disk takes it");
    const bool records = (input.byte() & 1) != 0;
    for (const char* path : kFiles) {
        const ByteView part = input.part();
        if (!part.empty())
            writeNew(disk, path, part);
    }
    const auto detail = records ? inspect::Detail::Records : inspect::Detail::Entries;
    for (const char* path : {"broker-1", "broker-1/TopicA-0"}) {
        Kept kept;
        const auto totals = inspect::check(disk, path, detail, kept);
        if (!totals)
            continue;
        for (const auto& finding : kept.findings)
            HW_ASSERT(observe::nameOf(finding.kind)[0] != 0 && !finding.file.empty(),
                      "a finding says what and where");
    }
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
                                 "00000000000000000000.timeindex"})
            addPart(seed, fixture.fileBytes(name));
        addPart(seed, Bytes());
        addPart(seed, log::encodeProducerSnapshot({{ProducerId(7), {}}}));
        for (const char* text : {"0\n2\n0 0\n1 6\n", "version: 0\ntopic_id: AAAAAAAAAAAAAAAAAAAAAQ",
                                 "0\n1\nTopicA 0 12\n", "#\nbroker.id=1\nversion=0\ncluster.id=x\n",
                                 R"({"version":0,"brokerEpoch":4})"})
            addPart(seed, viewOf(text));
        list.push_back(std::move(seed));
    }
    return list;
}

} // namespace hw::fuzz
