#include <QTest>

#include "engine/inspect/hex.h"
#include "engine/inspect/lookup.h"
#include "engine/inspect/outline.h"
#include "engine/inspect/records.h"
#include "tests/engine/inspect/inspect_fixture.h"

using namespace hw;
using namespace hw::inspect;
using namespace hw::inspect::test;
using observe::LookupPlay;
using observe::LookupStep;

namespace {

constexpr const char* kDirectory = "TopicA-0";

std::uint32_t countOf(const LookupPlay& play, LookupStep::Kind kind)
{
    std::uint32_t count = 0;
    for (const LookupStep& step : play.steps)
        count += step.kind == kind;
    return count;
}

std::uint32_t bytesOf(const LookupPlay& play, LookupStep::Kind kind)
{
    std::uint32_t bytes = 0;
    for (const LookupStep& step : play.steps)
        bytes += step.kind == kind ? step.bytes : 0;
    return bytes;
}

/// 600 records in some segments, one to five a batch.
void fill(LogFixture& fixture)
{
    fixture.create();
    for (int i = 0; i < 200; ++i)
        fixture.lead(batchOf(1 + i % 5, 120, kNow.ms() + i * 10), i / 50);
}

std::unique_ptr<LogReader> readerOf(LogFixture& fixture)
{
    auto reader = LogReader::open(fixture.host.disk(), kDirectory);
    HW_ASSERT(reader.has_value(), "the directory is there");
    return std::move(*reader);
}

} // namespace

class TestLookup : public QObject
{
    Q_OBJECT
private slots:
    void takesTheStepsOfTheEnginesOwnRead()
    {
        using Kind = LookupStep::Kind;
        LogFixture fixture;
        fill(fixture);
        const auto reader = readerOf(fixture);
        QVERIFY(reader->segments().size() > 3);
        for (Offset target; target < fixture.log->leo(); ++target) {
            const auto play = lookUpOffset(*reader, target);
            const auto trace = fixture.log->lookup(target);
            QVERIFY(play && play->isFound && trace);
            QCOMPARE(countOf(*play, Kind::CompareName), trace->segmentsCompared);
            QCOMPARE(countOf(*play, Kind::ProbeIndex), trace->indexProbes);
            QCOMPARE(bytesOf(*play, Kind::ProbeIndex), trace->indexBytes);
            QCOMPARE(countOf(*play, Kind::ScanBatch), trace->batchesScanned);
            QCOMPARE(bytesOf(*play, Kind::ScanBatch), trace->logBytes);
            QCOMPARE(play->bytesRead, std::uint64_t(trace->indexBytes + trace->logBytes));
            QCOMPARE(play->place.segment.value(), trace->found.segmentBase.value());
            QCOMPARE(play->place.position, std::uint64_t(trace->found.position));
            QCOMPARE(play->offset.value(), target.value());
        }
    }

    /// By hand: segment 0 with 10 batches of one record of 1000 bytes; entries at every fifth.
    void countsWhatAHandCounts()
    {
        using Kind = LookupStep::Kind;
        Shelf shelf;
        std::vector<Slice> batches;
        for (int i = 0; i < 10; ++i)
            batches.push_back(storedBatch(i, 0, 1, 1000));
        const auto size = static_cast<std::uint32_t>(batches[0].size());
        shelf.log("00000000000000000000.log", batches);
        shelf.put("logs/TopicA-0/00000000000000000000.index",
                  offsetEntries({{3, 3 * size}, {6, 6 * size}, {9, 9 * size}}));
        shelf.log("00000000000000000010.log", {storedBatch(10, 0, 1, 1000)});
        shelf.put("logs/TopicA-0/00000000000000000010.index", Bytes(64)); // preallocated
        auto reader = LogReader::open(shelf.disk, "logs/TopicA-0");
        const auto play = lookUpOffset(**reader, Offset(8));
        QVERIFY(play.has_value());
        // Names: 10 is above 8, so segment 0. Index of 3 entries, the last (9) is above: probe
        // entry 1 (6, goes right), then entry 2 (9). Scan from entry (6): batches 6, 7, 8.
        const std::vector<Kind> kinds = {Kind::CompareName, Kind::ChooseSegment, Kind::ProbeIndex,
                                         Kind::ProbeIndex,  Kind::ChooseIndex,   Kind::ScanBatch,
                                         Kind::ScanBatch,   Kind::ScanBatch,     Kind::Found};
        QCOMPARE(play->steps.size(), kinds.size());
        for (std::size_t i = 0; i < kinds.size(); ++i)
            QVERIFY(play->steps[i].kind == kinds[i]);
        QVERIFY(!play->steps[0].goesRight && play->steps[2].goesRight && !play->steps[3].goesRight);
        QCOMPARE(play->steps[4].position, std::uint64_t(6 * size));
        QCOMPARE(play->place.position, std::uint64_t(8 * size));
        // All three entries of 8 bytes at once, and one read of 4 KiB that covers three headers.
        QCOMPARE(play->bytesRead, std::uint64_t(3 * 8 + 4096));
    }

