#include <QTest>

#include "tests/engine/broker/group/group_bench.h"

using namespace hw;
using namespace hw::test;
using namespace hw::observe;

namespace {

group::JoinRequest withProtocols(const std::vector<std::string>& names)
{
    auto request = GroupBench::joinRequest("");
    request.protocols.clear();
    for (const std::string& name : names)
        request.protocols.push_back({name, subscription({"t"})});
    return request;
}

} // namespace

/// How rebalances begin and end: timers, leaders, protocols.
class TestGroupRebalance : public QObject
{
    Q_OBJECT
private slots:
    void aNewMemberIsGivenAnIdFirst()
    {
        GroupBench bench;
        bench.start();
        auto request = GroupBench::joinRequest("");
        request.requireKnownMemberId = true;
        const auto refused = bench.join(request);
        QCOMPARE((*refused)->error, ErrorCode::MemberIdRequired);
        QVERIFY((*refused)->memberId.starts_with("c-"));
        QCOMPARE((*refused)->memberId.size(), 2u + 36u);
        QCOMPARE(bench.state(), "Empty");
        request.memberId = (*refused)->memberId;
        const auto joined = bench.join(request);
        bench.awaitAll<group::JoinResult>({joined});
        QCOMPARE((*joined)->error, ErrorCode::None);
        QCOMPARE((*joined)->memberId, request.memberId);
        QCOMPARE((*joined)->generation, Generation{1});
    }

    void aPendingMemberHoldsTheRebalanceForOneSession()
    {
        GroupBench bench;
        bench.start();
        const auto ids = bench.stableGroup(1);
        auto request = GroupBench::joinRequest("");
        request.requireKnownMemberId = true;
        const std::string pending = (*bench.join(request))->memberId;
        const auto rejoin = bench.join(ids[0]);
        bench.run(5900ms);
        QVERIFY(!*rejoin);
        bench.run(200ms);
        QCOMPARE((*rejoin)->error, ErrorCode::None);
        const auto left = bench.events.all<fact::MemberLeft>();
        QCOMPARE(left.size(), 1u);
        QCOMPARE(left[0].member, pending);
        QCOMPARE(left[0].cause, fact::LeaveCause::PendingExpired);
        QCOMPARE((*bench.join(pending))->error, ErrorCode::UnknownMemberId);
    }

    void theInitialDelayIsExtendedByNewMembers()
    {
        GroupBench bench;
        bench.start();
        const auto first = bench.join();
        bench.run(400ms);
        const auto second = bench.join();
        bench.run(400ms); // 0.8 s: the first delay ended at 0.5 s and was extended to 1.0 s
        QVERIFY(!*first);
        bench.run(300ms);
        QCOMPARE((*first)->generation, Generation{1});
        QCOMPARE((*second)->generation, Generation{1});
        QCOMPARE((*first)->members.size(), 2u);
    }

    void theInitialDelayEndsWithTheRebalanceTimeout()
    {
        GroupBench bench;
        bench.start();
        auto request = GroupBench::joinRequest("");
        request.rebalanceTimeout = 1200ms;
        const auto first = bench.join(request);
        for (int i = 0; i < 11; ++i) {
            bench.run(100ms);
            bench.join(request);
        }
        QVERIFY(!*first);
        bench.run(110ms);
        QVERIFY(first->has_value());
        QCOMPARE((*first)->members.size(), 12u);
    }

    void whoDoesNotRejoinInTimeIsDropped()
    {
        GroupBench bench;
        bench.start();
        const auto ids = bench.stableGroup(2);
        const auto third = bench.join();
        const auto leader = bench.join(ids[0]);
        for (int i = 0; i < 19; ++i) {
            bench.run(1s);
            QCOMPARE(bench.heartbeat(ids[1], Generation{1}), ErrorCode::RebalanceInProgress);
        }
        QVERIFY(!*third);
        bench.run(1100ms);
        QCOMPARE((*third)->generation, Generation{2});
        QCOMPARE((*leader)->members.size(), 2u);
        const auto left = bench.events.all<fact::MemberLeft>();
        QCOMPARE(left.size(), 1u);
        QCOMPARE(left[0].member, ids[1]);
        QCOMPARE(left[0].cause, fact::LeaveCause::RebalanceTimeout);
        QCOMPARE(bench.heartbeat(ids[1], Generation{1}), ErrorCode::UnknownMemberId);
    }

