#include <QTest>

#include "tests/engine/broker/group/group_bench.h"

using namespace hw;
using namespace hw::test;

namespace {

/// Two initial delays: the second member extends the first one's.
constexpr Duration kFormed = 1001ms;

/// A group of two brought into a state: members first and second (first leads), generation.
struct Placed
{
    GroupBench bench;
    std::string first, second;
    Generation generation{0};

    explicit Placed(State state)
    {
        bench.start();
        switch (state) {
        case State::Empty:
            bench.commit("", Generation{-1}, 1);
            break;
        case State::CompletingRebalance: {
            const auto a = bench.join();
            const auto b = bench.join();
            bench.run(kFormed);
            take({(*a)->memberId, (*b)->memberId}, (*a)->generation);
            break;
        }
        case State::Stable:
            take(stable(), Generation{1});
            break;
        case State::PreparingRebalance:
            take(stable(), Generation{1});
            bench.join();
            break;
        case State::Dead:
            break;
        }
    }
    std::vector<std::string> stable()
    {
        const auto a = bench.join();
        const auto b = bench.join();
        bench.run(kFormed);
        return bench.syncAll({a, b});
    }
    void take(const std::vector<std::string>& ids, Generation formed)
    {
        first = ids[0];
        second = ids[1];
        generation = formed;
    }
};

group::JoinRequest changed(const std::string& memberId)
{
    auto request = GroupBench::joinRequest(memberId);
    request.protocols.front().metadata = subscription({"t", "u"});
    return request;
}

} // namespace

/// Each row of the table of states and requests.  Kafka: GroupCoordinator.
class TestGroupStates : public QObject
{
    Q_OBJECT
private slots:
    void emptyGroupKnowsNobody()
    {
        Placed p(State::Empty);
        QCOMPARE(p.bench.state(), "Empty");
        QCOMPARE((*p.bench.join("ghost"))->error, ErrorCode::UnknownMemberId);
        QCOMPARE((*p.bench.sync("ghost", Generation{0}))->error, ErrorCode::UnknownMemberId);
        QCOMPARE(p.bench.heartbeat("ghost", Generation{0}), ErrorCode::UnknownMemberId);
        QCOMPARE(p.bench.commit("ghost", Generation{0}, 7), ErrorCode::UnknownMemberId);
        QCOMPARE(p.bench.commit("", Generation{-1}, 8), ErrorCode::None);
        QCOMPARE(p.bench.committed(), 8);
    }

    /// With its generation kept, a group that lost its last member knows the old one no more.
    void anEmptiedGroupRefusesItsLastMember()
    {
        Placed p(State::Stable);
        QCOMPARE(p.bench.leave({{p.first, std::nullopt, {}}, {p.second, std::nullopt, {}}}).error,
                 ErrorCode::None);
        QCOMPARE(p.bench.state(), "Empty");
        QCOMPARE((*p.bench.join(p.first))->error, ErrorCode::UnknownMemberId);
        QCOMPARE((*p.bench.sync(p.first, p.generation))->error, ErrorCode::UnknownMemberId);
        QCOMPARE(p.bench.heartbeat(p.first, p.generation), ErrorCode::UnknownMemberId);
        QCOMPARE(p.bench.leave(p.first), ErrorCode::UnknownMemberId);
        QCOMPARE(p.bench.commit(p.first, p.generation, 7), ErrorCode::UnknownMemberId);
        QCOMPARE(p.bench.commit("", Generation{-1}, 8), ErrorCode::None);
    }

    /// Unknown members and other generations, in every state that has members.
    void strangersAndOtherGenerationsAreRefusedInEveryState()
    {
        for (const State state :
             {State::PreparingRebalance, State::CompletingRebalance, State::Stable}) {
            Placed p(state);
            QCOMPARE((*p.bench.join("ghost"))->error, ErrorCode::UnknownMemberId);
            QCOMPARE((*p.bench.sync("ghost", p.generation))->error, ErrorCode::UnknownMemberId);
            QCOMPARE(p.bench.heartbeat("ghost", p.generation), ErrorCode::UnknownMemberId);
            QCOMPARE(p.bench.commit("ghost", p.generation, 3), ErrorCode::UnknownMemberId);
            QCOMPARE(p.bench.leave("ghost"), ErrorCode::UnknownMemberId);
            QCOMPARE(p.bench.commit("", Generation{-1}, 3), ErrorCode::UnknownMemberId);
            for (const Generation other : {p.generation - 1, p.generation + 1}) {
                QCOMPARE((*p.bench.sync(p.second, other))->error, ErrorCode::IllegalGeneration);
                QCOMPARE(p.bench.heartbeat(p.second, other), ErrorCode::IllegalGeneration);
                QCOMPARE(p.bench.commit(p.second, other, 3), ErrorCode::IllegalGeneration);
            }
            QCOMPARE(p.bench.committed(), -1);
        }
    }

