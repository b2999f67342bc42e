#include <QTest>

#include "engine/broker/group/offsets_records.h"
#include "engine/protocol/batch_builder.h"
#include "tests/engine/broker/group/group_bench.h"

using namespace hw;
using namespace hw::test;
using namespace hw::observe;

/// The coordinator moves to another broker: case R11.
class TestGroupMove : public QObject
{
    Q_OBJECT
private slots:
    void aMoveKeepsMembersAssignmentGenerationAndOffsets()
    {
        GroupBench bench;
        bench.start();
        const auto ids = bench.stableGroup(2);
        bench.commit(ids[0], Generation{1}, 42);
        bench.run(4s); // 2 s of the session are left
        const auto before = bench.describe();
        const std::size_t changes = bench.events.all<fact::GroupStateChanged>().size();

        bench.crash();
        bench.start();
        const auto after = bench.describe();
        QCOMPARE(after.state, "Stable");
        QCOMPARE(after.protocol, before.protocol);
        QCOMPARE(after.members.size(), 2u);
        for (std::size_t i = 0; i < 2; ++i) {
            QCOMPARE(after.members[i].memberId, before.members[i].memberId);
            QCOMPARE(after.members[i].clientId, before.members[i].clientId);
            QCOMPARE(toHex(after.members[i].assignment.view()),
                     toHex(before.members[i].assignment.view()));
            QCOMPARE(toHex(after.members[i].metadata.view()),
                     toHex(before.members[i].metadata.view()));
        }
        const auto report = bench.report();
        QCOMPARE(report->generation, Generation{1});
        QCOMPARE(report->leader, ids[0]);
        QCOMPARE(bench.committed(), 42);
        QCOMPARE(bench.heartbeat(ids[0], Generation{1}), ErrorCode::None);

        // It is told as a move, not as a rebalance.
        QCOMPARE(bench.events.all<fact::GroupStateChanged>().size(), changes);
        QCOMPARE(report->lastCause.kind, fact::RebalanceKind::CoordinatorMoved);
        QVERIFY(report->lastCause.member.empty());
        QVERIFY(report->lastCause.text.starts_with("the coordinator moved to broker 1"));
        const auto loaded = bench.events.all<fact::CoordinatorLoaded>();
        std::int32_t groups = 0;
        for (const auto& each : loaded)
            groups += each.groups;
        QCOMPARE(groups, 1);

        // Sessions start anew: nobody goes after the 2 s that were left, but after 6 s.
        bench.run(5800ms);
        QVERIFY(bench.events.all<fact::MemberLeft>().empty());
        bench.run(300ms);
        QCOMPARE(bench.events.all<fact::MemberLeft>().size(), 2u);
    }

    void aMovedGroupRebalancesOn()
    {
        GroupBench bench;
        bench.start();
        const auto ids = bench.stableGroup(2);
        bench.crash();
        bench.start();
        const auto third = bench.join();
        const auto second = bench.join(ids[1]);
        const auto first = bench.join(ids[0]);
        QCOMPARE((*first)->generation, Generation{2});
        QCOMPARE((*first)->members.size(), 3u);
        QCOMPARE((*third)->leader, ids[0]);
    }

    void whileLoadingClientsAreAskedToWait()
    {
        GroupBench bench;
        bench.config.offsetsLoadBufferSize = 1; // a batch at a time
        bench.start();
        const auto ids = bench.stableGroup(1);
        bench.commit(ids[0], Generation{1}, 1);
        bench.commit(ids[0], Generation{1}, 2);
        const std::int32_t partition = bench.coordinator->partitionFor("g");
        bench.resign(partition, LeaderEpoch{2});
        bench.run(1ms);

        bench.port.reads = 0;
        bench.port.unreadable = true; // the log cannot be read for a while
        bench.elect(partition, LeaderEpoch{3});
        bench.run(10ms);
        QCOMPARE((*bench.join())->error, ErrorCode::CoordinatorLoadInProgress);
        QCOMPARE((*bench.sync(ids[0], Generation{1}))->error, ErrorCode::RebalanceInProgress);
        QCOMPARE(bench.heartbeat(ids[0], Generation{1}), ErrorCode::None);
        QCOMPARE(bench.leave(ids[0]), ErrorCode::CoordinatorLoadInProgress);
        QCOMPARE(bench.commit(ids[0], Generation{1}, 3), ErrorCode::CoordinatorLoadInProgress);
        QCOMPARE(bench.describe().error, ErrorCode::CoordinatorLoadInProgress);
        group::ListGroupsResult list;
        bench.call([&] { list = bench.coordinator->list(); });
        QCOMPARE(list.error, ErrorCode::CoordinatorLoadInProgress);

        bench.port.unreadable = false;
        bench.run(1100ms);
        QCOMPARE(bench.state(), "Stable");
        QCOMPARE(bench.committed(), 2);
        QVERIFY(bench.port.reads > 3); // one batch per slice
    }

