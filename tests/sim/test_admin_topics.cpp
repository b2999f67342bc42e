#include <QTest>

#include "engine/protocol/messages/create_partitions.h"
#include "engine/protocol/messages/delete_records.h"
#include "engine/protocol/messages/delete_topics.h"
#include "engine/protocol/messages/describe_log_dirs.h"
#include "engine/protocol/messages/metadata.h"
#include "engine/protocol/messages/offset_commit.h"
#include "engine/protocol/messages/offset_fetch.h"
#include "tests/support/sim_client.h"

using namespace hw;
using namespace hw::test;
using namespace hw::observe;
using namespace hw::protocol;

namespace {

cluster::ClusterSpec brokers(int count, std::map<std::string, std::string> configs = {})
{
    cluster::ClusterSpec spec;
    spec.brokers = count;
    for (auto& [name, value] : configs)
        spec.configs[name] = value;
    return spec;
}

BrokerId controllerOf(SimCluster& cluster) { return cluster.snapshot()->controller.broker; }
BrokerId otherThan(BrokerId broker) { return BrokerId(broker == BrokerId(1) ? 2 : 1); }

DeleteTopicsRequest deletion(std::vector<std::string> names, int version)
{
    DeleteTopicsRequest request;
    request.timeoutMs = 5000;
    for (std::string& name : names) {
        if (version >= 6)
            request.topics.emplace_back().name = name;
        else
            request.topicNames.push_back(name);
    }
    return request;
}

ErrorCode metadataError(SimClient& client, BrokerId at, const std::string& topic)
{
    MetadataRequest request;
    request.topics.emplace();
    request.topics->emplace_back().name = topic;
    request.allowAutoTopicCreation = false;
    return client.call(at, request, 8)->topics.at(0).errorCode;
}

bool knows(SimCluster& cluster, const std::string& topic)
{
    for (const auto& part : cluster.snapshot()->topics)
        if (part->name == topic)
            return true;
    return false;
}

/// Directories of the broker's disk whose names begin so.
std::vector<std::string> directories(SimCluster& cluster, int broker, const std::string& prefix)
{
    std::vector<std::string> found;
    world::Host* host = cluster.world().find(NodeId::broker(BrokerId(broker)));
    const auto entries = host->disk().list("");
    for (const auto& entry : *entries)
        if (entry.isDirectory && entry.name.starts_with(prefix))
            found.push_back(entry.name);
    return found;
}

} // namespace

class TestAdminTopics : public QObject
{
    Q_OBJECT
private slots:
    void everyVersionDeletesTopics()
    {
        SimCluster cluster(brokers(3));
        QVERIFY(cluster.ready());
        SimClient client(cluster, 1);
        for (int version = 0; version <= 6; ++version) {
            QVERIFY(cluster.createTopic("t", 3, 3).ok);
            const auto answer =
                client.call(controllerOf(cluster), deletion({"t", "none"}, version), version);
            QVERIFY(answer.has_value());
            QCOMPARE(answer->responses.at(0).errorCode, ErrorCode::None);
            QCOMPARE(answer->responses.at(1).errorCode, ErrorCode::UnknownTopicOrPartition);
            QCOMPARE(metadataError(client, controllerOf(cluster), "t"),
                     ErrorCode::UnknownTopicOrPartition);
            cluster.runFor(1s);
            QVERIFY(!knows(cluster, "t"));
        }
    }

    void filesStayRenamedForAWhile()
    {
        SimCluster cluster(brokers(2));
        QVERIFY(cluster.ready());
        QVERIFY(cluster.createTopic("t", 1, 2).ok);
        SimClient client(cluster, 1);
        QVERIFY(client.produce("t", 0, {"a"}).ok());
        const auto done = cluster.run(command::DeleteTopic{"t"});
        QVERIFY2(done.ok, done.message.c_str());
        cluster.runFor(1s);
        for (int id = 1; id <= 2; ++id) {
            const auto renamed = directories(cluster, id, "t-0");
            QCOMPARE(renamed.size(), std::size_t(1));
            QVERIFY(renamed[0].starts_with("t-0."));
            QVERIFY(renamed[0].ends_with("-delete"));
            QCOMPARE(renamed[0].size(), std::string("t-0.").size() + 32 + 7);
        }
        cluster.runFor(61s); // file.delete.delay.ms
        QVERIFY(directories(cluster, 1, "t-0").empty());
        QVERIFY(directories(cluster, 2, "t-0").empty());
    }

