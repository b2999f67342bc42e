#include "engine/broker/replica/partition.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/base/mutation.h"

namespace hw::replica {

using protocol::ErrorCode;

std::int32_t Partition::effectiveMinIsr() const
{
    return std::min(m_config.minInsyncReplicas, static_cast<std::int32_t>(m_followers.size()) + 1);
}

bool Partition::isUnderMinIsr() const
{
    return isLeader() && static_cast<std::int32_t>(m_isr.committed().size()) < effectiveMinIsr();
}

ErrorCode Partition::checkEpoch(LeaderEpoch current) const
{
    if (current == kNoLeaderEpoch || current == m_leaderEpoch || mutated(Rule::FetchFencedByEpoch))
        return ErrorCode::None;
    return current < m_leaderEpoch ? ErrorCode::FencedLeaderEpoch : ErrorCode::UnknownLeaderEpoch;
}

/// Kafka: Partition.appendRecordsToLeader.
Served<log::AppendInfo> Partition::append(const Slice& records, std::int16_t acks,
                                          log::AppendOrigin origin)
{
    if (!isLeader())
        return refused(whyNotLeading());
    if (acks == -1 && isUnderMinIsr() && !mutated(Rule::MinIsrForAppend))
        return refused(ErrorCode::NotEnoughReplicas,
                       fmt::format("{} replicas are in sync, min.insync.replicas is {}",
                                   m_isr.committed().size(), effectiveMinIsr()));
    auto appended = m_log.appendAsLeader(records, m_leaderEpoch, m_context.loop.wallTime(), origin);
    if (!appended)
        return tl::unexpected(appended.error());
    m_appends.wakeLater();
    raiseHighWatermark();
    return std::move(*appended);
}

/// Kafka: Partition.checkEnoughReplicasReachOffset.
std::optional<ErrorCode> Partition::committed(Offset required) const
{
    if (!isLeader())
        return ErrorCode::NotLeaderOrFollower;
    if (m_highWatermark.value() < required && !mutated(Rule::AckWaitsForWatermark))
        return std::nullopt;
    // The ISR may have shrunk after the append.
    if (static_cast<std::int32_t>(m_isr.maximal().size()) < effectiveMinIsr())
        return ErrorCode::NotEnoughReplicasAfterAppend;
    return ErrorCode::None;
}

Served<Offset> Partition::deleteRecords(Offset before)
{
    if (!isLeader())
        return refused(whyNotLeading());
    if (!m_config.cleanupDelete)
        return refused(ErrorCode::PolicyViolation,
                       fmt::format("cleanup.policy of {} does not hold delete", m_id.topic));
    const Offset start = before == kNoOffset ? highWatermark() : before;
    if (start < Offset(0) || start > highWatermark())
        return refused(ErrorCode::OffsetOutOfRange,
                       fmt::format("offset {} is not between 0 and the high watermark {}", start,
                                   highWatermark()));
    if (const auto raised = m_log.raiseLogStart(start); !raised)
        return refused(ErrorCode::KafkaStorageError, raised.error().message);
    return start;
}

Offset Partition::lowWatermark() const
{
    Offset lowest = m_log.logStart();
    for (const auto& [broker, progress] : m_followers)
        if (m_context.metadata.isAlive(broker))
            lowest = std::min(lowest, progress.logStart().value_or(kNoOffset));
    return lowest;
}

Offset Partition::upperBound(Isolation isolation) const
{
    if (isolation == Isolation::LogEnd || mutated(Rule::ConsumerReadsBelowWatermark))
        return m_log.leo();
    return isolation == Isolation::Uncommitted ? highWatermark() : lastStable();
}

/// Where the follower has to cut, if the epoch of its last batch ended earlier here.  KIP-595.
std::optional<log::EpochEnd> Partition::divergence(const FetchQuery& query) const
{
    if (query.lastFetchedEpoch == kNoLeaderEpoch || mutated(Rule::DivergenceIsTold))
        return std::nullopt;
    const log::EpochEnd end = m_log.endOffsetFor(query.lastFetchedEpoch);
    if (!end.isKnown() || end.epoch < query.lastFetchedEpoch || end.end < query.at)
        return end;
    return std::nullopt;
}

/// Nothing but the error is told.  Kafka: ReplicaManager.createLogReadResult.
static FetchAnswer failedWith(ErrorCode error)
{
    FetchAnswer answer;
    answer.error = error;
    return answer;
}

/// Kafka: Partition.fetchRecords, readFromLocalLog.
FetchAnswer Partition::fetch(const FetchQuery& query, const FetchParams& params,
                             std::uint32_t maxBytes, bool minOneBatch) const
{
    if (const ErrorCode error = checkEpoch(query.currentLeaderEpoch); error != ErrorCode::None)
        return failedWith(error);
    if (!serves(params))
        return failedWith(whyNotLeading());
    // A follower beyond our end may only have to cut: its epoch is looked at first.
    const bool below = query.at < m_log.logStart();
    const auto cut = below ? std::nullopt : divergence(query);
    if (below || (cut ? !cut->isKnown() : query.at > m_log.leo()))
        return failedWith(ErrorCode::OffsetOutOfRange);
    FetchAnswer answer;
    answer.highWatermark = highWatermark();
    answer.lastStable = lastStable();
    answer.logStart = m_log.logStart();
    answer.diverging = cut;
    if (cut)
        return answer;
    const Offset bound = upperBound(params.isolation);
    if (query.at >= bound || (maxBytes == 0 && !minOneBatch))
        return answer;
    auto read = m_log.read(query.at, bound, maxBytes, minOneBatch,
                           params.asRanges ? log::ReadAs::Ranges : log::ReadAs::Bytes);
    if (!read)
        return failedWith(read.error().code);
    if (!read->records.empty())
        answer.recordCount = read->nextOffset - query.at;
    answer.records = std::move(read->records);
    return answer;
}

/// Kafka: DelayedFetch.tryComplete, for one partition.
Partition::Readable Partition::readable(const FetchQuery& query, const FetchParams& params,
                                        const log::LogPosition& parkedAt) const
{
    if (!serves(params) || checkEpoch(query.currentLeaderEpoch) != ErrorCode::None ||
        divergence(query))
        return {.answerNow = true};
    const Offset bound = upperBound(params.isolation);
    if (query.at == bound)
        return {};
    if (query.at > m_log.leo() || (query.at < bound && params.minBytes <= 1))
        return {.answerNow = true};
    const auto end = m_log.positionOf(bound);
    if (query.at > bound) { // waits for the mark, unless that is in an older segment
        const auto at = m_log.positionOf(query.at);
        return {.answerNow = !end || !at || end->segmentBase != at->segmentBase};
    }
    const auto bytes = m_log.bytesBetween(query.at, bound);
    if (!end || !bytes || end->segmentBase != parkedAt.segmentBase)
        return {.answerNow = true};
    return {.bytes = std::min<std::uint64_t>(*bytes, query.maxBytes)};
}

/// Kafka: Partition.updateFollowerFetchState.
void Partition::followerFetched(BrokerId follower, Offset at, Offset followerLogStart,
                                Offset leaderLeo)
{
    const auto found = m_followers.find(follower);
    if (!isLeader() || found == m_followers.end())
        return;
    const std::optional<Offset> before = found->second.leo();
    if (found->second.logStart() != followerLogStart)
        m_deletions.wakeLater();
    found->second.fetched(at, followerLogStart, leaderLeo, m_context.loop.now());
    expandIsrIfNeeded(follower);
    if (before != at)
        raiseHighWatermark();
}

/// Kafka: Partition.maybeIncrementLeaderHW. Since 3.7 nothing becomes visible while the ISR is
/// below min.insync.replicas.
bool Partition::raiseHighWatermark()
{
    const bool raised = tryRaiseHighWatermark();
    watchHeldMark();
    return raised;
}

bool Partition::tryRaiseHighWatermark()
{
    if (isUnderMinIsr() && !mutated(Rule::WatermarkWaitsForMinIsr))
        return false;
    const Offset leo = m_log.leo();
    const Instant now = m_context.loop.now();
    Offset lowest = leo;
    // With flush.messages the leader itself has only what is synced.
    if (m_log.mustSyncFirst() && !mutated(Rule::LeaderCountsOnlySynced)) {
        m_log.syncForced();
        lowest = m_log.recoveryPoint();
    }
    for (const auto& [broker, progress] : m_followers) {
        if ((progress.leo() && *progress.leo() >= lowest) || mutated(Rule::WatermarkWaitsForIsr))
            continue;
        // Waits for those that are about to join, so that they do.
        const bool joining = progress.isCaughtUp(leo, now, m_context.config.replicaLagTimeMax) &&
                             m_context.metadata.isAlive(broker);
        if (holds(m_isr.maximal(), broker) || joining)
            lowest = progress.leo().value_or(kNoOffset);
    }
    if (!m_highWatermark.raiseTo(lowest))
        return false;
    m_commits.wakeLater();
    m_producers.wakeLater();
    return true;
}

void Partition::logFlushed()
{
    if (!isLeader())
        return;
    raiseHighWatermark();
    m_producers.wakeLater();
}

std::optional<ErrorCode> Partition::synced(Offset required) const
{
    if (!isLeader())
        return ErrorCode::NotLeaderOrFollower;
    if (m_log.mustSyncFirst() && m_log.recoveryPoint() < required)
        return std::nullopt;
    return ErrorCode::None;
}

Served<log::EpochEnd> Partition::epochEnd(LeaderEpoch current, LeaderEpoch asked) const
{
    if (const ErrorCode error = checkEpoch(current); error != ErrorCode::None)
        return refused(error);
    if (!isLeader())
        return refused(ErrorCode::NotLeaderOrFollower);
    return m_log.endOffsetFor(asked);
}

} // namespace hw::replica
