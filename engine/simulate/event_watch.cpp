#include "engine/simulate/event_watch.h"

#include <fmt/format.h>

namespace hw::simulate {

using namespace observe;

void EventWatch::note(const Event& event)
{
    if (const auto* created = std::get_if<fact::TopicCreated>(&event.fact)) {
        std::erase_if(m_elected,
                      [&](const auto& entry) { return entry.first.first.topic == created->topic; });
    } else if (const auto* elected = std::get_if<fact::LeaderElected>(&event.fact)) {
        if (elected->kind == fact::ElectionKind::NewPartition)
            std::erase_if(m_elected, [&](const auto& entry) {
                return entry.first.first == elected->partition;
            });
        const auto [at, isNew] =
            m_elected.try_emplace({elected->partition, elected->epoch}, elected->to);
        if (!isNew && at->second != elected->to)
            m_findings.add(4, fmt::format("{}: brokers {} and {} were elected in epoch {}",
                                          elected->partition.text(), at->second, elected->to,
                                          elected->epoch));
    } else if (const auto* leader = std::get_if<fact::BecameLeader>(&event.fact)) {
        tell(event, leader->partition, leader->epoch);
        const auto found = m_elected.find({leader->partition, leader->epoch});
        if (found != m_elected.end() && NodeId::broker(found->second) != event.node)
            m_findings.add(4, fmt::format("{}: {} leads in epoch {}, elected was broker {}",
                                          leader->partition.text(), event.node.text(),
                                          leader->epoch, found->second));
    } else if (const auto* controller = std::get_if<fact::ControllerElected>(&event.fact)) {
        const auto newest = m_controllers.rbegin();
        if (newest != m_controllers.rend() && controller->epoch <= newest->first)
            m_findings.add(6, fmt::format("broker {} became controller with epoch {}, broker {} "
                                          "has had {} already",
                                          controller->broker, controller->epoch, newest->second,
                                          newest->first));
        m_controllers[controller->epoch] = controller->broker;
    } else if (const auto* failed = std::get_if<fact::BrokerFailed>(&event.fact)) {
        m_findings.add(11, fmt::format("broker {} failed: {}", failed->broker, failed->why));
    } else if (const auto* log = std::get_if<fact::LogFailed>(&event.fact)) {
        m_findings.add(11, fmt::format("{}: {}", log->partition.text(), log->why));
    }
}

void EventWatch::tell(const Event& event, const TopicPartition& partition, LeaderEpoch epoch)
{
    const auto [at, isNew] = m_told.try_emplace({event.node, partition}, Told{epoch, event.at});
    // Epoch 0 may be that of a topic made anew, by a controller that died before it could say so.
    if (!isNew && epoch < at->second.epoch && epoch > LeaderEpoch(0))
        m_findings.add(4, fmt::format("{}: {} went back from epoch {} to {}", partition.text(),
                                      event.node.text(), at->second.epoch, epoch));
    at->second = {epoch, event.at};
}

std::optional<EventWatch::Told> EventWatch::told(NodeId broker,
                                                 const TopicPartition& partition) const
{
    const auto found = m_told.find({broker, partition});
    return found == m_told.end() ? std::nullopt : std::optional(found->second);
}

} // namespace hw::simulate
