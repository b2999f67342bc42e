#include <QTest>

#include <map>
#include <set>

#include <fmt/format.h>

#include "engine/protocol/batch_builder.h"
#include "engine/protocol/messages/fetch.h"
#include "engine/protocol/messages/find_coordinator.h"
#include "engine/protocol/messages/offset_commit.h"
#include "engine/protocol/messages/offset_fetch.h"
#include "engine/protocol/messages/produce.h"
#include "tests/support/sim_client.h"

using namespace hw;
using namespace hw::test;
using namespace hw::protocol;
using observe::fact::LogCleaned;

namespace {

const TopicPartition kOffsets{"__consumer_offsets", 0};

cluster::ClusterSpec specOf(std::uint64_t seed)
{
    cluster::ClusterSpec spec;
    spec.seed = seed;
    spec.configs = {{"offsets.topic.num.partitions", "1"},
                    {"offsets.topic.segment.bytes", "3000"},
                    {"log.cleaner.backoff.ms", "3000"}};
    return spec;
}

struct Stage
{
    explicit Stage(std::uint64_t seed)
        : cluster(specOf(seed))
        , client(cluster, 1)
    {
        HW_ASSERT(cluster.ready(), "the cluster starts");
    }

    ErrorCode produce(std::optional<std::string> key, const std::string& value)
    {
        BatchBuilder builder;
        builder.add(cluster.world().wallTime(), key ? std::optional(viewOf(*key)) : std::nullopt,
                    viewOf(value));
        ProduceRequest request;
        request.acks = -1;
        request.timeoutMs = 5000;
        auto& topic = request.topicData.emplace_back();
        topic.name = "t";
        topic.partitionData.emplace_back().records = Pieces(builder.build());
        const auto answer = client.call(cluster.partition("t", 0)->leader, std::move(request), 7);
        HW_ASSERT(answer.has_value(), answer.error().message);
        return answer->responses[0].partitionResponses[0].errorCode;
    }
    /// As the first client that looks for a coordinator does; with the settings of that topic.
    bool makeOffsetsTopic()
    {
        FindCoordinatorRequest request;
        request.key = "group-0";
        return client.call(BrokerId(1), std::move(request), 1).has_value() &&
               cluster.until([&](const auto&, const auto&) {
                   return cluster.partition(kOffsets.topic, 0) != nullptr;
               }) &&
               cluster.settled();
    }
    /// Commits, without being a member, that `group` is at `offset` in t-0.
    ErrorCode commit(const std::string& group, std::int64_t offset)
    {
        OffsetCommitRequest request;
        request.groupId = group;
        request.generationIdOrMemberEpoch = Generation(-1);
        auto& topic = request.topics.emplace_back();
        topic.name = "t";
        topic.partitions.push_back({.partitionIndex = 0, .committedOffset = Offset(offset)});
        const auto answer = client.call(coordinator(), std::move(request), 7);
        HW_ASSERT(answer.has_value(), answer.error().message);
        return answer->topics[0].partitions[0].errorCode;
    }
    std::int64_t committed(const std::string& group)
    {
        OffsetFetchRequest request;
        request.groupId = group;
        request.topics->push_back({.name = "t", .partitionIndexes = {0}});
        const auto answer = client.call(coordinator(), std::move(request), 5);
        HW_ASSERT(answer.has_value(), answer.error().message);
        if (answer->errorCode != ErrorCode::None)
            return -1000 - static_cast<int>(answer->errorCode);
        return answer->topics[0].partitions[0].committedOffset.value();
    }
    BrokerId coordinator()
    {
        BrokerId leader = kNoBroker;
        cluster.until([&](const auto&, const auto&) {
            const auto part = cluster.partition(kOffsets.topic, 0);
            leader = part ? part->leader : kNoBroker;
            return leader != kNoBroker && leader != killed;
        });
        return leader;
    }
    std::set<BrokerId> cleanersOf(const TopicPartition& partition)
    {
        std::set<BrokerId> brokers;
        for (const observe::Event& event : cluster.events()) {
            const auto* cleaned = std::get_if<LogCleaned>(&event.fact);
            if (cleaned && cleaned->partition == partition)
                brokers.insert(BrokerId(event.node.number));
        }
        return brokers;
    }

