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

class TestAdminConfigChanges : public QObject
{
    Q_OBJECT
private slots:
    void changedSettingsAreObeyedByEveryBrokerAtOnce()
    {
        SimCluster cluster(kafkaPreset(3));
        QVERIFY(cluster.ready());
        QVERIFY(cluster.createTopic("t", 1, 3).ok);
        Admin admin(cluster);
        QVERIFY(admin.client.produce("t", 0, {std::string(200, 'x')}).ok());
        for (int version = 0; version <= 1; ++version) {
            const auto set = admin.alter(
                kTopic, "t", {{"max.message.bytes", Set, std::to_string(100 + version)}}, false,
                version, BrokerId(2));
            QCOMPARE(set.errorCode, ErrorCode::None);
        }
        cluster.runFor(100ms);
        QCOMPARE(admin.client.produce("t", 0, {std::string(200, 'x')}).error,
                 ErrorCode::MessageTooLarge);
        std::set<BrokerId> obeyed;
        for (const Event& event : cluster.events())
            if (const auto* changed = std::get_if<fact::ConfigChanged>(&event.fact)) {
                QCOMPARE(changed->entity, std::string("topics/t"));
                obeyed.insert(BrokerId(event.node.number));
            }
        QCOMPARE(obeyed.size(), std::size_t(3));
        QCOMPARE(admin.alter(kTopic, "t", {{"max.message.bytes", Delete, {}}}).errorCode,
                 ErrorCode::None);
        cluster.runFor(100ms);
        QVERIFY(admin.client.produce("t", 0, {std::string(200, 'x')}).ok());
    }

    void fewerReplicasInSyncThanAskedForAreRefusedAfterAChange()
    {
        SimCluster cluster(kafkaPreset(1));
        QVERIFY(cluster.ready());
        QVERIFY(cluster.createTopic("t", 1, 1).ok);
        Admin admin(cluster);
        // More than there are replicas counts as all of them.
        QCOMPARE(admin.alter(kTopic, "t", {{"min.insync.replicas", Set, "2"}}).errorCode,
                 ErrorCode::None);
        cluster.runFor(100ms);
        QVERIFY(admin.client.produce("t", 0, {"x"}).ok());
        QCOMPARE(entry(admin.describe(kTopic, "t"), "min.insync.replicas").value,
                 std::optional<std::string>("2"));
    }

    void listsAreAppendedToAndSubtractedFrom()
    {
        SimCluster cluster(kafkaPreset());
        QVERIFY(cluster.ready());
        QVERIFY(cluster.createTopic("t", 1, 1).ok);
        Admin admin(cluster);
        const auto policy = [&] {
            return *entry(admin.describe(kTopic, "t"), "cleanup.policy").value;
        };
        QCOMPARE(admin.alter(kTopic, "t", {{"cleanup.policy", Append, "compact"}}).errorCode,
                 ErrorCode::None);
        QCOMPARE(policy(), std::string("delete,compact"));
        QCOMPARE(admin.alter(kTopic, "t", {{"cleanup.policy", Append, "compact"}}).errorCode,
                 ErrorCode::None);
        QCOMPARE(policy(), std::string("delete,compact"));
        QCOMPARE(admin.alter(kTopic, "t", {{"cleanup.policy", Subtract, "delete"}}).errorCode,
                 ErrorCode::None);
        QCOMPARE(policy(), std::string("compact"));
        QCOMPARE(admin.alter(kTopic, "t", {{"segment.ms", Append, "1"}}).errorCode,
                 ErrorCode::InvalidConfig);
        QCOMPARE(admin.alter(kBroker, "1", {{"message.max.bytes", Append, "1"}}).errorCode,
                 ErrorCode::InvalidConfig);
        QCOMPARE(admin.alter(kTopic, "t", {{"no.such", Append, "1"}}).errorCode,
                 ErrorCode::InvalidConfig);
    }