    void aTopicGrowsByCommand()
    {
        SimCluster cluster(brokers(3));
        QVERIFY(cluster.ready());
        QVERIFY(cluster.createTopic("t", 2, 2).ok);
        SimClient client(cluster, 1);
        QVERIFY(client.produce("t", 1, {"a", "b"}).ok());
        const auto done = cluster.run(command::AddPartitions{"t", 5});
        QVERIFY2(done.ok, done.message.c_str());
        QCOMPARE(done.message, std::string("topic t has 5 partitions"));
        QVERIFY(cluster.settled());
        const auto snapshot = cluster.snapshot();
        for (const auto& topic : snapshot->topics) {
            if (topic->name != "t")
                continue;
            QCOMPARE(topic->partitions.size(), std::size_t(5));
            for (const auto& partition : topic->partitions) {
                QVERIFY(partition->leader != kNoBroker);
                QCOMPARE(partition->isr.size(), std::size_t(2));
            }
        }
        QCOMPARE(client.readAll("t", 1).size(), std::size_t(2));
        QCOMPARE(client.readAll("t", 4).size(), std::size_t(0));
    }

    void aTopicDoesNotShrinkNorGrowUnlessItIsThere()
    {
        SimCluster cluster(brokers(1));
        QVERIFY(cluster.ready());
        QVERIFY(cluster.createTopic("t", 3, 1).ok);
        for (const int total : {2, 3}) {
            const auto done = cluster.run(command::AddPartitions{"t", total});
            QVERIFY(!done.ok);
            QCOMPARE(done.message, "INVALID_PARTITIONS (37): topic \"t\" has 3 partitions, " +
                                       std::to_string(total) +
                                       " were asked for: 4 to 10000 are allowed");
        }
        const auto unknown = cluster.run(command::AddPartitions{"u", 2});
        QVERIFY(!unknown.ok);
        QCOMPARE(unknown.message, std::string("UNKNOWN_TOPIC_OR_PARTITION (3): no topic is called "
                                              "'u'; a topic that is there is allowed"));
    }

    void topicsAreDeletedByTheirIds()
    {
        SimCluster cluster(brokers(1));
        QVERIFY(cluster.ready());
        QVERIFY(cluster.createTopic("t", 1, 1).ok);
        SimClient client(cluster, 1);
        MetadataRequest ask;
        ask.topics.emplace();
        ask.topics->emplace_back().name = "t";
        const Uuid id = client.call(BrokerId(1), ask, 10)->topics.at(0).topicId;
        DeleteTopicsRequest request;
        request.timeoutMs = 5000;
        request.topics.emplace_back().topicId = Uuid{{1, 2, 3}};
        request.topics.emplace_back().topicId = id;
        request.topics.emplace_back();
        const auto answer = client.call(BrokerId(1), request, 6);
        QCOMPARE(answer->responses.at(0).errorCode, ErrorCode::UnknownTopicId);
        QCOMPARE(answer->responses.at(1).errorCode, ErrorCode::None);
        QCOMPARE(answer->responses.at(1).name, std::optional<std::string>("t"));
        QCOMPARE(answer->responses.at(1).topicId, id);
        QCOMPARE(answer->responses.at(2).errorCode, ErrorCode::InvalidRequest);
        DeleteTopicsRequest both;
        both.topics.emplace_back().name = "t";
        both.topics.back().topicId = id;
        QCOMPARE(client.call(BrokerId(1), both, 6)->responses.at(0).errorCode,
                 ErrorCode::InvalidRequest);
    }

    void onlyTheControllerDeletesAndOnlyWhereItIsAllowed()
    {
        SimCluster cluster(brokers(2, {{"delete.topic.enable", "false"}}));
        QVERIFY(cluster.ready());
        QVERIFY(cluster.createTopic("t", 1, 1).ok);
        SimClient client(cluster, 1);
        const BrokerId controller = controllerOf(cluster);
        const auto errorAt = [&](BrokerId at, int version) {
            return client.call(at, deletion({"t"}, version), version)->responses.at(0).errorCode;
        };
        QCOMPARE(errorAt(otherThan(controller), 5), ErrorCode::NotController);
        QCOMPARE(errorAt(controller, 2), ErrorCode::InvalidRequest);
        QCOMPARE(errorAt(controller, 3), ErrorCode::TopicDeletionDisabled);
        QVERIFY(knows(cluster, "t"));
    }

