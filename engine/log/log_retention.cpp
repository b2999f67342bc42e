#include <algorithm>

#include "engine/log/deleted_files.h"
#include "engine/log/log.h"
#include "engine/log/producer_state_manager.h"
#include "engine/log/segment.h"

namespace hw::log {

/// How many segments from the front on may go: those that `isOld`, none that the high watermark has
/// not passed, and not the last one if it is empty.  Kafka: UnifiedLog.deletableSegments.
std::size_t Log::countOld(Offset highWatermark,
                          const std::function<bool(const Segment&, const Segment*)>& isOld) const
{
    std::size_t count = 0;
    for (; count < m_segments.size(); ++count) {
        const Segment& segment = *m_segments[count];
        const bool isLast = count + 1 == m_segments.size();
        const Segment* next = isLast ? nullptr : m_segments[count + 1].get();
        const Offset end = next ? next->base() : m_leo;
        if (highWatermark < end || (isLast && segment.bytes() == 0) || !isOld(segment, next))
            break;
    }
    return count;
}

Result<std::uint32_t> Log::deleteOldSegments(Offset highWatermark, WallTime now)
{
    if (m_isClosed || m_isTorn)
        return 0u;
    std::uint32_t deleted = 0;
    const auto remove = [&](std::size_t count, DeletionReason reason) -> Result<void> {
        if (count == 0)
            return {};
        deleted += static_cast<std::uint32_t>(count);
        return deleteFirst(count, reason, now);
    };
    if (m_config.deletes && m_config.retentionTimeMs >= 0) {
        const auto isOld = [&](const Segment& segment, const Segment*) {
            return now.ms() - segment.largestTimestampMs() > m_config.retentionTimeMs;
        };
        if (auto done = remove(countOld(highWatermark, isOld), DeletionReason::Time); !done)
            return tl::unexpected(done.error());
    }
    if (m_config.deletes && m_config.retentionBytes >= 0) {
        std::int64_t over = static_cast<std::int64_t>(size()) - m_config.retentionBytes;
        const auto isOver = [&](const Segment& segment, const Segment*) {
            over -= segment.bytes();
            return over >= 0;
        };
        if (auto done = remove(countOld(highWatermark, isOver), DeletionReason::Size); !done)
            return tl::unexpected(done.error());
    }
    const auto isBelowStart = [&](const Segment&, const Segment* next) {
        return next && next->base() <= m_logStart;
    };
    if (auto done = remove(countOld(highWatermark, isBelowStart), DeletionReason::LogStart); !done)
        return tl::unexpected(done.error());
    return deleted;
}

/// Readers are told first, by the log start; then the files get their new names, and go later.
/// Kafka: UnifiedLog.deleteSegments, LocalLog.removeAndDeleteSegments.
Result<void> Log::deleteFirst(std::size_t count, DeletionReason reason, WallTime now)
{
    if (count == m_segments.size()) { // there is always one to append to
        if (auto rolled = roll(m_leo, now); !rolled)
            return failed(rolled.error());
    }
    SegmentsDeleted event{m_segments.front()->base(), static_cast<std::uint32_t>(count), 0,
                          m_segments[count]->base(), reason};
    if (auto raised = raiseLogStart(std::max(m_logStart, m_segments[count]->base())); !raised)
        return raised;
    m_recoveryPoint = std::max(m_recoveryPoint, m_segments[count]->base());
    ++m_shapeVersion;
    ++m_cutVersion;
    Result<void> result;
    std::vector<std::string> files;
    for (std::size_t i = 0; i < count && result; ++i) {
        event.bytes += m_segments[i]->bytes();
        result = m_segments[i]->renameToDeleted(files);
        const auto snapshot = m_producers->markSnapshotDeleted(m_segments[i]->base());
        if (snapshot && *snapshot)
            files.push_back(**snapshot);
        else if (!snapshot && result)
            result = tl::unexpected(snapshot.error());
    }
    m_segments.erase(m_segments.begin(), m_segments.begin() + static_cast<std::ptrdiff_t>(count));
    m_namesChanged = true;
    removeLater(std::move(files));
    if (!result)
        return failed(result.error());
    if (m_context.listener)
        m_context.listener->segmentsDeleted(m_partition, event);
    return {};
}

void Log::removeLater(std::vector<std::string> files)
{
    if (m_context.deletions) {
        m_context.deletions->removeLater(std::move(files), m_config.fileDeleteDelay);
        return;
    }
    for (const std::string& file : files)
        (void)m_context.disk.remove(file);
}

} // namespace hw::log