    void emptyGroupPreparesWhenSomebodyJoins()
    {
        Placed p(State::Empty);
        const auto join = p.bench.join();
        QCOMPARE(p.bench.state(), "PreparingRebalance");
        QVERIFY(!*join);
    }

    void preparingParksJoinsAndSaysRebalance()
    {
        Placed p(State::PreparingRebalance);
        QCOMPARE(p.bench.state(), "PreparingRebalance");
        QVERIFY(!*p.bench.join(p.first));
        QCOMPARE((*p.bench.sync(p.second, p.generation))->error, ErrorCode::RebalanceInProgress);
        QCOMPARE(p.bench.heartbeat(p.second, p.generation), ErrorCode::RebalanceInProgress);
        QCOMPARE(p.bench.commit(p.second, p.generation, 5), ErrorCode::None);
        QCOMPARE(p.bench.committed(), 5);
    }

    void signsOfLifeWhilePreparingResetTheSession()
    {
        Placed p(State::PreparingRebalance);
        p.bench.run(5s);
        QCOMPARE(p.bench.heartbeat(p.first, p.generation), ErrorCode::RebalanceInProgress);
        QCOMPARE(p.bench.commit(p.second, p.generation, 5), ErrorCode::None);
        p.bench.run(5s);
        QVERIFY(p.bench.events.all<observe::fact::MemberLeft>().empty());
        p.bench.run(2s);
        QCOMPARE(p.bench.events.all<observe::fact::MemberLeft>().size(), 2u);
    }

    void completingRepeatsTheGenerationToWhoMissedIt()
    {
        Placed p(State::CompletingRebalance);
        QCOMPARE(p.bench.state(), "CompletingRebalance");
        const auto leader = p.bench.join(p.first);
        QCOMPARE((*leader)->error, ErrorCode::None);
        QCOMPARE((*leader)->generation, p.generation);
        QCOMPARE((*leader)->members.size(), 2u);
        const auto other = p.bench.join(p.second);
        QCOMPARE((*other)->leader, p.first);
        QVERIFY((*other)->members.empty());
        QCOMPARE(p.bench.state(), "CompletingRebalance");
    }

    void completingRebalancesAgainOnChangedMetadata()
    {
        Placed p(State::CompletingRebalance);
        const auto parked = p.bench.sync(p.second, p.generation);
        QVERIFY(!*parked);
        QVERIFY(!*p.bench.join(changed(p.first)));
        QCOMPARE(p.bench.state(), "PreparingRebalance");
        QCOMPARE((*parked)->error, ErrorCode::RebalanceInProgress);
    }

    void completingTakesHeartbeatsAndRefusesCommits()
    {
        Placed p(State::CompletingRebalance);
        QCOMPARE(p.bench.heartbeat(p.first, p.generation), ErrorCode::None);
        QCOMPARE(p.bench.commit(p.first, p.generation, 5), ErrorCode::RebalanceInProgress);
        QCOMPARE(p.bench.committed(), -1);
        // The heartbeat counted as a sign of life.
        p.bench.run(5s);
        p.bench.heartbeat(p.first, p.generation);
        p.bench.run(2s);
        QCOMPARE(p.bench.events.all<observe::fact::MemberLeft>().size(), 1u);
    }

    void syncWaitsForTheLeadersAndItsStorage()
    {
        Placed p(State::CompletingRebalance);
        p.bench.port.hold = true;
        const auto follower = p.bench.sync(p.second, p.generation);
        const auto leader =
            p.bench.sync(p.first, p.generation, {{p.first, assignment("t", {0, 1})}});
        p.bench.run(1s);
        QVERIFY(!*follower);
        QVERIFY(!*leader);
        QCOMPARE(p.bench.state(), "CompletingRebalance");
        p.bench.call([&] { p.bench.port.release(); });
        p.bench.run(1ms);
        QCOMPARE((*leader)->error, ErrorCode::None);
        QCOMPARE((*leader)->assignment.size(), assignment("t", {0, 1}).size());
        // Not in the leader's list: an empty assignment.
        QCOMPARE((*follower)->error, ErrorCode::None);
        QVERIFY((*follower)->assignment.empty());
        QCOMPARE(p.bench.state(), "Stable");
    }

    void stableAnswersSyncWithTheStoredAssignment()
    {
        Placed p(State::Stable);
        const auto again = p.bench.sync(p.second, p.generation);
        QCOMPARE((*again)->error, ErrorCode::None);
        QCOMPARE((*again)->assignment.size(), assignment("t", {1}).size());
        QCOMPARE(p.bench.heartbeat(p.second, p.generation), ErrorCode::None);
        QCOMPARE(p.bench.commit(p.second, p.generation, 5), ErrorCode::None);
        QCOMPARE(p.bench.state(), "Stable");
    }

