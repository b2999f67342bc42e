#include <QTest>

#include <fmt/format.h>

#include "tests/support/controller_bench.h"

using namespace hw;
using namespace hw::controller;
using namespace hw::test;
using namespace hw::observe;
using protocol::ErrorCode;

namespace {

const TopicPartition kT0{"t", 0};

std::vector<BrokerId> brokers(std::vector<int> numbers)
{
    std::vector<BrokerId> ids;
    for (const int number : numbers)
        ids.emplace_back(number);
    return ids;
}

/// What the topic's znode says after its id: `"partitions":…`.
std::string topicNode(ControllerBench& bench, const std::string& topic = "t")
{
    const Bytes bytes = bench.base.getData(9, "/brokers/topics/" + topic).data;
    const std::string data(bytes.begin(), bytes.end());
    const auto at = data.find("\"partitions\"");
    const auto adding = data.find("\"adding_replicas\"");
    HW_ASSERT(at != std::string::npos && adding != std::string::npos, data);
    // Keys stand in the order in which they were written; only these three are compared.
    std::string text = data.substr(at, data.find('}', at) - at + 1);
    text += data.substr(adding, data.find('}', adding) - adding + 1);
    const auto removing = data.find("\"removing_replicas\"");
    return text + data.substr(removing, data.find('}', removing) - removing + 1);
}

/// Brokers that were told to delete their replica of t-0.
std::vector<int> deleted(ControllerBench& bench, int upTo)
{
    std::vector<int> ids;
    for (int id = 1; id <= upTo; ++id) {
        if (bench.alive(id) && bench.broker(id).deleted.contains(kT0))
            ids.push_back(id);
    }
    return ids;
}

/// All members of the ISR are assigned, whatever the controller is in the middle of.
std::string strangers(ControllerBench& bench)
{
    const EnsembleReport report = bench.ensemble();
    for (const ZnodeStateReport& state : report.states) {
        for (const TopicReport& topic : report.topics) {
            if (topic.topic != state.partition.topic)
                continue;
            const auto& assigned =
                topic.replicas.at(static_cast<std::size_t>(state.partition.partition));
            for (const BrokerId member : state.isr) {
                if (!contains(assigned, member))
                    return fmt::format("{}: {} is in sync but not assigned", state.partition.text(),
                                       member);
            }
        }
    }
    return {};
}

} // namespace

class TestReassignment : public QObject
{
    Q_OBJECT
private slots:
    void aDeposedControllerAnswersAReassignmentOnce() { deposed(true); }
    void aDeposedControllerAnswersAnIsrChangeOnce() { deposed(false); }
    void anAssignmentKnowsWhereItComesFromAndGoesTo()
    {
        const ReplicaAssignment now{brokers({1, 2, 3}), {}, {}};
        const ReplicaAssignment next = now.reassignTo(brokers({4, 1}));
        QCOMPARE(next.replicas, brokers({4, 1, 2, 3}));
        QCOMPARE(next.adding, brokers({4}));
        QCOMPARE(next.removing, brokers({2, 3}));
        QCOMPARE(next.target(), brokers({4, 1}));
        QCOMPARE(next.origin(), brokers({1, 2, 3}));
        // Elsewhere, while it is under way: what it was stays what it was.
        const ReplicaAssignment other = next.reassignTo(brokers({5, 2}));
        QCOMPARE(other.replicas, brokers({5, 2, 1, 3}));
        QCOMPARE(other.origin(), brokers({2, 1, 3}));
        QVERIFY(!next.reassignTo(next.origin()).isBeingReassigned());
    }

