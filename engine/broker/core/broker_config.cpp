#include "engine/broker/core/broker_config.h"

#include <algorithm>

#include "engine/broker/core/topic_settings.h"

namespace hw::broker {

static constexpr std::int64_t kInt = std::numeric_limits<std::int32_t>::max();

static bool parsePlacement(BrokerConfig& config, std::string_view value)
{
    if (value != "simple" && value != "kafka")
        return false;
    config.placement = value == "simple" ? Placement::Simple : Placement::Kafka;
    return true;
}
static std::string printPlacement(const BrokerConfig& config)
{
    return config.placement == Placement::Simple ? "simple" : "kafka";
}

using B = BrokerConfig;
using Settings = std::vector<Setting<B>>;

static void addReplication(Settings& list)
{
    list.insert(
        list.end(),
        {{"replica.lag.time.max.ms", "", &B::replicaLagTimeMax, 1, kInt},
         {"replica.fetch.wait.max.ms", "", &B::replicaFetchWaitMax, 0, kInt},
         {"replica.fetch.min.bytes", "", &B::replicaFetchMinBytes, 0, kInt},
         {"replica.fetch.max.bytes", "", &B::replicaFetchMaxBytes, 0, kInt},
         {"replica.fetch.response.max.bytes", "", &B::replicaFetchResponseMaxBytes, 0, kInt},
         {"replica.fetch.backoff.ms", "", &B::replicaFetchBackoff, 0, kInt},
         {"replica.socket.timeout.ms", "", &B::replicaSocketTimeout, 1, kInt},
         {"replica.high.watermark.checkpoint.interval.ms", "", &B::hwCheckpointInterval, 1, kInt}});
}

static void addCluster(Settings& list)
{
    list.insert(
        list.end(),
        {{"num.partitions", "", &B::numPartitions, 1, kMaxPartitionsPerTopic},
         {"default.replication.factor", "", &B::defaultReplicationFactor, 1, kInt},
         {"auto.create.topics.enable", "", &B::autoCreateTopics},
         {"highwater.replica.placement", "",
          Words<B>{"simple or kafka", parsePlacement, printPlacement}},
         {"log.retention.check.interval.ms", "", &B::retentionCheckInterval, 1, kInt},
         {"log.flush.offset.checkpoint.interval.ms", "", &B::flushCheckpointInterval, 1, kInt},
         {"fetch.max.bytes", "", &B::fetchMaxBytes, 1024, kInt},
         {"connections.max.idle.ms", "", &B::connectionsMaxIdle, 1, kInt},
         {"zookeeper.session.timeout.ms", "", &B::zookeeperSessionTimeout, 1, kInt},
         {"controller.socket.timeout.ms", "", &B::controllerSocketTimeout, 1, kInt},
         {"auto.leader.rebalance.enable", "", &B::autoLeaderRebalance},
         {"leader.imbalance.check.interval.seconds", "", &B::leaderImbalanceCheck, 1, kInt,
          Unit::Seconds},
         {"leader.imbalance.per.broker.percentage", "", &B::leaderImbalancePercentage, 0, 100},
         {"controlled.shutdown.enable", "", &B::controlledShutdown},
         {"controlled.shutdown.max.retries", "", &B::controlledShutdownRetries, 1, kInt},
         {"controlled.shutdown.retry.backoff.ms", "", &B::controlledShutdownBackoff, 0, kInt}});
}

static void addGroups(Settings& list)
{
    list.insert(
        list.end(),
        {{"offsets.topic.num.partitions", "", &B::offsetsTopicPartitions, 1,
          kMaxPartitionsPerTopic},
         {"offsets.topic.replication.factor", "", &B::offsetsTopicReplicationFactor, 1, kInt},
         {"offsets.topic.segment.bytes", "", &B::offsetsTopicSegmentBytes, 14, kInt},
         {"offsets.load.buffer.size", "", &B::offsetsLoadBufferSize, 1, kInt},
         {"offset.metadata.max.bytes", "", &B::offsetMetadataMaxBytes, 0, kInt},
         {"offsets.commit.timeout.ms", "", &B::offsetsCommitTimeout, 1, kInt},
         {"offsets.retention.minutes", "", &B::offsetsRetention, 1, kInt, Unit::Minutes},
         {"offsets.retention.check.interval.ms", "", &B::offsetsRetentionCheck, 1, kInt},
         {"group.min.session.timeout.ms", "", &B::groupMinSessionTimeout, 0, kInt},
         {"group.max.session.timeout.ms", "", &B::groupMaxSessionTimeout, 0, kInt},
         {"group.initial.rebalance.delay.ms", "", &B::groupInitialRebalanceDelay, 0, kInt},
         {"group.max.size", "", &B::groupMaxSize, 1, kInt}});
}

static const Settings& brokerSettings()
{
    static const Settings kSettings = [] {
        Settings list;
        addReplication(list);
        addCluster(list);
        addGroups(list);
        return list;
    }();
    return kSettings;
}

BrokerConfig kafkaConfig(std::int32_t brokers)
{
    BrokerConfig config;
    config.offsetsTopicReplicationFactor = std::min(3, brokers);
    return config;
}

BrokerConfig classroomConfig(std::int32_t brokers)
{
    BrokerConfig config = kafkaConfig(brokers);
    config.numPartitions = 3;
    config.defaultReplicationFactor = std::min(3, brokers);
    config.topic.segmentBytes = 1 << 20;
    config.topic.retentionBytes = 64 << 20;
    config.offsetsTopicSegmentBytes = 1 << 20;
    config.replicaLagTimeMax = 10s;
    // A follower that asks its new leader a moment too early would else wait a second.
    config.replicaFetchBackoff = 100ms;
    // The last broker of a cluster that stops finds nobody to take its leaderships, however long.
    config.controlledShutdownBackoff = 100ms;
    config.zookeeperSessionTimeout = 3s;
    config.groupInitialRebalanceDelay = 500ms;
    config.autoLeaderRebalance = false;
    return config;
}

Result<void> setConfig(BrokerConfig& config, std::string_view name, std::string_view value)
{
    for (const auto& setting : brokerSettings())
        if (setting.isNamed(name))
            return assign(config, setting, value);
    for (const auto& setting : topicSettings())
        if (setting.isNamed(name))
            return assign(config.topic, setting, value);
    std::vector<std::string> names;
    for (const ConfigValue& known : listConfig(config))
        names.push_back(known.name);
    return fail(Failure::NotFound,
                fmt::format("unknown setting '{}': known are {}", name, fmt::join(names, ", ")));
}

Result<void> setConfig(BrokerConfig& config, std::string_view assignment)
{
    const std::size_t equals = assignment.find('=');
    if (equals == std::string_view::npos || equals == 0)
        return fail(Failure::Invalid,
                    fmt::format("'{}' is no setting: write name=value", assignment));
    return setConfig(config, assignment.substr(0, equals), assignment.substr(equals + 1));
}

std::vector<ConfigValue> listConfig(const BrokerConfig& config)
{
    std::vector<ConfigValue> all;
    for (const auto& setting : brokerSettings())
        all.push_back({std::string(setting.name), print(config, setting)});
    for (const auto& setting : topicSettings()) {
        const auto name = setting.otherName.empty() ? setting.name : setting.otherName;
        all.push_back({std::string(name), print(config.topic, setting)});
    }
    std::ranges::sort(all, {}, &ConfigValue::name);
    return all;
}

} // namespace hw::broker
