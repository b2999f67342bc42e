#include <QTest>

#include "engine/controller/elections.h"

using namespace hw;
using namespace hw::controller;

static std::vector<BrokerId> ids(std::initializer_list<int> numbers)
{
    std::vector<BrokerId> list;
    for (const int number : numbers)
        list.emplace_back(number);
    return list;
}

static Candidates from(std::initializer_list<int> replicas, std::initializer_list<int> isr,
                       std::initializer_list<int> live,
                       std::initializer_list<int> shuttingDown = {})
{
    Candidates candidates{ids(replicas), ids(isr), {}, {}};
    for (const int id : live)
        candidates.live.insert(BrokerId(id));
    for (const int id : shuttingDown)
        candidates.shuttingDown.insert(BrokerId(id));
    return candidates;
}

static Elected leader(int id, std::initializer_list<int> isr, bool unclean = false)
{
    return {BrokerId(id), ids(isr), unclean};
}

class TestElections : public QObject
{
    Q_OBJECT
private slots:
    void aMovedPartitionIsLedByTheFirstOfItsTargetThatIsInSync()
    {
        QVERIFY(elect::forReassignment(from({4, 5, 1}, {1, 2, 5}, {1, 2, 4, 5})) ==
                leader(5, {1, 2, 5}));
        QVERIFY(elect::forReassignment(from({4, 5, 1}, {1, 2, 5}, {1, 2, 4})) ==
                leader(1, {1, 2, 5}));
        QVERIFY(!elect::forReassignment(from({4, 5}, {1, 2}, {1, 2, 4, 5})));
    }

    void aNewPartitionIsLedByItsFirstLiveReplica()
    {
        QVERIFY(elect::forNew(from({3, 1, 2}, {}, {1, 2, 3})) == leader(3, {3, 1, 2}));
        QVERIFY(elect::forNew(from({3, 1, 2}, {}, {1, 2})) == leader(1, {1, 2}));
        QVERIFY(!elect::forNew(from({3, 1}, {}, {2})));
    }

    void anOfflinePartitionIsLedByTheFirstLiveInSyncReplica()
    {
        // Assignment order decides, not ISR order.
        QVERIFY(elect::forOffline(from({1, 2, 3}, {3, 2, 1}, {2, 3}), false) == leader(2, {3, 2}));
        QVERIFY(elect::forOffline(from({1, 2, 3}, {1, 3}, {2, 3}), false) == leader(3, {3}));
        QVERIFY(!elect::forOffline(from({1, 2, 3}, {1}, {2, 3}), false));
        QVERIFY(!elect::forOffline(from({1, 2, 3}, {1}, {}), true));
    }

    void anUncleanElectionTakesTheFirstLiveReplicaAlone()
    {
        QVERIFY(elect::forOffline(from({1, 2, 3}, {1}, {2, 3}), true) == leader(2, {2}, true));
        // A clean one is preferred when it is possible.
        QVERIFY(elect::forOffline(from({1, 2, 3}, {1, 3}, {2, 3}), true) == leader(3, {3}));
    }

    void thePreferredReplicaMustBeLiveAndInSync()
    {
        QVERIFY(elect::forPreferred(from({1, 2}, {2, 1}, {1, 2})) == leader(1, {2, 1}));
        QVERIFY(!elect::forPreferred(from({1, 2}, {2}, {1, 2})));
        QVERIFY(!elect::forPreferred(from({1, 2}, {1, 2}, {2})));
    }

    void shutdownMovesToAnInSyncReplicaThatStays()
    {
        QVERIFY(elect::forShutdown(from({1, 2, 3}, {1, 2, 3}, {2, 3}, {1})) == leader(2, {2, 3}));
        QVERIFY(elect::forShutdown(from({1, 2, 3}, {1, 3}, {2, 3}, {1})) == leader(3, {3}));
        QVERIFY(!elect::forShutdown(from({1, 2, 3}, {1}, {2, 3}, {1})));
        QVERIFY(!elect::forShutdown(from({1, 2}, {1, 2}, {}, {1, 2})));
        // A dead member stays in the ISR here; its own going offline removes it.
        QVERIFY(elect::forShutdown(from({1, 2, 3}, {1, 2, 3}, {2}, {1})) == leader(2, {2, 3}));
    }
};

QTEST_APPLESS_MAIN(TestElections)
#include "test_elections.moc"
