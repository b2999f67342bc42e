#include "engine/log/epoch_cache.h"

#include <algorithm>

#include "engine/base/mutation.h"

namespace hw::log {

void EpochCache::restore(std::span<const EpochEntry> entries)
{
    m_entries.clear();
    for (const EpochEntry& entry : entries)
        assign(entry.epoch, entry.start);
}

bool EpochCache::assign(LeaderEpoch epoch, Offset start)
{
    if (epoch.value() < 0)
        return false;
    if (!m_entries.empty() && m_entries.back().epoch == epoch && m_entries.back().start <= start)
        return false;
    while (!m_entries.empty() &&
           (m_entries.back().epoch >= epoch || m_entries.back().start >= start))
        m_entries.pop_back();
    m_entries.push_back({epoch, start});
    return true;
}

bool EpochCache::truncateFromEnd(Offset end)
{
    if (mutated(Rule::EpochsCutWithLog))
        return false;
    const std::size_t before = m_entries.size();
    while (!m_entries.empty() && m_entries.back().start >= end)
        m_entries.pop_back();
    return m_entries.size() != before;
}

bool EpochCache::truncateFromStart(Offset start)
{
    const auto above = std::ranges::find_if(
        m_entries, [start](const EpochEntry& entry) { return entry.start > start; });
    if (above == m_entries.begin())
        return false;
    const auto newest = above - 1;
    if (newest == m_entries.begin() && newest->start == start)
        return false;
    newest->start = start;
    m_entries.erase(m_entries.begin(), newest);
    return true;
}

bool EpochCache::clear()
{
    const bool had = !m_entries.empty();
    m_entries.clear();
    return had;
}

/// First entry with an epoch above the one given.
static auto firstAbove(const std::vector<EpochEntry>& entries, LeaderEpoch epoch)
{
    return std::ranges::upper_bound(entries, epoch, {}, &EpochEntry::epoch);
}

EpochEnd EpochCache::endOffsetFor(LeaderEpoch epoch, Offset logEnd) const
{
    if (epoch.value() < 0 || m_entries.empty() || epoch > latestEpoch())
        return {};
    if (epoch == latestEpoch())
        return {epoch, logEnd};
    const auto above = firstAbove(m_entries, epoch);
    if (above == m_entries.begin())
        return {epoch, above->start};
    return {(above - 1)->epoch, above->start};
}

LeaderEpoch EpochCache::latestEpoch() const
{
    return m_entries.empty() ? kNoLeaderEpoch : m_entries.back().epoch;
}

LeaderEpoch EpochCache::epochAt(Offset offset) const
{
    const auto above = std::ranges::upper_bound(m_entries, offset, {}, &EpochEntry::start);
    return above == m_entries.begin() ? kNoLeaderEpoch : (above - 1)->epoch;
}

} // namespace hw::log
