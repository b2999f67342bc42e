#include "engine/cluster/ledger.h"

#include <algorithm>

namespace hw::cluster {

Ledger::Lines Ledger::acknowledged(NodeId by, const TopicPartition& partition, Offset from,
                                   Offset to)
{
    if (to <= from)
        return {};
    m_acked += static_cast<std::uint64_t>(to - from);
    const auto leader = m_leaders.find(partition);
    const bool isOver = leader != m_leaders.end() && leader->second.node != by;
    const Offset kept = isOver ? std::min(to, leader->second.start) : to;
    m_promises[partition][by].add(from, kept);
    if (kept == to)
        return {};
    return {{partition, std::max(from, kept), to - 1, leader->second.epoch, leader->second.event}};
}

Ledger::Lines Ledger::becameLeader(NodeId by, const TopicPartition& partition, LeaderEpoch epoch,
                                   Offset leo, EventId id)
{
    Leader& newest = m_leaders.try_emplace(partition, Leader{by, epoch, leo, id}).first->second;
    if (epoch < newest.epoch)
        return {}; // told late of an election long over
    newest = {by, epoch, leo, id};
    // Two that led in turn may have acknowledged at the same offsets.
    OffsetRanges lost;
    for (auto& [node, promised] : m_promises[partition]) {
        for (const auto& range : promised.takeFrom(leo))
            lost.add(range.from, range.to);
    }
    Lines lines;
    for (const auto& range : lost.takeFrom(Offset(0)))
        lines.push_back({partition, range.from, range.to - 1, epoch, id});
    return lines;
}

Ledger::Lines Ledger::truncated(NodeId by, const TopicPartition& partition, Offset to)
{
    const auto leader = m_leaders.find(partition);
    if (leader == m_leaders.end())
        return {};
    Lines lines;
    for (const auto& range : m_promises[partition][by].takeFrom(to))
        lines.push_back(
            {partition, range.from, range.to - 1, leader->second.epoch, leader->second.event});
    return lines;
}

void Ledger::keep(observe::LedgerLine line)
{
    if (m_lost.size() < kLostLimit)
        m_lost.push_back(std::move(line));
}

void Ledger::forget(const std::string& topic)
{
    std::erase_if(m_promises, [&](const auto& entry) { return entry.first.topic == topic; });
    std::erase_if(m_leaders, [&](const auto& entry) { return entry.first.topic == topic; });
}

} // namespace hw::cluster