    void theLargestRebalanceTimeoutCounts()
    {
        GroupBench bench;
        bench.start();
        auto slow = GroupBench::joinRequest("");
        slow.rebalanceTimeout = 40s;
        const auto a = bench.join(slow);
        const auto b = bench.join();
        bench.awaitAll<group::JoinResult>({a, b});
        const auto ids = bench.syncAll({a, b});
        bench.join();
        for (int i = 0; i < 39; ++i) {
            bench.run(1s);
            QCOMPARE(bench.heartbeat(ids[0], Generation{1}), ErrorCode::RebalanceInProgress);
            QCOMPARE(bench.heartbeat(ids[1], Generation{1}), ErrorCode::RebalanceInProgress);
        }
        QCOMPARE(bench.state(), "PreparingRebalance");
        bench.run(1100ms);
        QCOMPARE(bench.state(), "CompletingRebalance");
    }

    void aSilentMemberIsDroppedAfterItsSession()
    {
        GroupBench bench;
        bench.start();
        const auto ids = bench.stableGroup(2);
        for (int i = 0; i < 5; ++i) {
            bench.run(1s);
            QCOMPARE(bench.heartbeat(ids[0], Generation{1}), ErrorCode::None);
        }
        bench.run(900ms);
        QCOMPARE(bench.heartbeat(ids[0], Generation{1}), ErrorCode::None);
        bench.run(200ms);
        QCOMPARE(bench.heartbeat(ids[0], Generation{1}), ErrorCode::RebalanceInProgress);
        const auto left = bench.events.all<fact::MemberLeft>();
        QCOMPARE(left.size(), 1u);
        QCOMPARE(left[0].cause, fact::LeaveCause::SessionExpired);
        QCOMPARE(left[0].silentFor, Duration(6s));
        const auto rejoin = bench.join(ids[0]);
        QCOMPARE((*rejoin)->generation, Generation{2});
    }

    void membersThatWaitDoNotExpire()
    {
        GroupBench bench;
        bench.start();
        const auto ids = bench.stableGroup(3);
        const auto parked = bench.join(ids[0]); // rejoined; the others keep it waiting
        for (int i = 0; i < 18; ++i) {
            bench.run(1s);
            bench.heartbeat(ids[1], Generation{1});
            bench.heartbeat(ids[2], Generation{1});
        }
        QVERIFY(!*parked);
        QVERIFY(bench.events.all<fact::MemberLeft>().empty());
    }

    void aNewMemberThatWaitsGivesUpAfterFiveMinutes()
    {
        GroupBench bench;
        bench.start();
        auto request = GroupBench::joinRequest("");
        request.rebalanceTimeout = 1000s;
        const auto a = bench.join(request);
        bench.awaitAll<group::JoinResult>({a});
        const auto ids = bench.syncAll({a});
        const auto stuck = bench.join(request); // the first never rejoins, but lives
        for (int i = 0; i < 299; ++i) {
            bench.run(1s);
            bench.heartbeat(ids[0], Generation{1});
        }
        QVERIFY(!*stuck);
        for (int i = 0; i < 2; ++i) {
            bench.run(1s);
            bench.heartbeat(ids[0], Generation{1});
        }
        QCOMPARE((*stuck)->error, ErrorCode::UnknownMemberId);
    }

    void noSyncWithinTheRebalanceTimeoutDropsAndRebalances()
    {
        GroupBench bench;
        bench.start();
        const auto a = bench.join();
        const auto b = bench.join();
        bench.awaitAll<group::JoinResult>({a, b});
        const auto parked = bench.sync((*b)->memberId, Generation{1});
        for (int i = 0; i < 19; ++i) {
            bench.run(1s);
            QCOMPARE(bench.heartbeat((*a)->memberId, Generation{1}), ErrorCode::None);
        }
        QVERIFY(!*parked);
        bench.run(1100ms);
        QCOMPARE((*parked)->error, ErrorCode::RebalanceInProgress);
        QCOMPARE(bench.state(), "PreparingRebalance");
        QCOMPARE(bench.report()->members.size(), 1u);
        QCOMPARE(bench.report()->lastCause.kind, fact::RebalanceKind::RebalanceTimeout);
        QVERIFY(bench.report()->lastCause.text.starts_with("no SyncGroup within"));
    }

