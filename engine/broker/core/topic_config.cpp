#include "engine/broker/core/topic_config.h"

#include <algorithm>

#include "engine/broker/core/topic_settings.h"
#include "engine/protocol/compression.h"

namespace hw::broker {

/// A list of words, as Kafka reads one: spaces around them do not count, and it may be empty.
static bool parseCleanupPolicy(TopicConfig& config, std::string_view value)
{
    bool deletes = false, compacts = false;
    for (std::size_t at = 0; !value.empty() && at <= value.size();) {
        const std::size_t end = std::min(value.find(',', at), value.size());
        std::string_view word = value.substr(at, end - at);
        while (word.starts_with(' '))
            word.remove_prefix(1);
        while (word.ends_with(' '))
            word.remove_suffix(1);
        if (word != "delete" && word != "compact")
            return false;
        (word == "delete" ? deletes : compacts) = true;
        at = end + 1;
    }
    config.cleanupDelete = deletes;
    config.cleanupCompact = compacts;
    return true;
}

static std::string printCleanupPolicy(const TopicConfig& config)
{
    if (config.cleanupDelete && config.cleanupCompact)
        return "delete,compact";
    if (config.cleanupCompact)
        return "compact";
    return config.cleanupDelete ? "delete" : "";
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

static bool parseCompression(TopicConfig& config, std::string_view value)
{
    using protocol::Compression;
    config.compression.reset();
    if (value == "uncompressed")
        config.compression = Compression::None;
    else if (value != "none")
        config.compression = protocol::compressionNamed(value);
    return config.compression || value == "producer";
}

static std::string printCompression(const TopicConfig& config)
{
    if (!config.compression)
        return "producer";
    return *config.compression == protocol::Compression::None
               ? "uncompressed"
               : protocol::nameOf(*config.compression);
}

static constexpr std::int64_t kInt = std::numeric_limits<std::int32_t>::max();
static constexpr std::int64_t kLong = std::numeric_limits<std::int64_t>::max();
/// Longest time that our clock can add without running over: 100 years in milliseconds.
static constexpr std::int64_t kCenturyMs = 3155760000000;

using T = TopicConfig;
using W = Words<TopicConfig>;
using Row = Setting<TopicConfig>;

static void addWriting(std::vector<Row>& list)
{
    list.insert(
        list.end(),
        {Row("compression.type",
             W{"uncompressed, zstd, lz4, snappy, gzip or producer", parseCompression,
               printCompression},
             "How batches are compressed on the disk; `producer` leaves them as they came.")
             .also("compression.type"),
         Row("max.message.bytes", &T::maxMessageBytes,
             "Largest batch of records that is taken, in bytes, after compression.")
             .from(0, kInt)
             .also("message.max.bytes"),
         Row("message.timestamp.after.max.ms", &T::timestampAfterMaxMs,
             "How far a record's time may lie ahead of the broker's clock, in milliseconds.")
             .from(0, kLong)
             .also("log.message.timestamp.after.max.ms"),
         Row("message.timestamp.before.max.ms", &T::timestampBeforeMaxMs,
             "How far a record's time may lie behind the broker's clock, in milliseconds.")
             .from(0, kLong)
             .also("log.message.timestamp.before.max.ms"),
         Row("message.timestamp.type",
             W{"CreateTime or LogAppendTime", parseTimestampType, printTimestampType},
             "Whose time records carry: their producer's, or that of the leader's append.")
             .also("log.message.timestamp.type"),
         Row("min.insync.replicas", &T::minInsyncReplicas,
             "Replicas that must be in sync for a write with acks=all to be taken.")
             .from(1, kInt)
             .also("min.insync.replicas"),
         Row("unclean.leader.election.enable", &T::uncleanLeaderElection,
             "Whether a replica that was not in sync may lead when no other is left, at the price "
             "of records.")
             .also("unclean.leader.election.enable")});
}

static void addSegments(std::vector<Row>& list)
{
    list.insert(
        list.end(),
        {Row("flush.messages", &T::flushMessages,
             "Records after which the log is forced to the disk; off unless set.")
             .from(1, kLong)
             .also("log.flush.interval.messages"),
         Row("flush.ms", &T::flushMs,
             "Time after which what was written is forced to the disk, in milliseconds; off unless "
             "set.")
             .from(0, kLong)
             .also("log.flush.interval.ms")
             .also("log.flush.scheduler.interval.ms"),
         Row("index.interval.bytes", &T::indexIntervalBytes,
             "Bytes of log between two entries of its offset index.")
             .from(0, kInt)
             .also("log.index.interval.bytes"),
         Row("segment.bytes", &T::segmentBytes, "Largest size of a segment file, in bytes.")
             .from(14, kInt)
             .also("log.segment.bytes"),
         Row("segment.index.bytes", &T::segmentIndexBytes,
             "Bytes set aside for the index of a segment; when it is full a new one begins.")
             .from(4, kInt)
             .also("log.index.size.max.bytes"),
         Row("segment.jitter.ms", &T::segmentJitterMs,
             "Up to so much is taken off segment.ms at random, so that not all partitions begin "
             "segments at once, in milliseconds.")
             .from(0, kCenturyMs)
             .also("log.roll.jitter.ms")
             .also("log.roll.jitter.hours", Unit::Hours),
         Row("segment.ms", &T::segmentMs,
             "Age at which a segment is closed though it is not full, in milliseconds.")
             .from(1, kCenturyMs)
             .also("log.roll.ms")
             .also("log.roll.hours", Unit::Hours)});
}

static void addCleaning(std::vector<Row>& list)
{
    list.insert(
        list.end(),
        {Row("cleanup.policy",
             W{"delete, compact or delete,compact", parseCleanupPolicy, printCleanupPolicy},
             "What happens to old records: old segments are deleted, or only the last record of "
             "each key is kept, or both.")
             .as(ConfigType::List)
             .also("log.cleanup.policy"),
         Row("delete.retention.ms", &T::deleteRetentionMs,
             "How long compaction keeps tombstones, in milliseconds from the first cleaning on "
             "that could have dropped them.")
             .from(0, kCenturyMs)
             .also("log.cleaner.delete.retention.ms"),
         Row("file.delete.delay.ms", &T::fileDeleteDelayMs,
             "How long files of deleted segments stay on the disk, in milliseconds.")
             .from(0, kCenturyMs)
             .also("log.segment.delete.delay.ms"),
         Row("max.compaction.lag.ms", &T::maxCompactionLagMs,
             "Age of a record above which its log is compacted however little of it is dirty, in "
             "milliseconds.")
             .from(1, kLong)
             .also("log.cleaner.max.compaction.lag.ms"),
         Row("min.cleanable.dirty.ratio", &T::minCleanableDirtyRatio,
             "Share of a compacted log that must be dirty before it is cleaned.")
             .fromReal(0, 1)
             .also("log.cleaner.min.cleanable.ratio"),
         Row("min.compaction.lag.ms", &T::minCompactionLagMs,
             "How long every record stays before compaction may drop it, in milliseconds.")
             .from(0, kCenturyMs)
             .also("log.cleaner.min.compaction.lag.ms"),
         Row("retention.bytes", &T::retentionBytes,
             "Size of a partition above which its oldest segments are deleted; -1 is no limit.")
             .from(-1, kLong)
             .also("log.retention.bytes"),
         Row("retention.ms", &T::retentionMs,
             "Age after which segments are deleted, in milliseconds; -1 is no limit.")
             .from(-1, kLong)
             .also("log.retention.ms")
             .also("log.retention.minutes", Unit::Minutes)
             .also("log.retention.hours", Unit::Hours)});
}

const std::vector<Setting<TopicConfig>>& topicSettings()
{
    static const std::vector<Row> kSettings = [] {
        std::vector<Row> list;
        addWriting(list);
        addSegments(list);
        addCleaning(list);
        std::ranges::sort(list, {}, &Row::name);
        return list;
    }();
    return kSettings;
}

Result<void> setTopicConfig(TopicConfig& config, std::string_view name, std::string_view value)
{
    for (const auto& setting : topicSettings())
        if (setting.name == name)
            return assign(config, setting, name, value);
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
