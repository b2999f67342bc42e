#include <algorithm>

#include "engine/log/deleted_files.h"
#include "engine/log/hot_tail.h"
#include "engine/log/log.h"
#include "engine/log/producer_state_manager.h"
#include "engine/log/segment.h"

namespace hw::log {

std::unique_ptr<Segment> Log::newCleanedSegment(Offset base) const
{
    auto segment = std::make_unique<Segment>(m_context.files, m_directory, base, m_config);
    segment->setEnding(kCleanedSuffix);
    return segment;
}

std::unique_ptr<PooledFile> Log::newCleanedFile(Offset base, const char* suffix) const
{
    return std::make_unique<PooledFile>(
        m_context.files, m_directory + "/" + segmentFileName(base, suffix) + kCleanedSuffix);
}

/// All files of a segment have `from` behind their names and get `to`.
Result<void> Log::renameSegment(Segment& segment, const char* from, const char* to,
                                bool hasTransactions)
{
    if (auto renamed = segment.changeEnding(to); !renamed || !hasTransactions)
        return renamed;
    const std::string name =
        m_directory + "/" + segmentFileName(segment.base(), kTransactionIndexSuffix);
    return m_context.disk.rename(name + from, name + to);
}

Result<void> Log::replaceSegments(std::unique_ptr<Segment> cleaned, Offset end,
                                  bool hasTransactions)
{
    const auto baseOf = [](const auto& segment) { return segment->base(); };
    const auto first = std::ranges::lower_bound(m_segments, cleaned->base(), {}, baseOf);
    const auto last = std::ranges::lower_bound(m_segments, end, {}, baseOf);
    HW_ASSERT(first != last && last != m_segments.end(), "whole sealed segments are replaced");
    // In this order, so that the loader can tell from the names how far it came.
    if (auto renamed = renameSegment(*cleaned, kCleanedSuffix, kSwapSuffix, hasTransactions);
        !renamed)
        return failed(renamed.error());
    std::vector<std::string> unneeded;
    for (auto old = first; old != last; ++old) {
        const std::string transactions =
            m_directory + "/" + segmentFileName((*old)->base(), kTransactionIndexSuffix);
        const bool hadTransactions = m_context.disk.exists(transactions);
        if (auto renamed = renameSegment(**old, "", kDeletedSuffix, hadTransactions); !renamed)
            return failed(renamed.error());
        for (PooledFile* file : (*old)->files())
            unneeded.push_back(file->path());
        if (hadTransactions)
            unneeded.push_back(transactions + kDeletedSuffix);
        if ((*old)->base() == cleaned->base())
            continue;
        // No segment begins there any more.
        const auto snapshot = m_producers->markSnapshotDeleted((*old)->base());
        if (!snapshot)
            return failed(snapshot.error());
        if (*snapshot)
            unneeded.push_back(**snapshot);
    }
    if (auto renamed = renameSegment(*cleaned, kSwapSuffix, "", hasTransactions); !renamed)
        return failed(renamed.error());
    *first = std::move(cleaned);
    m_segments.erase(first + 1, last);
    // The memory of the newest batches may reach down into what is no longer there.
    m_tail->dropBelow(end);
    ++m_shapeVersion;
    ++m_cutVersion;
    m_namesChanged = true;
    syncNames();
    removeLater(std::move(unneeded));
    return {};
}

} // namespace hw::log