    void theTopicsNodeSaysWhoComesAndWhoGoes()
    {
        ControllerBench bench(4);
        bench.create("t", {{1, 2, 3}, {2, 3, 1}});
        QCOMPARE(bench.reassign(kT0, {{4, 1}}), ErrorCode::None);
        QCOMPARE(topicNode(bench), std::string(R"("partitions":{"0":[4,1,2,3],"1":[2,3,1]})"
                                               R"("adding_replicas":{"0":[4]})"
                                               R"("removing_replicas":{"0":[2,3]})"));
        // Nothing changes but the epoch, so that the leader takes the new replica in.
        QCOMPARE(bench.stateText(kT0), std::string("1/1 [1,2,3]"));
        for (int id = 1; id <= 4; ++id) {
            const auto& told = bench.broker(id).states.at(kT0);
            QCOMPARE(told.leaderEpoch, LeaderEpoch(1));
            QCOMPARE(told.replicas, brokers({4, 1, 2, 3}));
            QCOMPARE(told.addingReplicas, brokers({4}));
            QCOMPARE(told.removingReplicas, brokers({2, 3}));
            QCOMPARE(told.isNew, id == 4);
        }
        const auto listed = bench.controller().reassignments(std::nullopt);
        QCOMPARE(listed.size(), std::size_t(1));
        QCOMPARE(listed.front().assignment.adding, brokers({4}));
        QVERIFY(bench.controller().reassignments({{{"t", 1}}}).empty());
        QCOMPARE(bench.base.events.count<fact::ReassignmentStarted>(), std::size_t(1));
    }

    void itEndsOnceTheWholeTargetIsInSync()
    {
        ControllerBench bench(5);
        bench.create("t", {{1, 2, 3}});
        bench.reassign(kT0, {{4, 1, 5}});
        bench.alter(bench.alteration(kT0, {1, 2, 3, 4}));
        QCOMPARE(bench.stateText(kT0), std::string("1/1 [1,2,3,4]")); // 5 is not there yet
        bench.alter(bench.alteration(kT0, {1, 2, 3, 4, 5}));
        // One epoch for the leader, who stays, and one for each of those that go.
        QCOMPARE(bench.stateText(kT0), std::string("1/4 [1,4,5]"));
        QCOMPARE(topicNode(bench), std::string(R"("partitions":{"0":[4,1,5]})"
                                               R"("adding_replicas":{}"removing_replicas":{})"));
        QCOMPARE(deleted(bench, 5), (std::vector{2, 3}));
        // Their epoch, not that of a deleted topic: a newer life of theirs must not be stopped.
        QCOMPARE(bench.broker(2).stopReplica.back().topicStates[0].partitionStates[0].leaderEpoch,
                 LeaderEpoch(4));
        QCOMPARE(bench.broker(5).states.at(kT0).replicas, brokers({4, 1, 5}));
        QCOMPARE(bench.broker(2).metadata.at(kT0).replicas, brokers({4, 1, 5}));
        QVERIFY(bench.controller().reassignments(std::nullopt).empty());
        const auto done = bench.base.events.of<fact::ReassignmentCompleted>();
        QCOMPARE(done.size(), std::size_t(1));
        QCOMPARE(bench.base.events.count<fact::IsrReduced>(), std::size_t(2));
    }

    void aLeaderThatGoesIsReplacedFirst()
    {
        ControllerBench bench(4);
        bench.create("t", {{1, 2}});
        bench.reassign(kT0, {{3, 4}});
        bench.alter(bench.alteration(kT0, {1, 2, 4, 3}));
        QCOMPARE(bench.stateText(kT0), std::string("3/4 [4,3]"));
        const auto elected = bench.base.events.of<fact::LeaderElected>().back();
        QVERIFY(std::get<fact::LeaderElected>(elected.fact).kind ==
                fact::ElectionKind::Reassignment);
        QCOMPARE(deleted(bench, 4), (std::vector{1, 2}));
    }

