#include <QTest>

#include <set>

#include "engine/protocol/messages/create_topics.h"
#include "engine/protocol/messages/describe_log_dirs.h"
#include "engine/protocol/messages/metadata.h"
#include "tests/sim/config_admin.h"

using namespace hw;
using namespace hw::test;
using namespace hw::observe;
using namespace hw::protocol;

class TestAdminConfigs : public QObject
{
    Q_OBJECT
private slots:
    void aTopicsSettingsAreDescribedWithTheirSources()
    {
        SimCluster cluster(kafkaPreset());
        QVERIFY(cluster.ready());
        QVERIFY(cluster.createTopic("t", 1, 1, {{"segment.bytes", "2000"}}).ok);
        Admin admin(cluster);
        const Described all = admin.describe(kTopic, "t");
        QCOMPARE(all.errorCode, ErrorCode::None);
        const Entry& own = entry(all, "segment.bytes");
        QCOMPARE(own.value, std::optional<std::string>("2000"));
        QCOMPARE(own.configSource, std::int8_t(OfTopic));
        QCOMPARE(own.configType, std::int8_t(3));
        QVERIFY(!own.readOnly && !own.isSensitive);
        QVERIFY(own.documentation && !own.documentation->empty());
        QCOMPARE(placesOf(own),
                 std::string("segment.bytes=2000@1 log.segment.bytes=1073741824@5 "));
        const Entry& standard = entry(all, "retention.ms");
        QCOMPARE(standard.value, std::optional<std::string>("604800000"));
        QCOMPARE(standard.configSource, std::int8_t(Default));
        QCOMPARE(standard.configType, std::int8_t(5));
        // Kafka keeps that default under log.retention.hours, which it does not show here.
        QCOMPARE(placesOf(standard), std::string(""));
        QCOMPARE(entry(all, "cleanup.policy").configType, std::int8_t(7));
    }

    void everyVersionDescribes()
    {
        SimCluster cluster(kafkaPreset());
        QVERIFY(cluster.ready());
        QVERIFY(cluster.createTopic("t", 1, 1, {{"segment.bytes", "2000"}}).ok);
        Admin admin(cluster);
        for (int version = 0; version <= 4; ++version) {
            const Described described = admin.describe(kTopic, "t", version, {{"segment.bytes"}});
            QCOMPARE(described.configs.size(), std::size_t(1));
            const Entry& only = described.configs[0];
            QCOMPARE(only.value, std::optional<std::string>("2000"));
            QVERIFY(!only.isDefault);
            QCOMPARE(only.documentation.value_or("").empty(), version < 3);
            QCOMPARE(only.synonyms.empty(), version == 0);
        }
        QVERIFY(entry(admin.describe(kTopic, "t", 0), "retention.ms").isDefault);
    }

    void aBrokersSettingsAreDescribedUnderAllTheirNames()
    {
        cluster::ClusterSpec spec = kafkaPreset();
        spec.configs["message.max.bytes"] = "5000";
        SimCluster cluster(spec);
        QVERIFY(cluster.ready());
        Admin admin(cluster);
        const Described all = admin.describe(kBroker, "1");
        QCOMPARE(all.errorCode, ErrorCode::None);
        QCOMPARE(entry(all, "log.retention.hours").value, std::optional<std::string>("168"));
        QVERIFY(entry(all, "log.retention.hours").readOnly);
        QCOMPARE(entry(all, "log.retention.ms").value, std::optional<std::string>());
        QVERIFY(!entry(all, "log.retention.ms").readOnly);
        const Entry& given = entry(all, "message.max.bytes");
        QCOMPARE(given.configSource, std::int8_t(Static));
        QCOMPARE(placesOf(given),
                 std::string("message.max.bytes=5000@4 message.max.bytes=1048588@5 "));
        const Entry& lag = entry(all, "replica.lag.time.max.ms");
        QVERIFY(lag.readOnly);
        QCOMPARE(lag.value, std::optional<std::string>("30000"));
        QVERIFY(admin.describe(kBroker, "").configs.empty());
        QCOMPARE(admin.describe(kBroker, "2").errorCode, ErrorCode::InvalidRequest);
        QCOMPARE(admin.describe(kBroker, "x").errorCode, ErrorCode::InvalidRequest);
        QCOMPARE(admin.describe(8, "1").errorCode, ErrorCode::None);
        QCOMPARE(admin.describe(3, "1").errorCode, ErrorCode::InvalidRequest);
        QCOMPARE(admin.describe(kTopic, "none").errorCode, ErrorCode::UnknownTopicOrPartition);
        QCOMPARE(admin.describe(kTopic, "a b").errorCode, ErrorCode::InvalidTopicException);
    }

