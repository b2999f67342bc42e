#include "engine/broker/core/broker_settings.h"

#include <algorithm>

namespace hw::broker {

static constexpr std::int64_t kInt = std::numeric_limits<std::int32_t>::max();
static constexpr std::int64_t kShort = std::numeric_limits<std::int16_t>::max();
/// Lower than Kafka's bound, so that times in nanoseconds can be added up.
static constexpr std::int64_t kCenturyMinutes = 52596000;

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

/// Of the versions there are, what differs here is how followers find out where logs part.
static bool parseProtocol(BrokerConfig& config, std::string_view value)
{
    const std::string_view number = value.substr(0, value.find('-'));
    if (number != "3.9" && number != "2.6")
        return false;
    config.truncationOnFetch = number == "3.9";
    return true;
}
static std::string printProtocol(const BrokerConfig& config)
{
    return config.truncationOnFetch ? "3.9-IV0" : "2.6-IV0";
}

/// In any order; Kafka, too, always has the classic one.
static bool parseRebalanceProtocols(BrokerConfig& config, std::string_view value)
{
    const bool both = value == "classic,consumer" || value == "consumer,classic";
    if (!both && value != "classic")
        return false;
    config.consumerProtocol = both;
    return true;
}
static std::string printRebalanceProtocols(const BrokerConfig& config)
{
    return config.consumerProtocol ? "classic,consumer" : "classic";
}

using B = BrokerConfig;
using Row = Setting<BrokerConfig>;

static void addReplication(std::vector<Row>& list)
{
    list.insert(
        list.end(),
        {Row("replica.lag.time.max.ms", &B::replicaLagTimeMax,
             "How long a follower may be behind the leader's end before it leaves the in-sync "
             "replicas.")
             .from(1, kInt)
             .as(ConfigType::Long),
         Row("replica.fetch.wait.max.ms", &B::replicaFetchWaitMax,
             "How long a leader may hold back its answer to a follower when there is nothing new.")
             .from(0, kInt),
         Row("replica.fetch.min.bytes", &B::replicaFetchMinBytes,
             "Bytes for which the answer to a follower is held back.")
             .from(0, kInt),
         Row("replica.fetch.max.bytes", &B::replicaFetchMaxBytes,
             "Bytes of one partition that a follower asks for at once.")
             .from(0, kInt),
         Row("replica.fetch.response.max.bytes", &B::replicaFetchResponseMaxBytes,
             "Bytes of all partitions together that a follower asks for at once.")
             .from(0, kInt),
         Row("replica.fetch.backoff.ms", &B::replicaFetchBackoff,
             "How long a follower leaves a partition alone after an error.")
             .from(0, kInt),
         Row("replica.socket.timeout.ms", &B::replicaSocketTimeout,
             "How long a follower waits for its leader's answer.")
             .from(1, kInt),
         Row("inter.broker.protocol.version",
             Words<B>{"3.9-IV0 or 2.6-IV0", parseProtocol, printProtocol},
             "How followers find out where their logs part from the leader's: by fetching (3.9), "
             "or by asking for the ends of epochs first (2.6)."),
         Row("replica.high.watermark.checkpoint.interval.ms", &B::hwCheckpointInterval,
             "Time between two writings of the high watermarks to the disk.")
             .from(1, kInt)
             .as(ConfigType::Long)});
}

static void addTopics(std::vector<Row>& list)
{
    list.insert(
        list.end(),
        {Row("num.partitions", &B::numPartitions,
             "Partitions of topics that are made without saying how many.")
             .from(1, kMaxPartitionsPerTopic),
         Row("default.replication.factor", &B::defaultReplicationFactor,
             "Replicas of topics that are made without saying how many.")
             .from(1, kInt),
         Row("auto.create.topics.enable", &B::autoCreateTopics,
             "Whether a topic is made when a client first uses its name."),
         Row("delete.topic.enable", &B::deleteTopics, "Whether topics can be deleted."),
         Row("log.retention.check.interval.ms", &B::retentionCheckInterval,
             "Time between two looks for segments that are old or large enough to be deleted.")
             .from(1, kInt)
             .as(ConfigType::Long),
         Row("log.initial.task.delay.ms", &B::initialTaskDelay,
             "Time after the start until old segments are looked for the first time.")
             .from(0, kInt)
             .as(ConfigType::Long),
         Row("log.flush.offset.checkpoint.interval.ms", &B::flushCheckpointInterval,
             "Time between two writings of recovery points and log starts to the disk.")
             .from(1, kInt),
         Row("producer.id.expiration.ms", &B::producerIdExpiration,
             "How long a partition knows an idempotent producer after its last batch.")
             .from(1, kInt),
         Row("producer.id.expiration.check.interval.ms", &B::producerIdExpirationCheck,
             "Time between two looks for producers to forget.")
             .from(1, kInt),
         Row("log.cleaner.enable", &B::logCleaner,
             "Whether logs whose cleanup.policy holds compact are compacted."),
         Row("log.cleaner.backoff.ms", &B::logCleanerBackoff,
             "How long the cleaner rests when no log is dirty enough.")
             .from(0, kInt)
             .as(ConfigType::Long),
         Row("log.cleaner.dedupe.buffer.size", &B::logCleanerDedupeBuffer,
             "Bytes that the cleaner's map of keys may take; 24 for each key.")
             .from(1024, kInt),
         Row("highwater.replica.placement",
             Words<B>{"simple or kafka", parsePlacement, printPlacement},
             "How replicas are spread: `simple` is the broker (partition + replica) mod n, `kafka` "
             "Kafka's shifted rule.")});
}

static void addCluster(std::vector<Row>& list)
{
    list.insert(
        list.end(),
        {Row("fetch.max.bytes", &B::fetchMaxBytes,
             "Bytes that the answer to a fetch holds at most, whatever the client asks for.")
             .from(1024, kInt),
         Row("max.incremental.fetch.session.cache.slots", &B::fetchSessionSlots,
             "How many clients' fetch sessions a broker keeps at most.")
             .from(0, kInt),
         Row("highwater.fetch.sendfile", &B::fetchSendfile,
             "Whether records that are not in memory go from the file to the socket without "
             "passing "
             "through this program, to clients that came by TCP."),
         Row("connections.max.idle.ms", &B::connectionsMaxIdle,
             "How long a connection may be silent before it is closed.")
             .from(1, kInt)
             .as(ConfigType::Long),
         Row("zookeeper.session.timeout.ms", &B::zookeeperSessionTimeout,
             "How long a broker may be silent before its session with the ensemble ends.")
             .from(1, kInt),
         Row("controller.socket.timeout.ms", &B::controllerSocketTimeout,
             "How long the controller waits for a broker's answer, and a broker for the "
             "controller's.")
             .from(1, kInt),
         Row("auto.leader.rebalance.enable", &B::autoLeaderRebalance,
             "Whether leaderships go back to the preferred replicas by themselves."),
         Row("leader.imbalance.check.interval.seconds", &B::leaderImbalanceCheck,
             "Time between two looks at how many leaderships are not where they are preferred.")
             .from(1, kInt)
             .in(Unit::Seconds)
             .as(ConfigType::Long),
         Row("leader.imbalance.per.broker.percentage", &B::leaderImbalancePercentage,
             "Share of a broker's preferred leaderships that may be elsewhere, in percent.")
             .from(0, 100),
         Row("controlled.shutdown.enable", &B::controlledShutdown,
             "Whether a broker that stops moves its leaderships away first."),
         Row("controlled.shutdown.max.retries", &B::controlledShutdownRetries,
             "How often a broker that stops asks the controller to take its leaderships.")
             .from(1, kInt),
         Row("controlled.shutdown.retry.backoff.ms", &B::controlledShutdownBackoff,
             "Time between two such tries.")
             .from(0, kInt)
             .as(ConfigType::Long)});
}

static void addGroups(std::vector<Row>& list)
{
    list.insert(
        list.end(),
        {Row("offsets.topic.num.partitions", &B::offsetsTopicPartitions,
             "Partitions of the topic that holds groups and their offsets.")
             .from(1, kMaxPartitionsPerTopic),
         Row("offsets.topic.replication.factor", &B::offsetsTopicReplicationFactor,
             "Replicas of the topic that holds groups and their offsets.")
             .from(1, kShort)
             .as(ConfigType::Short),
         Row("offsets.topic.segment.bytes", &B::offsetsTopicSegmentBytes,
             "Segment size of that topic: small ones are compacted and loaded sooner.")
             .from(14, kInt),
         Row("offsets.load.buffer.size", &B::offsetsLoadBufferSize,
             "Bytes read at once while a coordinator loads its groups.")
             .from(1, kInt),
         Row("offset.metadata.max.bytes", &B::offsetMetadataMaxBytes,
             "Bytes of text that a client may commit beside an offset.")
             .from(0, kInt),
         Row("offsets.commit.timeout.ms", &B::offsetsCommitTimeout,
             "How long a commit may wait for its replicas.")
             .from(1, kInt),
         Row("offsets.retention.minutes", &B::offsetsRetention,
             "How long offsets outlive the last member of their group.")
             .from(1, kCenturyMinutes)
             .in(Unit::Minutes),
         Row("offsets.retention.check.interval.ms", &B::offsetsRetentionCheck,
             "Time between two looks for offsets that are too old.")
             .from(1, kInt)
             .as(ConfigType::Long),
         Row("group.min.session.timeout.ms", &B::groupMinSessionTimeout,
             "Shortest session timeout that a member may ask for.")
             .from(0, kInt),
         Row("group.max.session.timeout.ms", &B::groupMaxSessionTimeout,
             "Longest session timeout that a member may ask for.")
             .from(0, kInt),
         Row("group.initial.rebalance.delay.ms", &B::groupInitialRebalanceDelay,
             "How long an empty group waits for further members before its first assignment.")
             .from(0, kInt),
         Row("group.max.size", &B::groupMaxSize, "Members that one group may have.").from(1, kInt),
         Row("group.coordinator.rebalance.protocols",
             Words<B>{"classic or classic,consumer", parseRebalanceProtocols,
                      printRebalanceProtocols},
             "Which group protocols are served: `classic`, or also `consumer` (KIP-848), which is "
             "not part of Kafka's ZooKeeper mode.")
             .as(ConfigType::List),
         Row("group.consumer.session.timeout.ms", &B::consumerSessionTimeout,
             "How long a member of the consumer protocol may be silent.")
             .from(1, kInt),
         Row("group.consumer.heartbeat.interval.ms", &B::consumerHeartbeatInterval,
             "Time between two heartbeats that members of the consumer protocol are told to keep.")
             .from(1, kInt),
         Row("group.consumer.max.size", &B::consumerGroupMaxSize,
             "Members that one group of the consumer protocol may have.")
             .from(1, kInt)});
}

const std::vector<Setting<BrokerConfig>>& brokerSettings()
{
    static const std::vector<Row> kSettings = [] {
        std::vector<Row> list;
        addReplication(list);
        addTopics(list);
        addCluster(list);
        addGroups(list);
        std::ranges::sort(list, {}, &Row::name);
        return list;
    }();
    return kSettings;
}

} // namespace hw::broker
