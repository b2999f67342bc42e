#include <QTest>

#include "engine/protocol/messages/fetch.h"
#include "engine/protocol/messages/list_offsets.h"
#include "engine/protocol/messages/offset_for_leader_epoch.h"
#include "tests/sim/config_admin.h"
#include "tests/support/partition_scene.h"

using namespace hw;
using namespace hw::test;
using namespace hw::observe;
using namespace hw::protocol;

namespace {

ListOffsetsResponse::ListOffsetsPartitionResponse listOffsets(PartitionScene& scene, int broker,
                                                              int version, std::int64_t timestamp)
{
    ListOffsetsRequest request;
    request.replicaId = kNoBroker;
    auto& topic = request.topics.emplace_back();
    topic.name = "t";
    topic.partitions.push_back({.timestamp = timestamp});
    const auto answer = scene.client.call(BrokerId(broker), request, version);
    return answer.value().topics.at(0).partitions.at(0);
}

/// `2: 5` or an error's name.
std::string endOf(PartitionScene& scene, int broker, std::int32_t epoch, std::int32_t current = -1)
{
    OffsetForLeaderEpochRequest request;
    auto& topic = request.topics.emplace_back();
    topic.topic = "t";
    topic.partitions.push_back({0, LeaderEpoch(current), LeaderEpoch(epoch)});
    const auto answer = scene.client.call(BrokerId(broker), request, 4);
    const auto& found = answer.value().topics.at(0).partitions.at(0);
    if (found.errorCode != ErrorCode::None)
        return infoOf(found.errorCode).name;
    return fmt::format("{}: {}", found.leaderEpoch, found.endOffset);
}

/// A fetch that says it comes from a replica.
ErrorCode fetchAs(PartitionScene& scene, int replica, std::int64_t at, std::int32_t epoch)
{
    FetchRequest request;
    request.replicaId = BrokerId(replica);
    request.maxBytes = 1 << 20;
    auto& topic = request.topics.emplace_back();
    topic.topic = "t";
    topic.partitions.push_back({.currentLeaderEpoch = LeaderEpoch(epoch),
                                .fetchOffset = Offset(at),
                                .partitionMaxBytes = 1 << 20});
    const auto answer = scene.client.call(BrokerId(scene.leader()), request, 12);
    return answer.value().responses.at(0).partitions.at(0).errorCode;
}

} // namespace

/// What somebody would send by hand who does not believe that it is all there.
class TestScepticalRequests : public QObject
{
    Q_OBJECT
private slots:
    /// Its predecessor may have shown more than the new leader's mark says yet.  KIP-207.
    void aNewLeaderNamesNoOffsetBeforeItsMarkIsKnown()
    {
        PartitionScene scene(4, 3);
        QVERIFY(scene.send({"a"}).ok());
        scene.cluster.runFor(1s); // all have the mark
        const auto cut = [&](int one, int other) {
            return scene.cluster
                .run(command::CutLink{PartitionScene::node(one), PartitionScene::node(other)})
                .ok;
        };
        QVERIFY(cut(3, 1) && cut(3, 2)); // in sync for a while yet
        QVERIFY(scene.send({"b"}, 1).ok());
        scene.cluster.runFor(1s);
        scene.kill(1);
        QVERIFY2(scene.waitForLeader(2, 8s), scene.story().c_str());
        QCOMPARE(scene.isr(), (std::vector{2, 3}));
        QCOMPARE(scene.leo(2), 2);
        QCOMPARE(scene.hw(2), 1);
        for (int version = 1; version <= 9; ++version) {
            const auto latest = listOffsets(scene, 2, version, -1);
            QCOMPARE(latest.errorCode,
                     version >= 5 ? ErrorCode::OffsetNotAvailable : ErrorCode::LeaderNotAvailable);
            QCOMPARE(listOffsets(scene, 2, version, -2).offset, Offset(0));
        }
        // A time before the mark is known, one behind it is not.
        QCOMPARE(listOffsets(scene, 2, 7, 0).offset, Offset(0));
        QCOMPARE(listOffsets(scene, 2, 7, 4000000000000).errorCode, ErrorCode::OffsetNotAvailable);
        QCOMPARE(scene.values(), std::string("a"));
        QVERIFY(scene.cluster.run(command::HealAll{}).ok);
        QVERIFY(scene.waitForIsr({1, 2, 3}));
        QCOMPARE(listOffsets(scene, 2, 7, -1).offset, Offset(2));
        QCOMPARE(listOffsets(scene, 2, 4, -1).offset, Offset(2));
        QCOMPARE(scene.values(), std::string("a b"));
    }

