#include <QTest>

#include "engine/protocol/messages/create_topics.h"
#include "engine/protocol/messages/metadata.h"
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
};

QTEST_GUILESS_MAIN(TestTopicCreation)
#include "test_topic_creation.moc"