    void aDeletionWaitsForABrokerThatIsDownAndFinishesWhenItReturns()
    {
        SimCluster cluster(brokers(3));
        QVERIFY(cluster.ready());
        QVERIFY(cluster.createTopic("t", 1, 3).ok);
        SimClient client(cluster, 1);
        QVERIFY(client.produce("t", 0, {"a"}).ok());
        const int down = controllerOf(cluster) == BrokerId(3) ? 2 : 3;
        QVERIFY(cluster.kill(down).ok);
        cluster.runFor(10s);
        QVERIFY(cluster.run(command::DeleteTopic{"t"}).ok);
        cluster.runFor(5s);
        QCOMPARE(metadataError(client, BrokerId(1), "t"), ErrorCode::UnknownTopicOrPartition);
        QVERIFY(!cluster.createTopic("t", 1, 1).ok); // not free yet
        QVERIFY(cluster.restart(down).ok);
        cluster.runFor(5s);
        QVERIFY(!knows(cluster, "t"));
        const auto left = directories(cluster, down, "t-0");
        QCOMPARE(left.size(), std::size_t(1));
        QVERIFY(left[0].ends_with("-delete"));
        QVERIFY(cluster.createTopic("t", 1, 3).ok);
        QVERIFY(cluster.settled());
        QCOMPARE(client.readAll("t", 0).size(), std::size_t(0));
    }

    void offsetsOfADeletedTopicAreForgotten()
    {
        SimCluster cluster(brokers(1));
        QVERIFY(cluster.ready());
        QVERIFY(cluster.createTopic("t", 1, 1).ok);
        QVERIFY(cluster.createTopic("u", 1, 1).ok);
        command::AddConsumer add; // makes the offsets topic
        add.group = "other";
        add.topics = {"u"};
        QVERIFY(cluster.run(add).ok);
        cluster.runFor(5s);
        SimClient client(cluster, 1);
        OffsetCommitRequest commit;
        commit.groupId = "g";
        commit.generationIdOrMemberEpoch = Generation(-1);
        for (const char* name : {"t", "u"}) {
            auto& topic = commit.topics.emplace_back();
            topic.name = name;
            topic.partitions.emplace_back().committedOffset = Offset(5);
        }
        const auto stored = client.call(BrokerId(1), commit, 7);
        QCOMPARE(stored->topics.at(0).partitions.at(0).errorCode, ErrorCode::None);
        QVERIFY(cluster.run(command::DeleteTopic{"t"}).ok);
        cluster.runFor(1s);
        const auto offsetOf = [&](const std::string& name) {
            OffsetFetchRequest fetch;
            fetch.groupId = "g";
            fetch.topics.emplace();
            auto& topic = fetch.topics->emplace_back();
            topic.name = name;
            topic.partitionIndexes = {0};
            return client.call(BrokerId(1), fetch, 5)
                ->topics.at(0)
                .partitions.at(0)
                .committedOffset;
        };
        QCOMPARE(offsetOf("t"), Offset(-1));
        QCOMPARE(offsetOf("u"), Offset(5));
        QVERIFY(cluster.kill(1).ok); // so do the tombstones say
        QVERIFY(cluster.restart(1).ok);
        cluster.runFor(5s);
        QCOMPARE(offsetOf("t"), Offset(-1));
        QCOMPARE(offsetOf("u"), Offset(5));
    }

    void everyVersionAddsPartitionsAndAllSeeThem()
    {
        SimCluster cluster(brokers(3));
        QVERIFY(cluster.ready());
        QVERIFY(cluster.createTopic("t", 1, 2).ok);
        SimClient client(cluster, 1);
        for (int version = 0; version <= 3; ++version) {
            CreatePartitionsRequest request;
            request.timeoutMs = 5000;
            request.topics.push_back({"t", 2 + version, std::nullopt});
            const auto answer = client.call(controllerOf(cluster), request, version);
            QCOMPARE(answer->results.at(0).errorCode, ErrorCode::None);
        }
        QVERIFY(cluster.settled());
        const auto part = cluster.partition("t", 4);
        QVERIFY(part != nullptr);
        QCOMPARE(part->assigned, (std::vector{BrokerId(2), BrokerId(3)}));
        QCOMPARE(part->leader, BrokerId(2));
        QVERIFY(client.produce("t", 4, {"x"}).ok());
        CreatePartitionsRequest request;
        request.timeoutMs = 5000;
        request.topics.push_back({"t", 4, std::nullopt});
        request.topics.push_back({"u", 4, std::nullopt});
        request.topics.push_back({"twice", 4, std::nullopt});
        request.topics.push_back({"twice", 4, std::nullopt});
        const auto refused = client.call(controllerOf(cluster), request, 3);
        QCOMPARE(refused->results.at(0).errorCode, ErrorCode::InvalidPartitions);
        QCOMPARE(refused->results.at(1).errorCode, ErrorCode::UnknownTopicOrPartition);
        QCOMPARE(refused->results.at(2).errorCode, ErrorCode::InvalidRequest);
        QCOMPARE(client.call(otherThan(controllerOf(cluster)), request, 3)->results.at(0).errorCode,
                 ErrorCode::NotController);
    }

