#include <fmt/format.h>

#include "engine/cluster/engine_cluster.h"

namespace hw::cluster {

using namespace observe;

/// Carries one command to the node it is about.
struct EngineCluster::Carry
{
    EngineCluster& cluster;
    CommandId id;

    void operator()(const command::Kill& c) const { down(c.node, false); }
    void operator()(const command::PowerOff& c) const { down(c.node, true); }
    void operator()(const command::Stop& c) const
    {
        if (BrokerNode* broker = cluster.brokerNode(c.node))
            broker->stop(id);
        else
            unknown(c.node);
    }
    void operator()(const command::Restart& c) const
    {
        if (BrokerNode* broker = cluster.brokerNode(c.node))
            broker->start(id);
        else if (EnsembleNode* server = cluster.ensembleNode(c.node))
            server->start(id);
        else
            unknown(c.node);
    }
    void operator()(const command::Freeze& c) const { freeze(c.node, true); }
    void operator()(const command::Thaw& c) const { freeze(c.node, false); }
    void operator()(const command::ExpireSession& c) const
    {
        if (c.node.kind == NodeId::Kind::Broker && !cluster.brokerNode(c.node))
            return unknown(c.node);
        cluster.expire(id, c.node);
    }
    void operator()(const command::HealFault& c) const { cluster.healOne(id, c.fault); }
    void operator()(const command::HealAll&) const { cluster.healAll(id); }
    template <class Fault>
    requires requires(FaultDesk& desk, CommandId id, const Fault& fault) { desk.submit(id, fault); }
    void operator()(const Fault& c) const { cluster.m_faults.submit(id, c); }
    void operator()(const command::AddBroker&) const { cluster.addBroker(id); }
    template <class Other> void operator()(const Other& c) const
    {
        cluster.m_clients->submit(id, c);
    }

private:
    void down(NodeId node, bool powerLoss) const
    {
        if (BrokerNode* broker = cluster.brokerNode(node))
            broker->kill(id, powerLoss);
        else if (EnsembleNode* server = cluster.ensembleNode(node))
            server->kill(id, powerLoss);
        else
            unknown(node);
    }
    void freeze(NodeId node, bool frozen) const
    {
        if (BrokerNode* broker = cluster.brokerNode(node))
            broker->freeze(id, frozen);
        else if (EnsembleNode* server = cluster.ensembleNode(node))
            server->freeze(id, frozen);
        else
            unknown(node);
    }
    void unknown(NodeId node) const
    {
        const auto brokers = static_cast<std::int64_t>(cluster.m_brokers.size());
        const std::string servers =
            cluster.m_ensemble.size() == 1
                ? std::string("zookeeper0")
                : fmt::format("zookeeper0 to zookeeper{}", cluster.m_ensemble.size() - 1);
        cluster.reject(id, {OutcomeKind::NoSuchNode, {node, brokers, servers}});
    }
};

CommandId EngineCluster::submit(Command command)
{
    if (m_commandWitness)
        m_commandWitness(command);
    const CommandId id(m_nextCommand++);
    m_log.push_back({id, m_hub.last(), m_world.now(), command});
    std::visit(Carry{*this, id}, command);
    return id;
}

BrokerNode* EngineCluster::brokerNode(NodeId node)
{
    if (node.kind != NodeId::Kind::Broker || node.number < 1 ||
        node.number > static_cast<std::int32_t>(m_brokers.size()))
        return nullptr;
    return m_brokers[static_cast<std::size_t>(node.number - 1)].get();
}

EnsembleNode* EngineCluster::ensembleNode(NodeId node)
{
    if (node.kind != NodeId::Kind::Ensemble || node.number < 0 ||
        node.number >= static_cast<std::int32_t>(m_ensemble.size()))
        return nullptr;
    return m_ensemble[static_cast<std::size_t>(node.number)].get();
}

/// Whichever server decides on sessions ends it.
void EngineCluster::expire(CommandId command, NodeId node)
{
    Fault fault;
    fault.kind = FaultKind::SessionExpired;
    fault.node = node;
    // Any that serves takes it to the leader; the leader itself at once.
    EnsembleNode* server = m_ensemble.front().get();
    for (const auto& other : m_ensemble) {
        if (other->status()->state == EnsembleServerPart::State::Leader)
            server = other.get();
    }
    server->expire(command, node, [this, fault] { return m_faults.note(fault); });
}

void EngineCluster::healOne(CommandId command, EventId fault)
{
    if (m_faults.heal(command, fault))
        return;
    std::string active;
    for (const FaultPart& part : snapshot()->faults) {
        if (part.id == fault)
            return std::visit(Carry{*this, command}, part.undo);
        active += (active.empty() ? "" : ", ") + std::to_string(part.id.value());
    }
    const auto number = static_cast<std::int64_t>(fault.value());
    reject(command, active.empty() ? Outcome{OutcomeKind::NoFaultActs, {number}}
                                   : Outcome{OutcomeKind::NoSuchFault, {number, active}});
}

void EngineCluster::healAll(CommandId command)
{
    const auto countdown = std::make_shared<Countdown>(
        static_cast<int>(1 + m_brokers.size() + m_ensemble.size()),
        [this, command](std::vector<Outcome> words) {
            const auto kind = words.empty() ? OutcomeKind::NothingWasWrong : OutcomeKind::Nothing;
            m_faults.finish(command, true, {kind, {}, std::move(words)});
        });
    m_faults.healAll(countdown);
    for (const auto& server : m_ensemble)
        server->heal(countdown);
    for (const auto& broker : m_brokers)
        broker->heal(countdown);
}

void EngineCluster::reject(CommandId command, Outcome why)
{
    m_clientsHost->control([this, command, why = std::move(why)] {
        NodeJournal(m_hub, *m_clientsHost).report(fact::CommandDone{command, false, why});
    });
}

} // namespace hw::cluster
