#include <QTest>

#include "engine/observe/text.h"
#include "tests/engine/broker/group/group_bench.h"

using namespace hw;
using namespace hw::test;
using namespace hw::observe;

/// What is told of a group: events with their causes, and its report.
class TestGroupReports : public QObject
{
    Q_OBJECT
private slots:
    void everyRebalanceTellsWhyAndTheChainHolds()
    {
        GroupBench bench;
        bench.start();
        const auto ids = bench.stableGroup(2);
        bench.leave({{ids[1], std::nullopt, "the consumer is being closed"}});
        const auto rejoin = bench.join(ids[0]);
        bench.syncAll({rejoin});

        const auto& left = bench.events.last<fact::MemberLeft>();
        const auto& formed = bench.events.last<fact::GenerationFormed>();
        const auto& stored = bench.events.last<fact::AssignmentStored>();
        std::map<State, EventList::Entry> changes;
        for (const auto& entry : bench.events.entries) {
            if (const auto* change = std::get_if<fact::GroupStateChanged>(&entry.fact))
                changes[change->to] = entry;
        }
        QCOMPARE(changes[State::PreparingRebalance].cause, left.id);
        QCOMPARE(formed.cause, changes[State::PreparingRebalance].id);
        QCOMPARE(changes[State::CompletingRebalance].cause, formed.id);
        QCOMPARE(stored.cause, changes[State::CompletingRebalance].id);
        QCOMPARE(changes[State::Stable].cause, stored.id);

        const auto& told =
            std::get<fact::AssignmentStored>(bench.events.last<fact::AssignmentStored>().fact);
        QVERIFY(told.told);
        QCOMPARE(told.assigned.size(), std::size_t(1));
        QCOMPARE(told.assigned[0].first, ids[0]);

        const auto report = bench.report();
        QCOMPARE(report->lastCause.event, left.id);
        QCOMPARE(report->lastCause.text,
                 "member " + ids[1] + " left: the consumer is being closed");
    }

    void reportsShowMembersAssignmentsAndSessions()
    {
        GroupBench bench;
        bench.start();
        const auto ids = bench.stableGroup(2);
        bench.commit(ids[0], Generation{1}, 42);
        bench.run(2s);
        const auto report = bench.report();
        QCOMPARE(report->state, State::Stable);
        QCOMPARE(report->generation, Generation{1});
        QCOMPARE(report->protocol, "range");
        QCOMPARE(report->leader, ids[0]);
        QCOMPARE(report->offsetsPartition, bench.coordinator->partitionFor("g"));
        QCOMPARE(report->members.size(), 2u);
        for (const auto& member : report->members) {
            const std::int32_t partition = member.member == ids[0] ? 0 : 1;
            QCOMPARE(member.assigned, (std::vector<TopicPartition>{{"t", partition}}));
            QCOMPARE(member.subscribed, std::vector<std::string>{"t"});
            QVERIFY(member.sessionLeft <= 4s && member.sessionLeft > 3900ms);
            QVERIFY(!member.pendingRejoin);
        }
        QCOMPARE(report->offsets.front().committed, Offset{42});
        bench.join(ids[0]);
        const auto preparing = bench.report();
        for (const auto& member : preparing->members)
            QCOMPARE(member.pendingRejoin, member.member == ids[1]);
    }

    void aSilentMemberIsToldWithHowLongItWasSilent()
    {
        GroupBench bench;
        bench.start();
        const auto ids = bench.stableGroup(2);
        bench.run(4s);
        bench.heartbeat(ids[0], Generation{1});
        bench.run(2100ms);
        const auto& left = bench.events.last<fact::MemberLeft>();
        QCOMPARE(left.cause, kNoEvent);
        QCOMPARE(bench.report()->lastCause.event, left.id);
        QCOMPARE(bench.report()->lastCause.text,
                 "the session of " + ids[1] + " expired: silent for 6000 ms of 6000 ms");
    }

    void theKindAndTheResponsibleMemberAreTold()
    {
        GroupBench bench;
        bench.start();
        const auto seen = [&] {
            const auto cause = bench.report()->lastCause;
            return std::pair(std::string(textOf(cause.kind)), cause.member);
        };
        using Cause = std::pair<std::string, std::string>;
        auto ids = bench.stableGroup(1);
        QCOMPARE(seen(), Cause("first-member", ids[0]));

        const auto second = bench.join();
        const auto again = bench.join(ids[0]);
        bench.awaitAll<group::JoinResult>({again, second});
        ids = bench.syncAll({again, second});
        QCOMPARE(seen(), Cause("joined", ids[1]));

        const auto all = [&](group::JoinRequest changed) {
            const bool leads = changed.memberId == ids[0];
            const auto first = bench.join(std::move(changed));
            const auto other = bench.join(GroupBench::joinRequest(leads ? ids[1] : ids[0]));
            bench.syncAll(leads ? std::vector{first, other} : std::vector{other, first});
        };
        all(GroupBench::joinRequest(ids[0]));
        QCOMPARE(seen(), Cause("leader-rejoined", ids[0]));
        auto request = GroupBench::joinRequest(ids[1]);
        request.protocols = {{"range", subscription({"t", "u"})}};
        all(request);
        QCOMPARE(seen(), Cause("subscription-changed", ids[1]));
        request.protocols.push_back({"roundrobin", subscription({"t", "u"})});
        all(request);
        QCOMPARE(seen(), Cause("protocol-changed", ids[1]));

        bench.run(4s);
        const Generation now = bench.report()->generation;
        bench.heartbeat(ids[0], now);
        bench.run(2100ms);
        QCOMPARE(seen(), Cause("session-expired", ids[1]));
        bench.syncAll({bench.join(ids[0])});
        const auto third = bench.join();
        const auto leader = bench.join(ids[0]);
        bench.syncAll({leader, third});
        bench.leave((*third)->memberId);
        QCOMPARE(seen(), Cause("left", (*third)->memberId));
    }

    void joinReasonsAreRepeated()
    {
        GroupBench bench;
        bench.start();
        const auto ids = bench.stableGroup(1);
        auto request = GroupBench::joinRequest(ids[0]);
        request.reason = "enforced by the application";
        bench.syncAll({bench.join(request)});
        QCOMPARE(bench.report()->lastCause.text,
                 "member " + ids[0] +
                     " leads and asks for a new assignment (enforced by the application)");
        QVERIFY(bench.report()->lastCause.kind == fact::RebalanceKind::LeaderRejoined);
    }

    /// Where only the client can know why, its own words decide: KIP-800.
    void whatClientsSayTellsTheKind()
    {
        GroupBench bench;
        bench.start();
        const auto ids = bench.stableGroup(1);
        auto request = GroupBench::joinRequest(ids[0]);
        request.reason = "cached metadata has changed from v1 to v2";
        bench.syncAll({bench.join(request)});
        QVERIFY(bench.report()->lastCause.kind == fact::RebalanceKind::PartitionsAdded);
        bench.leave({{ids[0], std::nullopt, "consumer poll timeout has expired."}});
        QVERIFY(bench.report()->lastCause.kind == fact::RebalanceKind::LeftPollLimit);
    }
};

QTEST_APPLESS_MAIN(TestGroupReports)
#include "test_group_reports.moc"