    SimCluster cluster;
    SimClient client;
    BrokerId killed = kNoBroker;
};

} // namespace

class TestCompaction : public QObject
{
    Q_OBJECT
private slots:
    void everyReplicaKeepsTheNewestOfEachKey_data() { seeds(); }
    void everyReplicaKeepsTheNewestOfEachKey()
    {
        QFETCH(quint64, seed);
        Stage stage(seed);
        QVERIFY(stage.cluster
                    .createTopic("t", 1, 3,
                                 {{"cleanup.policy", "compact"},
                                  {"segment.bytes", "2000"},
                                  {"min.cleanable.dirty.ratio", "0.01"}})
                    .ok);
        QVERIFY(stage.cluster.settled());
        std::map<std::string, std::string> newest;
        for (int i = 0; i < 120; ++i) {
            const std::string key = "key-" + std::to_string(i % 7);
            newest[key] = "value-" + std::to_string(i);
            QCOMPARE(stage.produce(key, newest[key]), ErrorCode::None);
        }
        QCOMPARE(stage.produce(std::nullopt, "nobody's"), ErrorCode::InvalidRecord); // R15
        stage.cluster.runFor(8s);
        QVERIFY2(stage.cleanersOf({"t", 0}).size() == 3, stage.cluster.story().c_str());
        QVERIFY(stage.cluster.settled());

        const auto records = stage.client.readAll("t", 0);
        QVERIFY(records.size() < 60);
        QCOMPARE(records.back().offset.value(), 119);
        for (const auto& [key, value] : newest)
            QVERIFY(std::ranges::any_of(records,
                                        [&](const auto& record) { return record.value == value; }));
        for (const auto& record : records)
            QCOMPARE(record.value, "value-" + std::to_string(record.offset.value()));
        // Every replica has it, whoever leads next; a new one copies what is left.
        for (int broker = 1; broker <= 2; ++broker) {
            QVERIFY(stage.cluster.kill(broker).ok);
            stage.cluster.until([&](const auto&, const auto&) {
                const auto part = stage.cluster.partition("t", 0);
                return part && part->leader != kNoBroker && part->leader != BrokerId(broker);
            });
            const auto again = stage.client.readAll("t", 0);
            QCOMPARE(again.back().offset.value(), 119);
            for (const auto& [key, value] : newest)
                QVERIFY(std::ranges::any_of(
                    again, [&](const auto& record) { return record.value == value; }));
            QVERIFY(stage.cluster.restart(broker).ok);
            QVERIFY2(stage.cluster.settled(), stage.cluster.story().c_str());
        }
    }

    void groupsOutliveCompactionAndACoordinatorsMove_data() { seeds(); }
    void groupsOutliveCompactionAndACoordinatorsMove()
    {
        QFETCH(quint64, seed);
        Stage stage(seed);
        QVERIFY(stage.cluster.createTopic("t", 1, 1).ok);
        QVERIFY(stage.makeOffsetsTopic());
        std::map<std::string, std::int64_t> offsets;
        for (int i = 0; i < 200; ++i) {
            const std::string group = "group-" + std::to_string(i % 20);
            offsets[group] = i;
            QCOMPARE(stage.commit(group, i), ErrorCode::None);
        }
        stage.cluster.runFor(8s);
        QVERIFY2(stage.cleanersOf(kOffsets).size() == 3, stage.cluster.story().c_str());
        stage.killed = stage.coordinator();
        QVERIFY(stage.cluster.kill(stage.killed.value()).ok);
        stage.cluster.runFor(8s);
        for (const auto& [group, offset] : offsets)
            QCOMPARE(stage.committed(group), offset);
        QCOMPARE(offsets.size(), std::size_t(20));
    }

private:
    static void seeds()
    {
        QTest::addColumn<quint64>("seed");
        for (quint64 seed : {1, 2, 3})
            QTest::addRow("seed %llu", seed) << seed;
    }
};

QTEST_APPLESS_MAIN(TestCompaction)
#include "test_compaction.moc"
