#include <QTest>

#include <set>

#include "engine/protocol/messages/alter_configs.h"
#include "engine/protocol/messages/create_topics.h"
#include "engine/protocol/messages/describe_configs.h"
#include "engine/protocol/messages/describe_log_dirs.h"
#include "engine/protocol/messages/incremental_alter_configs.h"
#include "engine/protocol/messages/metadata.h"
#include "tests/support/sim_client.h"

using namespace hw;
using namespace hw::test;
using namespace hw::observe;
using namespace hw::protocol;

namespace {

constexpr std::int8_t kTopic = 2;
constexpr std::int8_t kBroker = 4;
enum Op : std::int8_t
{
    Set,
    Delete,
    Append,
    Subtract
};
enum Source : std::int8_t
{
    OfTopic = 1,
    DynamicBroker,
    DynamicDefault,
    Static,
    Default
};

using Described = DescribeConfigsResponse::DescribeConfigsResult;
using Entry = DescribeConfigsResponse::DescribeConfigsResourceResult;

class Admin
{
public:
    explicit Admin(SimCluster& cluster)
        : client(cluster, 1)
    {
    }

    Described describe(std::int8_t type, const std::string& name, int version = 4,
                       std::optional<std::vector<std::string>> keys = {}, BrokerId at = BrokerId(1))
    {
        DescribeConfigsRequest request;
        auto& resource = request.resources.emplace_back();
        resource.resourceType = type;
        resource.resourceName = name;
        resource.configurationKeys = std::move(keys);
        request.includeSynonyms = version >= 1;
        request.includeDocumentation = version >= 3;
        const auto answer = client.call(at, request, version);
        HW_ASSERT(answer.has_value(), answer ? "" : answer.error().message);
        return answer->results.at(0);
    }

    struct Change
    {
        std::string name;
        std::int8_t op;
        std::optional<std::string> value;
    };
    IncrementalAlterConfigsResponse::AlterConfigsResourceResponse
    alter(std::int8_t type, const std::string& name, std::vector<Change> changes,
          bool validateOnly = false, int version = 1, BrokerId at = BrokerId(1))
    {
        IncrementalAlterConfigsRequest request;
        request.validateOnly = validateOnly;
        auto& resource = request.resources.emplace_back();
        resource.resourceType = type;
        resource.resourceName = name;
        for (Change& change : changes)
            resource.configs.push_back({change.name, change.op, change.value});
        const auto answer = client.call(at, request, version);
        HW_ASSERT(answer.has_value(), answer ? "" : answer.error().message);
        return answer->responses.at(0);
    }

    ErrorCode replace(std::int8_t type, const std::string& name,
                      std::vector<std::pair<std::string, std::optional<std::string>>> configs,
                      int version)
    {
        AlterConfigsRequest request;
        auto& resource = request.resources.emplace_back();
        resource.resourceType = type;
        resource.resourceName = name;
        for (auto& [config, value] : configs)
            resource.configs.push_back({config, value});
        const auto answer = client.call(BrokerId(1), request, version);
        HW_ASSERT(answer.has_value(), answer ? "" : answer.error().message);
        return answer->responses.at(0).errorCode;
    }

    SimClient client;
};

const Entry& entry(const Described& described, const std::string& name)
{
    for (const Entry& one : described.configs)
        if (one.name == name)
            return one;
    HW_ASSERT(false, "there is no setting " + name);
    return described.configs.front();
}

std::string placesOf(const Entry& entry)
{
    std::string text;
    for (const auto& place : entry.synonyms)
        text += fmt::format("{}={}@{} ", place.name, place.value.value_or("null"), place.source);
    return text;
}

cluster::ClusterSpec kafkaPreset(int brokers = 1)
{
    cluster::ClusterSpec spec;
    spec.brokers = brokers;
    spec.preset = cluster::Preset::Kafka;
    return spec;
}

} // namespace

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
                 ErrorCode::InvalidRequest);
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
            {kTopic, "t", {{"segment.bytes", Set, "13"}}, ErrorCode::InvalidRequest},
            {kTopic, "t", {{"segment.bytes", Set, "many"}}, ErrorCode::InvalidRequest},
            {kTopic, "t", {{"cleanup.policy", Set, "burn"}}, ErrorCode::InvalidRequest},
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
        QCOMPARE(admin.alter(kTopic, "t", {{"segment.ms", Set, "5"}}, true).errorCode,
                 ErrorCode::None); // only looked at
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
            QCOMPARE(admin.replace(kTopic, "t", {{"retention.ms", value}}, version),
                     ErrorCode::None);
            QCOMPARE(entry(admin.describe(kTopic, "t"), "retention.ms").value,
                     std::optional(value));
        }
        QCOMPARE(entry(admin.describe(kTopic, "t"), "segment.bytes").configSource,
                 std::int8_t(Default));
        QCOMPARE(admin.replace(kTopic, "t", {{"retention.ms", {}}}, 2), ErrorCode::InvalidRequest);
        QCOMPARE(admin.replace(kTopic, "t", {{"no.such", "1"}}, 2), ErrorCode::InvalidConfig);
        QCOMPARE(admin.replace(kTopic, "none", {}, 2), ErrorCode::UnknownTopicOrPartition);
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
        QCOMPARE(create("segment.bytes", {}).errorCode, ErrorCode::InvalidRequest);
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