    /// Case R09: it is the group's leader that finds new partitions, not the coordinator.
    void addedPartitionsStartNoRebalanceByThemselves()
    {
        SimCluster cluster(brokers(3));
        QVERIFY(cluster.ready());
        QVERIFY(cluster.createTopic("t", 3, 3).ok);
        for (int n = 0; n < 2; ++n) {
            command::AddConsumer add;
            add.group = "g";
            add.topics = {"t"};
            QVERIFY(cluster.run(add).ok);
        }
        const auto stable = [&] {
            return cluster.until(
                [](const Snapshot& snapshot, const Gauges&) {
                    return snapshot.groups.size() == 1 && snapshot.groups[0]->members.size() == 2 &&
                           snapshot.groups[0]->state == fact::GroupState::Stable;
                },
                30s);
        };
        QVERIFY(stable());
        const Generation before = cluster.group("g")->generation;
        SimClient client(cluster, 1);
        CreatePartitionsRequest request;
        request.timeoutMs = 5000;
        request.topics.push_back({"t", 6, std::nullopt});
        QCOMPARE(client.call(controllerOf(cluster), request, 3)->results.at(0).errorCode,
                 ErrorCode::None);
        cluster.runFor(200ms); // long enough for a coordinator, too short for a client's refresh
        QCOMPARE(cluster.group("g")->generation, before);
        QVERIFY(cluster.partition("t", 5) != nullptr);
        QCOMPARE(metadataError(client, BrokerId(2), "t"), ErrorCode::None);
    }

    void logDirectoriesAreDescribedInEveryVersion()
    {
        SimCluster cluster(brokers(1));
        QVERIFY(cluster.ready());
        QVERIFY(cluster.createTopic("t", 2, 1).ok);
        SimClient client(cluster, 1);
        QVERIFY(client.produce("t", 1, {"abc"}).ok());
        for (int version = 0; version <= 4; ++version) {
            DescribeLogDirsRequest request;
            request.topics.emplace();
            request.topics->push_back({"t", {1, 7}});
            const auto answer = client.call(BrokerId(1), request, version);
            QCOMPARE(answer->results.size(), std::size_t(1));
            const auto& directory = answer->results[0];
            QCOMPARE(directory.errorCode, ErrorCode::None);
            QVERIFY(!directory.logDir.empty());
            QCOMPARE(directory.topics.size(), std::size_t(1));
            QCOMPARE(directory.topics[0].partitions.size(), std::size_t(1));
            QCOMPARE(directory.topics[0].partitions[0].partitionIndex, 1);
            QVERIFY(directory.topics[0].partitions[0].partitionSize > 60);
            QCOMPARE(directory.topics[0].partitions[0].offsetLag, std::int64_t(0));
            if (version >= 4)
                QVERIFY(directory.usableBytes > 0);
        }
        DescribeLogDirsRequest everything;
        everything.topics.reset();
        const auto all = client.call(BrokerId(1), everything, 4);
        QCOMPARE(all->results.at(0).topics.at(0).partitions.size(), std::size_t(2));
    }

