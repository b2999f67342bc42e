#include "engine/simulate/excuses.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace hw::simulate {

using namespace observe;

static constexpr std::string_view kGroupsTopic = "__consumer_offsets";

void Excuses::note(const Event& event)
{
    if (const auto* killed = std::get_if<fact::BrokerKilled>(&event.fact)) {
        if (killed->powerLoss && !m_isSynced)
            m_lostPower[killed->broker] = event.id;
    } else if (const auto* starting = std::get_if<fact::BrokerStarting>(&event.fact)) {
        const auto [at, isFirst] = m_started.try_emplace(starting->broker);
        if (!isFirst)
            at->second = event.at;
    } else if (const auto* fault = std::get_if<fact::FaultStarted>(&event.fact)) {
        if (fault->fault.kind == FaultKind::FlippedByte)
            flipped(fault->fault);
    } else if (const auto* joined = std::get_if<fact::IsrExpanded>(&event.fact)) {
        m_joined[joined->partition][joined->added] = event.id;
    } else if (const auto* elected = std::get_if<fact::LeaderElected>(&event.fact)) {
        this->elected(*elected, event.id);
    } else if (const auto* offline = std::get_if<fact::PartitionOffline>(&event.fact)) {
        sawEpoch(offline->partition, offline->epoch);
    } else if (const auto* reduced = std::get_if<fact::IsrReduced>(&event.fact)) {
        sawEpoch(reduced->partition, reduced->epoch);
    } else if (const auto* leader = std::get_if<fact::BecameLeader>(&event.fact)) {
        // The controller may have died before it could say so itself.
        if (leader->epoch >= electedEpoch(leader->partition))
            leads(leader->partition, BrokerId(event.node.number));
        sawEpoch(leader->partition, leader->epoch);
    }
}

/// `T0-1/00000000000000000000.log @127: …`
void Excuses::flipped(const Fault& fault)
{
    const std::string directory = fault.what.substr(0, fault.what.find('/'));
    const auto dash = directory.rfind('-');
    std::int32_t number = 0;
    std::from_chars(directory.data() + dash + 1, directory.data() + directory.size(), number);
    const TopicPartition partition{directory.substr(0, dash), number};
    m_flipped.insert(partition);
    excuse(partition, "a flipped byte");
}

void Excuses::elected(const fact::LeaderElected& fact, EventId event)
{
    if (fact.kind == fact::ElectionKind::NewPartition) {
        m_epochs[fact.partition] = fact.epoch;
        m_why.erase(fact.partition);
        m_flipped.erase(fact.partition);
        auto& joined = m_joined[fact.partition];
        joined.clear();
        for (const BrokerId member : fact.isr)
            joined[member] = event;
        return;
    }
    sawEpoch(fact.partition, fact.epoch);
    if (fact.kind == fact::ElectionKind::Unclean)
        excuse(fact.partition, fmt::format("unclean election of {}", fact.to));
    leads(fact.partition, fact.to);
}

void Excuses::leads(const TopicPartition& partition, BrokerId broker)
{
    const auto lost = m_lostPower.find(broker);
    if (lost != m_lostPower.end() && m_joined[partition][broker] < lost->second)
        excuse(partition, fmt::format("election of {}, which had lost power", broker));
}

void Excuses::excuse(const TopicPartition& partition, const std::string& why)
{
    m_why.try_emplace(partition, why);
    if (partition.topic == kGroupsTopic)
        m_groups = true;
}

/// News of an election may come after that of a later one, from a controller that was frozen.
void Excuses::sawEpoch(const TopicPartition& partition, LeaderEpoch epoch)
{
    LeaderEpoch& newest = m_epochs.try_emplace(partition, epoch).first->second;
    newest = std::max(newest, epoch);
}

const std::string* Excuses::of(const TopicPartition& partition) const
{
    const auto found = m_why.find(partition);
    return found == m_why.end() ? nullptr : &found->second;
}

Instant Excuses::startedAnewAt(BrokerId broker) const
{
    const auto found = m_started.find(broker);
    return found == m_started.end() ? Instant() : found->second;
}

LeaderEpoch Excuses::electedEpoch(const TopicPartition& partition) const
{
    const auto found = m_epochs.find(partition);
    return found == m_epochs.end() ? kNoLeaderEpoch : found->second;
}

} // namespace hw::simulate
