#include "engine/broker/replica/partition.h"
#include "engine/log/loader.h"
#include "engine/log/producer_state_manager.h"

namespace hw::replica {

/// Kafka: LeaderRecoveryState.RECOVERING.
static constexpr std::int8_t kRecovering = 1;

static Duration unlessNever(std::int64_t ms)
{
    return ms == broker::kNever || ms > toMs(Duration::max()) ? Duration::max() : fromMs(ms);
}

log::LogConfig logConfig(const broker::TopicConfig& config)
{
    log::LogConfig own;
    own.segmentBytes = static_cast<std::uint32_t>(config.segmentBytes);
    own.segmentTime = fromMs(config.segmentMs);
    own.segmentIndexBytes = static_cast<std::uint32_t>(config.segmentIndexBytes);
    own.indexIntervalBytes = static_cast<std::uint32_t>(config.indexIntervalBytes);
    own.maxMessageBytes = static_cast<std::uint32_t>(config.maxMessageBytes);
    own.timestampType = config.timestampType == broker::TopicConfig::TimestampType::CreateTime
                            ? log::TimestampType::Create
                            : log::TimestampType::LogAppend;
    own.timestampBeforeMax = unlessNever(config.timestampBeforeMaxMs);
    own.timestampAfterMax = unlessNever(config.timestampAfterMaxMs);
    own.compression = config.compression;
    own.compacted = config.cleanupCompact;
    own.deletes = config.cleanupDelete;
    own.retentionTimeMs = config.retentionMs;
    own.retentionBytes = config.retentionBytes;
    own.fileDeleteDelay = fromMs(config.fileDeleteDelayMs);
    own.segmentJitter = fromMs(config.segmentJitterMs);
    own.flushMessages = config.flushMessages;
    own.flushTime = unlessNever(config.flushMs);
    own.minCleanableDirtyRatio = config.minCleanableDirtyRatio;
    own.minCompactionLag = fromMs(config.minCompactionLagMs);
    own.maxCompactionLag = unlessNever(config.maxCompactionLagMs);
    own.deleteRetention = fromMs(config.deleteRetentionMs);
    return own;
}

Partition::Partition(PartitionContext& context, TopicPartition id, log::Log& log,
                     broker::TopicConfig config, Offset checkpointed)
    : m_context(context)
    , m_id(std::move(id))
    , m_log(log)
    , m_config(config)
    , m_highWatermark(checkpointed)
    , m_appends(context.wakeups)
    , m_commits(context.wakeups)
    , m_producers(context.wakeups)
    , m_deletions(context.wakeups)
{
    m_highWatermark.keepWithin(m_log.logStart(), m_log.leo());
    m_log.setConfig(logConfig(config));
}

void Partition::setConfig(const broker::TopicConfig& config)
{
    m_config = config;
    m_log.setConfig(logConfig(config));
    // A lower min.insync.replicas may let the high watermark move on.
    if (isLeader())
        raiseHighWatermark();
}

void Partition::takeState(const PartitionState& state, const Uuid& topicId)
{
    m_topicId = topicId;
    m_leader = state.leader;
    m_leaderEpoch = state.leaderEpoch;
    m_partitionEpoch = state.partitionEpoch;
    m_recovering = state.leaderRecoveryState == kRecovering;
    m_replicas = state.replicas;
}

/// Kafka: Partition.makeLeader.
void Partition::makeLeader(const PartitionState& state, const Uuid& topicId)
{
    const bool wasLeader = isLeader();
    const Instant now = m_context.loop.now();
    takeState(state, topicId);
    m_role = Role::Leader;
    m_isr.commit(state.isr);
    m_epochStart = m_log.leo();
    // It can be asked for its producers from now on.
    if (log::isReplayingProducers(m_log))
        (void)log::LogLoader::replaySome(m_log, UINT64_MAX); // a failure has been told
    if (const auto noted = m_log.assignEpochStart(m_leaderEpoch, m_epochStart); !noted)
        m_context.journal.report(observe::fact::LogFailed{m_id, noted.error().message});

    std::map<BrokerId, FollowerProgress> followers;
    for (const BrokerId broker : m_replicas) {
        if (broker == m_context.self)
            continue;
        FollowerProgress& follower = followers[broker];
        const bool inSync = holds(m_isr.committed(), broker);
        if (wasLeader && m_followers.contains(broker)) {
            follower = m_followers[broker];
            follower.beginEpoch(inSync, m_epochStart, now);
        } else {
            follower.startOver(inSync, now);
        }
    }
    m_followers = std::move(followers);
    m_context.journal.report(
        observe::fact::BecameLeader{m_id, m_leaderEpoch, m_log.leo(), m_highWatermark.value()});
    raiseHighWatermark();
    wakeAll();
}

/// Kafka: Partition.makeFollower.
void Partition::makeFollower(const PartitionState& state, const Uuid& topicId)
{
    takeState(state, topicId);
    m_role = Role::Follower;
    m_isr.commit({});
    m_followers.clear();
    m_epochStart = kNoOffset;
    m_context.journal.report(
        observe::fact::BecameFollower{m_id, m_leaderEpoch, m_leader, m_log.leo()});
    wakeAll();
}

void Partition::goOffline(protocol::ErrorCode why)
{
    m_role = Role::Offline;
    m_whyOffline = why;
    m_isr.commit({});
    m_followers.clear();
    wakeAll();
}

void Partition::wakeAll()
{
    m_appends.wakeLater();
    m_commits.wakeLater();
    m_producers.wakeLater();
    m_deletions.wakeLater();
}

static std::vector<observe::RepeatedBatches> repeatedIn(const log::ProducerStateManager& known)
{
    std::vector<observe::RepeatedBatches> repeated;
    if (known.repeatedBatches() == 0)
        return repeated;
    for (const auto& [id, producer] : known.producers())
        if (producer.repeatedBatches > 0 && repeated.size() < observe::kRepeatedToldMax)
            repeated.push_back({id, producer.repeatedBatches});
    return repeated;
}

observe::ReplicaReport Partition::report() const
{
    observe::ReplicaReport report;
    report.partition = m_id;
    report.role = m_role;
    report.leader = m_leader;
    report.leaderEpoch = m_leaderEpoch;
    report.partitionEpoch = m_partitionEpoch;
    report.logStart = m_log.logStart();
    report.hw = highWatermark();
    report.leo = m_log.leo();
    report.lso = lastStable();
    for (const log::SegmentInfo& segment : m_log.segments())
        report.segments.push_back(segment.base);
    report.bytes = m_log.size();
    report.recovering = m_recovering;
    report.outOfOrderBatches = m_log.outOfOrderBatches();
    report.repeated = repeatedIn(m_log.producers());
    if (!isLeader())
        return report;
    report.isr = m_isr.committed();
    report.pendingIsr = m_isr.proposed();
    report.minIsr = effectiveMinIsr();
    report.lagTimeMax = m_context.config.replicaLagTimeMax;
    for (const auto& [broker, progress] : m_followers)
        report.followers.push_back(
            {broker, progress.leo(), progress.caughtUpAt().value_or(Instant{})});
    return report;
}

} // namespace hw::replica
