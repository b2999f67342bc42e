#include <QTest>

#include "tests/engine/broker/group/group_bench.h"

using namespace hw;
using namespace hw::test;
using namespace hw::observe;

namespace {

group::JoinRequest instance(const std::string& instanceId, const std::string& memberId = {})
{
    auto request = GroupBench::joinRequest(memberId);
    request.instanceId = instanceId;
    request.requireKnownMemberId = true;
    return request;
}

struct TwoInstances
{
    GroupBench bench;
    std::vector<std::string> ids; ///< of instances i0 (leads) and i1

    TwoInstances()
    {
        bench.start();
        const auto a = bench.join(instance("i0"));
        const auto b = bench.join(instance("i1"));
        bench.awaitAll<group::JoinResult>({a, b});
        ids = bench.syncAll({a, b});
    }
    std::size_t generations() { return bench.events.all<fact::GenerationFormed>().size(); }
};

} // namespace

/// Static members keep their place over a restart (KIP-345).
class TestStaticMembers : public QObject
{
    Q_OBJECT
private slots:
    void aStaticMemberIsTakenWithoutASecondJoin()
    {
        TwoInstances two;
        QVERIFY(two.ids[0].starts_with("i0-"));
        QCOMPARE(two.bench.state(), "Stable");
        QCOMPARE(two.bench.report()->members.front().instance, "i0");
    }

    void aRestartedMemberGetsItsAssignmentBackWithoutRebalance()
    {
        TwoInstances two;
        const auto back = two.bench.join(instance("i1"));
        two.bench.run(5ms);
        QCOMPARE((*back)->error, ErrorCode::None);
        QVERIFY((*back)->memberId != two.ids[1]);
        QCOMPARE((*back)->generation, Generation{1});
        QCOMPARE((*back)->leader, two.ids[0]);
        const auto sync = two.bench.sync((*back)->memberId, Generation{1});
        QCOMPARE(toHex((*sync)->assignment.view()), toHex(assignment("t", {1}).view()));
        QCOMPARE(two.bench.state(), "Stable");
        QCOMPARE(two.generations(), 1u);

        // It is written down: after a move the new id is known, the old one is not.
        two.bench.crash();
        two.bench.start();
        QCOMPARE(two.bench.heartbeat((*back)->memberId, Generation{1}), ErrorCode::None);
        QCOMPARE(two.bench.heartbeat(two.ids[1], Generation{1}), ErrorCode::UnknownMemberId);
    }

    void aRestartedLeaderIsNotAskedToAssignAgain()
    {
        TwoInstances two;
        // Before v9: it is told the old leader's id, so it does not take itself for the leader.
        const auto old = two.bench.join(instance("i0"));
        two.bench.run(5ms);
        QCOMPARE((*old)->leader, two.ids[0]);
        QVERIFY((*old)->members.empty());
        // From v9 on it is told that it leads and shall skip the assignor.
        auto request = instance("i0");
        request.supportsSkippingAssignment = true;
        const auto modern = two.bench.join(request);
        two.bench.run(5ms);
        QCOMPARE((*modern)->leader, (*modern)->memberId);
        QVERIFY((*modern)->skipAssignment);
        QCOMPARE((*modern)->members.size(), 2u);
        QCOMPARE(two.generations(), 1u);
    }

    void theDoubleIsFenced()
    {
        TwoInstances two;
        const auto back = two.bench.join(instance("i1"));
        two.bench.run(5ms);
        ErrorCode heartbeat{};
        two.bench.call([&] {
            heartbeat = two.bench.coordinator->heartbeat(
                {"g", Generation{1}, two.ids[1], std::optional<std::string>("i1")});
        });
        QCOMPARE(heartbeat, ErrorCode::FencedInstanceId);
        QCOMPARE((*two.bench.join(instance("i1", two.ids[1])))->error, ErrorCode::FencedInstanceId);
        const auto left = two.bench.leave({{two.ids[1], std::optional<std::string>("i1"), {}}});
        QCOMPARE(left.members.front().error, ErrorCode::FencedInstanceId);
    }

