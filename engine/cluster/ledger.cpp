#include "engine/cluster/ledger.h"

#include <algorithm>

namespace hw::cluster {

std::optional<observe::LedgerLine> Ledger::acknowledged(NodeId by, const TopicPartition& partition,
                                                        Offset from, Offset to)
{
    if (to <= from)
        return std::nullopt;
    m_acked += static_cast<std::uint64_t>(to - from);
    const auto leader = m_leaders.find(partition);
    const bool isOver = leader != m_leaders.end() && leader->second.node != by;
    const Offset kept = isOver ? std::min(to, leader->second.start) : to;
    Offset& end = m_ends.try_emplace(partition, Offset(0)).first->second;
    end = std::max(end, kept);
    if (kept == to)
        return std::nullopt;
    return observe::LedgerLine{partition, std::max(from, kept), to - 1, leader->second.epoch,
                               leader->second.event};
}

std::optional<observe::LedgerLine> Ledger::becameLeader(NodeId by, const TopicPartition& partition,
                                                        LeaderEpoch epoch, Offset leo, EventId id)
{
    Leader& newest = m_leaders.try_emplace(partition, Leader{by, epoch, leo, id}).first->second;
    if (epoch < newest.epoch)
        return std::nullopt; // told late of an election long over
    newest = {by, epoch, leo, id};
    const auto found = m_ends.find(partition);
    if (found == m_ends.end() || found->second <= leo)
        return std::nullopt;
    const observe::LedgerLine line{partition, leo, found->second - 1, epoch, kNoEvent};
    found->second = leo;
    return line;
}

void Ledger::keep(observe::LedgerLine line)
{
    if (m_lost.size() < kLostLimit)
        m_lost.push_back(std::move(line));
}

void Ledger::forget(const std::string& topic)
{
    std::erase_if(m_ends, [&](const auto& entry) { return entry.first.topic == topic; });
    std::erase_if(m_leaders, [&](const auto& entry) { return entry.first.topic == topic; });
}

} // namespace hw::cluster
