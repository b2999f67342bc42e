#include <QTest>

#include "engine/broker/core/broker_settings.h"
#include "engine/broker/core/dynamic_config.h"
#include "engine/broker/core/topic_settings.h"

using namespace hw;
using namespace hw::broker;

class TestConfig : public QObject
{
    Q_OBJECT
private slots:
    void kafkaPresetHasKafkasDefaults()
    {
        const BrokerConfig config = kafkaConfig(3);
        QCOMPARE(config.replicaLagTimeMax, Duration(30s));
        QCOMPARE(config.topic.segmentBytes, 1073741824);
        QCOMPARE(config.offsetsTopicReplicationFactor, 3);
        QCOMPARE(kafkaConfig(1).offsetsTopicReplicationFactor, 1);
    }

    void classroomPresetIsShortAndSmall()
    {
        const BrokerConfig config = classroomConfig(2);
        QCOMPARE(config.defaultReplicationFactor, 2);
        QCOMPARE(config.numPartitions, 3);
        QCOMPARE(config.zookeeperSessionTimeout, Duration(3s));
        QCOMPARE(config.topic.retentionBytes, std::int64_t(64 << 20));
        QVERIFY(!config.autoLeaderRebalance);
    }

    void everyListedValueReadsBack()
    {
        const BrokerConfig original = classroomConfig(3);
        BrokerConfig copy;
        for (const ConfigValue& value : listConfig(original))
            QVERIFY2(setConfig(copy, value.name, value.value), value.name.c_str());
        QVERIFY(copy == original);
    }

    void topicSettingsGoByBothNames()
    {
        BrokerConfig config;
        QVERIFY(setConfig(config, "segment.bytes=2000"));
        QCOMPARE(config.topic.segmentBytes, 2000);
        QVERIFY(setConfig(config, "log.segment.bytes=3000"));
        QCOMPARE(config.topic.segmentBytes, 3000);
    }

    void synonymsCarryTheirOwnUnit()
    {
        BrokerConfig config;
        QVERIFY(setConfig(config, "log.retention.hours=2"));
        QCOMPARE(config.topic.retentionMs, std::int64_t(7200000));
        QVERIFY(setConfig(config, "log.retention.minutes=-1"));
        QCOMPARE(config.topic.retentionMs, kNoLimit);
        const auto tooLong = setConfig(config, "log.roll.hours=876601");
        QVERIFY(!tooLong);
        QCOMPARE(tooLong.error().message,
                 "'876601' is no value for log.roll.hours: allowed is a whole number from 1 to "
                 "876600");
    }

    void everySettingIsDocumentedAndItsDefaultAllowed()
    {
        const BrokerConfig config;
        for (const auto& row : brokerSettings()) {
            BrokerConfig copy;
            QVERIFY2(assign(copy, row, row.name, print(config, row)), row.name.data());
            QVERIFY2(row.documentation.ends_with('.'), row.name.data());
        }
        for (const auto& row : topicSettings()) {
            TopicConfig copy;
            QVERIFY2(assign(copy, row, row.name, print(config.topic, row)), row.name.data());
            QVERIFY2(row.documentation.ends_with('.'), row.name.data());
            QVERIFY2(!row.synonyms.empty(), row.name.data());
        }
    }

    void secondsAndMinutesCarryTheirUnit()
    {
        BrokerConfig config;
        QVERIFY(setConfig(config, "leader.imbalance.check.interval.seconds=7"));
        QCOMPARE(config.leaderImbalanceCheck, Duration(7s));
        QVERIFY(setConfig(config, "offsets.retention.minutes=2"));
        QCOMPARE(config.offsetsRetention, Duration(120s));
    }

    void errorsNameSettingValueAndRange()
    {
        BrokerConfig config;
        const auto low = setConfig(config, "min.insync.replicas=0");
        QVERIFY(!low);
        QCOMPARE(low.error().message, "'0' is no value for min.insync.replicas: allowed is a "
                                      "whole number from 1 to 2147483647");
        const auto text = setConfig(config, "num.partitions=3x");
        QVERIFY(!text && text.error().message.find("'3x'") != std::string::npos);
        const auto word = setConfig(config, "cleanup.policy=wipe");
        QVERIFY(!word && word.error().message.find("delete,compact") != std::string::npos);
        const auto unknown = setConfig(config, "no.such=1");
        QVERIFY(!unknown);
        QCOMPARE(unknown.error().kind, Failure::NotFound);
        QVERIFY(unknown.error().message.find("replica.lag.time.max.ms") != std::string::npos);
        QVERIFY(!setConfig(config, "noequals"));
        QVERIFY(config == BrokerConfig{});
    }

    void cleanupPoliciesAreLists()
    {
        TopicConfig config;
        QVERIFY(setTopicConfig(config, "cleanup.policy", "compact, delete"));
        QVERIFY(config.cleanupCompact && config.cleanupDelete);
        QVERIFY(setTopicConfig(config, "cleanup.policy", ""));
        QVERIFY(!config.cleanupCompact && !config.cleanupDelete);
        QVERIFY(!setTopicConfig(config, "cleanup.policy", "compact,"));
    }

    void whatMayChangeIsReadFromTheSameTables()
    {
        QVERIFY(checkDynamic({{"log.retention.ms", "5"}, {"min.insync.replicas", "2"}}));
        const auto late = checkDynamic({{"num.partitions", "2"}});
        QVERIFY(!late && late.error().message.find("read at start") != std::string::npos);
        QVERIFY(!checkDynamic({{"log.retention.hours", "5"}})); // only by the main name
        QVERIFY(!checkDynamic({{"no.such", "5"}}));
        QVERIFY(!checkDynamic({{"log.retention.ms", "-2"}}));
    }

    void whatWasSetForOneBrokerStandsOverWhatWasSetForAll()
    {
        BrokerConfig live;
        live.topic.segmentBytes = 3000;
        DynamicConfig dynamic(live);
        dynamic.set(DynamicConfig::Level::Cluster,
                    {{"log.segment.bytes", "4000"}, {"log.retention.ms", "9"}});
        dynamic.set(DynamicConfig::Level::Broker, {{"log.segment.bytes", "5000"}});
        QCOMPARE(live.topic.segmentBytes, 5000);
        QCOMPARE(live.topic.retentionMs, std::int64_t(9));
        dynamic.set(DynamicConfig::Level::Broker, {});
        QCOMPARE(live.topic.segmentBytes, 4000);
        dynamic.set(DynamicConfig::Level::Cluster, {});
        QCOMPARE(live.topic.segmentBytes, 3000);
        QCOMPARE(differenceOf({{"a", "1"}, {"b", "1"}}, {{"b", "2"}, {"c", "3"}}),
                 std::string("b=2, c=3, a=default"));
    }

    void topicOverridesStandOverDefaults()
    {
        TopicConfig defaults;
        defaults.minInsyncReplicas = 2;
        const TopicConfig own = withOverrides(defaults, {{"retention.ms", "5"}});
        QCOMPARE(own.minInsyncReplicas, 2);
        QCOMPARE(own.retentionMs, std::int64_t(5));
        QVERIFY(checkTopicConfigs({{"cleanup.policy", "compact"}}));
        QVERIFY(!checkTopicConfigs({{"log.segment.bytes", "100"}}));
    }
};

QTEST_APPLESS_MAIN(TestConfig)
#include "test_config.moc"
