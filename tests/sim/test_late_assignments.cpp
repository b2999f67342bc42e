#include <QTest>

#include "tests/sim/group_stage.h"

using namespace hw;
using namespace hw::test;
using namespace hw::observe;

/// The topic is made while the leader's assignment, made without it, waits to be stored.
class TestLateAssignments : public QObject
{
    Q_OBJECT
private slots:
    void theTopicIsGivenOutNonetheless_data()
    {
        QTest::addColumn<bool>("asksAgain");
        QTest::newRow("the answer comes") << false;
        // The leader joins the same generation again and assigns anew, but the first is kept.
        QTest::newRow("the answer is lost") << true;
    }
    void theTopicIsGivenOutNonetheless()
    {
        QFETCH(bool, asksAgain);
        client::ConsumerConfig config;
        config.assignor = command::Assignor::CooperativeSticky;
        cluster::ClusterSpec spec;
        spec.configs["auto.create.topics.enable"] = "false";
        GroupStage stage(config, spec);
        QVERIFY(stage.cluster.ready());
        stage.join();
        const auto isStable = [&](std::size_t members) {
            const auto group = stage.cluster.group("g");
            return group && group->state == fact::GroupState::Stable &&
                   group->members.size() == members;
        };
        QVERIFY(stage.cluster.world().runUntil([&] { return isStable(1); }, 30s));

        const BrokerId at = stage.cluster.group("g")->coordinator;
        const BrokerId controller = stage.cluster.snapshot()->controller.broker;
        std::vector<NodeId> followers;
        for (int id = 1; id <= 3; ++id)
            if (BrokerId(id) != at)
                followers.push_back(NodeId::broker(BrokerId(id)));
        const NodeId cut =
            followers.front() == NodeId::broker(controller) ? followers.back() : followers.front();
        const auto run = [&](const Command& command) {
            const auto done = stage.cluster.run(command);
            QVERIFY2(done.ok, done.message.c_str());
        };
        run(command::CutLink{NodeId::broker(at), cut, true});
        stage.join();
        QVERIFY(stage.cluster.world().runUntil(
            [&] {
                return stage.cluster.group("g")->state == fact::GroupState::CompletingRebalance;
            },
            30s));
        stage.cluster.runFor(50ms);
        QVERIFY(stage.cluster.createTopic("t", 12, 2).ok);
        stage.cluster.runFor(3500ms); // it hears of the topic
        QVERIFY(stage.cluster.group("g")->state == fact::GroupState::CompletingRebalance);
        if (asksAgain) {
            for (const int client : {510, 511})
                run(command::ResetLink{NodeId::client(client), NodeId::broker(at)});
            stage.cluster.runFor(500ms);
            QVERIFY(stage.cluster.group("g")->state == fact::GroupState::CompletingRebalance);
        }
        run(command::UncutLink{NodeId::broker(at), cut});
        QVERIFY2(stage.shares({6, 6}), stage.cluster.story().c_str());
        QCOMPARE(stage.book.troubles, std::vector<std::string>());
    }
};

QTEST_APPLESS_MAIN(TestLateAssignments)
#include "test_late_assignments.moc"
