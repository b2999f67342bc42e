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
    if (from < kept) {
        Promise& promise = m_promises[partition].try_emplace(by, Promise{from, kept}).first->second;
        promise = {std::min(promise.from, from), std::max(promise.to, kept)};
    }
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
    auto& promises = m_promises[partition];
    Offset end{0};
    for (const auto& [node, promise] : promises)
        end = std::max(end, promise.to);
    if (end <= leo)
        return std::nullopt;
    forgetFrom(promises, leo);
    return observe::LedgerLine{partition, leo, end - 1, epoch, kNoEvent};
}

std::optional<observe::LedgerLine> Ledger::truncated(NodeId by, const TopicPartition& partition,
                                                     Offset to)
{
    const auto leader = m_leaders.find(partition);
    auto& promises = m_promises[partition];
    const auto own = promises.find(by);
    if (leader == m_leaders.end() || own == promises.end() || own->second.to <= to)
        return std::nullopt;
    const observe::LedgerLine line{partition, std::max(to, own->second.from), own->second.to - 1,
                                   leader->second.epoch, leader->second.event};
    own->second.to = to;
    if (own->second.to <= own->second.from)
        promises.erase(own);
    return line;
}

void Ledger::forgetFrom(Promises& promises, Offset offset)
{
    for (auto& [node, promise] : promises)
        promise.to = std::min(promise.to, offset);
    std::erase_if(promises, [](const auto& one) { return one.second.to <= one.second.from; });
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