    void findsTimesAsTheEngineDoes()
    {
        using Kind = LookupStep::Kind;
        LogFixture fixture;
        fill(fixture);
        const auto reader = readerOf(fixture);
        for (std::int64_t target = kNow.ms() - 5; target < kNow.ms() + 2010; target += 7) {
            const auto play = lookUpTime(*reader, target, Offset(0));
            const auto trace = fixture.log->lookupTime(target);
            QVERIFY(play && trace);
            QCOMPARE(play->isFound, trace->found.offset != kNoOffset);
            if (!play->isFound)
                continue;
            QCOMPARE(play->offset.value(), trace->found.offset.value());
            QCOMPARE(countOf(*play, Kind::SkipSegment) + countOf(*play, Kind::ChooseSegment),
                     trace->segmentsCompared);
            QCOMPARE(countOf(*play, Kind::ProbeTime), trace->timeProbes);
            QCOMPARE(countOf(*play, Kind::ProbeIndex), trace->indexProbes);
            QCOMPARE(countOf(*play, Kind::ScanBatch), trace->batchesScanned);
            QCOMPARE(play->bytesRead,
                     std::uint64_t(trace->timeIndexBytes + trace->indexBytes + trace->logBytes));
        }
    }

    void saysWhenNothingIsThere()
    {
        LogFixture fixture;
        fill(fixture);
        const auto reader = readerOf(fixture);
        QVERIFY(!lookUpOffset(*reader, fixture.log->leo())->isFound);
        QVERIFY(!lookUpOffset(*reader, Offset(-3))->isFound);
        QVERIFY(!lookUpTime(*reader, INT64_MAX, Offset(0))->isFound);
    }

    void pagesGiveEveryRecordForthAndBack()
    {
        LogFixture fixture;
        fill(fixture);
        const auto reader = readerOf(fixture);
        observe::RecordPlace from{reader->segments().front().base, 0, 0};
        std::vector<observe::LogRecord> all;
        for (bool atEnd = false; !atEnd;) {
            const auto page = recordsFrom(*reader, from, 37);
            QVERIFY(page && page->rows.size() <= 37);
            all.insert(all.end(), page->rows.begin(), page->rows.end());
            from = page->next;
            atEnd = page->atEnd;
        }
        QCOMPARE(static_cast<std::int64_t>(all.size()), fixture.log->leo().value());
        for (std::size_t i = 0; i < all.size(); ++i)
            QCOMPARE(all[i].offset.value(), static_cast<std::int64_t>(i));
        std::size_t end = all.size() - 1;
        while (end > 0) {
            const auto page = recordsBefore(*reader, all[end].place, 29);
            QVERIFY(page && !page->rows.empty());
            QCOMPARE(page->rows.size(), std::min<std::size_t>(29, end));
            end -= page->rows.size();
            QVERIFY(page->rows.front().place == all[end].place);
        }
    }

    void hexNamesEveryByteOfABatch()
    {
        Shelf shelf;
        shelf.put("logs/TopicA-0/00000000000000000000.log",
                  fromHex("00000000000000000000004900000000026a8990a30000000000010000018bcfe56800"
                          "0000018bcfe56805ffffffffffffffffffffffffffff0000000214000000046b310476"
                          "310018000a02010476320202680278"));
        auto reader = LogReader::open(shelf.disk, "logs/TopicA-0");
        const auto view = hexOf(**reader, {Offset(0), 0, 0}, false);
        QVERIFY(view.has_value());
        QCOMPARE(view->bytes.size(), std::size_t(85));
        std::vector<int> named(85);
        for (const auto& field : view->fields)
            for (std::uint64_t i = field.from; i < field.from + field.size; ++i)
                ++named[i];
        QVERIFY(std::ranges::all_of(named, [](int times) { return times > 0; }));
        QCOMPARE(view->fields[1].name, std::string("batchLength"));
        QCOMPARE(view->fields[1].value, std::string("73"));
        const auto record = hexOf(**reader, {Offset(0), 0, 1}, true);
        QVERIFY(record.has_value());
        QCOMPARE(record->position, std::uint64_t(61 + 11));
        QCOMPARE(record->wholeBytes, std::uint64_t(13));
    }