    void anotherOrderNeedsNoCopying()
    {
        ControllerBench bench(3);
        bench.create("t", {{1, 2, 3}});
        QCOMPARE(bench.reassign(kT0, {{3, 1, 2}}), ErrorCode::None);
        QCOMPARE(bench.stateText(kT0), std::string("1/1 [1,2,3]"));
        QCOMPARE(bench.controller().view().partitions[0].replicas, brokers({3, 1, 2}));
        QVERIFY(topicNode(bench).find("[3,1,2]") != std::string::npos);
        bench.elect(ElectionType::Preferred, {kT0});
        QCOMPARE(bench.stateText(kT0), std::string("3/2 [1,2,3]"));
    }

    void givenUpItIsAsItWas()
    {
        ControllerBench bench(4);
        bench.create("t", {{1, 2, 3}});
        QCOMPARE(bench.reassign(kT0, std::nullopt), ErrorCode::NoReassignmentInProgress);
        bench.reassign(kT0, {{4, 1, 2}});
        bench.alter(bench.alteration(kT0, {1, 2, 3}));
        QCOMPARE(bench.reassign(kT0, std::nullopt), ErrorCode::None);
        QCOMPARE(topicNode(bench), std::string(R"("partitions":{"0":[1,2,3]})"
                                               R"("adding_replicas":{}"removing_replicas":{})"));
        QCOMPARE(bench.stateText(kT0), std::string("1/2 [1,2,3]"));
        QCOMPARE(deleted(bench, 4), std::vector{4});
        QCOMPARE(bench.base.events.count<fact::ReassignmentCancelled>(), std::size_t(1));
        QCOMPARE(bench.base.events.count<fact::ReassignmentCompleted>(), std::size_t(0));
    }

    /// One that came and leads already must give both back.
    void givenUpAReplicaThatCameNeitherLeadsNorIsInSync()
    {
        ControllerBench bench(5);
        bench.create("t", {{1, 2}});
        bench.reassign(kT0, {{4, 5}});
        bench.alter(bench.alteration(kT0, {1, 2, 4}));
        bench.elect(ElectionType::Preferred, {kT0});
        QCOMPARE(bench.state(kT0).leader, BrokerId(4));
        QCOMPARE(bench.reassign(kT0, std::nullopt), ErrorCode::None);
        QCOMPARE(bench.state(kT0).leader, BrokerId(1));
        QCOMPARE(bench.state(kT0).isr, brokers({1, 2}));
        QCOMPARE(strangers(bench), std::string());
        QCOMPARE(deleted(bench, 5), (std::vector{4, 5}));
    }

    void redirectedThoseThatCameInVainGo()
    {
        ControllerBench bench(5);
        bench.create("t", {{1, 2, 3}});
        bench.reassign(kT0, {{4, 2, 3}});
        QCOMPARE(bench.reassign(kT0, {{5, 2, 3}}), ErrorCode::None);
        QCOMPARE(deleted(bench, 5), std::vector{4});
        QCOMPARE(bench.broker(5).states.at(kT0).addingReplicas, brokers({5}));
        bench.alter(bench.alteration(kT0, {1, 2, 3, 5}));
        QCOMPARE(bench.controller().view().partitions[0].replicas, brokers({5, 2, 3}));
        QCOMPARE(deleted(bench, 5), (std::vector{1, 4}));
    }

    void redirectedAwayFromItsLeaderTheOldReplicasLeadOn()
    {
        ControllerBench bench(7);
        bench.create("t", {{1, 2, 3}});
        bench.reassign(kT0, {{5, 1, 2}});
        bench.alter(bench.alteration(kT0, {1, 3, 5}));
        bench.elect(ElectionType::Preferred, {kT0});
        QCOMPARE(bench.state(kT0).leader, BrokerId(5));
        bench.alter(bench.alteration(kT0, {5, 3}));
        QCOMPARE(bench.reassign(kT0, {{7, 4, 2}}), ErrorCode::None);
        QCOMPARE(bench.state(kT0).leader, BrokerId(3)); // of the target none is in sync yet
        QCOMPARE(bench.state(kT0).isr, brokers({3}));
        QCOMPARE(strangers(bench), std::string());
        bench.alter(bench.alteration(kT0, {3, 7, 4, 2}));
        QCOMPARE(bench.controller().view().partitions[0].replicas, brokers({7, 4, 2}));
    }

