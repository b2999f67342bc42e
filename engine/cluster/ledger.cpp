#include "engine/cluster/ledger.h"

#include <algorithm>

namespace hw::cluster {

void Ledger::acknowledged(const TopicPartition& partition, Offset from, Offset to)
{
    if (to <= from)
        return;
    m_acked += static_cast<std::uint64_t>(to - from);
    Offset& end = m_ends.try_emplace(partition, Offset(0)).first->second;
    end = std::max(end, to);
}

std::optional<observe::LedgerLine> Ledger::becameLeader(const TopicPartition& partition,
                                                        LeaderEpoch epoch, Offset leo)
{
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
}

} // namespace hw::cluster
