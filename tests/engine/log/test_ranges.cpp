#include <QTest>

#include "engine/world/random.h"
#include "tests/engine/log/log_fixture.h"

using namespace hw;
using namespace hw::log;
using namespace hw::log::test;

/// Records handed out as ranges of files.
class TestRanges : public QObject
{
    Q_OBJECT
private slots:
    /// Whatever is asked, it is the same batches; over all tails that memory still holds.
    void rangesHoldTheSameBytes()
    {
        constexpr std::uint64_t kSeed = 20261129;
        LogFixture fixture;
        fixture.create();
        world::Random random(kSeed);
        for (int i = 0; i < 300; ++i) {
            const auto count = static_cast<int>(1 + random.below(4));
            const std::size_t bytes = random.chance(1, 20) ? 3000 : 1 + random.below(200);
            fixture.lead(batchOf(count, bytes), i / 50);
        }
        const Offset end = fixture.log->leo();
        Log& log = fixture.reopen({.clean = false}); // memory is cold now
        QVERIFY(log.segmentCount() > 3);
        int cold = 0;
        for (int i = 0; i < 3000; ++i) {
            const Offset from(static_cast<std::int64_t>(random.below(end.value())));
            const Offset bound = from + random.below(200);
            const auto most = static_cast<std::uint32_t>(random.below(20000));
            const bool oneBatch = random.chance(1, 2);
            const auto bytes = log.read(from, bound, most, oneBatch);
            const auto ranges = log.read(from, bound, most, oneBatch, ReadAs::Ranges);
            QVERIFY(bytes.has_value() && ranges.has_value());
            QVERIFY2(bytes->records == ranges->records,
                     fmt::format("seed {}: {} to {}, {} bytes", kSeed, from, bound, most).c_str());
            QCOMPARE(ranges->nextOffset, bytes->nextOffset);
            QCOMPARE(ranges->firstBatchOffset, bytes->firstBatchOffset);
            if (!ranges->records.empty()) {
                QVERIFY(std::holds_alternative<FileRange>(ranges->records.list().front()));
                ++cold;
            }
        }
        QVERIFY(cold > 1000);
    }

    void whatMemoryHoldsIsNotReadFromFiles()
    {
        LogFixture fixture;
        fixture.create();
        fixture.lead(batchOf(1));
        const auto hot = fixture.log->read(Offset(0), Offset(1), 1000, true, ReadAs::Ranges);
        QVERIFY(std::holds_alternative<Slice>(hot->records.list().front()));
    }
};

QTEST_APPLESS_MAIN(TestRanges)
#include "test_ranges.moc"