    void aChangedProtocolRebalances()
    {
        TwoInstances two;
        auto request = instance("i1");
        request.protocols.insert(request.protocols.begin(), {"sticky", subscription({"t"})});
        const auto back = two.bench.join(request);
        two.bench.run(5ms);
        // "range" is still all they share: no rebalance.
        QCOMPARE((*back)->generation, Generation{1});
        QCOMPARE(two.bench.state(), "Stable");

        const auto alone = two.bench.join(instance("i0"));
        two.bench.run(5ms);
        QCOMPARE(two.bench.state(), "Stable");
    }

    void comingBackWhileOthersWaitForTheAssignmentRebalances()
    {
        GroupBench bench;
        bench.start();
        const auto a = bench.join(instance("i0"));
        const auto b = bench.join(instance("i1"));
        bench.awaitAll<group::JoinResult>({a, b});
        const auto parked = bench.sync((*b)->memberId, Generation{1});
        const auto back = bench.join(instance("i1"));
        QCOMPARE((*parked)->error, ErrorCode::FencedInstanceId);
        QVERIFY(!*back);
        QCOMPARE(bench.state(), "PreparingRebalance");
        bench.join(instance("i0", (*a)->memberId));
        QCOMPARE((*back)->generation, Generation{2});
    }

    void aFailedWriteGivesTheOldIdItsPlaceBack()
    {
        TwoInstances two;
        two.bench.port.error = ErrorCode::NotEnoughReplicas;
        const auto back = two.bench.join(instance("i1"));
        two.bench.run(5ms);
        QCOMPARE((*back)->error, ErrorCode::CoordinatorNotAvailable);
        QCOMPARE(two.bench.heartbeat(two.ids[1], Generation{1}), ErrorCode::None);
    }

    void absentStaticMembersStayThroughARebalanceUntilTheirSessionEnds()
    {
        GroupBench bench;
        bench.start();
        auto patient = instance("i1");
        patient.sessionTimeout = 60s;
        const auto a = bench.join(instance("i0"));
        const auto b = bench.join(patient);
        bench.awaitAll<group::JoinResult>({a, b});
        const auto ids = bench.syncAll({a, b});
        const auto leader = bench.join(instance("i0", ids[0]));
        bench.run(20100ms); // the rebalance timeout passed; i1 has not rejoined
        QCOMPARE((*leader)->generation, Generation{2});
        QCOMPARE((*leader)->members.size(), 2u);
        QVERIFY(bench.events.all<fact::MemberLeft>().empty());
    }

    void anAdministratorRemovesByInstanceId()
    {
        TwoInstances two;
        const auto result = two.bench.leave({{"", std::optional<std::string>("i1"), "scaled in"}});
        QCOMPARE(result.members.front().error, ErrorCode::None);
        QCOMPARE(two.bench.state(), "PreparingRebalance");
        QCOMPARE(two.bench.events.all<fact::MemberLeft>().front().cause, fact::LeaveCause::Removed);
        QCOMPARE(two.bench.report()->lastCause.kind, fact::RebalanceKind::Removed);
        QCOMPARE(two.bench.report()->lastCause.member, two.ids[1]);
        QVERIFY(two.bench.report()->lastCause.text.ends_with("by an administrator: scaled in"));
    }

    void aReturnedMemberStillExpires()
    {
        TwoInstances two;
        const auto back = two.bench.join(instance("i1"));
        two.bench.run(5ms);
        for (int i = 0; i < 6; ++i) {
            two.bench.run(1s);
            two.bench.heartbeat(two.ids[0], Generation{1});
        }
        two.bench.run(100ms);
        QCOMPARE(two.bench.events.all<fact::MemberLeft>().size(), 1u);
        QCOMPARE(two.bench.events.all<fact::MemberLeft>().front().member, (*back)->memberId);
    }
};

QTEST_APPLESS_MAIN(TestStaticMembers)
#include "test_static_members.moc"