    void badChangesAreRefusedForTheirReasonAndChangeNothing()
    {
        SimCluster cluster(kafkaPreset());
        QVERIFY(cluster.ready());
        QVERIFY(cluster.createTopic("t", 1, 1).ok);
        Admin admin(cluster);
        struct
        {
            std::int8_t type;
            std::string name;
            std::vector<Admin::Change> changes;
            ErrorCode expected;
        } const cases[] = {
            {kTopic, "t", {{"no.such", Set, "1"}}, ErrorCode::InvalidConfig},
            {kTopic, "t", {{"segment.bytes", Set, "13"}}, ErrorCode::InvalidConfig},
            {kTopic, "t", {{"segment.bytes", Set, "many"}}, ErrorCode::InvalidConfig},
            {kTopic, "t", {{"cleanup.policy", Set, "burn"}}, ErrorCode::InvalidConfig},
            {kTopic, "t", {{"segment.bytes", Set, {}}}, ErrorCode::InvalidRequest},
            {kTopic,
             "t",
             {{"segment.ms", Set, "5"}, {"segment.ms", Set, "6"}},
             ErrorCode::InvalidRequest},
            {kTopic, "t", {{"segment.ms", 4, "5"}}, ErrorCode::InvalidRequest},
            {kTopic, "none", {{"segment.ms", Set, "5"}}, ErrorCode::UnknownTopicOrPartition},
            {kBroker, "1", {{"replica.lag.time.max.ms", Set, "5"}}, ErrorCode::InvalidRequest},
            {kBroker, "1", {{"log.retention.hours", Set, "5"}}, ErrorCode::InvalidRequest},
            {kBroker, "1", {{"no.such", Set, "5"}}, ErrorCode::InvalidRequest},
            {kBroker, "1", {{"log.segment.bytes", Set, "13"}}, ErrorCode::InvalidRequest},
            {kBroker, "2", {{"log.segment.bytes", Set, "2000"}}, ErrorCode::InvalidRequest},
            {3, "t", {{"segment.ms", Set, "5"}}, ErrorCode::InvalidRequest},
        };
        for (const auto& one : cases) {
            const auto answer = admin.alter(one.type, one.name, one.changes);
            QCOMPARE(answer.errorCode, one.expected);
            QVERIFY(answer.errorMessage && !answer.errorMessage->empty());
        }
        const auto looked = admin.alter(kTopic, "t", {{"segment.ms", Set, "5"}}, true);
        QCOMPARE(looked.errorCode, ErrorCode::None);
        QVERIFY(!looked.errorMessage); // not an empty one
        cluster.runFor(100ms);
        QCOMPARE(entry(admin.describe(kTopic, "t"), "segment.ms").configSource,
                 std::int8_t(Default));
    }

    void alterConfigsReplacesAll()
    {
        SimCluster cluster(kafkaPreset());
        QVERIFY(cluster.ready());
        QVERIFY(cluster.createTopic("t", 1, 1, {{"segment.bytes", "2000"}}).ok);
        Admin admin(cluster);
        for (int version = 0; version <= 2; ++version) {
            const std::string value = std::to_string(1000 + version);
            const auto answer = admin.replace(kTopic, "t", {{"retention.ms", value}}, version);
            QCOMPARE(answer.errorCode, ErrorCode::None);
            QVERIFY(!answer.errorMessage);
            QCOMPARE(entry(admin.describe(kTopic, "t"), "retention.ms").value,
                     std::optional(value));
        }
        QCOMPARE(entry(admin.describe(kTopic, "t"), "segment.bytes").configSource,
                 std::int8_t(Default));
        QCOMPARE(admin.replace(kTopic, "t", {{"retention.ms", {}}}, 2).errorCode,
                 ErrorCode::InvalidRequest);
        QCOMPARE(admin.replace(kTopic, "t", {{"flush.ms", "x"}}, 2).errorCode,
                 ErrorCode::InvalidConfig);
        QCOMPARE(admin.replace(kTopic, "t", {{"no.such", "1"}}, 2).errorCode,
                 ErrorCode::InvalidConfig);
        QCOMPARE(admin.replace(kTopic, "none", {}, 2).errorCode,
                 ErrorCode::UnknownTopicOrPartition);
    }