    void outlineTellsSegmentsAndWhereTheyEnd()
    {
        LogFixture fixture;
        fill(fixture);
        const auto outline = outlinePartition(fixture.host.disk(), kDirectory);
        QVERIFY(outline.has_value());
        const auto segments = fixture.log->segments();
        QCOMPARE(outline->segments.size(), segments.size());
        QCOMPARE(outline->logEnd.value(), fixture.log->leo().value());
        QVERIFY(outline->segments.back().isActive && !outline->segments.front().isActive);
        for (std::size_t i = 0; i < segments.size(); ++i) {
            QCOMPARE(outline->segments[i].logBytes, std::uint64_t(segments[i].logBytes));
            QCOMPARE(*outline->segments[i].indexEntries, segments[i].indexEntries);
            QCOMPARE(outline->segments[i].points.size(), std::size_t(segments[i].indexEntries));
        }
        QCOMPARE(outline->partition.text(), std::string("TopicA-0"));
    }

    void exportWritesWholeRecords()
    {
        LogFixture fixture;
        fill(fixture);
        const auto reader = readerOf(fixture);
        std::string text;
        const auto write = [&](std::string_view line) -> Result<void> {
            text += line;
            return {};
        };
        const auto count = exportRecords(*reader, Offset(10), Offset(20), true, write,
                                         [](std::uint64_t) { return true; });
        QCOMPARE(*count, std::uint64_t(10));
        QVERIFY(text.starts_with("{\"offset\":10,"));
        QVERIFY(text.find(std::string(120, 'v')) != std::string::npos);
    }

    void damageNeverCrashes()
    {
        const std::uint64_t seed = 42;
        world::Random random(seed);
        qInfo("seed %llu", static_cast<unsigned long long>(seed));
        LogFixture fixture;
        fill(fixture);
        world::Disk& disk = fixture.host.disk();
        std::map<std::string, Bytes> originals;
        const auto entries = *disk.list(kDirectory);
        for (const auto& entry : entries)
            originals[entry.name] = fixture.fileBytes(entry.name);
        for (int round = 0; round < 150; ++round) {
            const auto& [name, whole] =
                *std::next(originals.begin(), static_cast<long>(random.below(originals.size())));
            Bytes bytes = whole;
            if (random.below(3) == 0 && !bytes.empty())
                bytes.resize(random.below(bytes.size()));
            for (std::uint64_t flips = random.below(8); flips > 0 && !bytes.empty(); --flips)
                bytes[random.below(bytes.size())] ^=
                    static_cast<std::uint8_t>(1 << random.below(8));
            auto file = disk.open(std::string(kDirectory) + "/" + name, world::OpenMode::Truncate);
            QVERIFY((*file)->writeAt(0, bytes).has_value());
            (void)outlinePartition(disk, kDirectory);
            const auto reader = LogReader::open(disk, kDirectory);
            QVERIFY(reader.has_value());
            (void)lookUpOffset(**reader, Offset(random.between(0, 700)));
            (void)lookUpTime(**reader, kNow.ms() + random.between(0, 2000), Offset(0));
            const observe::RecordPlace place{(*reader)->segments().front().base,
                                             random.below(20000), 0};
            (void)recordsFrom(**reader, place, 50);
            (void)recordsBefore(**reader, place, 50);
            (void)hexOf(**reader, place, false);
            (void)hexOf(**reader, place, true);
            file = disk.open(std::string(kDirectory) + "/" + name, world::OpenMode::Truncate);
            QVERIFY((*file)->writeAt(0, whole).has_value());
        }
    }
};

QTEST_APPLESS_MAIN(TestLookup)
#include "test_lookup.moc"