    void deletedRecordsAreGoneOnAllReplicas()
    {
        SimCluster cluster(brokers(3));
        QVERIFY(cluster.ready());
        QVERIFY(cluster.createTopic("t", 1, 3).ok);
        SimClient client(cluster, 1);
        for (int n = 0; n < 5; ++n)
            QVERIFY(client.produce("t", 0, {"a", "b"}).ok());
        QVERIFY(cluster.settled());
        const BrokerId leader = cluster.partition("t", 0)->leader;
        for (int version = 0; version <= 2; ++version) {
            DeleteRecordsRequest request;
            request.timeoutMs = 10000;
            auto& topic = request.topics.emplace_back();
            topic.name = "t";
            topic.partitions.push_back({0, Offset(3 + version)});
            const auto answer = client.call(leader, request, version);
            const auto& result = answer->topics.at(0).partitions.at(0);
            QCOMPARE(result.errorCode, ErrorCode::None);
            QCOMPARE(result.lowWatermark, Offset(3 + version));
        }
        const auto part = cluster.partition("t", 0);
        const auto gauges = cluster.gauges();
        for (const ReplicaPart& replica : part->replicas)
            QCOMPARE(gauges->logStart[replica.slot], 5);
        QCOMPARE(client.readAll("t", 0, Offset(5)).size(), std::size_t(5));
        DeleteRecordsRequest rest; // -1: all that is committed
        rest.timeoutMs = 10000;
        rest.topics.emplace_back().name = "t";
        rest.topics[0].partitions.push_back({0, Offset(-1)});
        QCOMPARE(client.call(leader, rest, 2)->topics.at(0).partitions.at(0).lowWatermark,
                 Offset(10));
        // The start survives a crash, once it was checkpointed.
        cluster.runFor(61s);
        QVERIFY(cluster.kill(leader.value()).ok);
        QVERIFY(cluster.restart(leader.value()).ok);
        QVERIFY(cluster.settled());
        const auto again = cluster.partition("t", 0);
        for (const ReplicaPart& replica : again->replicas)
            QCOMPARE(cluster.gauges()->logStart[replica.slot], 10);
    }

    void recordsThatMustNotGoAreKept()
    {
        SimCluster cluster(brokers(2));
        QVERIFY(cluster.ready());
        QVERIFY(cluster.createTopic("t", 1, 1).ok);
        QVERIFY(cluster.createTopic("c", 1, 1, {{"cleanup.policy", "compact"}}).ok);
        SimClient client(cluster, 1);
        QVERIFY(client.produce("t", 0, {"a", "b"}).ok());
        const BrokerId leader = cluster.partition("t", 0)->leader;
        const auto remove = [&](const std::string& name, int partition, std::int64_t offset,
                                BrokerId at) {
            DeleteRecordsRequest request;
            request.timeoutMs = 1000;
            request.topics.emplace_back().name = name;
            request.topics[0].partitions.push_back({partition, Offset(offset)});
            return client.call(at, request, 2)->topics.at(0).partitions.at(0);
        };
        QCOMPARE(remove("t", 0, 3, leader).errorCode, ErrorCode::OffsetOutOfRange);
        QCOMPARE(remove("t", 0, -2, leader).errorCode, ErrorCode::OffsetOutOfRange);
        QCOMPARE(remove("t", 0, 1, otherThan(leader)).errorCode, ErrorCode::NotLeaderOrFollower);
        QCOMPARE(remove("t", 7, 1, leader).errorCode, ErrorCode::UnknownTopicOrPartition);
        QCOMPARE(remove("none", 0, 1, leader).errorCode, ErrorCode::UnknownTopicOrPartition);
        QCOMPARE(remove("c", 0, -1, cluster.partition("c", 0)->leader).errorCode,
                 ErrorCode::PolicyViolation);
        QCOMPARE(remove("t", 0, 3, leader).lowWatermark, Offset(-1));
    }

    void deletingRecordsWaitsForALiveFollower()
    {
        SimCluster cluster(brokers(2));
        QVERIFY(cluster.ready());
        QVERIFY(cluster.createTopic("t", 1, 2).ok);
        SimClient client(cluster, 1);
        QVERIFY(client.produce("t", 0, {"a", "b"}).ok());
        QVERIFY(cluster.settled());
        const BrokerId leader = cluster.partition("t", 0)->leader;
        QVERIFY(cluster.freeze(otherThan(leader).value()).ok);
        DeleteRecordsRequest request;
        request.timeoutMs = 1000; // shorter than the frozen broker's session
        request.topics.emplace_back().name = "t";
        request.topics[0].partitions.push_back({0, Offset(1)});
        QCOMPARE(client.call(leader, request, 2)->topics.at(0).partitions.at(0).errorCode,
                 ErrorCode::RequestTimedOut);
        request.timeoutMs = 20000; // once it counts as dead, nobody waits for it
        const auto answer = client.call(leader, request, 2);
        QCOMPARE(answer->topics.at(0).partitions.at(0).errorCode, ErrorCode::None);
        QCOMPARE(answer->topics.at(0).partitions.at(0).lowWatermark, Offset(1));
    }
};

QTEST_APPLESS_MAIN(TestAdminTopics)
#include "test_admin_topics.moc"
