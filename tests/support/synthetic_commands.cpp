#include <algorithm>

#include <fmt/format.h>

#include "tests/support/synthetic_parts.h"

namespace hw::test {

using namespace observe;

SyntheticCluster::Broker* SyntheticCluster::find(BrokerId id)
{
    for (auto& broker : m_brokers) {
        if (broker->part.id == id)
            return broker.get();
    }
    return nullptr;
}

SyntheticCluster::Partition* SyntheticCluster::find(const TopicPartition& id)
{
    for (auto& topic : m_topics) {
        if (topic->name == id.topic)
            return &topic->partitions.at(static_cast<std::size_t>(id.partition));
    }
    return nullptr;
}

bool SyntheticCluster::alive(BrokerId id)
{
    const Broker* broker = find(id);
    return broker && broker->part.state == BrokerState::Running;
}

void SyntheticCluster::apply(CommandId id, const Command& command)
{
    const Outcome outcome = applyTo(command, kNoEvent);
    report(fact::CommandDone{id, outcome.kind == OutcomeKind::Nothing, outcome});
}

Outcome SyntheticCluster::applyTo(const Command& command, EventId cause)
{
    if (const auto* kill = std::get_if<command::Kill>(&command))
        return this->kill(kill->node, false, cause);
    if (const auto* off = std::get_if<command::PowerOff>(&command))
        return kill(off->node, true, cause);
    if (const auto* restart = std::get_if<command::Restart>(&command))
        return this->restart(restart->node, cause);
    if (const auto* create = std::get_if<command::CreateTopic>(&command))
        return createTopic(*create);
    if (const auto* stop = std::get_if<command::StopClient>(&command)) {
        stopClient(stop->client);
        return {};
    }
    if (const auto* producer = std::get_if<command::AddProducer>(&command)) {
        addProducer(*producer);
        return {};
    }
    if (const auto* consumer = std::get_if<command::AddConsumer>(&command)) {
        addConsumer(*consumer);
        return {};
    }
    if (const auto* freeze = std::get_if<command::Freeze>(&command)) {
        Broker* broker = find(BrokerId{freeze->node.number});
        if (!broker || broker->part.state != BrokerState::Running)
            return {OutcomeKind::NodeIs, {freeze->node, BrokerState::Down}};
        broker->cause = report(fact::BrokerFrozen{broker->part.id}, cause);
        broker->part.state = BrokerState::Frozen;
        broker->sessionEnds = m_now + kSessionTimeout;
        return {};
    }
    if (const auto* thaw = std::get_if<command::Thaw>(&command)) {
        Broker* broker = find(BrokerId{thaw->node.number});
        if (!broker || broker->part.state != BrokerState::Frozen)
            return {OutcomeKind::NodeIs, {thaw->node, BrokerState::Running}};
        broker->cause = report(fact::BrokerThawed{broker->part.id}, cause);
        ready(*broker);
        return {};
    }
    return {OutcomeKind::EmptyAnswer};
}

Outcome SyntheticCluster::kill(NodeId node, bool power, EventId cause)
{
    Broker* broker = find(BrokerId{node.number});
    if (!broker || broker->part.state == BrokerState::Down)
        return {OutcomeKind::DownAlready, {node}};
    broker->cause = report(fact::BrokerKilled{broker->part.id, power}, cause);
    broker->part.state = BrokerState::Down;
    broker->part.downSince = m_now;
    broker->stepAt.reset();
    if (!broker->sessionEnds)
        broker->sessionEnds = m_now + kSessionTimeout;
    for (auto& topic : m_topics) {
        for (auto& partition : topic->partitions)
            partition.dirty = true;
    }
    return {};
}

Outcome SyntheticCluster::restart(NodeId node, EventId cause)
{
    Broker* broker = find(BrokerId{node.number});
    if (!broker || broker->part.state != BrokerState::Down)
        return {OutcomeKind::NodeIs, {node, BrokerState::Running}};
    broker->cause = report(fact::BrokerStarting{broker->part.id}, cause);
    ++broker->part.incarnation;
    broker->part.downSince.reset();
    broker->part.state = BrokerState::Starting;
    broker->stepAt = m_now + kStartTime;
    return {};
}

Outcome SyntheticCluster::createTopic(const command::CreateTopic& wanted)
{
    const std::int32_t partitions = wanted.partitions < 0 ? 3 : wanted.partitions;
    const std::int32_t factor = wanted.replicationFactor < 0 ? 3 : wanted.replicationFactor;
    if (factor > m_spec.brokers)
        return {OutcomeKind::RefusedSaying,
                {KafkaError{38, "INVALID_REPLICATION_FACTOR"},
                 fmt::format("{} is above the {} brokers", factor, m_spec.brokers)}};
    std::vector<std::vector<BrokerId>> replicas;
    for (std::int32_t p = 0; p < partitions; ++p) {
        replicas.emplace_back();
        for (std::int32_t r = 0; r < factor; ++r)
            replicas.back().push_back(BrokerId{(p + r) % m_spec.brokers + 1});
    }
    addTopic(wanted.topic, std::move(replicas));
    return {};
}

void SyntheticCluster::stopClient(NodeId client)
{
    std::erase_if(m_producers, [&](const auto& p) { return p->part.client == client; });
    for (auto& group : m_groups) {
        auto& members = group->part.members;
        const auto it = std::ranges::find(members, client, &MemberPart::client);
        if (it == members.end())
            continue;
        const EventId cause = report(fact::MemberLeft{
            group->part.name, it->member, it->clientId, fact::LeaveCause::Left, {}});
        members.erase(it);
        assign(*group, cause);
    }
    std::erase_if(m_consumers, [&](const auto& c) { return c->part.client == client; });
}

// ---- scenes for tests ----

void SyntheticCluster::setBrokerState(BrokerId id, BrokerState state, std::string note)
{
    Broker* broker = find(id);
    broker->part.state = state;
    broker->part.note = std::move(note);
    if (state == BrokerState::WaitingSession)
        broker->sessionEnds = m_now + 2100ms;
    for (auto& topic : m_topics) {
        for (auto& partition : topic->partitions)
            partition.dirty = true;
    }
    publish();
}

void SyntheticCluster::setGroupState(const std::string& name, fact::GroupState state)
{
    for (auto& group : m_groups) {
        if (group->part.name == name) {
            group->part.state = state;
            group->stableAt.reset();
            group->dirty = true;
        }
    }
    publish();
}

void SyntheticCluster::setCommitted(const std::string& name, const TopicPartition& id,
                                    std::int64_t offset)
{
    for (auto& group : m_groups) {
        if (group->part.name == name)
            group->committed[id] = static_cast<double>(offset);
    }
    publish();
}

void SyntheticCluster::setLag(const TopicPartition& id, BrokerId follower, std::int64_t behind)
{
    Partition* partition = find(id);
    for (std::size_t r = 0; r < partition->part.replicas.size(); ++r) {
        if (partition->part.replicas[r].broker == follower)
            partition->heldBack[r] = behind;
    }
}

void SyntheticCluster::addOutside(OutsidePart client)
{
    m_outside.push_back(std::move(client));
    publish();
}

void SyntheticCluster::breakInvariant(std::string what)
{
    m_broken.push_back(std::move(what));
    publish();
}

void SyntheticCluster::setServers(std::vector<EnsembleServerPart> servers)
{
    m_servers = std::move(servers);
    m_changed = true;
    publish();
}

void SyntheticCluster::setFaults(std::vector<FaultPart> faults)
{
    m_faults = std::move(faults);
    m_changed = true;
    publish();
}

// ---- brokers in time ----

void SyntheticCluster::moveBrokers()
{
    for (auto& broker : m_brokers) {
        if (broker->sessionEnds && *broker->sessionEnds <= m_now)
            sessionEnded(*broker);
        if (!broker->stepAt || *broker->stepAt > m_now)
            continue;
        if (broker->sessionEnds) {
            if (broker->part.state != BrokerState::WaitingSession) {
                broker->part.state = BrokerState::WaitingSession;
                report(fact::BrokerWaitsForSession{broker->part.id, broker->part.session},
                       broker->cause);
            }
            continue;
        }
        broker->stepAt.reset();
        ready(*broker);
    }
}

void SyntheticCluster::ready(Broker& broker)
{
    if (broker.part.state == BrokerState::Frozen && !broker.sessionEnds)
        broker.part.session = broker.part.session + 100;
    broker.sessionEnds.reset();
    broker.part.state = BrokerState::Running;
    report(fact::BrokerReady{broker.part.id}, broker.cause);
    if (m_controller.broker == kNoBroker)
        electController();
    for (auto& topic : m_topics) {
        for (auto& partition : topic->partitions) {
            if (partition.part.leader == kNoBroker)
                reelect(partition, kNoBroker, broker.cause);
            partition.dirty = true;
        }
    }
}

void SyntheticCluster::sessionEnded(Broker& broker)
{
    const EventId expired = report(
        fact::SessionExpired{NodeId::broker(broker.part.id), broker.part.session, kSessionTimeout},
        broker.cause);
    broker.sessionEnds.reset();
    broker.part.session = broker.part.session + 100;
    const EventId dead = report(fact::BrokerSeenDead{broker.part.id}, expired);
    if (m_controller.broker == broker.part.id)
        electController();
    for (auto& topic : m_topics) {
        for (auto& partition : topic->partitions)
            reelect(partition, broker.part.id, dead);
    }
    for (auto& group : m_groups) {
        if (group->part.coordinator != broker.part.id)
            continue;
        for (const auto& other : m_brokers) {
            if (alive(other->part.id)) {
                group->part.coordinator = other->part.id;
                group->dirty = true;
                break;
            }
        }
    }
}

void SyntheticCluster::electController()
{
    m_controller.broker = kNoBroker;
    for (const auto& broker : m_brokers) {
        if (broker->part.state != BrokerState::Running)
            continue;
        m_controller = {broker->part.id, m_controller.epoch + 1};
        report(fact::ControllerElected{m_controller.broker, m_controller.epoch});
        break;
    }
}

void SyntheticCluster::reelect(Partition& partition, BrokerId dead, EventId cause)
{
    auto& part = partition.part;
    partition.dirty = true;
    if (part.isr.size() > 1 && std::erase(part.isr, dead) > 0 && part.leader != dead &&
        part.id.topic[0] != '_')
        report(fact::IsrReduced{part.id, dead, part.isr, part.leaderEpoch}, cause);
    if (part.leader != dead && part.leader != kNoBroker)
        return;
    const BrokerId before = part.leader;
    part.leader = kNoBroker;
    for (const BrokerId id : part.assigned) {
        if (alive(id) && std::ranges::find(part.isr, id) != part.isr.end()) {
            part.leader = id;
            break;
        }
    }
    part.leaderEpoch = part.leaderEpoch + 1;
    part.partitionEpoch = part.partitionEpoch + 1;
    if (part.id.topic[0] == '_')
        return;
    if (part.leader == kNoBroker)
        report(fact::PartitionOffline{part.id, part.isr, part.leaderEpoch}, cause);
    else
        report(fact::LeaderElected{part.id, before, part.leader, part.leaderEpoch, part.isr,
                                   fact::ElectionKind::Offline},
               cause);
}

} // namespace hw::test
