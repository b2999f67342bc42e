#include "engine/broker/core/topic_config.h"

#include <algorithm>

#include "engine/broker/core/topic_settings.h"

namespace hw::broker {

static bool parseCleanupPolicy(TopicConfig& config, std::string_view value)
{
    const bool both = value == "delete,compact" || value == "compact,delete";
    if (!both && value != "delete" && value != "compact")
        return false;
    config.cleanupDelete = both || value == "delete";
    config.cleanupCompact = both || value == "compact";
    return true;
}

static std::string printCleanupPolicy(const TopicConfig& config)
{
    if (config.cleanupDelete && config.cleanupCompact)
        return "delete,compact";
    return config.cleanupCompact ? "compact" : "delete";
}

static bool parseTimestampType(TopicConfig& config, std::string_view value)
{
    if (value != "CreateTime" && value != "LogAppendTime")
        return false;
    config.timestampType = value == "CreateTime" ? TopicConfig::TimestampType::CreateTime
                                                 : TopicConfig::TimestampType::LogAppendTime;
    return true;
}

static std::string printTimestampType(const TopicConfig& config)
{
    return config.timestampType == TopicConfig::TimestampType::CreateTime ? "CreateTime"
                                                                          : "LogAppendTime";
}

/// Batches are stored as their producers compressed them.
static bool parseCompression(TopicConfig&, std::string_view value) { return value == "producer"; }
static std::string printCompression(const TopicConfig&) { return "producer"; }

static constexpr std::int64_t kInt = std::numeric_limits<std::int32_t>::max();
static constexpr std::int64_t kLong = std::numeric_limits<std::int64_t>::max();
/// Longest time that our clock can add without running over: 100 years in milliseconds.
static constexpr std::int64_t kCenturyMs = 3155760000000;

/// `name` is the topic's, `otherName` the broker's.
const std::vector<Setting<TopicConfig>>& topicSettings()
{
    using T = TopicConfig;
    using W = Words<TopicConfig>;
    static const std::vector<Setting<T>> kSettings{
        {"cleanup.policy", "log.cleanup.policy",
         W{"delete, compact or delete,compact", parseCleanupPolicy, printCleanupPolicy}},
        {"compression.type", "", W{"producer", parseCompression, printCompression}},
        {"file.delete.delay.ms", "log.segment.delete.delay.ms", &T::fileDeleteDelayMs, 0,
         kCenturyMs},
        {"flush.messages", "log.flush.interval.messages", &T::flushMessages, 1, kLong},
        {"index.interval.bytes", "log.index.interval.bytes", &T::indexIntervalBytes, 0, kInt},
        {"max.message.bytes", "message.max.bytes", &T::maxMessageBytes, 0, kInt},
        {"message.timestamp.after.max.ms", "log.message.timestamp.after.max.ms",
         &T::timestampAfterMaxMs, 0, kLong},
        {"message.timestamp.before.max.ms", "log.message.timestamp.before.max.ms",
         &T::timestampBeforeMaxMs, 0, kLong},
        {"message.timestamp.type", "log.message.timestamp.type",
         W{"CreateTime or LogAppendTime", parseTimestampType, printTimestampType}},
        {"min.insync.replicas", "", &T::minInsyncReplicas, 1, kInt},
        {"retention.bytes", "log.retention.bytes", &T::retentionBytes, -1, kLong},
        {"retention.ms", "log.retention.ms", &T::retentionMs, -1, kLong},
        {"segment.bytes", "log.segment.bytes", &T::segmentBytes, 14, kInt},
        {"segment.index.bytes", "log.index.size.max.bytes", &T::segmentIndexBytes, 8, kInt},
        {"segment.ms", "log.roll.ms", &T::segmentMs, 1, kCenturyMs},
        {"unclean.leader.election.enable", "", &T::uncleanLeaderElection},
    };
    return kSettings;
}

Result<void> setTopicConfig(TopicConfig& config, std::string_view name, std::string_view value)
{
    for (const auto& setting : topicSettings())
        if (setting.name == name)
            return assign(config, setting, value);
    return fail(Failure::NotFound, fmt::format("unknown topic setting '{}': known are {}", name,
                                               fmt::join(topicConfigNames(), ", ")));
}

TopicConfig withOverrides(TopicConfig defaults, const std::map<std::string, std::string>& own)
{
    for (const auto& [name, value] : own)
        static_cast<void>(setTopicConfig(defaults, name, value));
    return defaults;
}

Result<void> checkTopicConfigs(const std::map<std::string, std::string>& own)
{
    TopicConfig scratch;
    for (const auto& [name, value] : own)
        if (auto set = setTopicConfig(scratch, name, value); !set)
            return set;
    return {};
}

std::vector<std::string> topicConfigNames()
{
    std::vector<std::string> names;
    for (const auto& setting : topicSettings())
        names.emplace_back(setting.name);
    return names;
}

} // namespace hw::broker