    void whatCannotBeIsRefused()
    {
        ControllerBench bench(4);
        bench.create("t", {{1, 2, 3}});
        const auto invalid = ErrorCode::InvalidReplicaAssignment;
        QCOMPARE(bench.reassign(kT0, {{}}), invalid);
        QCOMPARE(bench.reassign(kT0, {{4, 4}}), invalid);
        QCOMPARE(bench.reassign(kT0, {{-1, 2}}), invalid);
        QCOMPARE(bench.reassign(kT0, {{1, 7}}), invalid);
        const auto unknown = ErrorCode::UnknownTopicOrPartition;
        QCOMPARE(bench.reassign({"t", 1}, {{1, 2}}), unknown);
        QCOMPARE(bench.reassign({"nope", 0}, {{1, 2}}), unknown);
        QCOMPARE(topicNode(bench), std::string(R"("partitions":{"0":[1,2,3]})"
                                               R"("adding_replicas":{}"removing_replicas":{})"));
        QCOMPARE(bench.stateText(kT0), std::string("1/0 [1,2,3]"));
        QCOMPARE(bench.base.events.count<fact::ReassignmentStarted>(), std::size_t(0));
    }

    void theLastInSyncReplicasAreNotGivenUp()
    {
        ControllerBench bench(4);
        bench.create("t", {{1}});
        bench.reassign(kT0, {{4}});
        bench.alter(bench.alteration(kT0, {1, 4}));
        QCOMPARE(bench.stateText(kT0), std::string("4/3 [4]"));
        bench.reassign(kT0, {{2, 3}});
        bench.alter(bench.alteration(kT0, {4, 2}));
        bench.elect(ElectionType::Preferred, {kT0});
        bench.kill(4);
        bench.run(6s);
        QCOMPARE(bench.state(kT0).isr, brokers({2}));
        QCOMPARE(bench.reassign(kT0, std::nullopt), ErrorCode::InvalidReplicaAssignment);
        QCOMPARE(bench.state(kT0).isr, brokers({2}));
    }

    void aTopicIsDeletedWhenItsMoveIsOver()
    {
        ControllerBench bench(4);
        bench.create("t", {{1, 2}});
        bench.create("u", {{1, 2}});
        bench.reassign(kT0, {{1, 4}});
        const auto results = bench.remove({"t", "u"}, 2s);
        QCOMPARE(results[0].error, ErrorCode::RequestTimedOut);
        bench.run(1s);
        QCOMPARE(bench.ensemble().topics.size(), std::size_t(1)); // u went
        QVERIFY(bench.controller().topicOf(bench.ensemble().topics[0].id).has_value());
        QCOMPARE(bench.reassign(kT0, std::nullopt), ErrorCode::UnknownTopicOrPartition);
        bench.alter(bench.alteration(kT0, {1, 2, 4}));
        bench.run(1s);
        QCOMPARE(bench.ensemble().topics.size(), std::size_t(0));
    }

    /// Its node still names a replica that has not heard of it.
    void aMoveIsOverWhenTheTopicsNodeSaysSo()
    {
        ControllerBench bench(4);
        const int goes = bench.activeController() == 2 ? 3 : 2;
        bench.create("t", {{1, goes}});
        bench.reassign(kT0, {{1, 4}});
        bench.kill(goes);
        bench.alter(bench.alteration(kT0, {1, goes, 4}));
        QCOMPARE(bench.state(kT0).isr, brokers({1, 4}));
        bench.remove({"t"}, 1s);
        QCOMPARE(bench.base.events.count<fact::TopicDeletionStarted>(), std::size_t(0));
        bench.run(10s); // its session ends
        QCOMPARE(bench.base.events.count<fact::ReassignmentCompleted>(), std::size_t(1));
        QCOMPARE(bench.base.events.count<fact::TopicDeleted>(), std::size_t(1));
    }

