#include <QTest>

#include "engine/protocol/messages/create_partitions.h"
#include "engine/rebalances/book.h"
#include "tests/sim/group_stage.h"
#include "tests/support/sim_client.h"

using namespace hw;
using namespace hw::test;
using namespace hw::observe;
using fact::RebalanceKind;

namespace {

cluster::ClusterSpec withConsumerProtocol()
{
    cluster::ClusterSpec spec;
    spec.configs["group.coordinator.rebalance.protocols"] = "classic,consumer";
    spec.configs["group.consumer.heartbeat.interval.ms"] = "500";
    return spec;
}

client::ConsumerConfig consumerProtocol()
{
    client::ConsumerConfig config;
    config.protocol = client::GroupProtocol::Consumer;
    config.maxPollInterval = 20s;
    return config;
}

struct ConsumerStage : GroupStage
{
    explicit ConsumerStage(client::ConsumerConfig config = consumerProtocol())
        : GroupStage(std::move(config), withConsumerProtocol())
    {
    }
    bool stable(Duration limit = 30s)
    {
        return cluster.until(
            [](const Snapshot& snapshot, const Gauges&) {
                for (const auto& group : snapshot.groups)
                    if (group->name == "g")
                        return group->state == fact::GroupState::Stable;
                return false;
            },
            limit);
    }
    template <class Fact> std::vector<Fact> facts()
    {
        std::vector<Fact> found;
        for (const Event& event : cluster.events())
            if (const auto* fact = std::get_if<Fact>(&event.fact))
                found.push_back(*fact);
        return found;
    }
    rebalances::Book rebalances()
    {
        rebalances::Book history;
        for (const Event& event : cluster.events())
            history.take(event);
        return history;
    }
    std::vector<TopicPartition> ownedBy(const std::string& name) const
    {
        std::vector<TopicPartition> owned;
        for (const auto& [partition, owners] : book.owners)
            if (owners.contains(name))
                owned.push_back(partition);
        return owned;
    }
    void forget(const std::string& name)
    {
        for (auto& [partition, owners] : book.owners)
            owners.erase(name);
    }
    bool allRead(std::size_t count)
    {
        return cluster.world().runUntil([&] { return distinct() == count; }, 30s);
    }
};

} // namespace

/// Consumers of the protocol of KIP-848 on whole clusters.
class TestConsumerProtocol : public QObject
{
    Q_OBJECT
private slots:
    void onlyPartitionsThatMoveStop()
    {
        ConsumerStage stage;
        QVERIFY(stage.start());
        stage.join();
        QVERIFY(stage.shares({12}));
        stage.write(50);
        stage.join();
        stage.write(50); // while it moves
        QVERIFY(stage.shares({6, 6}));
        stage.join();
        stage.write(250);
        QVERIFY(stage.shares({4, 4, 4}));
        QCOMPARE(stage.applications[0]->revoked, std::size_t(8)); // 6, then 2
        QCOMPARE(stage.applications[1]->revoked, std::size_t(2));
        QCOMPARE(stage.applications[2]->revoked, std::size_t(0));
        QVERIFY(stage.allRead(350));
        QCOMPARE(stage.acked, std::size_t(350));
        QCOMPARE(stage.book.reads, std::size_t(350)); // nothing twice: committed before given up
        QCOMPARE(stage.book.troubles, std::vector<std::string>());
        QVERIFY(stage.stable());

        // What the history of rebalances makes of it.
        const auto book = stage.rebalances();
        QCOMPARE(book.all().size(), std::size_t(3));
        const auto& third = book.all().back();
        QVERIFY(third.kind == RebalanceKind::Joined);
        QVERIFY(third.outcome == rebalances::Outcome::Stable);
        QCOMPARE(third.clientId, std::string("client-512"));
        QCOMPARE(third.before, Generation{2});
        QCOMPARE(third.after, Generation{3});
        QCOMPARE(third.protocol, std::string("uniform"));
        QVERIFY(third.compared);
        QCOMPARE(third.moved.size(), std::size_t(4));
        QCOMPARE(third.stalls.size(), std::size_t(4)); // the others were read on
        for (const auto& stall : third.stalls)
            QVERIFY(stall.lasted > Duration{} && stall.lasted < third.lasted());
    }

    void aCrashedMembersPartitionsGoToTheOthers()
    {
        ConsumerStage stage;
        QVERIFY(stage.start());
        for (int i = 0; i < 3; ++i)
            stage.join();
        QVERIFY(stage.shares({4, 4, 4}));
        QVERIFY(stage.stable());
        const std::size_t before = stage.applications[0]->revoked + stage.applications[2]->revoked;
        stage.consumers[1].reset(); // crashes
        stage.forget("c1");
        QVERIFY(stage.shares({6, 6}));
        QCOMPARE(stage.applications[0]->revoked + stage.applications[2]->revoked, before);
        stage.write(30);
        QVERIFY(stage.allRead(30));
        QCOMPARE(stage.book.troubles, std::vector<std::string>());
        const auto left = stage.facts<fact::MemberLeft>();
        QCOMPARE(left.size(), std::size_t(1));
        QVERIFY(left.front().cause == fact::LeaveCause::SessionExpired);
    }