    void theProtocolThatMostListFirstIsChosen()
    {
        GroupBench bench;
        bench.start();
        const auto a = bench.join(withProtocols({"range", "roundrobin", "own"}));
        const auto b = bench.join(withProtocols({"roundrobin", "range"}));
        const auto c = bench.join(withProtocols({"mine", "roundrobin", "range"}));
        bench.awaitAll<group::JoinResult>({a, b, c});
        QCOMPARE((*a)->protocol, "roundrobin");
        QCOMPARE((*a)->leader, (*a)->memberId);
    }

    void theFirstToJoinLeadsWhileItRejoins()
    {
        GroupBench bench;
        bench.start();
        const auto ids = bench.stableGroup(2);
        const auto third = bench.join();
        const auto second = bench.join(ids[1]);
        const auto first = bench.join(ids[0]);
        QCOMPARE((*first)->leader, ids[0]);
        QCOMPARE((*second)->leader, ids[0]);
        QVERIFY((*second)->members.empty());
        QCOMPARE((*first)->members.size(), 3u);
        const auto all = bench.syncAll({first, second, third});
        // The leader leaves: the longest-standing of the others takes over.
        QCOMPARE(bench.leave(ids[0]), ErrorCode::None);
        const auto again = bench.join(all[1]);
        bench.join(all[2]);
        QCOMPARE((*again)->leader, ids[1]);
    }

    void leavingRebalancesAtOnceAndTheLastEmptiesTheGroup()
    {
        GroupBench bench;
        bench.start();
        const auto ids = bench.stableGroup(2);
        QCOMPARE(bench.leave(ids[1]), ErrorCode::None);
        QCOMPARE(bench.state(), "PreparingRebalance");
        const auto rejoin = bench.join(ids[0]);
        QCOMPARE((*rejoin)->generation, Generation{2});
        bench.syncAll({rejoin});
        QCOMPARE(bench.leave(ids[0]), ErrorCode::None);
        QCOMPARE(bench.state(), "Empty");
        QCOMPARE(bench.report()->generation, Generation{3});
        QCOMPARE(bench.leave(ids[0]), ErrorCode::UnknownMemberId);
    }

    void leavingWhileJoiningOrSyncingIsAnswered()
    {
        GroupBench bench;
        bench.start();
        const auto a = bench.join();
        const auto b = bench.join();
        bench.awaitAll<group::JoinResult>({a, b});
        const auto sync = bench.sync((*b)->memberId, Generation{1});
        QCOMPARE(bench.leave((*b)->memberId), ErrorCode::None);
        bench.run(1ms);
        QCOMPARE((*sync)->error, ErrorCode::UnknownMemberId);
        const auto late = bench.join();
        const auto reported = bench.report();
        for (const auto& member : reported->members) {
            if (member.member != (*a)->memberId) {
                QCOMPARE(bench.leave(member.member), ErrorCode::None);
            }
        }
        bench.run(1ms);
        QCOMPARE((*late)->error, ErrorCode::UnknownMemberId);
    }

    void severalMembersLeaveWithTheirOwnErrors()
    {
        GroupBench bench;
        bench.start();
        const auto ids = bench.stableGroup(2);
        const auto result = bench.leave({{ids[0], std::nullopt, "closed"},
                                         {"ghost", std::nullopt, {}},
                                         {"", std::optional<std::string>("nobody"), {}}});
        QCOMPARE(result.error, ErrorCode::None);
        QCOMPARE(result.members[0].error, ErrorCode::None);
        QCOMPARE(result.members[1].error, ErrorCode::UnknownMemberId);
        QCOMPARE(result.members[2].error, ErrorCode::UnknownMemberId);
        QVERIFY(bench.report()->lastCause.text.ends_with("left: closed"));
    }

