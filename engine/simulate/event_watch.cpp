#include "engine/simulate/event_watch.h"

#include <algorithm>

#include <fmt/format.h>

namespace hw::simulate {

using namespace observe;

static constexpr std::string_view kTopics = "/brokers/topics/";

/// Every server of the ensemble may tell; only the first time counts.
void EventWatch::topicMade(const std::string& topic, Zxid zxid)
{
    Zxid& newest = m_made.try_emplace(topic, Zxid(0)).first->second;
    if (zxid <= newest)
        return;
    newest = zxid;
    forget(topic);
}

void EventWatch::forget(const std::string& topic)
{
    std::erase_if(m_elected, [&](const auto& entry) { return entry.first.first.topic == topic; });
    std::erase_if(m_told, [&](const auto& entry) { return entry.first.second.topic == topic; });
    std::erase_if(m_leads, [&](const auto& entry) { return entry.first.second.topic == topic; });
}

/// A disk's failure may be met only when it is over, by a write that was on its way. A broker has
/// faults of other kinds, too, which end by themselves.
void EventWatch::noteDisk(const Event& event)
{
    const auto fails = [](const Fault& fault) {
        return fault.kind == FaultKind::DiskFull || fault.kind == FaultKind::WriteError ||
               fault.kind == FaultKind::FsyncError || fault.kind == FaultKind::TornWrite;
    };
    if (const auto* begun = std::get_if<fact::FaultStarted>(&event.fact)) {
        if (fails(begun->fault))
            m_badDisks[begun->fault.node] = true;
    } else if (const auto* ended = std::get_if<fact::FaultEnded>(&event.fact)) {
        const auto bad = m_badDisks.find(ended->fault.node);
        if (bad != m_badDisks.end() && fails(ended->fault))
            bad->second = false;
    } else if (const auto* ready = std::get_if<fact::BrokerReady>(&event.fact)) {
        const auto bad = m_badDisks.find(NodeId::broker(ready->broker));
        if (bad != m_badDisks.end() && !bad->second)
            m_badDisks.erase(bad);
    }
}

void EventWatch::note(const Event& event)
{
    noteDisk(event);
    if (const auto* node = std::get_if<fact::ZnodeChanged>(&event.fact)) {
        const bool isTopic = node->path.starts_with(kTopics) &&
                             node->path.find('/', kTopics.size()) == std::string::npos;
        if (isTopic && node->kind == fact::ZnodeChanged::Kind::Created)
            topicMade(node->path.substr(kTopics.size()), node->zxid);
    } else if (const auto* created = std::get_if<fact::TopicCreated>(&event.fact)) {
        // A server that died between writing it down and telling never tells.
        forget(created->topic);
    } else if (const auto* elected = std::get_if<fact::LeaderElected>(&event.fact)) {
        const auto [at, isNew] =
            m_elected.try_emplace({elected->partition, elected->epoch}, elected->to);
        if (!isNew && at->second != elected->to)
            m_findings.add(4, fmt::format("{}: brokers {} and {} were elected in epoch {}",
                                          elected->partition.text(), at->second, elected->to,
                                          elected->epoch));
    } else if (std::holds_alternative<fact::BrokerStarting>(event.fact)) {
        m_ready.erase(event.node);
        std::erase_if(m_leads, [&](const auto& entry) { return entry.first.first == event.node; });
    } else if (std::holds_alternative<fact::BrokerReady>(event.fact)) {
        m_ready[event.node] = event.at;
    } else if (const auto* leader = std::get_if<fact::BecameLeader>(&event.fact)) {
        tell(event, leader->partition, leader->epoch);
        const auto [led, isFirst] =
            m_leads.try_emplace({event.node, leader->partition}, leader->epoch);
        if (!isFirst && led->second == leader->epoch)
            m_findings.add(4,
                           fmt::format("{}: {} begins epoch {} again, though it leads in it",
                                       leader->partition.text(), event.node.text(), leader->epoch));
        led->second = leader->epoch;
        const auto found = m_elected.find({leader->partition, leader->epoch});
        if (found != m_elected.end() && NodeId::broker(found->second) != event.node)
            m_findings.add(4, fmt::format("{}: {} leads in epoch {}, elected was broker {}",
                                          leader->partition.text(), event.node.text(),
                                          leader->epoch, found->second));
    } else if (const auto* controller = std::get_if<fact::ControllerElected>(&event.fact)) {
        noteController(*controller);
    } else if (const auto* failed = std::get_if<fact::BrokerFailed>(&event.fact)) {
        if (!m_badDisks.contains(event.node))
            m_findings.add(11, fmt::format("broker {} failed: {}", failed->broker, failed->why));
    } else if (const auto* log = std::get_if<fact::LogFailed>(&event.fact)) {
        if (!m_badDisks.contains(event.node) && !m_excuses.isFlipped(log->partition))
            m_findings.add(11, fmt::format("{}: {}", log->partition.text(), log->why));
    }
}

/// A broker that was frozen as it was elected says so late, when another has been elected. But each
/// has an epoch of its own, and a broker's only rise.
void EventWatch::noteController(const fact::ControllerElected& elected)
{
    const auto [at, isNew] = m_controllers.try_emplace(elected.epoch, elected.broker);
    ControllerEpoch& own = m_ownEpochs[elected.broker];
    if (!isNew)
        m_findings.add(6, fmt::format("broker {} became controller with epoch {}, as broker {} had",
                                      elected.broker, elected.epoch, at->second));
    else if (elected.epoch < own)
        m_findings.add(6, fmt::format("broker {} became controller with epoch {} after {}",
                                      elected.broker, elected.epoch, own));
    own = std::max(own, elected.epoch);
}

void EventWatch::tell(const Event& event, const TopicPartition& partition, LeaderEpoch epoch)
{
    const auto [at, isNew] = m_told.try_emplace({event.node, partition}, Told{epoch, event.at});
    if (!isNew && epoch < at->second.epoch)
        m_findings.add(4, fmt::format("{}: {} went back from epoch {} to {}", partition.text(),
                                      event.node.text(), at->second.epoch, epoch));
    at->second = {epoch, event.at};
}

std::optional<Instant> EventWatch::readySince(NodeId broker) const
{
    const auto found = m_ready.find(broker);
    return found == m_ready.end() ? std::nullopt : std::optional(found->second);
}

std::optional<EventWatch::Told> EventWatch::told(NodeId broker,
                                                 const TopicPartition& partition) const
{
    const auto found = m_told.find({broker, partition});
    return found == m_told.end() ? std::nullopt : std::optional(found->second);
}

} // namespace hw::simulate
