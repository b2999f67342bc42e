#include <QTest>

#include "tests/sim/group_stage.h"

using namespace hw;
using namespace hw::test;
using observe::command::Assignor;

class TestStickyGroups : public QObject
{
    Q_OBJECT

    static client::ConsumerConfig with(Assignor assignor)
    {
        client::ConsumerConfig config;
        config.assignor = assignor;
        return config;
    }

private slots:
    void cooperativeMembersKeepWhatTheyNeedNotGive()
    {
        GroupStage stage(with(Assignor::CooperativeSticky));
        QVERIFY(stage.start());
        stage.join();
        QVERIFY(stage.shares({12}));
        stage.write(50);
        stage.join();
        stage.write(50); // while it moves
        QVERIFY(stage.shares({6, 6}));
        stage.join();
        stage.write(250); // longer than a heartbeat
        QVERIFY(stage.shares({4, 4, 4}));
        // Never more given up than had to move: 6 of the first, then 2 of each.
        QCOMPARE(stage.applications[0]->revoked, std::size_t(8));
        QCOMPARE(stage.applications[1]->revoked, std::size_t(2));
        QCOMPARE(stage.applications[2]->revoked, std::size_t(0));
        QVERIFY(stage.cluster.world().runUntil([&] { return stage.distinct() == 350; }, 30s));
        QCOMPARE(stage.acked, std::size_t(350));
        QCOMPARE(stage.book.reads, std::size_t(350)); // nothing twice: committed before given up
        QCOMPARE(stage.book.troubles, std::vector<std::string>());
    }

    void aCrashedMembersPartitionsGoToTheOthers()
    {
        GroupStage stage(with(Assignor::CooperativeSticky));
        QVERIFY(stage.start());
        for (int i = 0; i < 3; ++i)
            stage.join();
        QVERIFY(stage.shares({4, 4, 4}));
        const std::size_t before = stage.applications[0]->revoked + stage.applications[2]->revoked;
        stage.consumers[1].reset(); // crashes
        for (auto& [partition, owners] : stage.book.owners)
            owners.erase("c1");
        QVERIFY(stage.shares({6, 6}));
        QCOMPARE(stage.applications[0]->revoked + stage.applications[2]->revoked, before);
        stage.write(30);
        QVERIFY(stage.cluster.world().runUntil([&] { return stage.distinct() == 30; }, 30s));
        QCOMPARE(stage.book.troubles, std::vector<std::string>());
    }

    void eagerStickyGivesUpAllAndGetsTheSameBack()
    {
        GroupStage stage(with(Assignor::Sticky));
        QVERIFY(stage.start());
        stage.join();
        QVERIFY(stage.shares({12}));
        stage.join();
        QVERIFY(stage.shares({6, 6}));
        const auto before = stage.book.owners;
        stage.join();
        QVERIFY(stage.shares({4, 4, 4}));
        std::size_t moved = 0;
        for (const auto& [partition, owners] : stage.book.owners)
            moved += owners != before.at(partition);
        QCOMPARE(moved, std::size_t(4));
        QCOMPARE(stage.applications[0]->revoked, std::size_t(18)); // 12, then 6
        QCOMPARE(stage.book.troubles, std::vector<std::string>());
    }
};

QTEST_APPLESS_MAIN(TestStickyGroups)
#include "test_sticky_groups.moc"