    void anAssignmentThatCannotBeStoredIsRefusedAndRebalances_data()
    {
        QTest::addColumn<int>("appended");
        QTest::addColumn<int>("answered");
        const auto row = [](const char* name, ErrorCode appended, ErrorCode answered) {
            QTest::newRow(name) << static_cast<int>(appended) << static_cast<int>(answered);
        };
        row("too few replicas", ErrorCode::NotEnoughReplicas, ErrorCode::CoordinatorNotAvailable);
        row("too few after append", ErrorCode::NotEnoughReplicasAfterAppend,
            ErrorCode::CoordinatorNotAvailable);
        row("gone", ErrorCode::UnknownTopicOrPartition, ErrorCode::CoordinatorNotAvailable);
        row("not the leader", ErrorCode::NotLeaderOrFollower, ErrorCode::NotCoordinator);
        row("disk", ErrorCode::KafkaStorageError, ErrorCode::NotCoordinator);
        row("timed out", ErrorCode::RequestTimedOut, ErrorCode::RebalanceInProgress);
        row("too large", ErrorCode::MessageTooLarge, ErrorCode::UnknownServerError);
        row("other", ErrorCode::InvalidRequiredAcks, ErrorCode::InvalidRequiredAcks);
    }
    void anAssignmentThatCannotBeStoredIsRefusedAndRebalances()
    {
        QFETCH(int, appended);
        QFETCH(int, answered);
        GroupBench bench;
        bench.start();
        const auto a = bench.join();
        const auto b = bench.join();
        bench.awaitAll<group::JoinResult>({a, b});
        const auto parked = bench.sync((*b)->memberId, Generation{1});
        bench.port.error = static_cast<ErrorCode>(appended);
        const auto leader = bench.sync((*a)->memberId, Generation{1});
        bench.run(5ms);
        QCOMPARE(static_cast<int>((*leader)->error), answered);
        QCOMPARE(static_cast<int>((*parked)->error), answered);
        QCOMPARE(bench.state(), "PreparingRebalance");
    }

    void anAssignmentOvertakenByARebalanceIsNotHandedOut()
    {
        GroupBench bench;
        bench.start();
        const auto a = bench.join();
        const auto b = bench.join();
        bench.awaitAll<group::JoinResult>({a, b});
        bench.port.hold = true;
        const auto leader = bench.sync((*a)->memberId, Generation{1});
        bench.join(); // a third comes while the assignment is being replicated
        QCOMPARE((*leader)->error, ErrorCode::RebalanceInProgress);
        bench.call([&] { bench.port.release(); });
        bench.run(5ms);
        QCOMPARE(bench.state(), "PreparingRebalance");
        QVERIFY(bench.events.all<fact::AssignmentStored>().empty());
    }

    void anAssignmentOfAnOlderGenerationIsNotHandedOut()
    {
        GroupBench bench;
        bench.start();
        const auto a = bench.join();
        const auto b = bench.join();
        bench.awaitAll<group::JoinResult>({a, b});
        const std::string first = (*a)->memberId;
        const std::string second = (*b)->memberId;
        bench.port.hold = true;
        bench.sync(first, Generation{1}, {{first, assignment("t", {0, 1})}});
        QCOMPARE(bench.leave(second), ErrorCode::None);
        QCOMPARE((*bench.join(first))->generation, Generation{2});
        bench.call([&] { bench.port.release(); });
        bench.run(5ms);
        QCOMPARE(bench.state(), "CompletingRebalance");
        QVERIFY(bench.events.all<fact::AssignmentStored>().empty());
    }

    void aNewMemberThatAsksTwiceStillGivesUp()
    {
        GroupBench bench;
        bench.start();
        auto request = GroupBench::joinRequest("");
        request.rebalanceTimeout = 1000s;
        const auto a = bench.join(request);
        bench.awaitAll<group::JoinResult>({a});
        const auto ids = bench.syncAll({a});
        request.requireKnownMemberId = true;
        request.memberId = (*bench.join(request))->memberId;
        bench.join(request);
        const auto again = bench.join(request); // its first connection broke
        for (int i = 0; i < 301; ++i) {
            bench.run(1s);
            bench.heartbeat(ids[0], Generation{1});
        }
        QCOMPARE((*again)->error, ErrorCode::UnknownMemberId);
    }
};

QTEST_APPLESS_MAIN(TestGroupRebalance)
#include "test_group_rebalance.moc"