    void aTopicThatMovesGetsNoMorePartitions()
    {
        ControllerBench bench(3);
        bench.create("t", {{1, 2}});
        bench.reassign(kT0, {{1, 3}});
        MorePartitions more;
        more.topic = "t";
        more.count = 3;
        QCOMPARE(bench.grow({more}).at(0).error, ErrorCode::ReassignmentInProgress);
    }

    void aZnodeMayAskForMoves()
    {
        ControllerBench bench(4);
        bench.create("t", {{1, 2}, {2, 1}});
        const std::string path = "/admin/reassign_partitions";
        bench.base.create(9, path,
                          R"({"version":1,"partitions":[)"
                          R"({"topic":"t","partition":0,"replicas":[1,4]},)"
                          R"({"topic":"t","partition":1,"replicas":[3,1]},)"
                          R"({"topic":"t","partition":7,"replicas":[3,1]}]})");
        bench.run(1s);
        QCOMPARE(bench.controller().reassignments(std::nullopt).size(), std::size_t(2));
        bench.alter(bench.alteration(kT0, {1, 2, 4}));
        const Bytes left = bench.base.getData(9, path).data;
        QCOMPARE(std::string(left.begin(), left.end()),
                 std::string(R"({"version":1,"partitions":[)"
                             R"({"topic":"t","partition":1,"replicas":[3,1]}]})"));
        bench.alter(bench.alteration({"t", 1}, {2, 1, 3}));
        QVERIFY(!bench.base.exists(9, path).ok());
        QCOMPARE(bench.state({"t", 1}).leader, BrokerId(3));
        // The next one is seen, too; a wrong one is taken away.
        bench.base.create(9, path, "[2,3]");
        bench.run(1s);
        QVERIFY(!bench.base.exists(9, path).ok());
    }

    void aZnodeMayAskForPreferredLeaders()
    {
        ControllerBench bench(3);
        bench.create("t", {{1, 2}});
        bench.reassign(kT0, {{2, 1}});
        QCOMPARE(bench.state(kT0).leader, BrokerId(1));
        const std::string path = "/admin/preferred_replica_election";
        bench.base.create(9, path, R"({"version":1,"partitions":[{"topic":"t","partition":0}]})");
        bench.run(1s);
        QCOMPARE(bench.state(kT0).leader, BrokerId(2));
        QVERIFY(!bench.base.exists(9, path).ok());
    }

    /// Nobody told it again, it would wait for ever.
    void aTargetThatComesBackIsToldAgain()
    {
        ControllerBench bench(4);
        bench.create("t", {{1, 2}});
        bench.reassign(kT0, {{1, 4}});
        bench.kill(4);
        bench.run(6s);
        const LeaderEpoch before = bench.state(kT0).leaderEpoch;
        bench.start(4);
        bench.settle({1, 2, 3, 4});
        QCOMPARE(bench.state(kT0).leaderEpoch, before + 1); // so that its leader takes it in
        QCOMPARE(bench.broker(4).states.at(kT0).addingReplicas, brokers({4}));
        QCOMPARE(bench.broker(1).states.at(kT0).replicas, brokers({1, 4, 2}));
        bench.alter(bench.alteration(kT0, {1, 2, 4}));
        QCOMPARE(bench.state(kT0).isr, brokers({1, 4}));
    }

