#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/time.h"
#include "engine/protocol/record_batch.h"

namespace hw::broker {

/// No bound, where Kafka writes -1 (retention).
inline constexpr std::int64_t kNoLimit = -1;
/// No bound, where Kafka writes 9223372036854775807 (flushing, timestamps).
inline constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

/// What one topic may have of its own; the broker's values stand in for what it has not. Names and
/// defaults are Kafka 3.9's.  Kafka: LogConfig.
struct TopicConfig
{
    enum class TimestampType : std::uint8_t
    {
        CreateTime,
        LogAppendTime
    };

    /// compression.type; none is `producer`: batches stay as they came
    std::optional<protocol::Compression> compression;
    bool cleanupDelete = true;                               ///< cleanup.policy contains `delete`
    bool cleanupCompact = false;                             ///< cleanup.policy contains `compact`
    std::int64_t flushMessages = kNever;                     ///< flush.messages
    std::int64_t flushMs = kNever;                           ///< flush.ms
    std::int32_t indexIntervalBytes = 4096;                  ///< index.interval.bytes
    std::int32_t maxMessageBytes = 1048588;                  ///< max.message.bytes, of one batch
    TimestampType timestampType = TimestampType::CreateTime; ///< message.timestamp.type
    std::int64_t timestampBeforeMaxMs = kNever;              ///< message.timestamp.before.max.ms
    std::int64_t timestampAfterMaxMs = kNever;               ///< message.timestamp.after.max.ms
    std::int32_t minInsyncReplicas = 1;                      ///< min.insync.replicas
    std::int64_t retentionBytes = kNoLimit;                  ///< retention.bytes
    std::int64_t retentionMs = 604800000;                    ///< retention.ms
    std::int32_t segmentBytes = 1073741824;                  ///< segment.bytes
    std::int32_t segmentIndexBytes = 10485760;               ///< segment.index.bytes
    std::int64_t segmentMs = 604800000;                      ///< segment.ms
    std::int64_t segmentJitterMs = 0;                        ///< segment.jitter.ms
    std::int64_t fileDeleteDelayMs = 60000;                  ///< file.delete.delay.ms
    double minCleanableDirtyRatio = 0.5;                     ///< min.cleanable.dirty.ratio
    std::int64_t minCompactionLagMs = 0;                     ///< min.compaction.lag.ms
    std::int64_t maxCompactionLagMs = kNever;                ///< max.compaction.lag.ms
    std::int64_t deleteRetentionMs = 86400000;               ///< delete.retention.ms
    bool uncleanLeaderElection = false;                      ///< unclean.leader.election.enable

    bool operator==(const TopicConfig&) const = default;
};

/// Takes one value by Kafka's topic-level name. Errors name the setting, the value and what is
/// allowed; NotFound for a name that is not obeyed here.
Result<void> setTopicConfig(TopicConfig& config, std::string_view name, std::string_view value);

/// `defaults` with a topic's own values over them (the content of `/config/topics/<t>`). Values
/// that do not parse are left at the default.
TopicConfig withOverrides(TopicConfig defaults, const std::map<std::string, std::string>& own);

/// Checks what a CreateTopics request asks for; the error names the first wrong one.
Result<void> checkTopicConfigs(const std::map<std::string, std::string>& own);

/// Names that a topic may set, sorted.
std::vector<std::string> topicConfigNames();

} // namespace hw::broker