    void aBrokerTellsWhoItIs()
    {
        SimCluster cluster(kafkaPreset(3));
        QVERIFY(cluster.ready());
        Admin admin(cluster);
        const BrokerId second(2);
        const Described own = admin.describe(
            kBroker, "2", 4, {{"broker.id", "log.dirs", "advertised.listeners"}}, second);
        QCOMPARE(own.configs.size(), std::size_t(3));
        for (const Entry& one : own.configs) {
            QVERIFY(one.readOnly);
            QCOMPARE(one.configSource, std::int8_t(Static));
        }
        QCOMPARE(entry(own, "broker.id").value, std::optional<std::string>("2"));
        QCOMPARE(entry(own, "broker.id").configType, std::int8_t(3));
        QCOMPARE(placesOf(entry(own, "broker.id")), std::string("broker.id=2@4 broker.id=-1@5 "));
        const auto dirs = admin.client.call(second, DescribeLogDirsRequest{}, 4);
        QVERIFY(dirs.has_value());
        QCOMPARE(entry(own, "log.dirs").value.value_or(""), dirs->results.at(0).logDir);
        const auto metadata = admin.client.call(second, MetadataRequest{}, 12);
        QVERIFY(metadata.has_value());
        const auto& listed = metadata->brokers.at(1);
        QCOMPARE(listed.nodeId, second);
        QCOMPARE(entry(own, "advertised.listeners").value.value_or(""),
                 fmt::format("PLAINTEXT://{}:{}", listed.host, listed.port));
        for (const char* name : {"broker.id", "log.dirs", "advertised.listeners"}) {
            const auto refused = admin.alter(kBroker, "1", {{name, Set, "7"}});
            QCOMPARE(refused.errorCode, ErrorCode::InvalidRequest);
            QVERIFY(refused.errorMessage &&
                    refused.errorMessage->find("read at start") != std::string::npos);
        }
    }

    void newTopicsAreCheckedByTheSameTable()
    {
        SimCluster cluster(kafkaPreset());
        QVERIFY(cluster.ready());
        SimClient client(cluster, 1);
        const auto create = [&](const std::string& name, std::optional<std::string> value) {
            CreateTopicsRequest request;
            request.timeoutMs = 5000;
            auto& topic = request.topics.emplace_back();
            topic.name = "t";
            topic.numPartitions = 1;
            topic.replicationFactor = 1;
            topic.configs.push_back({name, value});
            return client.call(BrokerId(1), request, 7)->topics.at(0);
        };
        QCOMPARE(create("no.such", "1").errorCode, ErrorCode::InvalidConfig);
        QCOMPARE(create("segment.bytes", "13").errorCode, ErrorCode::InvalidConfig);
        QCOMPARE(create("segment.bytes", {}).errorCode, ErrorCode::InvalidConfig);
        const auto made = create("segment.bytes", "2000");
        QCOMPARE(made.errorCode, ErrorCode::None);
        QVERIFY(made.configs.has_value());
        for (const auto& config : *made.configs)
            if (config.name == "segment.bytes") {
                QCOMPARE(config.value, std::optional<std::string>("2000"));
                QCOMPARE(config.configSource, std::int8_t(OfTopic));
            }
    }
};

QTEST_APPLESS_MAIN(TestAdminConfigs)
#include "test_admin_configs.moc"
