#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/time.h"
#include "engine/broker/core/topic_config.h"

namespace hw::broker {

/// More are refused: what one machine can still hold and show.
inline constexpr std::int32_t kMaxPartitionsPerTopic = 10000;

/// How replicas are spread over brokers.
enum class Placement : std::uint8_t
{
    Simple, ///< partition i, replica j on broker (i + j) mod n
    Kafka,  ///< Kafka's shifted rule, from a random start
};

/// Every setting the engine obeys, with Kafka 3.9's names (in the comments) and defaults. The same
/// for all brokers of a cluster; does not change while a broker lives.  Kafka: KafkaConfig.
struct BrokerConfig
{
    // Topics
    TopicConfig
        topic; ///< `log.segment.bytes`, `min.insync.replicas` …: for topics without their own
    std::int32_t numPartitions = 1;            ///< num.partitions
    std::int32_t defaultReplicationFactor = 1; ///< default.replication.factor
    bool autoCreateTopics = true;              ///< auto.create.topics.enable
    bool deleteTopics = true;                  ///< delete.topic.enable
    Placement placement = Placement::Simple;   ///< highwater.replica.placement: `simple`, `kafka`

    // Replication
    Duration replicaLagTimeMax = 30s;            ///< replica.lag.time.max.ms
    Duration replicaFetchWaitMax = 500ms;        ///< replica.fetch.wait.max.ms
    std::int32_t replicaFetchMinBytes = 1;       ///< replica.fetch.min.bytes
    std::int32_t replicaFetchMaxBytes = 1048576; ///< replica.fetch.max.bytes, per partition
    std::int32_t replicaFetchResponseMaxBytes = 10485760; ///< replica.fetch.response.max.bytes
    Duration replicaFetchBackoff = 1s;                    ///< replica.fetch.backoff.ms
    Duration replicaSocketTimeout = 30s;                  ///< replica.socket.timeout.ms
    Duration hwCheckpointInterval = 5s; ///< replica.high.watermark.checkpoint.interval.ms

    // Log
    Duration retentionCheckInterval = 300s; ///< log.retention.check.interval.ms
    Duration initialTaskDelay = 30s;        ///< log.initial.task.delay.ms
    Duration flushCheckpointInterval = 60s; ///< log.flush.offset.checkpoint.interval.ms

    Duration producerIdExpiration = Duration(std::chrono::hours(24)); ///< producer.id.expiration.ms
    Duration producerIdExpirationCheck = 600s; ///< producer.id.expiration.check.interval.ms

    // Compaction
    bool logCleaner = true;                          ///< log.cleaner.enable
    Duration logCleanerBackoff = 15s;                ///< log.cleaner.backoff.ms
    std::int64_t logCleanerDedupeBuffer = 134217728; ///< log.cleaner.dedupe.buffer.size, bytes

    // Clients
    std::int32_t fetchMaxBytes = 57671680; ///< fetch.max.bytes
    std::int32_t fetchSessionSlots = 1000; ///< max.incremental.fetch.session.cache.slots
    bool fetchSendfile = true;             ///< highwater.fetch.sendfile
    Duration connectionsMaxIdle = 600s;    ///< connections.max.idle.ms

    /// inter.broker.protocol.version: followers find out by fetching where logs part (from 2.7 on),
    /// else ask for the ends of epochs first.
    bool truncationOnFetch = true;

    // Coordination and controller
    Duration zookeeperSessionTimeout = 18s;      ///< zookeeper.session.timeout.ms
    Duration controllerSocketTimeout = 30s;      ///< controller.socket.timeout.ms
    bool autoLeaderRebalance = true;             ///< auto.leader.rebalance.enable
    Duration leaderImbalanceCheck = 300s;        ///< leader.imbalance.check.interval.seconds
    std::int32_t leaderImbalancePercentage = 10; ///< leader.imbalance.per.broker.percentage
    bool controlledShutdown = true;              ///< controlled.shutdown.enable
    std::int32_t controlledShutdownRetries = 3;  ///< controlled.shutdown.max.retries
    Duration controlledShutdownBackoff = 5s;     ///< controlled.shutdown.retry.backoff.ms

    // Groups
    std::int32_t offsetsTopicPartitions = 50;          ///< offsets.topic.num.partitions
    std::int32_t offsetsTopicReplicationFactor = 3;    ///< offsets.topic.replication.factor
    std::int32_t offsetsTopicSegmentBytes = 104857600; ///< offsets.topic.segment.bytes
    std::int32_t offsetsLoadBufferSize = 5242880;      ///< offsets.load.buffer.size
    std::int32_t offsetMetadataMaxBytes = 4096;        ///< offset.metadata.max.bytes
    Duration offsetsCommitTimeout = 5s;                ///< offsets.commit.timeout.ms
    Duration offsetsRetention =
        Duration(std::chrono::minutes(10080)); ///< offsets.retention.minutes
    Duration offsetsRetentionCheck = 600s;     ///< offsets.retention.check.interval.ms
    Duration groupMinSessionTimeout = 6s;      ///< group.min.session.timeout.ms
    Duration groupMaxSessionTimeout = 1800s;   ///< group.max.session.timeout.ms
    Duration groupInitialRebalanceDelay = 3s;  ///< group.initial.rebalance.delay.ms
    std::int32_t groupMaxSize = 2147483647;    ///< group.max.size

    /// group.coordinator.rebalance.protocols: `classic`, or `classic,consumer`. The latter serves
    /// KIP-848, which Kafka itself does not offer with ZooKeeper.
    bool consumerProtocol = false;
    Duration consumerSessionTimeout = 45s;          ///< group.consumer.session.timeout.ms
    Duration consumerHeartbeatInterval = 5s;        ///< group.consumer.heartbeat.interval.ms
    std::int32_t consumerGroupMaxSize = 2147483647; ///< group.consumer.max.size

    bool operator==(const BrokerConfig&) const = default;
};

/// The presets for a cluster of `brokers`. With fewer than three brokers the internal topics'
/// replication factor is lowered to their number in both.
BrokerConfig classroomConfig(std::int32_t brokers);
BrokerConfig kafkaConfig(std::int32_t brokers);

/// Takes one value by any of Kafka's names. Topic settings go by the broker's names for them or by
/// the topic's (`log.retention.hours`, `log.retention.ms` or `retention.ms`). Times carry the unit
/// in the name.
/// Errors name the setting, the value and the allowed range.
Result<void> setConfig(BrokerConfig& config, std::string_view name, std::string_view value);
/// The same for `name=value`.
Result<void> setConfig(BrokerConfig& config, std::string_view assignment);

struct ConfigValue
{
    std::string name;
    std::string value; ///< as `setConfig` reads it
};
/// All settings with their present values, sorted by name.
std::vector<ConfigValue> listConfig(const BrokerConfig& config);

} // namespace hw::broker
