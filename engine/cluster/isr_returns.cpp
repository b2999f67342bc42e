#include "engine/cluster/isr_returns.h"

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
    if (const auto ended = m_ended.find(out->second.cause); ended != m_ended.end())
        return ended->second;
    const auto returned = m_returned.find(expanded->added);
    if (returned != m_returned.end() && returned->second > out->second.event)
        return returned->second;
    return event.cause;
}

void IsrReturns::removed(const TopicPartition& partition, BrokerId broker, const Event& event)
{
    m_out[{partition, broker}] = {event.id, event.cause};
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
    if (const auto* shrunk = std::get_if<fact::IsrShrunk>(&event.fact)) {
        for (const BrokerId broker : shrunk->removed)
            removed(shrunk->partition, broker, event);
    } else if (const auto* reduced = std::get_if<fact::IsrReduced>(&event.fact)) {
        removed(reduced->partition, reduced->removed, event);
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