    void brokersSettingsStandOverEachOther()
    {
        SimCluster cluster(kafkaPreset(2));
        QVERIFY(cluster.ready());
        QVERIFY(cluster.createTopic("t", 1, 2).ok);
        Admin admin(cluster);
        QCOMPARE(admin.alter(kBroker, "", {{"message.max.bytes", Set, "7000"}}).errorCode,
                 ErrorCode::None);
        QCOMPARE(admin.alter(kBroker, "1", {{"message.max.bytes", Set, "6000"}}).errorCode,
                 ErrorCode::None);
        cluster.runFor(100ms);
        const Described one = admin.describe(kBroker, "1");
        QCOMPARE(placesOf(entry(one, "message.max.bytes")),
                 std::string("message.max.bytes=6000@2 message.max.bytes=7000@3 "
                             "message.max.bytes=1048588@5 "));
        const Described two = admin.describe(kBroker, "2", 4, {}, BrokerId(2));
        QCOMPARE(entry(two, "message.max.bytes").value, std::optional<std::string>("7000"));
        const Described all = admin.describe(kBroker, "");
        QCOMPARE(all.configs.size(), std::size_t(1));
        QCOMPARE(placesOf(all.configs[0]), std::string("message.max.bytes=7000@3 "));
        // Topics without their own follow, at once and after a restart.
        const Described topic = admin.describe(kTopic, "t");
        QCOMPARE(entry(topic, "max.message.bytes").value, std::optional<std::string>("6000"));
        QCOMPARE(entry(topic, "max.message.bytes").configSource, std::int8_t(DynamicBroker));
        const std::string large(6500, 'x');
        QCOMPARE(admin.client.produce("t", 0, {large}).error, ErrorCode::MessageTooLarge);
        QVERIFY(cluster.restart(1).ok == false); // it runs
        QVERIFY(cluster.kill(1).ok);
        QVERIFY(cluster.restart(1).ok);
        cluster.runFor(1s);
        QCOMPARE(entry(admin.describe(kBroker, "1"), "message.max.bytes").value,
                 std::optional<std::string>("6000"));
    }

    void notificationsGoAfterAQuarterOfAnHour()
    {
        SimCluster cluster(kafkaPreset());
        QVERIFY(cluster.ready());
        QVERIFY(cluster.createTopic("t", 1, 1).ok);
        Admin admin(cluster);
        const auto count = [&] {
            std::size_t left = 0;
            for (const Event& event : cluster.events())
                if (const auto* znode = std::get_if<fact::ZnodeChanged>(&event.fact))
                    if (znode->path.starts_with("/config/changes/"))
                        left += znode->kind == fact::ZnodeChanged::Kind::Created   ? 1
                                : znode->kind == fact::ZnodeChanged::Kind::Deleted ? -1
                                                                                   : 0;
            return left;
        };
        QCOMPARE(admin.alter(kTopic, "t", {{"segment.ms", Set, "5"}}).errorCode, ErrorCode::None);
        QCOMPARE(admin.alter(kTopic, "t", {{"segment.ms", Set, "6"}}).errorCode, ErrorCode::None);
        cluster.runFor(Duration(std::chrono::minutes(16)));
        QCOMPARE(count(), std::size_t(2)); // nobody has looked
        QCOMPARE(admin.alter(kTopic, "t", {{"segment.ms", Set, "7"}}).errorCode, ErrorCode::None);
        cluster.runFor(1s);
        QCOMPARE(count(), std::size_t(1));
    }
};

QTEST_APPLESS_MAIN(TestAdminConfigChanges)
#include "test_admin_config_changes.moc"
