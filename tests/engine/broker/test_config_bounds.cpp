#include <QTest>

#include <set>

#include "engine/broker/core/broker_settings.h"
#include "engine/broker/core/topic_settings.h"

using namespace hw;
using namespace hw::broker;

namespace {

constexpr std::int64_t kInt = 2147483647;
constexpr std::int64_t kLong = 9223372036854775807;
constexpr std::int64_t kCentury = 3155760000000; // ms: so that times can be added up

/// Smallest and largest value that is taken, written out by hand: the lower bounds are Kafka's, the
/// upper ones its types', unless a limit of ours is lower.  Kafka: KafkaConfig, LogConfig.
struct Bound
{
    std::string_view name;
    std::int64_t least;
    std::int64_t most;
};

constexpr Bound kBounds[] = {
    // replication
    {"replica.lag.time.max.ms", 1, kInt},
    {"replica.fetch.wait.max.ms", 0, kInt},
    {"replica.fetch.min.bytes", 0, kInt},
    {"replica.fetch.max.bytes", 0, kInt},
    {"replica.fetch.response.max.bytes", 0, kInt},
    {"replica.fetch.backoff.ms", 0, kInt},
    {"replica.socket.timeout.ms", 1, kInt},
    {"replica.high.watermark.checkpoint.interval.ms", 1, kInt},
    // topics and logs
    {"num.partitions", 1, 10000},
    {"default.replication.factor", 1, kInt},
    {"log.retention.check.interval.ms", 1, kInt},
    {"log.initial.task.delay.ms", 0, kInt},
    {"log.flush.offset.checkpoint.interval.ms", 1, kInt},
    {"producer.id.expiration.ms", 1, kInt},
    {"producer.id.expiration.check.interval.ms", 1, kInt},
    {"log.cleaner.backoff.ms", 0, kInt},
    {"log.cleaner.dedupe.buffer.size", 1024, kInt},
    // connections and the controller
    {"fetch.max.bytes", 1024, kInt},
    {"max.incremental.fetch.session.cache.slots", 0, kInt},
    {"connections.max.idle.ms", 1, kInt},
    {"zookeeper.session.timeout.ms", 1, kInt},
    {"controller.socket.timeout.ms", 1, kInt},
    {"leader.imbalance.check.interval.seconds", 1, kInt},
    {"leader.imbalance.per.broker.percentage", 0, 100},
    {"controlled.shutdown.max.retries", 1, kInt},
    {"controlled.shutdown.retry.backoff.ms", 0, kInt},
    // groups
    {"offsets.topic.num.partitions", 1, 10000},
    {"offsets.topic.replication.factor", 1, 32767},
    {"offsets.topic.segment.bytes", 14, kInt},
    {"offsets.load.buffer.size", 1, kInt},
    {"offset.metadata.max.bytes", 0, kInt},
    {"offsets.commit.timeout.ms", 1, kInt},
    {"offsets.retention.minutes", 1, kCentury / 60000},
    {"offsets.retention.check.interval.ms", 1, kInt},
    {"group.min.session.timeout.ms", 0, kInt},
    {"group.max.session.timeout.ms", 0, kInt},
    {"group.initial.rebalance.delay.ms", 0, kInt},
    {"group.max.size", 1, kInt},
    {"group.consumer.session.timeout.ms", 1, kInt},
    {"group.consumer.heartbeat.interval.ms", 1, kInt},
    {"group.consumer.max.size", 1, kInt},
    // of a topic
    {"max.message.bytes", 0, kInt},
    {"message.timestamp.after.max.ms", 0, kLong},
    {"message.timestamp.before.max.ms", 0, kLong},
    {"min.insync.replicas", 1, kInt},
    {"flush.messages", 1, kLong},
    {"flush.ms", 0, kLong},
    {"index.interval.bytes", 0, kInt},
    {"segment.bytes", 14, kInt},
    {"segment.index.bytes", 4, kInt},
    {"segment.jitter.ms", 0, kCentury},
    {"segment.ms", 1, kCentury},
    {"delete.retention.ms", 0, kCentury},
    {"file.delete.delay.ms", 0, kCentury},
    {"max.compaction.lag.ms", 1, kLong},
    {"min.compaction.lag.ms", 0, kCentury},
    {"retention.bytes", -1, kLong},
    {"retention.ms", -1, kLong},
};

/// Takes `value` for a setting of brokers or of topics.
Result<void> take(std::string_view name, const std::string& value)
{
    BrokerConfig config;
    return setConfig(config, name, value);
}

/// What a setting that was given `value` says that it is.
std::string kept(std::string_view name, const std::string& value)
{
    BrokerConfig config;
    if (!setConfig(config, name, value))
        return "refused";
    for (const auto& setting : brokerSettings())
        if (setting.name == name)
            return print(config, setting);
    for (const auto& setting : topicSettings())
        if (setting.name == name)
            return print(config.topic, setting);
    return "unknown";
}

/// One more than a number, which may be the largest there is.
std::string above(std::int64_t number)
{
    return number == kLong ? "9223372036854775808" : std::to_string(number + 1);
}

} // namespace

