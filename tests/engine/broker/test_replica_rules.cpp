#include <QTest>

#include "engine/broker/replica/follower_progress.h"
#include "engine/broker/replica/high_watermark.h"
#include "engine/broker/replica/isr_state.h"

using namespace hw;
using namespace hw::replica;

static Instant at(std::int64_t ms) { return Instant(fromMs(ms)); }
static Brokers ids(std::initializer_list<int> numbers)
{
    Brokers brokers;
    for (const int number : numbers)
        brokers.push_back(BrokerId(number));
    return brokers;
}

class TestReplicaRules : public QObject
{
    Q_OBJECT
private slots:
    void leadersMarkOnlyRises()
    {
        HighWatermark mark(Offset(5));
        QVERIFY(!mark.raiseTo(Offset(4)));
        QVERIFY(!mark.raiseTo(Offset(5)));
        QVERIFY(mark.raiseTo(Offset(6)));
        QCOMPARE(mark.value(), Offset(6));
    }

    void followersMarkStaysInsideItsLog()
    {
        HighWatermark mark(Offset(5));
        mark.follow(Offset(9), Offset(2), Offset(7));
        QCOMPARE(mark.value(), Offset(7));
        mark.follow(Offset(1), Offset(2), Offset(7));
        QCOMPARE(mark.value(), Offset(2));
        mark.follow(Offset(6), Offset(2), Offset(7));
        mark.keepWithin(Offset(2), Offset(4));
        QCOMPARE(mark.value(), Offset(4));
    }

    void aFetchAtTheEndIsCaughtUpNow()
    {
        FollowerProgress follower;
        follower.startOver(false, at(0));
        QVERIFY(!follower.isCaughtUp(Offset(0), at(0), 1s));
        follower.fetched(Offset(10), Offset(0), Offset(10), at(100));
        QCOMPARE(*follower.caughtUpAt(), at(100));
        QCOMPARE(*follower.leo(), Offset(10));
    }

    void aFetchThatReachesTheEndOfTheFetchBeforeWasCaughtUpThen()
    {
        FollowerProgress follower;
        follower.startOver(false, at(0));
        follower.fetched(Offset(3), Offset(0), Offset(10), at(100));
        QVERIFY(!follower.caughtUpAt());
        follower.fetched(Offset(10), Offset(0), Offset(20), at(200));
        QCOMPARE(*follower.caughtUpAt(), at(100));
        follower.fetched(Offset(19), Offset(0), Offset(30), at(300));
        QCOMPARE(*follower.caughtUpAt(), at(100)); // 19 is not yet the 20 of the fetch before
    }

    void caughtUpLastsForTheLagTimeAndForeverWithoutNews()
    {
        FollowerProgress follower;
        follower.startOver(true, at(0));
        QVERIFY(follower.isCaughtUp(Offset(5), at(1000), 1s));
        QVERIFY(!follower.isCaughtUp(Offset(5), at(1001), 1s));
        follower.fetched(Offset(5), Offset(0), Offset(5), at(2000));
        QVERIFY(follower.isCaughtUp(Offset(5), at(99000), 1s)); // has all there is
        QVERIFY(!follower.isCaughtUp(Offset(6), at(99000), 1s));
    }

    void aNewEpochKeepsWhatWasHeardAndANewLeaderForgetsIt()
    {
        FollowerProgress follower;
        follower.startOver(true, at(0));
        follower.fetched(Offset(5), Offset(0), Offset(5), at(100));
        follower.beginEpoch(true, Offset(9), at(200));
        QCOMPARE(*follower.leo(), Offset(5));
        QCOMPARE(*follower.caughtUpAt(), at(100));
        // The epoch's start counts as the end seen at its last fetch, and that as made now.
        follower.fetched(Offset(9), Offset(0), Offset(12), at(300));
        QCOMPARE(*follower.caughtUpAt(), at(200));
        follower.startOver(false, at(400));
        QVERIFY(!follower.leo() && !follower.caughtUpAt());
    }

    void maximalIsrCountsAnExpansionButNotAShrink()
    {
        IsrState isr;
        isr.commit(ids({1, 2}));
        isr.propose(ids({1, 2, 3}));
        QVERIFY(isr.maximal() == ids({1, 2, 3}));
        isr.rollBack();
        QVERIFY(isr.maximal() == ids({1, 2}));
        isr.propose(ids({1}));
        QVERIFY(isr.maximal() == ids({1, 2}));
        const auto round = isr.round();
        isr.commit(ids({1}));
        QVERIFY(isr.maximal() == ids({1}) && !isr.isInFlight() && isr.round() != round);
    }
};

QTEST_APPLESS_MAIN(TestReplicaRules)
#include "test_replica_rules.moc"
