#include <QTest>

#include "engine/client/admin.h"
#include "engine/protocol/messages/create_topics.h"
#include "engine/protocol/messages/metadata.h"
#include "tests/sim/group_stage.h"
#include "tests/support/sim_client.h"

using namespace hw;
using namespace hw::test;
using namespace hw::observe;
using namespace hw::protocol;

namespace {

cluster::ClusterSpec spec(int brokers)
{
    cluster::ClusterSpec spec;
    spec.brokers = brokers;
    return spec;
}

ErrorCode metadataError(SimClient& client, BrokerId at, const std::string& topic)
{
    MetadataRequest request;
    request.allowAutoTopicCreation = false;
    request.topics.emplace();
    request.topics->emplace_back().name = topic;
    return client.call(at, request, 10)->topics.at(0).errorCode;
}

} // namespace

/// What CreateTopics takes and refuses, and what the picture makes of it.
class TestTopicCreation : public QObject
{
    Q_OBJECT
private slots:
    void aSettingWithoutAValueIsNoSetting()
    {
        SimCluster cluster(spec(1));
        QVERIFY(cluster.ready());
        SimClient client(cluster, 1);
        CreateTopicsRequest request;
        request.timeoutMs = 5000;
        auto& topic = request.topics.emplace_back();
        topic.name = "t";
        topic.numPartitions = topic.replicationFactor = 1;
        topic.configs.push_back({"retention.ms", std::nullopt});
        const auto answer = client.call(BrokerId(1), request, 5);
        QCOMPARE(answer->topics.at(0).errorCode, ErrorCode::InvalidConfig);
        QVERIFY(!cluster.partition("t", 0));
    }

    /// The picture, too, has to live with replicas on brokers that it does not know.
    void aTopicMayNameBrokersThatAreDownOrUnknown()
    {
        SimCluster cluster(spec(3));
        QVERIFY(cluster.ready());
        const int controller = cluster.snapshot()->controller.broker.value();
        const int down = controller % 3 + 1;
        QVERIFY(cluster.kill(down).ok);
        cluster.runFor(10s);
        command::CreateTopic create;
        create.topic = "t";
        create.assignment = {{BrokerId(77), BrokerId(controller)},
                             {BrokerId(down), BrokerId(controller)}};
        const auto made = cluster.run(create);
        QVERIFY2(made.ok, made.message.c_str());
        QCOMPARE(cluster.partition("t", 0)->leader, BrokerId(controller));
        QCOMPARE(cluster.partition("t", 0)->isr, std::vector{BrokerId(controller)});
        QCOMPARE(cluster.partition("t", 0)->assigned, create.assignment[0]);
        SimClient client(cluster, 1);
        QVERIFY(client.produce("t", 0, {"a"}).ok());
        QVERIFY(client.produce("t", 1, {"b"}).ok());
        command::CreateTopic nowhere;
        nowhere.topic = "u";
        nowhere.assignment = {{BrokerId(down)}};
        const auto late = cluster.run(nowhere);
        QVERIFY(!late.ok);
        QVERIFY2(late.message.find("REQUEST_TIMED_OUT") != std::string::npos, late.message.c_str());
        QCOMPARE(metadataError(client, BrokerId(controller), "u"),
                 ErrorCode::UnknownTopicOrPartition);
        QVERIFY(cluster.restart(down).ok);
        QVERIFY(cluster.until([&](const auto&, const auto&) {
            return cluster.partition("t", 1)->isr.size() == 2 &&
                   cluster.partition("u", 0)->leader == BrokerId(down);
        }));
        QVERIFY(client.produce("u", 0, {"c"}).ok());
        QVERIFY(cluster.snapshot()->invariantsBroken.empty());
        QCOMPARE(cluster.partition("t", 0)->isr.size(), std::size_t(1));
    }

    /// Whoever asks again after an answer that never came has what it wants.
    void aTopicThatWasMadeThoughNobodyHeardOfItIsMade()
    {
        GroupStage stage({});
        QVERIFY(stage.cluster.ready());
        const NodeId asker = NodeId::client(77);
        client::Admin admin(stage.host, stage.journal, asker, stage.context(77).bootstrap);
        const NodeId controller = NodeId::broker(stage.cluster.snapshot()->controller.broker);
        QVERIFY(
            stage.cluster.run(command::HoldMessage{controller, asker, "CreateTopics", true}).ok);
        std::optional<client::AdminResult> result;
        admin.createTopic({"t", 1, 1, {}, {}}, 30s,
                          [&](client::AdminResult came) { result = std::move(came); });
        stage.cluster.runFor(3s);
        QVERIFY(!result && stage.cluster.partition("t", 0));
        QVERIFY(
            stage.cluster.run(command::ReleaseMessage{kNoEvent, true}).ok); // the connection ends
        stage.cluster.runFor(3s);
        QVERIFY(result.has_value());
        QVERIFY2(result->has_value(), result->has_value() ? "" : textOf(result->error()).c_str());
    }
};

QTEST_GUILESS_MAIN(TestTopicCreation)
#include "test_topic_creation.moc"
