#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "tests/support/synthetic_parts.h"

namespace hw::test {

using namespace observe;

std::uint32_t SyntheticCluster::random(std::uint32_t below)
{
    m_seed = m_seed * 1664525u + 1013904223u;
    return (m_seed >> 8) % below;
}

void SyntheticCluster::advance(Duration step)
{
    m_now = m_now + step;
    for (auto& [id, command] : std::exchange(m_pending, {}))
        apply(id, command);
    const double seconds = std::chrono::duration<double>(step).count();
    moveBrokers();
    moveNumbers(seconds);
    moveGroups(seconds);
    if (m_spec.groupTraffic)
        moveMembers();
    m_sinceChurn += step;
    if (m_spec.loadTopics > 0 && m_sinceChurn >= 100ms) {
        m_sinceChurn = {};
        churn();
    }
    m_sinceFlights += step;
    if (m_interest.flights && m_sinceFlights >= 60ms) {
        m_sinceFlights = {};
        makeFlights();
    }
    publish();
}

void SyntheticCluster::moveNumbers(double seconds)
{
    for (auto& topic : m_topics) {
        double rate = topic->internal ? 0.4 : topic->name.starts_with("load") ? 5.0 : 0.0;
        for (auto& producer : m_producers) {
            const auto& topics = producer->part.topics;
            if (std::ranges::find(topics, topic->name) == topics.end())
                continue;
            const double share = producer->part.targetRate / static_cast<double>(topics.size());
            rate += share / static_cast<double>(topic->partitions.size());
            producer->sent += share * seconds;
        }
        for (auto& partition : topic->partitions)
            moveReplicas(partition, rate * seconds, seconds);
    }
}

void SyntheticCluster::moveReplicas(Partition& partition, double incoming, double seconds)
{
    auto& part = partition.part;
    std::size_t leader = part.replicas.size();
    for (std::size_t r = 0; r < part.replicas.size(); ++r) {
        if (part.replicas[r].broker == part.leader)
            leader = r;
    }
    if (leader == part.replicas.size() || !alive(part.leader))
        return;
    const double before = partition.leo[leader];
    partition.leo[leader] += incoming;
    if (part.id.topic[0] != '_')
        m_recordsIn += incoming;
    double lowest = partition.leo[leader];
    for (std::size_t r = 0; r < part.replicas.size(); ++r) {
        const BrokerId id = part.replicas[r].broker;
        if (r != leader && alive(id)) {
            // Followers are one fetch behind, and catch up at 4,000 records a second.
            const double goal = std::floor(before) - static_cast<double>(partition.heldBack[r]);
            const double most = partition.leo[r] + 4000 * seconds;
            partition.leo[r] = std::max(partition.leo[r], std::min(goal, most));
            const bool in = std::ranges::find(part.isr, id) != part.isr.end();
            if (!in && partition.heldBack[r] == 0 && partition.leo[r] >= partition.hw[leader]) {
                part.isr.push_back(id);
                part.partitionEpoch = part.partitionEpoch + 1;
                partition.dirty = true;
                if (part.id.topic[0] != '_')
                    report(fact::IsrExpanded{part.id, id, part.isr});
            }
            if (in && partition.heldBack[r] > 0) {
                std::erase(part.isr, id);
                part.partitionEpoch = part.partitionEpoch + 1;
                partition.dirty = true;
                report(fact::IsrShrunk{part.id, {id}, part.isr, 10s});
            }
        }
        if (std::ranges::find(part.isr, id) != part.isr.end())
            lowest = std::min(lowest, partition.leo[r]);
    }
    for (std::size_t r = 0; r < part.replicas.size(); ++r) {
        if (r == leader)
            partition.hw[r] = std::max(partition.hw[r], std::floor(lowest));
        else if (alive(part.replicas[r].broker))
            partition.hw[r] = std::min(partition.hw[leader], std::floor(partition.leo[r]));
    }
}

void SyntheticCluster::moveGroups(double seconds)
{
    for (auto& group : m_groups) {
        if (group->stableAt && *group->stableAt <= m_now) {
            group->stableAt.reset();
            const auto from = group->part.state;
            group->part.state = fact::GroupState::Stable;
            group->part.generation = group->part.generation + 1;
            group->dirty = true;
            if (m_spec.groupTraffic)
                formGeneration(*group);
            report(fact::GroupStateChanged{group->part.name,
                                           from,
                                           fact::GroupState::Stable,
                                           group->part.generation,
                                           "all members synced",
                                           {},
                                           {}},
                   group->part.lastCause.event);
        }
        if (group->part.state != fact::GroupState::Stable || group->part.name.starts_with("load"))
            continue;
        for (const auto& member : group->part.members) {
            for (const auto& id : member.assigned) {
                const Partition* partition = find(id);
                double& committed = group->committed[id];
                if (!partition || committed < 0)
                    continue;
                const double goal = *std::ranges::max_element(partition->hw);
                const double step = std::clamp(goal - committed, 0.0, 2000 * seconds);
                committed += step;
                m_recordsOut += step;
                for (auto& consumer : m_consumers) {
                    if (consumer->part.client == member.client)
                        consumer->received += step;
                }
            }
        }
    }
}

void SyntheticCluster::churn()
{
    const auto share = static_cast<std::uint32_t>(1.0 / std::max(0.001, m_spec.churn));
    for (auto& topic : m_topics) {
        if (!topic->name.starts_with("load"))
            continue;
        for (auto& partition : topic->partitions) {
            if (random(share) != 0 || partition.part.replicas.size() < 2)
                continue;
            auto& isr = partition.part.isr;
            const BrokerId last = partition.part.assigned.back();
            if (last != partition.part.leader && std::erase(isr, last) == 0)
                isr.push_back(last);
            partition.part.partitionEpoch = partition.part.partitionEpoch + 1;
            partition.dirty = true;
        }
    }
    for (auto& group : m_groups) {
        if (!group->part.name.starts_with("load") || random(share) != 0)
            continue;
        group->part.generation = group->part.generation + 1;
        group->part.state = group->part.state == fact::GroupState::Stable
                                ? fact::GroupState::PreparingRebalance
                                : fact::GroupState::Stable;
        group->dirty = true;
    }
}

void SyntheticCluster::makeFlights()
{
    const auto add = [&](NodeId from, NodeId to, std::int16_t api, bool response,
                         const TopicPartition& partition, std::uint32_t records) {
        Flight flight;
        flight.from = from;
        flight.to = to;
        flight.id = FlightId(++m_lastFlight);
        flight.apiKey = api;
        flight.api = api == 0 ? "Produce" : api == 1 ? "Fetch" : "SetData";
        flight.apiVersion = api == 0 ? 7 : 11;
        flight.bytes = 100 + records * 60;
        flight.clientId = from.kind == NodeId::Kind::Client || to.kind == NodeId::Kind::Client
                              ? "client-" + std::to_string(std::max(from.number, to.number))
                              : "";
        flight.response = response;
        flight.sentAt = m_now;
        flight.records = records;
        flight.partition = partition;
        m_flights.push_back(std::move(flight));
    };
    for (auto& topic : m_topics) {
        if (topic->internal)
            continue;
        auto& partition =
            topic->partitions[random(static_cast<std::uint32_t>(topic->partitions.size()))].part;
        if (!alive(partition.leader))
            continue;
        const NodeId leader = NodeId::broker(partition.leader);
        if (!m_producers.empty()) {
            const auto n = random(static_cast<std::uint32_t>(m_producers.size()));
            add(m_producers[n]->part.client, leader, 0, false, partition.id, 3);
        }
        for (const BrokerId id : partition.isr) {
            if (id != partition.leader && alive(id))
                add(leader, NodeId::broker(id), 1, true, partition.id, 3);
        }
        for (const auto& group : m_groups) {
            for (const auto& member : group->part.members) {
                const auto& owned = member.assigned;
                if (member.client.kind == NodeId::Kind::Client &&
                    std::ranges::find(owned, partition.id) != owned.end())
                    add(leader, member.client, 1, true, partition.id, 3);
            }
        }
    }
    if (random(8) == 0 && m_controller.broker != kNoBroker)
        add(NodeId::broker(m_controller.broker), NodeId::ensemble(0), -1, false, {}, 0);
}

// ---- publishing ----

static ReplicaRole roleOf(const PartitionPart& part, BrokerId id, bool up)
{
    if (!up)
        return ReplicaRole::Offline;
    return part.leader == id ? ReplicaRole::Leader : ReplicaRole::Follower;
}

void SyntheticCluster::publishTopic(Topic& topic)
{
    bool changed = !topic.published;
    for (auto& partition : topic.partitions) {
        auto& part = partition.part;
        if (!partition.dirty)
            continue;
        partition.dirty = false;
        part.isrLeader = part.isr;
        for (auto& replica : part.replicas) {
            const BrokerId id = replica.broker;
            const Broker* broker = find(id);
            const bool up = broker && (broker->part.state == BrokerState::Running ||
                                       broker->part.state == BrokerState::Frozen);
            replica.role = roleOf(part, id, up);
            replica.inIsr = std::ranges::find(part.isr, id) != part.isr.end();
            replica.leaderEpoch = part.leaderEpoch;
        }
        partition.published = std::make_shared<PartitionPart>(part);
        changed = true;
    }
    if (!changed)
        return;
    auto part = std::make_shared<TopicPart>();
    part->name = topic.name;
    part->internal = topic.internal;
    for (const auto& partition : topic.partitions)
        part->partitions.push_back(partition.published);
    topic.published = std::move(part);
    m_changed = true;
}

template <class Item, class Part> static void republish(Item& item, const Part& part, bool& changed)
{
    if (item.published && *item.published == part)
        return;
    item.published = std::make_shared<Part>(part);
    changed = true;
}

void SyntheticCluster::publish()
{
    auto next = std::make_shared<Snapshot>();
    for (auto& topic : m_topics) {
        publishTopic(*topic);
        next->topics.push_back(topic->published);
    }
    for (auto& broker : m_brokers) {
        broker->part.controller = broker->part.id == m_controller.broker;
        republish(*broker, broker->part, m_changed);
        next->brokers.push_back(broker->published);
    }
    for (auto& group : m_groups) {
        if (group->dirty)
            republish(*group, group->part, m_changed);
        group->dirty = false;
        next->groups.push_back(group->published);
    }
    for (auto& producer : m_producers) {
        republish(*producer, producer->part, m_changed);
        next->producers.push_back(producer->published);
    }
    for (auto& consumer : m_consumers) {
        republish(*consumer, consumer->part, m_changed);
        next->consumers.push_back(consumer->published);
    }
    const bool sizes = !m_snapshot || m_snapshot->producers.size() != next->producers.size() ||
                       m_snapshot->consumers.size() != next->consumers.size() ||
                       m_snapshot->outside != m_outside || m_snapshot->controller != m_controller ||
                       m_snapshot->invariantsBroken != m_broken;
    if (m_changed || sizes) {
        m_changed = false;
        next->version = ++m_version;
        next->at = m_now;
        next->wall = WallTime(1700000000000 + toMs(m_now.sinceStart()));
        next->world = "synthetic";
        next->preset = "classroom";
        next->clusterId = "synthetic";
        next->controller = m_controller;
        next->zxid = Zxid{412};
        next->ensemble = {{"zookeeper0", "127.0.0.1:2181", EnsembleServerPart::State::Standalone, 1,
                           Zxid{412}, 3}};
        if (!m_servers.empty())
            next->ensemble = m_servers;
        next->faults = m_faults;
        next->outside = m_outside;
        next->invariantsChecked = {1, 2, 3};
        next->invariantsBroken = m_broken;
        m_snapshot = std::move(next);
    }
    fillGauges();
}

void SyntheticCluster::fillGauges()
{
    auto gauges = std::make_shared<Gauges>();
    gauges->version = m_version;
    gauges->at = m_now;
    const std::size_t replicas = m_nextReplicaSlot;
    for (auto* row :
         {&gauges->logStart, &gauges->hw, &gauges->leo, &gauges->lso, &gauges->leoSeenByLeader,
          &gauges->caughtUpAgoMs, &gauges->bytes, &gauges->asOfMs})
        row->assign(replicas, 0);
    for (const auto& topic : m_topics) {
        for (const auto& partition : topic->partitions) {
            for (std::size_t r = 0; r < partition.part.replicas.size(); ++r) {
                const Slot slot = partition.part.replicas[r].slot;
                if (partition.part.replicas[r].role == ReplicaRole::Offline) { // nobody tells
                    gauges->leo[slot] = gauges->hw[slot] = gauges->lso[slot] = -1;
                    continue;
                }
                gauges->leo[slot] = static_cast<std::int64_t>(partition.leo[r]);
                gauges->hw[slot] = static_cast<std::int64_t>(partition.hw[r]);
                gauges->lso[slot] = gauges->hw[slot];
                gauges->leoSeenByLeader[slot] = gauges->leo[slot];
                gauges->bytes[slot] = gauges->leo[slot] * 120;
            }
        }
    }
    gauges->sessionLeftMs.assign(m_nextMemberSlot, 5200);
    if (m_spec.groupTraffic)
        fillTimers(*gauges);
    gauges->committed.assign(m_nextOffsetSlot, -1);
    for (const auto& group : m_groups) {
        for (const auto& offset : group->part.offsets) {
            const auto it = group->committed.find(offset.partition);
            if (it != group->committed.end())
                gauges->committed[offset.slot] = static_cast<std::int64_t>(it->second);
        }
    }
    for (const auto& producer : m_producers) {
        const std::size_t slot = producer->part.slot;
        gauges->produced.resize(std::max(gauges->produced.size(), slot + 1));
        gauges->produced[slot] = static_cast<std::uint64_t>(producer->sent);
    }
    gauges->acked = gauges->produced;
    gauges->failed.assign(gauges->produced.size(), 0);
    for (const auto& consumer : m_consumers) {
        const std::size_t slot = consumer->part.slot;
        gauges->consumed.resize(std::max(gauges->consumed.size(), slot + 1));
        gauges->consumed[slot] = static_cast<std::uint64_t>(consumer->received);
    }
    for (const auto& broker : m_brokers) {
        const Duration left = broker->sessionEnds ? *broker->sessionEnds - m_now : kSessionTimeout;
        gauges->brokerSessionLeftMs[broker->part.id] = toMs(left);
        gauges->brokerAsOfMs[broker->part.id] = 1;
    }
    gauges->recordsIn = static_cast<std::uint64_t>(m_recordsIn);
    gauges->recordsOut = static_cast<std::uint64_t>(m_recordsOut);
    gauges->bytesIn = gauges->recordsIn * 120;
    gauges->bytesOut = gauges->recordsOut * 120;
    m_gauges = std::move(gauges);
}

} // namespace hw::test