class TestConfigBounds : public QObject
{
    Q_OBJECT
private slots:
    void numbersHaveTheirBounds_data()
    {
        QTest::addColumn<std::int64_t>("least");
        QTest::addColumn<std::int64_t>("most");
        for (const Bound& bound : kBounds)
            QTest::newRow(bound.name.data()) << bound.least << bound.most;
    }
    void numbersHaveTheirBounds()
    {
        QFETCH(std::int64_t, least);
        QFETCH(std::int64_t, most);
        const std::string_view name = QTest::currentDataTag();
        for (const std::int64_t good : {least, most}) {
            const auto taken = take(name, std::to_string(good));
            QVERIFY2(taken, taken ? "" : taken.error().message.c_str());
            QCOMPARE(kept(name, std::to_string(good)), std::to_string(good));
        }
        for (const std::string& bad : {std::to_string(least - 1), above(most), std::string(),
                                       std::string("1.5"), std::string(" 5"), std::string("5 ")}) {
            const auto refused = take(name, bad);
            QVERIFY2(!refused, bad.c_str());
            QCOMPARE(refused.error().kind, Failure::Invalid);
            for (const std::string& part :
                 {"'" + bad + "'", std::string(name), std::to_string(least), std::to_string(most)})
                QVERIFY2(refused.error().message.find(part) != std::string::npos,
                         refused.error().message.c_str());
        }
    }

    /// A new number gets its line above.
    void everyNumberIsListed()
    {
        std::set<std::string_view> listed;
        for (const Bound& bound : kBounds)
            listed.insert(bound.name);
        const auto check = [&](const auto& settings) {
            for (const auto& setting : settings) {
                const bool isWhole = setting.type == ConfigType::Int ||
                                     setting.type == ConfigType::Short ||
                                     setting.type == ConfigType::Long;
                QVERIFY2(listed.contains(setting.name) == isWhole, setting.name.data());
            }
        };
        check(brokerSettings());
        check(topicSettings());
    }

    void otherValuesAreOneOfAFew()
    {
        struct Few
        {
            std::string_view name;
            std::vector<std::string> good;
        };
        const Few all[] = {
            {"compression.type", {"uncompressed", "zstd", "lz4", "snappy", "gzip", "producer"}},
            {"message.timestamp.type", {"CreateTime", "LogAppendTime"}},
            {"cleanup.policy", {"delete", "compact", "delete,compact", "compact, delete"}},
            {"unclean.leader.election.enable", {"true", "false"}},
            {"auto.create.topics.enable", {"true", "false"}},
            {"delete.topic.enable", {"true", "false"}},
            {"min.cleanable.dirty.ratio", {"0", "0.0", "0.5", "1"}},
        };
        for (const auto& [name, good] : all) {
            for (const std::string& value : good)
                QVERIFY2(take(name, value), value.c_str());
            for (const char* bad : {"nonsense", "True", "-0.1", "1.1", "nan", "delete;compact"})
                QVERIFY2(!take(name, bad), bad);
        }
    }
};

QTEST_APPLESS_MAIN(TestConfigBounds)
#include "test_config_bounds.moc"
