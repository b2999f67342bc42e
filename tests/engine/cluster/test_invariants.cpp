#include <QTest>

#include "engine/cluster/invariants.h"
#include "tests/support/small_cluster.h"

using namespace hw;
using namespace hw::cluster;
using namespace hw::observe;

class TestInvariants : public QObject
{
    Q_OBJECT

    static QString firstOf(const std::vector<std::string>& broken)
    {
        return broken.empty() ? QString() : QString::fromStdString(broken.front());
    }

private slots:
    void aSoundPictureBreaksNothing()
    {
        test::SmallCluster scene;
        Invariants invariants;
        QCOMPARE(firstOf(invariants.broken(scene.snapshot, scene.gauges)), QString());
    }

    void highWatermarkAboveTheLogEnd()
    {
        test::SmallCluster scene;
        Invariants invariants;
        const Slot slot = scene.partition().replicas[1].slot;
        scene.gauges.hw[slot] = scene.gauges.leo[slot] + 1;
        QVERIFY(firstOf(invariants.broken(scene.snapshot, scene.gauges)).startsWith("3: t-0"));
    }

    void aLeadersHighWatermarkThatFalls()
    {
        test::SmallCluster scene;
        Invariants invariants;
        PartitionPart& part = scene.partition();
        for (ReplicaPart& replica : part.replicas) {
            if (replica.broker != part.leader)
                continue;
            replica.leaderEpoch = part.leaderEpoch;
            QVERIFY(invariants.broken(scene.snapshot, scene.gauges).empty());
            --scene.gauges.hw[replica.slot];
        }
        QVERIFY(firstOf(invariants.broken(scene.snapshot, scene.gauges)).contains("fell"));
    }

    void aLeaderEpochThatFalls()
    {
        test::SmallCluster scene;
        Invariants invariants;
        QVERIFY(invariants.broken(scene.snapshot, scene.gauges).empty());
        scene.partition().leaderEpoch = scene.partition().leaderEpoch - 1;
        QVERIFY(firstOf(invariants.broken(scene.snapshot, scene.gauges)).startsWith("4: t-0"));
    }

    void anIsrWithoutItsLeader()
    {
        test::SmallCluster scene;
        Invariants invariants;
        scene.partition().isr = {BrokerId(3)};
        QVERIFY(firstOf(invariants.broken(scene.snapshot, scene.gauges)).startsWith("5: t-0"));
    }

    void aPartitionWithTwoOwners()
    {
        test::SmallCluster scene;
        Invariants invariants;
        GroupPart& group = scene.group();
        group.state = fact::GroupState::Stable;
        group.members.push_back(group.members.front());
        group.members.back().member += "-twin";
        group.members.front().assigned = {{"t", 0}};
        group.members.back().assigned = {{"t", 0}};
        QVERIFY(firstOf(invariants.broken(scene.snapshot, scene.gauges)).startsWith("10: group"));
    }
};

QTEST_APPLESS_MAIN(TestInvariants)
#include "test_invariants.moc"
