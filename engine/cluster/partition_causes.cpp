#include "engine/cluster/partition_causes.h"

#include <charconv>
#include <string>

namespace hw::cluster {

using namespace observe;

std::optional<TopicPartition> partitionOfState(std::string_view path)
{
    static constexpr std::string_view kTopics = "/brokers/topics/";
    static constexpr std::string_view kPartitions = "/partitions/";
    static constexpr std::string_view kState = "/state";
    if (!path.starts_with(kTopics) || !path.ends_with(kState))
        return std::nullopt;
    path.remove_prefix(kTopics.size());
    path.remove_suffix(kState.size());
    const std::size_t at = path.find(kPartitions);
    if (at == std::string_view::npos)
        return std::nullopt;
    const std::string_view number = path.substr(at + kPartitions.size());
    TopicPartition partition{std::string(path.substr(0, at)), 0};
    const char* const end = number.data() + number.size();
    const auto [stop, error] = std::from_chars(number.data(), end, partition.partition);
    if (error != std::errc() || stop != end)
        return std::nullopt;
    return partition;
}

EventId PartitionCauses::ownLine(const TopicPartition& partition, EventId cause) const
{
    const auto line = m_lines.find(cause);
    if (line == m_lines.end() || line->second == partition)
        return cause;
    const auto own = m_newest.find(partition);
    return own == m_newest.end() ? cause : own->second;
}

EventId PartitionCauses::ownElection(const TopicPartition& partition, LeaderEpoch epoch,
                                     EventId cause) const
{
    if (!m_lines.contains(cause))
        return cause;
    const auto election = m_elections.find(partition);
    if (election != m_elections.end() && election->second.epoch == epoch)
        return election->second.event;
    return ownLine(partition, cause);
}

EventId PartitionCauses::causeOf(const Event& event) const
{
    if (event.cause == kNoEvent)
        return kNoEvent;
    if (const auto* elected = std::get_if<fact::LeaderElected>(&event.fact))
        return ownLine(elected->partition, event.cause);
    if (const auto* reduced = std::get_if<fact::IsrReduced>(&event.fact))
        return ownLine(reduced->partition, event.cause);
    if (const auto* offline = std::get_if<fact::PartitionOffline>(&event.fact))
        return ownLine(offline->partition, event.cause);
    if (const auto* leader = std::get_if<fact::BecameLeader>(&event.fact))
        return ownElection(leader->partition, leader->epoch, event.cause);
    if (const auto* follower = std::get_if<fact::BecameFollower>(&event.fact))
        return ownElection(follower->partition, follower->epoch, event.cause);
    return event.cause;
}

void PartitionCauses::note(const Event& event)
{
    if (const auto* changed = std::get_if<fact::ZnodeChanged>(&event.fact)) {
        if (const auto partition = partitionOfState(changed->path)) {
            m_lines[event.id] = *partition;
            m_newest[*partition] = event.id;
        }
    } else if (const auto* elected = std::get_if<fact::LeaderElected>(&event.fact)) {
        m_lines[event.id] = elected->partition; // the request to brokers goes by the last one
        m_elections[elected->partition] = {elected->epoch, event.id};
    }
    if (m_lines.size() > kLimit)
        forgetOldest();
}

void PartitionCauses::forgetOldest()
{
    const auto [event, partition] = *m_lines.begin();
    m_lines.erase(m_lines.begin());
    const auto newest = m_newest.find(partition);
    if (newest != m_newest.end() && newest->second == event)
        m_newest.erase(newest);
    const auto election = m_elections.find(partition);
    if (election != m_elections.end() && election->second.event == event)
        m_elections.erase(election);
}

} // namespace hw::cluster
