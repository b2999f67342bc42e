#include <QTest>

#include "engine/log/epoch_cache.h"

using namespace hw;
using namespace hw::log;

namespace {

EpochCache cacheOf(std::initializer_list<std::pair<int, int>> entries)
{
    EpochCache cache;
    for (const auto& [epoch, start] : entries)
        cache.assign(LeaderEpoch(epoch), Offset(start));
    return cache;
}

std::string textOf(const EpochCache& cache)
{
    std::string text;
    for (const EpochEntry& entry : cache.entries())
        text += fmt::format("({},{})", entry.epoch, entry.start);
    return text;
}

EpochEnd endOf(int epoch, int offset) { return {LeaderEpoch(epoch), Offset(offset)}; }

} // namespace

class TestEpochCache : public QObject
{
    Q_OBJECT
private slots:
    void newerEpochsAreAdded()
    {
        QCOMPARE(textOf(cacheOf({{0, 0}, {2, 5}, {3, 9}})), std::string("(0,0)(2,5)(3,9)"));
    }

    void sameEpochFurtherOnChangesNothing()
    {
        EpochCache cache = cacheOf({{2, 5}});
        QVERIFY(!cache.assign(LeaderEpoch(2), Offset(8)));
        QCOMPARE(textOf(cache), std::string("(2,5)"));
    }

    void batchesWithoutAnEpochLeaveNoEntry()
    {
        EpochCache cache;
        QVERIFY(!cache.assign(kNoLeaderEpoch, Offset(0)));
        QVERIFY(cache.entries().empty());
    }

    void newerEpochAtTheSameStartReplacesTheEmptyOne()
    {
        QCOMPARE(textOf(cacheOf({{0, 0}, {1, 5}, {2, 5}})), std::string("(0,0)(2,5)"));
    }

    void olderEpochDropsTheNewerOnes()
    {
        QCOMPARE(textOf(cacheOf({{0, 0}, {2, 5}, {3, 9}, {2, 7}})), std::string("(0,0)(2,7)"));
    }

    void newEpochAtALowerStartDropsWhatLiesAbove()
    {
        QCOMPARE(textOf(cacheOf({{0, 0}, {2, 5}, {3, 9}, {4, 5}})), std::string("(0,0)(4,5)"));
    }

    void endOffsets()
    {
        const EpochCache cache = cacheOf({{1, 0}, {3, 5}, {4, 9}});
        const Offset leo(15);
        QVERIFY(cache.endOffsetFor(kNoLeaderEpoch, leo) == EpochEnd());
        QVERIFY(cache.endOffsetFor(LeaderEpoch(5), leo) == EpochEnd());
        QVERIFY(cache.endOffsetFor(LeaderEpoch(4), leo) == endOf(4, 15));
        QVERIFY(cache.endOffsetFor(LeaderEpoch(3), leo) == endOf(3, 9));
        QVERIFY(cache.endOffsetFor(LeaderEpoch(2), leo) == endOf(1, 5));
        QVERIFY(cache.endOffsetFor(LeaderEpoch(1), leo) == endOf(1, 5));
        QVERIFY(cache.endOffsetFor(LeaderEpoch(0), leo) == endOf(0, 0));
        QVERIFY(EpochCache().endOffsetFor(LeaderEpoch(0), leo) == EpochEnd());
    }

    void truncatingTheEndDropsEntriesThatStartThere()
    {
        EpochCache cache = cacheOf({{0, 0}, {2, 5}, {3, 9}});
        QVERIFY(!cache.truncateFromEnd(Offset(10)));
        QVERIFY(cache.truncateFromEnd(Offset(9)));
        QCOMPARE(textOf(cache), std::string("(0,0)(2,5)"));
        QVERIFY(cache.truncateFromEnd(Offset(0)));
        QCOMPARE(textOf(cache), std::string());
    }

    void raisingTheStartCollapsesOlderEntries()
    {
        EpochCache cache = cacheOf({{0, 0}, {2, 5}, {3, 9}});
        QVERIFY(!cache.truncateFromStart(Offset(0)));
        QVERIFY(cache.truncateFromStart(Offset(7)));
        QCOMPARE(textOf(cache), std::string("(2,7)(3,9)"));
        QVERIFY(cache.truncateFromStart(Offset(20)));
        QCOMPARE(textOf(cache), std::string("(3,20)"));
    }

    void epochOfARecord()
    {
        const EpochCache cache = cacheOf({{1, 3}, {3, 5}});
        QCOMPARE(cache.epochAt(Offset(2)).value(), -1);
        QCOMPARE(cache.epochAt(Offset(3)).value(), 1);
        QCOMPARE(cache.epochAt(Offset(4)).value(), 1);
        QCOMPARE(cache.epochAt(Offset(5)).value(), 3);
    }
};

QTEST_APPLESS_MAIN(TestEpochCache)
#include "test_epoch_cache.moc"