    void everyEpochsEndIsToldAfterSeveralLeaders()
    {
        PartitionScene scene(4, 3);
        QVERIFY(scene.send({"a", "b"}).ok()); // epoch 0: 0 and 1
        scene.kill(1);
        QVERIFY(scene.waitForLeader(2)); // epoch 1, which writes nothing
        scene.restart(1);
        QVERIFY(scene.waitForIsr({1, 2, 3}));
        scene.kill(2);
        QVERIFY(scene.cluster.until(
            [&](const auto&, const auto&) { return scene.leader() == 1 || scene.leader() == 3; }));
        scene.cluster.runFor(200ms);
        const int leader = scene.leader();
        QCOMPARE(scene.part()->leaderEpoch, LeaderEpoch(2));
        QVERIFY(scene.send({"c", "d", "e"}).ok()); // epoch 2: 2 to 4
        QCOMPARE(endOf(scene, leader, -1), std::string("-1: -1"));
        QCOMPARE(endOf(scene, leader, 0), std::string("0: 2"));
        QCOMPARE(endOf(scene, leader, 2), std::string("2: 5"));
        QCOMPARE(endOf(scene, leader, 3), std::string("-1: -1")); // nobody led in it yet
        QCOMPARE(endOf(scene, leader, 2, 2), std::string("2: 5"));
        QCOMPARE(endOf(scene, leader, 0, 1), std::string("FENCED_LEADER_EPOCH"));
        QCOMPARE(endOf(scene, leader, 0, 3), std::string("UNKNOWN_LEADER_EPOCH"));
        // A stranger's epoch is looked at first, as anybody's.
        QCOMPARE(fetchAs(scene, 4, 0, 1), ErrorCode::FencedLeaderEpoch);
        const int follower = leader == 1 ? 3 : 1;
        QCOMPARE(endOf(scene, follower, 0), std::string("NOT_LEADER_OR_FOLLOWER"));
        // Epoch 1 has no record, so whoever did not lead in it knows only the one before.
        QCOMPARE(endOf(scene, leader, 1), std::string("0: 2"));
    }

    /// Nobody's word moves the mark but a follower's whose log can be as long as it says.
    void aFetchThatClaimsTooMuchMovesNothing()
    {
        PartitionScene scene(4, 2);
        scene.deafen(2); // in sync for a while yet, but it fetches nothing
        QVERIFY(scene.send({"a", "b"}, 1).ok());
        QCOMPARE(scene.hw(1), 0);
        QCOMPARE(fetchAs(scene, 2, 1000, 0), ErrorCode::OffsetOutOfRange);
        QCOMPARE(fetchAs(scene, 2, 2, 1), ErrorCode::UnknownLeaderEpoch);
        // Kafka: Partition.followerReplicaOrThrow.
        QCOMPARE(fetchAs(scene, 3, 2, 0), ErrorCode::UnknownLeaderEpoch);
        QCOMPARE(fetchAs(scene, 3, 2, -1), ErrorCode::NotLeaderOrFollower);
        QCOMPARE(fetchAs(scene, 77, 2, -1), ErrorCode::NotLeaderOrFollower);
        scene.cluster.runFor(100ms);
        QCOMPARE(scene.hw(1), 0);
        QCOMPARE(scene.isr(), (std::vector{1, 2}));
        QCOMPARE(scene.values(), std::string());
    }

    void aChangedSettingOutlivesWhoeverWroteItAndReachesWhoWasDown()
    {
        SimCluster cluster(cluster::ClusterSpec{});
        QVERIFY(cluster.ready());
        QVERIFY(cluster.createTopic("t", 1, 3).ok);
        const int controller = cluster.snapshot()->controller.broker.value();
        const int down = controller % 3 + 1;
        QVERIFY(cluster.kill(down).ok);
        Admin admin(cluster);
        const auto set = admin.alter(kTopic, "t", {{"max.message.bytes", Set, "100"}}, false, 1,
                                     BrokerId(controller));
        QCOMPARE(set.errorCode, ErrorCode::None);
        QVERIFY(cluster.kill(controller).ok); // who wrote it, and who would tell
        QVERIFY(cluster.restart(down).ok);
        QVERIFY(cluster.until([&](const Snapshot& s, const auto&) {
            return s.controller.broker != BrokerId(controller) && s.controller.broker != kNoBroker;
        }));
        cluster.runFor(5s);
        for (int broker = 1; broker <= 3; ++broker) {
            if (broker == controller)
                QVERIFY(cluster.restart(broker).ok);
            QVERIFY(cluster.until([&](const Snapshot& s, const auto&) {
                return s.brokers.at(static_cast<std::size_t>(broker - 1))->state ==
                       BrokerState::Running;
            }));
            const auto told = admin.describe(kTopic, "t", 4, {}, BrokerId(broker));
            QCOMPARE(entry(told, "max.message.bytes").value, std::optional<std::string>("100"));
        }
        QVERIFY(cluster.settled());
        for (int broker = 1; broker <= 3; ++broker) { // each as leader
            QCOMPARE(admin.client.produce("t", 0, {std::string(200, 'x')}).error,
                     ErrorCode::MessageTooLarge);
            const int leader = cluster.partition("t", 0)->leader.value();
            QVERIFY(cluster.kill(leader).ok);
            QVERIFY(cluster.until([&](const auto&, const auto&) {
                return cluster.partition("t", 0)->leader != BrokerId(leader);
            }));
            QVERIFY(cluster.restart(leader).ok);
            QVERIFY(cluster.settled());
        }
    }
};

QTEST_GUILESS_MAIN(TestScepticalRequests)
#include "test_sceptical_requests.moc"
