#include "engine/broker/replica/partition.h"

#include <fmt/format.h>

#include "engine/base/mutation.h"

namespace hw::replica {

/// Kafka: ReplicaFetcherThread.processPartitionData.
log::Outcome<log::AppendInfo>
Partition::appendFromLeader(const Slice& records, Offset leaderHighWatermark, Offset leaderLogStart)
{
    const Offset mark = highWatermark();
    log::AppendInfo info;
    if (!records.empty()) {
        auto appended = m_log.appendAsFollower(records, m_context.loop.wallTime());
        if (!appended)
            return appended;
        info = *appended;
    }
    m_highWatermark.follow(leaderHighWatermark, m_log.logStart(),
                           mutated(Rule::FollowerWatermarkWithinLog) ? leaderHighWatermark
                                                                     : m_log.leo());
    if (leaderLogStart > m_log.logStart() && leaderLogStart <= m_log.leo()) {
        if (const auto raised = m_log.raiseLogStart(leaderLogStart); !raised)
            return log::refuse(raised.error());
        m_highWatermark.keepWithin(m_log.logStart(), m_log.leo());
    }
    tellIfMarkMoved(mark);
    return info;
}

/// Kafka: ReplicaFetcherThread.completeDelayedFetchRequests.
void Partition::tellIfMarkMoved(Offset before)
{
    if (highWatermark() != before)
        m_commits.wakeLater();
}

/// Kafka: UnifiedLog.truncateTo warns of a cut below the high watermark.
void Partition::reportCut(Offset from, Offset to, Offset mark, const std::string& why)
{
    const bool below = to < mark;
    const std::string added =
        below ? fmt::format("; below the own high watermark {}", mark) : std::string();
    m_context.journal.report(observe::fact::LogTruncated{m_id, from, to, why + added, below});
}

Result<void> Partition::truncate(Offset to, const std::string& why)
{
    const Offset from = m_log.leo();
    const Offset mark = highWatermark();
    const auto cut = m_log.truncateTo(to);
    if (!cut || to >= from)
        return cut;
    m_highWatermark.keepWithin(m_log.logStart(), m_log.leo());
    m_commits.wakeLater(); // who waits behind the end has to know
    reportCut(from, m_log.leo(), mark, why);
    return {};
}

Result<void> Partition::restartAt(Offset start, const std::string& why)
{
    const Offset from = m_log.leo();
    const Offset mark = highWatermark();
    const auto cut = m_log.truncateFullyAndStartAt(start);
    if (!cut)
        return cut;
    m_highWatermark.keepWithin(m_log.logStart(), m_log.leo());
    m_commits.wakeLater();
    reportCut(from, start, mark, why);
    return {};
}

} // namespace hw::replica