    /// The controller dies after each step of the simulation in turn, while the move begins.
    void anotherControllerGoesOnFromTheBeginning() { anotherControllerGoesOn(true); }
    /// And while it ends.
    void anotherControllerGoesOnToTheEnd() { anotherControllerGoesOn(false); }

private:
    /// `/controller` is deleted while it is at work: it keeps its session, and answers once,
    /// whether it had answered already and was still busy with what follows, or not.
    void deposed(bool atTheBeginning)
    {
        for (int steps = 0; steps < 60; steps += 3) {
            int answers = 0;
            ControllerBench bench(5);
            const int first = bench.activeController();
            bench.create("t", {{1, 2}});
            auto& controller = bench.broker(first).controller();
            if (atTheBeginning) {
                const ReassignmentWish wish{kT0, brokers({3, 1})};
                bench.base.host(first).control([&controller, &answers, wish] {
                    controller.reassign({wish}, [&answers](auto) { ++answers; });
                });
            } else {
                bench.reassign(kT0, std::vector<int>{3, 1});
                const auto request = bench.alteration(kT0, {1, 2, 3});
                bench.base.host(first).control([&controller, &answers, request] {
                    controller.alterPartition(request, [&answers](auto) { ++answers; });
                });
            }
            for (int step = 0; step < steps; ++step)
                bench.base.world.runOne();
            bench.base.remove(9, "/controller");
            bench.run(6s);
            QVERIFY(bench.activeController() != 0);
            QCOMPARE(answers, 1);
        }
    }
    void anotherControllerGoesOn(bool atTheBeginning)
    {
        for (int steps = 0; steps < 48; steps += 3) {
            ControllerBench bench(5);
            const int first = bench.activeController();
            // The controller itself has no replica: its death is only the controller's.
            std::vector<int> others;
            for (int id = 1; id <= 5; ++id) {
                if (id != first)
                    others.push_back(id);
            }
            bench.create("t", {{others[0], others[1]}});
            std::vector<int> all{others[0], others[1], others[2]};
            const std::vector<int> target{others[2], others[0]};
            if (atTheBeginning) {
                ReassignmentWish wish{kT0, brokers(target)};
                bench.base.host(first).control([&bench, first, wish] {
                    bench.broker(first).controller().reassign({wish}, [](auto) {});
                });
            } else {
                bench.reassign(kT0, target);
                auto request = bench.alteration(kT0, all);
                bench.base.host(first).control([&bench, first, request] {
                    bench.broker(first).controller().alterPartition(request, [](auto) {});
                });
            }
            for (int step = 0; step < steps; ++step) {
                bench.base.world.runOne();
                QCOMPARE(strangers(bench), std::string());
            }
            bench.kill(first);
            bench.run(6s);
            QVERIFY(bench.activeController() != 0);
            // It may have died before anything was written.
            const bool isForgotten =
                bench.controller().reassignments(std::nullopt).empty() &&
                bench.controller().view().partitions[0].replicas != brokers(target);
            if (isForgotten) {
                QVERIFY(atTheBeginning);
                QCOMPARE(bench.reassign(kT0, target), ErrorCode::None);
            }
            // What was all in sync already goes on to its end by itself.
            if (!bench.controller().reassignments(std::nullopt).empty()) {
                QCOMPARE(bench.state(kT0).isr.size(), std::size_t(2));
                const auto started = bench.base.events.of<fact::ReassignmentStarted>();
                QCOMPARE(std::get<fact::ReassignmentStarted>(started.back().fact).resumed,
                         !isForgotten);
                bench.alter(bench.alteration(kT0, all));
            }
            QCOMPARE(strangers(bench), std::string());
            QVERIFY(bench.controller().reassignments(std::nullopt).empty());
            QCOMPARE(bench.controller().view().partitions[0].replicas, brokers(target));
            std::vector<BrokerId> isr = bench.state(kT0).isr;
            std::sort(isr.begin(), isr.end());
            std::vector<BrokerId> wanted = brokers(target);
            std::sort(wanted.begin(), wanted.end());
            QCOMPARE(isr, wanted);
            QVERIFY2(bench.broker(others[1]).deleted.contains(kT0),
                     fmt::format("after {} steps", steps).c_str());
        }
    }
};

QTEST_APPLESS_MAIN(TestReassignment)
#include "test_reassignment.moc"
