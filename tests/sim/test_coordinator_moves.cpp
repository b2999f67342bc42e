#include <QTest>

#include "engine/rebalances/book.h"
#include "tests/support/raw_group.h"

using namespace hw;
using namespace hw::test;
using namespace hw::observe;
using protocol::ErrorCode;

namespace {

/// A and B are stable in generation 1 of group g; C comes.
struct Stage
{
    bool begin()
    {
        if (!cluster.ready() || !cluster.createTopic("t", 3, 3).ok)
            return false;
        for (RawMember* member : {&a, &b, &c})
            if (!member->findCoordinator())
                return false;
        return formGroup({&a, &b}) && a.commit({"t", 0}, 42) == ErrorCode::None;
    }
    /// The broker that coordinates dies, and another one takes over.
    bool move()
    {
        const BrokerId old = a.coordinator;
        if (!cluster.kill(old.value()).ok)
            return false;
        const bool loaded = cluster.until([&](const Snapshot&, const Gauges&) {
            const auto group = cluster.group("g");
            return group && group->coordinator != old && group->coordinator != kNoBroker;
        });
        for (RawMember* member : {&a, &b, &c})
            member->coordinator = cluster.group("g")->coordinator;
        return loaded;
    }
    /// Members and generation are those of the last assignment that was stored, and no rebalance
    /// was begun for it.
    bool isAsStored()
    {
        const auto group = cluster.group("g");
        std::vector<std::string> members;
        for (const auto& member : group->members)
            members.push_back(member.member);
        std::vector<std::string> stored{a.id, b.id};
        std::ranges::sort(stored);
        return group->state == fact::GroupState::Stable && group->generation == Generation{1} &&
               group->lastCause.kind == fact::RebalanceKind::CoordinatorMoved && members == stored;
    }
    /// The coordinator died after this many rebalances had begun.
    std::size_t rebalances()
    {
        rebalances::Book book;
        for (const Event& event : cluster.events())
            book.take(event);
        return book.all().size();
    }

    SimCluster cluster;
    RawMember a{cluster, 1, "g", "A"};
    RawMember b{cluster, 2, "g", "B"};
    RawMember c{cluster, 3, "g", "C"};
};

} // namespace

/// The coordinator's broker dies in each phase of a rebalance: case R11.
class TestCoordinatorMoves : public QObject
{
    Q_OBJECT
private slots:
    void whileStable()
    {
        Stage s;
        QVERIFY(s.begin());
        QVERIFY(s.move());
        QVERIFY(s.isAsStored());
        QCOMPARE(s.rebalances(), std::size_t(1));
        QCOMPARE(s.a.heartbeat(), ErrorCode::None);
        QCOMPARE(s.b.heartbeat(), ErrorCode::None);
        s.b.sendSync();
        QCOMPARE(s.b.synced(), ErrorCode::None);
        QCOMPARE(s.b.assigned(), (std::vector<TopicPartition>{{"t", 1}}));
        for (const auto& offset : s.cluster.group("g")->offsets)
            if (offset.partition == TopicPartition{"t", 0})
                QCOMPARE(s.cluster.gauges()->committed[offset.slot], std::int64_t(42));
        // The sessions began anew when the group was loaded: 10 s from then.
        s.cluster.runFor(8s);
        QCOMPARE(s.a.heartbeat(), ErrorCode::None);
        s.cluster.runFor(3s);
        QCOMPARE(s.b.heartbeat(), ErrorCode::UnknownMemberId);
        QCOMPARE(s.rebalances(), std::size_t(2));
    }

    /// Its logs are closed before it has left ZooKeeper, and its groups' time goes on meanwhile.
    void whileItsBrokerStops()
    {
        Stage s;
        QVERIFY(s.begin());
        const NodeId node = NodeId::broker(s.cluster.group("g")->coordinator);
        for (int other = 1; other <= 3; ++other) // nobody can take over
            if (other != node.number)
                QVERIFY(s.cluster.kill(other).ok);
        s.cluster.runFor(9500ms);
        QVERIFY(s.cluster.run(command::DelayLink{node, NodeId::ensemble(0), 1500ms}).ok);
        s.cluster.cluster().submit(command::Stop{node});
        s.cluster.runFor(6s); // the sessions of 10 s end
        for (const Event& event : s.cluster.events())
            QVERIFY2(!std::holds_alternative<fact::LogFailed>(event.fact),
                     s.cluster.story().c_str());
    }

    void whilePreparing()
    {
        Stage s;
        QVERIFY(s.begin());
        s.c.sendJoin();
        QVERIFY(s.cluster.group("g")->state == fact::GroupState::PreparingRebalance);
        QVERIFY(s.c.isJoining());
        QVERIFY(s.move());
        QVERIFY(s.isAsStored());
        QCOMPARE(s.a.heartbeat(), ErrorCode::None); // the rebalance was lost with its coordinator
        QCOMPARE(s.a.commit({"t", 0}, 43), ErrorCode::None);
        QCOMPARE(s.c.heartbeat(), ErrorCode::UnknownMemberId);
        s.c.id.clear();
        QVERIFY(formGroup({&s.c, &s.a, &s.b}));
        QCOMPARE(s.a.generation, Generation{2});
    }

    void whileCompleting()
    {
        Stage s;
        QVERIFY(s.begin());
        for (RawMember* member : {&s.c, &s.a, &s.b})
            member->sendJoin();
        for (RawMember* member : {&s.c, &s.a, &s.b})
            QCOMPARE(member->joined(), ErrorCode::None);
        QVERIFY(s.cluster.group("g")->state == fact::GroupState::CompletingRebalance);
        QCOMPARE(s.a.generation, Generation{2});
        s.b.sendSync(); // parked
        QVERIFY(s.move());
        QVERIFY(s.isAsStored()); // generation 2 was never stored
        QCOMPARE(s.a.heartbeat(), ErrorCode::IllegalGeneration);
        QCOMPARE(s.a.commit({"t", 0}, 43), ErrorCode::IllegalGeneration);
        QCOMPARE(s.c.heartbeat(), ErrorCode::UnknownMemberId);
        s.c.id.clear();
        QVERIFY(formGroup({&s.c, &s.a, &s.b}));
        QCOMPARE(s.a.generation, Generation{2});
        QCOMPARE(s.cluster.group("g")->members.size(), std::size_t(3));
    }
};

QTEST_APPLESS_MAIN(TestCoordinatorMoves)
#include "test_coordinator_moves.moc"