    void aKilledCoordinatorChangesNothing()
    {
        ConsumerStage stage;
        QVERIFY(stage.start());
        stage.join();
        stage.join();
        QVERIFY(stage.shares({6, 6}));
        stage.join();
        // In the middle: somebody still has to give up partitions.
        QVERIFY(stage.cluster.until([](const Snapshot& snapshot, const Gauges&) {
            for (const auto& group : snapshot.groups)
                if (group->name == "g")
                    return group->state == fact::GroupState::Reconciling &&
                           group->generation == Generation{3};
            return false;
        }));
        const auto group = stage.cluster.group("g");
        QVERIFY(stage.cluster.kill(group->coordinator.value()).ok);
        QVERIFY2(stage.shares({4, 4, 4}), stage.cluster.story().c_str());
        QVERIFY(stage.stable());
        QVERIFY(stage.cluster.group("g")->coordinator != group->coordinator);
        QCOMPARE(stage.cluster.group("g")->generation, group->generation);
        QCOMPARE(stage.facts<fact::MemberLeft>().size(), std::size_t(0));
        stage.write(60);
        QVERIFY(stage.allRead(60));
        QCOMPARE(stage.book.troubles, std::vector<std::string>());
    }

    void aStaticMemberComesBackToItsPartitions()
    {
        ConsumerStage stage;
        QVERIFY(stage.start());
        stage.join("i0");
        stage.join("i1");
        QVERIFY(stage.shares({6, 6}));
        QVERIFY(stage.stable());
        const auto generation = stage.cluster.group("g")->generation;
        const auto had = stage.ownedBy("c1");
        const auto revoked = stage.applications[0]->revoked;
        bool stopped = false;
        stage.consumers[1]->stop([&] { stopped = true; });
        QVERIFY(stage.cluster.world().runUntil([&] { return stopped; }, 5s));
        stage.consumers[1].reset();
        stage.cluster.runFor(3s); // within the session
        stage.join("i1");
        QVERIFY(stage.shares({6, 6}));
        QVERIFY(stage.stable());
        QCOMPARE(stage.cluster.group("g")->generation, generation);
        QCOMPARE(stage.applications[0]->revoked, revoked);
        QCOMPARE(stage.ownedBy("c2"), had);
        QCOMPARE(stage.applications[2]->received, std::size_t(6));
        QCOMPARE(stage.book.troubles, std::vector<std::string>());
    }

    void whoDoesNotPollLeavesAndComesBack()
    {
        client::ConsumerConfig config = consumerProtocol();
        config.maxPollInterval = 5s;
        ConsumerStage stage(config);
        QVERIFY(stage.start());
        stage.join();
        stage.join();
        QVERIFY(stage.shares({6, 6}));
        QVERIFY(stage.stable());
        stage.consumers[0]->stall(12s);
        QVERIFY(stage.cluster.until(
            [&](const Snapshot&, const Gauges&) { return stage.applications[1]->received == 12; }));
        stage.forget("c0"); // it is not told before it polls again
        QVERIFY(stage.shares({6, 6}));
        QVERIFY(stage.stable());
        const auto left = stage.facts<fact::MemberLeft>();
        QCOMPARE(left.size(), std::size_t(1));
        QVERIFY(left.front().cause == fact::LeaveCause::Left);
    }

    void addedPartitionsAreHandedOut()
    {
        ConsumerStage stage;
        QVERIFY(stage.start());
        stage.join();
        stage.join();
        QVERIFY(stage.shares({6, 6}));
        SimClient admin(stage.cluster, 600);
        protocol::CreatePartitionsRequest request;
        auto& topic = request.topics.emplace_back();
        topic.name = "t";
        topic.count = 15;
        topic.assignments.reset(); // the controller places them
        request.timeoutMs = 10000;
        const BrokerId controller = stage.cluster.snapshot()->controller.broker;
        const auto answer = admin.call(controller, request, 3);
        QVERIFY(answer && answer->results.front().errorCode == protocol::ErrorCode::None);
        QVERIFY(stage.shares({8, 7}));
        QVERIFY(stage.stable());
        const auto causes = stage.rebalances();
        QVERIFY(causes.all().back().kind == RebalanceKind::PartitionsAdded);
        QCOMPARE(stage.book.troubles, std::vector<std::string>());
    }

    void aBrokerWithoutTheProtocolSaysSo()
    {
        GroupStage stage(consumerProtocol());
        QVERIFY(stage.start());
        stage.join();
        QVERIFY(stage.cluster.world().runUntil(
            [&] { return stage.consumers[0]->phase() == client::MemberPhase::Failed; }, 10s));
        QVERIFY(stage.consumers[0]->lastError().starts_with("group g: "));
    }

    void consumersAreAddedByCommand()
    {
        command::AddConsumer add;
        add.name = "A";
        add.group = "g";
        add.topics = {"t"};
        add.protocol = command::GroupProtocol::Consumer;
        GroupStage without(client::ConsumerConfig{});
        QVERIFY(without.start());
        const auto refused = without.cluster.run(add);
        QVERIFY(!refused.ok);
        QVERIFY(refused.message.find("KIP-848") != std::string::npos);
        ConsumerStage stage;
        QVERIFY(stage.start());
        QVERIFY(stage.cluster.run(add).ok);
        QVERIFY(stage.stable());
        const auto group = stage.cluster.group("g");
        QCOMPARE(group->protocol, std::string("uniform"));
        QCOMPARE(group->members.size(), std::size_t(1));
        QCOMPARE(group->members[0].assigned.size(), std::size_t(12));
        const auto snapshot = stage.cluster.snapshot();
        QCOMPARE(snapshot->consumers.front()->assigned.size(), std::size_t(12));
    }

    void theSameSeedGivesTheSameRun()
    {
        const auto run = [] {
            ConsumerStage stage;
            if (!stage.start())
                return std::string();
            stage.join();
            stage.join();
            stage.shares({6, 6});
            stage.consumers[0].reset();
            stage.cluster.runFor(10s);
            return stage.cluster.story(1000);
        };
        const std::string once = run();
        QVERIFY(!once.empty());
        QCOMPARE(run(), once);
    }
};

QTEST_APPLESS_MAIN(TestConsumerProtocol)
#include "test_consumer_protocol.moc"
