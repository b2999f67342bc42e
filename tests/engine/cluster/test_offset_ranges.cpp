#include <QTest>

#include <random>
#include <set>

#include "engine/cluster/offset_ranges.h"

using namespace hw;
using namespace hw::cluster;

class TestOffsetRanges : public QObject
{
    Q_OBJECT
private slots:
    void theyAreTheOffsetsThatWereAdded()
    {
        const unsigned seed = std::random_device()();
        qInfo("seed %u", seed);
        std::mt19937 random(seed);
        OffsetRanges ranges;
        std::set<std::int64_t> offsets;
        for (int step = 0; step < 3000; ++step) {
            const std::int64_t from = random() % 100;
            if (random() % 10 > 0) {
                const std::int64_t to = from + random() % 8;
                ranges.add(Offset(from), Offset(to));
                for (std::int64_t at = from; at < to; ++at)
                    offsets.insert(at);
                continue;
            }
            std::set<std::int64_t> taken;
            std::int64_t before = -1;
            for (const auto& range : ranges.takeFrom(Offset(from))) {
                QVERIFY(range.from.value() > before && range.from < range.to); // apart, ascending
                before = range.to.value();
                for (Offset at = range.from; at < range.to; ++at)
                    taken.insert(at.value());
            }
            QCOMPARE(taken, std::set(offsets.lower_bound(from), offsets.end()));
            offsets.erase(offsets.lower_bound(from), offsets.end());
            QCOMPARE(ranges.empty(), offsets.empty());
        }
    }

    void theOldestAreForgottenWhenThereAreTooMany()
    {
        OffsetRanges ranges;
        const auto count = static_cast<std::int64_t>(OffsetRanges::kLimit) + 5;
        for (std::int64_t i = 0; i < count; ++i)
            ranges.add(Offset(2 * i), Offset(2 * i + 1));
        const auto taken = ranges.takeFrom(Offset(0));
        QCOMPARE(taken.size(), OffsetRanges::kLimit);
        QCOMPARE(taken.front().from, Offset(10));
    }
};

QTEST_APPLESS_MAIN(TestOffsetRanges)
#include "test_offset_ranges.moc"
