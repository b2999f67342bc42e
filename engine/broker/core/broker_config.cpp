#include "engine/broker/core/broker_config.h"

#include <algorithm>

#include "engine/broker/core/broker_settings.h"
#include "engine/broker/core/topic_settings.h"

namespace hw::broker {

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
    config.consumerSessionTimeout = 6s;
    config.consumerHeartbeatInterval = 2s;
    config.autoLeaderRebalance = false;
    // 157,000 keys; segments of this size hold 15,000 of the smallest records.
    config.logCleanerDedupeBuffer = 4 << 20;
    return config;
}

Result<void> setConfig(BrokerConfig& config, std::string_view name, std::string_view value)
{
    for (const auto& setting : brokerSettings())
        if (setting.unitUnder(name))
            return assign(config, setting, name, value);
    for (const auto& setting : topicSettings())
        if (setting.unitUnder(name))
            return assign(config.topic, setting, name, value);
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
    for (const auto& setting : topicSettings())
        all.push_back({std::string(setting.synonyms.front().name), print(config.topic, setting)});
    std::ranges::sort(all, {}, &ConfigValue::name);
    return all;
}

} // namespace hw::broker
