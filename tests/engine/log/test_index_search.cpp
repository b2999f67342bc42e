#include <QTest>

#include "tests/engine/log/log_fixture.h"

using namespace hw;
using namespace hw::log;
using namespace hw::log::test;

namespace {

/// Entry `n` names offset 3n + 2 at position 100n.
struct Index
{
    explicit Index(std::uint32_t count)
        : index(fixture.files, "x.index", Offset(0), 1 << 20)
    {
        HW_ASSERT(index.create().has_value(), "a good disk");
        for (std::uint32_t n = 0; n < count; ++n)
            add(n, 3 * n + 2);
    }
    void add(std::uint32_t n, std::int64_t offset)
    {
        HW_ASSERT(index.append(Offset(offset), 100 * n).has_value(), "a good disk");
    }
    /// Bytes that the lookup read.
    std::uint32_t costOf(std::int64_t target)
    {
        std::vector<OffsetIndex::Probe> probes;
        const auto found = index.lookup(Offset(target), &probes);
        HW_ASSERT(found.has_value(), "a good disk");
        std::uint32_t bytes = 0;
        for (const auto& probe : probes)
            bytes += probe.bytesRead;
        return bytes;
    }

    LogFixture fixture;
    OffsetIndex index;
};

} // namespace

class TestIndexSearch : public QObject
{
    Q_OBJECT
private slots:
    void findsWhatALinearSearchFinds_data()
    {
        QTest::addColumn<int>("count");
        for (const int count : {1, 2, 511, 512, 513, 514, 1024, 1025, 5000})
            QTest::newRow(qPrintable(QString::number(count))) << count;
    }
    void findsWhatALinearSearchFinds()
    {
        QFETCH(int, count);
        Index with(static_cast<std::uint32_t>(count));
        for (std::int64_t target = 0; target<3 * count + 5; target += count> 600 ? 7 : 1) {
            // The greatest n with 3n + 2 <= target.
            const std::int64_t n = std::min<std::int64_t>((target - 2 + 3) / 3 - 1, count - 1);
            const OffsetIndex::Entry expected =
                target < 2
                    ? OffsetIndex::Entry{Offset(0), 0}
                    : OffsetIndex::Entry{Offset(3 * n + 2), static_cast<std::uint32_t>(100 * n)};
            const auto found = with.index.lookup(Offset(target));
            QVERIFY(found.has_value());
            QVERIFY2(*found == expected, qPrintable(QString::number(target)));
        }
    }

    void lookupsByPositionAgree()
    {
        Index with(3000);
        for (std::uint32_t position = 0; position < 300100; position += 33) {
            const std::uint32_t n = std::min(position / 100, 2999u);
            const auto found = with.index.lookupPosition(position);
            QVERIFY(found && found->position == 100 * n);
        }
    }

    /// One block once the way there is known, however many entries there are.
    void costDoesNotGrowWithTheIndex()
    {
        constexpr std::uint32_t kBlock = IndexFile::kBlockEntries * OffsetIndex::kEntryBytes;
        for (const std::uint32_t count : {2000u, 100000u}) {
            Index with(count);
            for (std::uint32_t n = 1; n < count; n += 37)
                with.costOf(3 * n);
            for (std::uint32_t n = 0; n < count; n += 41)
                QVERIFY(with.costOf(3 * n + 2) <= kBlock);
        }
        // Near the end it takes nothing but the block, from the first time on.
        Index fresh(100000);
        QVERIFY(fresh.costOf(3 * 99900) <= kBlock + OffsetIndex::kEntryBytes);
    }

    /// What was remembered of a search must not outlive the entries.
    void searchesAfterATruncationSeeTheNewEntries()
    {
        Index with(2000);
        for (std::uint32_t n = 0; n < 2000; ++n)
            with.costOf(3 * n);
        QVERIFY(with.index.truncateTo(100 * 700).has_value());
        QCOMPARE(with.index.count(), 700u);
        // As many entries as before, but others.
        for (std::uint32_t n = 700; n < 2000; ++n)
            with.add(n, 10 * n);
        for (std::uint32_t n = 700; n < 2000; ++n) {
            const auto found = with.index.lookup(Offset(10 * n));
            QVERIFY(found && found->position == 100 * n);
        }
        QVERIFY(with.index.reset().has_value());
        QCOMPARE(with.index.lookup(Offset(5000))->position, 0u);
    }

    void aFileThatEndsTooEarlyIsCorrupt()
    {
        Index with(2000);
        QVERIFY((*with.index.file().open())->truncate(8 * 300).has_value());
        const auto found = with.index.lookup(Offset(3 * 1000));
        QVERIFY(!found && found.error().kind == Failure::Corrupt);
    }
};

QTEST_APPLESS_MAIN(TestIndexSearch)
#include "test_index_search.moc"