    void stableFollowerRejoiningUnchangedKeepsTheGeneration()
    {
        Placed p(State::Stable);
        const auto again = p.bench.join(p.second);
        QCOMPARE((*again)->error, ErrorCode::None);
        QCOMPARE((*again)->generation, p.generation);
        QCOMPARE(p.bench.state(), "Stable");
    }

    void stableRebalancesForItsLeaderOrChangedMetadata()
    {
        Placed leader(State::Stable);
        QVERIFY(!*leader.bench.join(leader.first));
        QCOMPARE(leader.bench.state(), "PreparingRebalance");
        Placed follower(State::Stable);
        QVERIFY(!*follower.bench.join(changed(follower.second)));
        QCOMPARE(follower.bench.state(), "PreparingRebalance");
    }

    void unknownGroupIsDeadToDescribeAndUnknownToMembers()
    {
        Placed p(State::Dead);
        QCOMPARE(p.bench.state(), "Dead");
        QCOMPARE(p.bench.heartbeat("x", Generation{1}), ErrorCode::UnknownMemberId);
        QCOMPARE((*p.bench.sync("x", Generation{1}))->error, ErrorCode::UnknownMemberId);
        QCOMPARE((*p.bench.join("x"))->error, ErrorCode::UnknownMemberId);
        QCOMPARE(p.bench.leave("x"), ErrorCode::UnknownMemberId);
        QCOMPARE(p.bench.commit("x", Generation{1}, 3), ErrorCode::IllegalGeneration);
    }

    void wrongGenerationIsIllegal()
    {
        Placed p(State::Stable);
        const Generation old = p.generation - 1;
        QCOMPARE((*p.bench.sync(p.first, old))->error, ErrorCode::IllegalGeneration);
        QCOMPARE(p.bench.heartbeat(p.first, old), ErrorCode::IllegalGeneration);
        QCOMPARE(p.bench.commit(p.first, old, 3), ErrorCode::IllegalGeneration);
        QCOMPARE(p.bench.heartbeat(p.first, p.generation + 1), ErrorCode::IllegalGeneration);
    }

    void groupsOfOthersAreRefused()
    {
        Placed p(State::Stable);
        const std::int32_t partition = p.bench.coordinator->partitionFor("g");
        p.bench.resign(partition, LeaderEpoch{2});
        QCOMPARE((*p.bench.join())->error, ErrorCode::NotCoordinator);
        QCOMPARE((*p.bench.sync(p.first, p.generation))->error, ErrorCode::NotCoordinator);
        QCOMPARE(p.bench.heartbeat(p.first, p.generation), ErrorCode::NotCoordinator);
        QCOMPARE(p.bench.leave(p.first), ErrorCode::NotCoordinator);
        QCOMPARE(p.bench.commit(p.first, p.generation, 3), ErrorCode::NotCoordinator);
        QCOMPARE(p.bench.describe().error, ErrorCode::NotCoordinator);
    }

    void badRequestsGetTheirOwnCodes()
    {
        GroupBench bench;
        bench.start();
        auto nameless = GroupBench::joinRequest("");
        nameless.group.clear();
        QCOMPARE((*bench.join(nameless))->error, ErrorCode::InvalidGroupId);
        auto hasty = GroupBench::joinRequest("");
        hasty.sessionTimeout = 5999ms;
        QCOMPARE((*bench.join(hasty))->error, ErrorCode::InvalidSessionTimeout);
        hasty.sessionTimeout = 1800001ms;
        QCOMPARE((*bench.join(hasty))->error, ErrorCode::InvalidSessionTimeout);
        auto typeless = GroupBench::joinRequest("");
        typeless.protocolType.clear();
        QCOMPARE((*bench.join(typeless))->error, ErrorCode::InconsistentGroupProtocol);
        auto without = GroupBench::joinRequest("");
        without.protocols.clear();
        QCOMPARE((*bench.join(without))->error, ErrorCode::InconsistentGroupProtocol);
    }

    void strangersProtocolsAreInconsistent()
    {
        Placed p(State::Stable);
        auto other = GroupBench::joinRequest("");
        other.protocols.front().name = "sticky";
        QCOMPARE((*p.bench.join(other))->error, ErrorCode::InconsistentGroupProtocol);
        auto connect = GroupBench::joinRequest("");
        connect.protocolType = "connect";
        QCOMPARE((*p.bench.join(connect))->error, ErrorCode::InconsistentGroupProtocol);
        QCOMPARE(p.bench.state(), "Stable");
    }

    void fullGroupsTakeNobody()
    {
        GroupBench bench;
        bench.config.groupMaxSize = 1;
        bench.start();
        const auto first = bench.join();
        QCOMPARE((*bench.join())->error, ErrorCode::GroupMaxSizeReached);
        bench.run(600ms);
        bench.syncAll({first});
        QCOMPARE((*bench.join())->error, ErrorCode::GroupMaxSizeReached);
        QCOMPARE(bench.state(), "Stable");
    }
};

QTEST_APPLESS_MAIN(TestGroupStates)
#include "test_group_states.moc"
