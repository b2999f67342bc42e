#include "engine/cluster/isr_returns.h"

#include <algorithm>

namespace hw::cluster {

using namespace observe;

EventId IsrReturns::causeOf(const Event& event) const
{
    const auto* expanded = std::get_if<fact::IsrExpanded>(&event.fact);
    if (!expanded)
        return event.cause;
    const auto out = m_out.find({expanded->partition, expanded->added});
    if (out == m_out.end())
        return event.cause;
    EventId last = kNoEvent; // what stood in its way longest
    if (const auto ended = m_ended.find(out->second.cause); ended != m_ended.end())
        last = ended->second;
    const auto returned = m_returned.find(expanded->added);
    if (returned != m_returned.end() && returned->second > out->second.event)
        last = std::max(last, returned->second);
    return last == kNoEvent ? event.cause : last;
}

EventId IsrReturns::faultBehind(EventId event) const
{
    const auto known = m_faults.find(event);
    return known == m_faults.end() ? event : known->second;
}

void IsrReturns::removed(const TopicPartition& partition, BrokerId broker, const Event& event)
{
    m_out[{partition, broker}] = {event.id, faultBehind(event.cause)};
    if (m_out.size() > kLimit)
        m_out.erase(m_out.begin());
}

void IsrReturns::forget(const std::string& topic)
{
    auto at = m_out.lower_bound({TopicPartition{topic, 0}, BrokerId(0)});
    while (at != m_out.end() && at->first.first.topic == topic)
        at = m_out.erase(at);
}

void IsrReturns::note(const Event& event)
{
    if (std::holds_alternative<fact::FaultStarted>(event.fact))
        m_faults[event.id] = event.id;
    else if (const auto known = m_faults.find(event.cause);
             known != m_faults.end() && !std::holds_alternative<fact::FaultEnded>(event.fact))
        m_faults[event.id] = known->second;
    if (m_faults.size() > kEventLimit)
        m_faults.erase(m_faults.begin());
    if (const auto* shrunk = std::get_if<fact::IsrShrunk>(&event.fact)) {
        for (const BrokerId broker : shrunk->removed)
            removed(shrunk->partition, broker, event);
    } else if (const auto* reduced = std::get_if<fact::IsrReduced>(&event.fact)) {
        removed(reduced->partition, reduced->removed, event);
    } else if (const auto* elected = std::get_if<fact::LeaderElected>(&event.fact)) {
        // The leader before may have left the ISR with its leadership.
        const bool stays = elected->from == kNoBroker ||
                           std::ranges::find(elected->isr, elected->from) != elected->isr.end();
        if (!stays && !m_out.contains({elected->partition, elected->from}))
            removed(elected->partition, elected->from, event);
        m_out.erase({elected->partition, elected->to});
    } else if (const auto* expanded = std::get_if<fact::IsrExpanded>(&event.fact)) {
        m_out.erase({expanded->partition, expanded->added});
    } else if (const auto* ended = std::get_if<fact::FaultEnded>(&event.fact)) {
        m_ended[ended->started] = event.id;
        if (m_ended.size() > kFaultLimit)
            m_ended.erase(m_ended.begin());
    } else if (const auto* ready = std::get_if<fact::BrokerReady>(&event.fact)) {
        m_returned[ready->broker] = event.id;
    } else if (const auto* thawed = std::get_if<fact::BrokerThawed>(&event.fact)) {
        m_returned[thawed->broker] = event.id;
    } else if (const auto* deleted = std::get_if<fact::TopicDeleted>(&event.fact)) {
        forget(deleted->topic);
    }
}

} // namespace hw::cluster