    void resigningAnswersWhoWaits()
    {
        GroupBench bench;
        bench.start();
        const auto a = bench.join();
        const std::int32_t partition = bench.coordinator->partitionFor("g");
        bench.resign(partition, LeaderEpoch{2});
        bench.run(1ms);
        QCOMPARE((*a)->error, ErrorCode::NotCoordinator);
        QCOMPARE(bench.events.all<fact::CoordinatorUnloaded>().size(), 1u);

        bench.elect(partition, LeaderEpoch{3});
        bench.run(1ms);
        const auto b = bench.join();
        const auto c = bench.join();
        bench.awaitAll<group::JoinResult>({b, c});
        const auto sync = bench.sync((*c)->memberId, Generation{1});
        bench.resign(partition, LeaderEpoch{4});
        bench.run(1ms);
        QCOMPARE((*sync)->error, ErrorCode::NotCoordinator);
        QVERIFY(!bench.report());
        bench.run(60s); // no timer of the forgotten group is left
        QVERIFY(bench.events.all<fact::MemberLeft>().empty());
    }

    void anOlderEpochChangesNothing()
    {
        GroupBench bench;
        bench.start();
        const auto ids = bench.stableGroup(1);
        const std::int32_t partition = bench.coordinator->partitionFor("g");
        bench.elect(partition, LeaderEpoch{5}); // led before: nothing is loaded again
        QCOMPARE(bench.heartbeat(ids[0], Generation{1}), ErrorCode::None);
        bench.call([&] {
            bench.coordinator->onResigned({broker::kOffsetsTopic, partition}, LeaderEpoch{4});
        });
        QCOMPARE(bench.heartbeat(ids[0], Generation{1}), ErrorCode::None);
        bench.call([&] { bench.coordinator->onResigned({"t", partition}, LeaderEpoch{9}); });
        QCOMPARE(bench.heartbeat(ids[0], Generation{1}), ErrorCode::None);
        bench.call([&] {
            bench.coordinator->onResigned({broker::kOffsetsTopic, partition}, std::nullopt);
        });
        QCOMPARE(bench.heartbeat(ids[0], Generation{1}), ErrorCode::NotCoordinator);
    }

    void anEmptyGroupComesBackEmptyWithItsGeneration()
    {
        GroupBench bench;
        bench.start();
        const auto ids = bench.stableGroup(1);
        bench.commit(ids[0], Generation{1}, 9);
        bench.leave(ids[0]);
        bench.run(5ms);
        bench.crash();
        bench.start();
        QCOMPARE(bench.state(), "Empty");
        QCOMPARE(bench.report()->generation, Generation{2});
        QCOMPARE(bench.describe().protocolType, "consumer");
        QCOMPARE(bench.committed(), 9);
    }

    void transactionalCommitsCountFromTheirMarkerOn()
    {
        GroupBench bench;
        bench.start();
        const std::int32_t partition = bench.coordinator->partitionFor("g");
        auto& log = bench.logs[{broker::kOffsetsTopic, partition}];
        log.push_back(offsetBatch(Offset{0}, 0, 10, true));
        log.push_back(offsetBatch(Offset{1}, 1, 11, true));
        log.push_back(offsetBatch(Offset{2}, 1, 12, false));
        log.push_back(marker(Offset{3}, true));
        log.push_back(offsetBatch(Offset{4}, 0, 13, true));
        log.push_back(marker(Offset{5}, false));
        bench.resign(partition, LeaderEpoch{2});
        bench.elect(partition, LeaderEpoch{3});
        bench.run(10ms);
        group::FetchOffsetsResult all;
        bench.call([&] { all = bench.coordinator->fetchOffsets({"g", std::nullopt}); });
        QCOMPARE(all.offsets.size(), 2u);
        QCOMPARE(all.offsets[0].offset, Offset{10}); // committed; 13 was aborted
        QCOMPARE(all.offsets[1].offset, Offset{12}); // written after 11, though before its marker
    }

    void destroyingItDropsWhoWaitsAndIgnoresLateAppends()
    {
        GroupBench bench;
        bench.start();
        const auto a = bench.join();
        bench.awaitAll<group::JoinResult>({a});
        bench.port.hold = true;
        const auto sync = bench.sync((*a)->memberId, Generation{1});
        bench.call([&] { bench.coordinator.reset(); });
        bench.call([&] { bench.port.release(); });
        bench.run(60s);
        QVERIFY(!*sync);
        QCOMPARE(sync.use_count(), 1); // the answer's owner is gone, which closes its connection
    }

private:
    static Slice offsetBatch(Offset base, std::int32_t partition, std::int64_t offset,
                             bool transactional)
    {
        protocol::BatchSpec spec;
        spec.baseOffset = base;
        spec.transactional = transactional;
        spec.producerId = ProducerId{transactional ? 7 : -1};
        protocol::BatchBuilder builder(spec);
        const WallTime now{1700000000000};
        builder.add(now, group::encodeOffsetKey("g", {"t", partition}),
                    group::encodeOffsetValue({Offset{offset}, kNoLeaderEpoch, "", now}));
        return Slice(builder.build());
    }
    static Slice marker(Offset base, bool commit)
    {
        protocol::BatchSpec spec;
        spec.baseOffset = base;
        spec.producerId = ProducerId{7};
        return Slice(
            protocol::buildControlMarker(spec, WallTime{1700000000000}, {.commit = commit}));
    }
};

QTEST_APPLESS_MAIN(TestGroupMove)
#include "test_group_move.moc"
