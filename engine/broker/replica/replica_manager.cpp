#include "engine/broker/replica/replica_manager.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/base/mutation.h"

namespace hw::replica {

using protocol::ErrorCode;

/// A sync is waited for whatever timeout the client names: Kafka's append would block for it.
static constexpr Duration kSyncPatience = std::chrono::minutes(5);

ReplicaManager::ReplicaManager(Needs needs)
    : m_needs(std::move(needs))
    , m_wakeups(m_needs.host.loop())
    , m_purgatory(m_needs.host.loop())
    , m_context{m_needs.self,     m_needs.config, m_needs.host.loop(), m_needs.journal,
                m_needs.metadata, m_wakeups,      m_needs.proposals}
    , m_news(m_needs.host.loop(), m_wakeups)
    , m_fetchSessions(m_needs.host.loop(), m_needs.metadata,
                      static_cast<std::size_t>(m_needs.config.fetchSessionSlots))
    , m_fetchers(
          m_context, m_needs.host,
          [this](Partition& partition, const std::string& why) { diskFailed(partition.id(), why); })
    , m_isrTimer(m_needs.host.loop())
{
}

ReplicaManager::~ReplicaManager() { stop(); }

void ReplicaManager::start(broker::PartitionRoles& roles)
{
    m_roles = &roles;
    m_isrTimer.start(m_needs.config.replicaLagTimeMax / 2, [this] { shrinkIsrs(); });
}

void ReplicaManager::stop()
{
    m_isStopped = true;
    m_isrTimer.cancel();
    m_fetchers.stopAll();
    m_purgatory.clear();
}

/// Kafka: ReplicaManager.maybeShrinkIsr, task "isr-expiration".
void ReplicaManager::shrinkIsrs()
{
    m_needs.host.loop().setCause(kNoEvent); // time alone is what leads to it
    m_isrTimer.start(m_needs.config.replicaLagTimeMax / 2, [this] { shrinkIsrs(); });
    for (const auto& [id, partition] : m_partitions) {
        partition->shrinkIsrIfNeeded();
        m_needs.host.loop().setCause(kNoEvent);
    }
}

void ReplicaManager::livingBrokersChanged()
{
    for (const auto& [id, partition] : m_partitions)
        partition->livingBrokersChanged();
}

void ReplicaManager::topicConfigChanged(const std::string& topic)
{
    const broker::TopicConfig& config = m_needs.topicConfigs.of(topic);
    for (auto at = m_partitions.lower_bound({topic, 0});
         at != m_partitions.end() && at->first.topic == topic; ++at)
        at->second->setConfig(config);
}

void ReplicaManager::deleteRecords(Duration timeout, const std::vector<DeleteRecordsItem>& items,
                                   DeleteRecordsDone done)
{
    std::vector<PendingDeletion> pending;
    std::vector<DeleteRecordsAnswer> answers;
    for (const DeleteRecordsItem& item : items) {
        PendingDeletion& next = pending.emplace_back();
        DeleteRecordsAnswer& answer = answers.emplace_back();
        const auto partition = find(item.partition);
        const auto start = partition ? (*partition)->deleteRecords(item.before)
                                     : Served<Offset>(tl::unexpected(partition.error()));
        if (!start) {
            answer.error = start.error().code;
            if (answer.error == ErrorCode::KafkaStorageError)
                diskFailed(item.partition, start.error().message);
            continue;
        }
        next = {*partition, *start};
    }
    auto waiting = std::make_unique<DelayedDeleteRecords>(std::move(pending), std::move(answers),
                                                          std::move(done));
    if (waiting->tryNow()) {
        waiting->answer();
        return;
    }
    waiting->watchAll();
    m_purgatory.keep(std::move(waiting), timeout);
}

Served<Partition*> ReplicaManager::find(const TopicPartition& id) const
{
    const auto found = m_partitions.find(id);
    if (found != m_partitions.end())
        return found->second.get();
    return refused(m_needs.metadata.partition(id) ? ErrorCode::NotLeaderOrFollower
                                                  : ErrorCode::UnknownTopicOrPartition);
}

ProduceAnswer ReplicaManager::append(const ProduceItem& item, std::int16_t acks,
                                     log::AppendOrigin origin, PendingAppend& pending)
{
    ProduceAnswer answer;
    if (m_isStopped) { // groups may still have something to write; the logs are being closed
        answer.error = ErrorCode::NotLeaderOrFollower;
        answer.message = "the broker stops";
        return answer;
    }
    const auto partition = find(item.partition);
    const auto appended = partition ? (*partition)->append(item.records, acks, origin)
                                    : Served<log::AppendInfo>(tl::unexpected(partition.error()));
    if (!appended) {
        answer.error = appended.error().code;
        answer.message = appended.error().message;
        answer.records = appended.error().records;
        if (answer.error == ErrorCode::KafkaStorageError)
            diskFailed(item.partition, answer.message);
        return answer;
    }
    answer.baseOffset = appended->firstOffset;
    answer.nextOffset = appended->lastOffset + 1;
    answer.logAppendTimeMs = appended->logAppendTimeMs;
    answer.logStart = (*partition)->log().logStart();
    const bool isWaiting = acks == -1 && !(origin == log::AppendOrigin::Coordinator &&
                                           mutated(Rule::CommitWaitsForReplicas));
    if (isWaiting || (acks == 1 && appended->mustSync))
        pending = {*partition, appended->lastOffset + 1, acks == 1};
    if (origin == log::AppendOrigin::Client)
        m_recordsIn += appended->records;
    return answer;
}

void ReplicaManager::produce(std::int16_t acks, Duration timeout,
                             const std::vector<ProduceItem>& items, log::AppendOrigin origin,
                             ProduceDone done)
{
    std::vector<ProduceAnswer> answers;
    answers.reserve(items.size());
    if (acks < -1 || acks > 1) {
        for (std::size_t i = 0; i < items.size(); ++i)
            answers.push_back(
                {.error = ErrorCode::InvalidRequiredAcks,
                 .message = fmt::format("acks is {}: allowed are -1, 0 and 1", acks)});
        done(std::move(answers));
        return;
    }
    std::vector<PendingAppend> pending(items.size());
    for (std::size_t i = 0; i < items.size(); ++i)
        answers.push_back(append(items[i], acks, origin, pending[i]));
    const bool mustWait = std::ranges::any_of(
        pending, [](const PendingAppend& append) { return append.partition != nullptr; });
    if (acks != -1 && !mustWait) {
        done(std::move(answers));
        return;
    }
    auto waiting =
        std::make_unique<DelayedProduce>(std::move(pending), std::move(answers), std::move(done));
    if (waiting->tryNow()) {
        waiting->answer();
        return;
    }
    waiting->watchAll();
    m_purgatory.keep(std::move(waiting), acks == -1 ? timeout : kSyncPatience);
}

/// Nothing to read from and nothing to wait for: told with the rest, whenever that is. Else a
/// session with a topic that was deleted would be answered at once for ever.
/// Kafka: KafkaApis.handleFetchRequest, "erroneous".
static bool isUnknown(const FetchItem& item)
{
    return !item.partition && (item.error == ErrorCode::UnknownTopicOrPartition ||
                               item.error == ErrorCode::UnknownTopicId);
}

void ReplicaManager::fetch(const FetchParams& params, std::vector<FetchItem> items, FetchDone done)
{
    std::vector<Offset> ends;
    ends.reserve(items.size());
    for (const FetchItem& item : items) // before the read: later appends must not hide progress
        ends.push_back(item.partition ? item.partition->log().leo() : kNoOffset);
    std::vector<FetchAnswer> answers = readAll(params, items);
    std::int64_t bytes = 0;
    bool now = params.maxWait <= Duration{0} || std::ranges::all_of(items, isUnknown);
    for (std::size_t i = 0; i < items.size(); ++i) {
        const FetchAnswer& answer = answers[i];
        bytes += static_cast<std::int64_t>(answer.records.size());
        now = now || (answer.error != ErrorCode::None && !isUnknown(items[i])) || answer.diverging;
        if (params.follower && answer.error == ErrorCode::None && !answer.diverging)
            items[i].partition->followerFetched(*params.follower, items[i].query.at,
                                                items[i].query.followerLogStart, ends[i]);
    }
    if (now || bytes >= params.minBytes) {
        done(std::move(answers));
        return;
    }
    auto waiting = std::make_unique<DelayedFetch>(params, std::move(items), std::move(done));
    // A follower that waits for a byte has read everything.
    if ((params.minBytes > 1 || !params.follower) && waiting->tryNow()) {
        waiting->answer();
        return;
    }
    waiting->watchAll(params.follower ? &m_news.of(*params.follower) : nullptr);
    m_purgatory.keep(std::move(waiting), params.maxWait);
}

void ReplicaManager::appendAndReplicate(const TopicPartition& to, Slice batch, Duration timeout,
                                        UniqueFunction<void(Appended)> done)
{
    produce(-1, timeout, {{to, std::move(batch)}}, log::AppendOrigin::Coordinator,
            [done = std::move(done)](std::vector<ProduceAnswer> answers) {
                done({answers.front().error, answers.front().baseOffset});
            });
}

std::optional<broker::PartitionPort::Bounds>
ReplicaManager::leads(const TopicPartition& partition) const
{
    const auto found = m_partitions.find(partition);
    if (found == m_partitions.end() || !found->second->isLeader())
        return std::nullopt;
    const Partition& led = *found->second;
    return Bounds{led.log().logStart(), led.highWatermark(), led.log().leo(), led.leaderEpoch()};
}

Result<Slice> ReplicaManager::read(const TopicPartition& from, Offset at, Offset limit,
                                   std::uint32_t maxBytes)
{
    const auto found = m_partitions.find(from);
    if (found == m_partitions.end())
        return fail(Failure::NotFound, fmt::format("no replica of {} is here", from.text()));
    auto read = found->second->log().read(at, limit, maxBytes, true);
    if (!read)
        return fail(Failure::Io, read.error().message);
    return read->records.flatten();
}

std::optional<Offset> ReplicaManager::highWatermark(const TopicPartition& partition) const
{
    const auto found = m_partitions.find(partition);
    if (found == m_partitions.end())
        return std::nullopt;
    return found->second->highWatermark();
}

void ReplicaManager::report(std::vector<observe::ReplicaReport>& into) const
{
    for (const auto& [id, partition] : m_partitions)
        into.push_back(partition->report());
}

void ReplicaManager::logFlushed(const TopicPartition& id)
{
    const auto found = m_partitions.find(id);
    if (found == m_partitions.end())
        return;
    if (found->second->log().config().flushMessages != broker::kNever)
        found->second->logFlushed();
    m_fetchers.wake(*found->second);
}

void ReplicaManager::diskFailed(const TopicPartition& partition, const std::string& why)
{
    if (const auto found = m_partitions.find(partition); found != m_partitions.end())
        found->second->goOffline();
    m_needs.journal.report(observe::fact::LogFailed{partition, why});
    directoryFailed(why);
}

/// All partitions of the directory go offline with it; and as it is the broker's only one, the
/// broker ends.  Kafka: ReplicaManager.handleLogDirFailure, LogManager.handleLogDirFailure.
void ReplicaManager::directoryFailed(const std::string& why)
{
    if (m_diskFailed)
        return;
    m_diskFailed = true;
    for (const auto& [id, partition] : m_partitions) {
        m_fetchers.stop(id);
        partition->goOffline();
    }
    m_needs.host.loop().post(m_life.guard([this, why] {
        const std::string directory = m_needs.host.disk().absolute("");
        m_needs.onDiskFailure({Failure::Io, fmt::format("Shutdown broker because all log dirs in "
                                                        "{} have failed: {}",
                                                        directory, why)});
    }));
}

} // namespace hw::replica
