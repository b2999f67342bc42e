#include "tests/support/synthetic_cluster.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "tests/support/synthetic_parts.h"

namespace hw::test {

using namespace observe;

SyntheticCluster::SyntheticCluster(SyntheticSpec spec)
    : m_spec(spec)
{
    m_capabilities.faults = true;
    m_capabilities.topics = true;
    m_capabilities.workloads = true;
    m_capabilities.outsideClients = true;
    build(spec);
    publish();
}

SyntheticCluster::~SyntheticCluster() = default;

cluster::Capabilities SyntheticCluster::capabilities() const { return m_capabilities; }

std::string SyntheticCluster::bootstrap() const
{
    std::string all;
    for (const auto& broker : m_brokers)
        all += (all.empty() ? "" : ",") + broker->part.endpoint;
    return all;
}

CommandId SyntheticCluster::submit(Command command)
{
    const CommandId id{m_nextCommand++};
    m_submitted.push_back(command);
    m_pending.emplace_back(id, std::move(command));
    return id;
}

std::shared_ptr<const Snapshot> SyntheticCluster::snapshot()
{
    if (m_autoAdvance > Duration{})
        advance(m_autoAdvance);
    return m_snapshot;
}

cluster::EventBatch SyntheticCluster::takeEvents(std::size_t limit)
{
    cluster::EventBatch batch;
    while (!m_events.empty() && batch.events.size() < limit) {
        batch.events.push_back(std::move(m_events.front()));
        m_events.pop_front();
    }
    return batch;
}

cluster::FlightBatch SyntheticCluster::takeFlights()
{
    cluster::FlightBatch batch;
    batch.flights = std::move(m_flights);
    m_flights.clear();
    return batch;
}

FieldTree SyntheticCluster::decode(FlightId id) const
{
    FieldTree tree;
    if (id == kNoFlight || id.value() + 100 < m_lastFlight || id.value() > m_lastFlight) {
        tree.gap = FrameGap::NotKept;
        return tree;
    }
    tree.frame = Slice(Bytes{0, 0, 0, 7, 0, 0, 0, 1, 0, 6, 'T', 'o', 'p', 'i', 'c', 'A'});
    using Kind = FieldNode::Kind;
    const std::string number = std::to_string(id.value());
    FieldNode header{"Header", "RequestHeader v1", Kind::Struct, {}, {}, false, 0, 4, {}};
    header.children.push_back(
        {"CorrelationId", "int32", Kind::Number, number, {}, false, 0, 4, {}});
    FieldNode topics{"Topics", "[]Topic", Kind::Array, {}, {}, false, 4, 12, {}};
    topics.children.push_back({"[0]", "Topic", Kind::Struct, {}, {}, false, 8, 8, {}});
    topics.children[0].children.push_back(
        {"Name", "string", Kind::Text, "TopicA", {}, false, 8, 8, {}});
    FieldNode body{"ProduceRequest", "v7", Kind::Struct, {}, {}, false, 4, 12, {}};
    body.children.push_back(std::move(topics));
    tree.root.size = 16;
    tree.root.children = {std::move(header), std::move(body)};
    return tree;
}

EventId SyntheticCluster::report(Fact fact, EventId cause)
{
    Event event;
    event.id = EventId{m_nextEvent++};
    event.at = m_now;
    event.wall = WallTime(1700000000000 + toMs(m_now.sinceStart()));
    event.node = NodeId::ensemble(0);
    event.cause = cause;
    event.fact = std::move(fact);
    m_events.push_back(std::move(event));
    return EventId{m_nextEvent - 1};
}

// ---- birth ----

void SyntheticCluster::build(const SyntheticSpec& spec)
{
    for (std::int32_t n = 1; n <= spec.brokers; ++n) {
        auto broker = std::make_unique<Broker>();
        broker->part.id = BrokerId{n};
        broker->part.state = BrokerState::Running;
        broker->part.endpoint = fmt::format("127.0.0.1:{}", 9091 + n);
        broker->part.directory = fmt::format("data/broker-{}", n);
        broker->part.epoch = BrokerEpoch{20 + n};
        broker->part.incarnation = 1;
        broker->part.session = SessionId{n};
        broker->part.sessionTimeout = kSessionTimeout;
        m_brokers.push_back(std::move(broker));
        if (spec.events)
            report(fact::BrokerReady{BrokerId{n}});
    }
    m_controller = {BrokerId{std::min(2, spec.brokers)}, ControllerEpoch{7}};
    if (spec.events)
        report(fact::ControllerElected{m_controller.broker, m_controller.epoch});
    if (spec.demo)
        addDemo();
    if (spec.loadTopics > 0)
        addLoad(spec);
}

static std::vector<std::vector<BrokerId>> byRule(std::int32_t partitions, std::int32_t brokers,
                                                 std::int32_t factor)
{
    std::vector<std::vector<BrokerId>> all;
    for (std::int32_t p = 0; p < partitions; ++p) {
        std::vector<BrokerId> replicas;
        for (std::int32_t r = 0; r < std::min(factor, brokers); ++r)
            replicas.push_back(BrokerId{(p + r) % brokers + 1});
        all.push_back(std::move(replicas));
    }
    return all;
}

void SyntheticCluster::addDemo()
{
    addTopic("TopicA", byRule(3, m_spec.brokers, 3));
    if (m_spec.brokers >= 3) {
        const BrokerId one{1}, two{2}, three{3};
        addTopic("TopicB", {{three, one, two}, {two, three, one}, {one, two, three}});
    }
    addTopic("__consumer_offsets", byRule(50, m_spec.brokers, 3));
    for (std::int32_t n = 1; n <= 3; ++n) {
        command::AddProducer producer;
        producer.topics = {"TopicA", "TopicB"};
        producer.acks = n == 2 ? 1 : -1;
        producer.rate = n == 1 ? 120 : n == 2 ? 40 : 12;
        addProducer(producer);
    }
    for (std::int32_t n = 1; n <= 5; ++n) {
        command::AddConsumer consumer;
        consumer.group = n <= 3 ? "group-1" : "group-2";
        consumer.topics = {"TopicA"};
        if (n > 3)
            consumer.topics.push_back("TopicB");
        consumer.assignor = n > 3 ? command::Assignor::RoundRobin : command::Assignor::Range;
        addConsumer(consumer);
    }
    for (auto& group : m_groups) {
        group->stableAt.reset();
        group->part.state = fact::GroupState::Stable;
        group->part.generation = Generation{group->part.name == "group-1" ? 3 : 2};
        if (m_spec.groupTraffic)
            report(fact::GroupStateChanged{group->part.name,
                                           fact::GroupState::CompletingRebalance,
                                           fact::GroupState::Stable,
                                           group->part.generation,
                                           "all members synced",
                                           {},
                                           {}});
        for (auto& [id, committed] : group->committed)
            committed = 1200;
    }
    for (auto& topic : m_topics) {
        for (auto& partition : topic->partitions) {
            const double start = topic->internal ? 40 : 1200;
            std::ranges::fill(partition.leo, start);
            std::ranges::fill(partition.hw, start);
        }
    }
}

void SyntheticCluster::addLoad(const SyntheticSpec& spec)
{
    for (std::int32_t t = 0; t < spec.loadTopics; ++t) {
        addTopic(fmt::format("load-{:04}", t), byRule(spec.loadPartitions, m_spec.brokers, 3));
    }
    for (std::int32_t g = 0; g < spec.loadGroups; ++g) {
        auto group = std::make_unique<Group>();
        group->part.name = fmt::format("load-group-{:03}", g);
        group->part.state = fact::GroupState::Stable;
        group->part.generation = Generation{1};
        group->part.protocol = "range";
        group->part.coordinator = BrokerId{g % spec.brokers + 1};
        const std::string topic = fmt::format("load-{:04}", g % spec.loadTopics);
        for (std::int32_t m = 0; m < 3; ++m) {
            MemberPart member;
            member.name = fmt::format("{}-C{}", group->part.name, m + 1);
            member.member = member.name;
            member.clientId = member.name;
            member.slot = m_nextMemberSlot++;
            for (std::int32_t p = m; p < spec.loadPartitions; p += 3)
                member.assigned.push_back({topic, p});
            group->part.members.push_back(std::move(member));
        }
        for (std::int32_t p = 0; p < spec.loadPartitions; ++p) {
            group->part.offsets.push_back({{topic, p}, m_nextOffsetSlot++});
            group->committed[{topic, p}] = 0;
        }
        m_groups.push_back(std::move(group));
    }
    std::ranges::sort(m_groups, {}, [](const auto& g) { return g->part.name; });
}

void SyntheticCluster::addTopic(const std::string& name,
                                std::vector<std::vector<BrokerId>> replicas)
{
    auto topic = std::make_unique<Topic>();
    topic->name = name;
    topic->internal = name.starts_with("__");
    for (std::size_t p = 0; p < replicas.size(); ++p) {
        Partition partition;
        auto& part = partition.part;
        part.id = {name, static_cast<std::int32_t>(p)};
        part.assigned = replicas[p];
        part.leader = kNoBroker;
        for (const BrokerId id : part.assigned) {
            ReplicaPart replica;
            replica.broker = id;
            replica.inIsr = alive(id);
            replica.leaderEpoch = LeaderEpoch{0};
            replica.segments = {Offset{0}};
            replica.slot = m_nextReplicaSlot++;
            if (alive(id)) {
                part.isr.push_back(id);
                if (part.leader == kNoBroker)
                    part.leader = id;
            }
            part.replicas.push_back(std::move(replica));
        }
        partition.leo.assign(part.assigned.size(), 0);
        partition.hw.assign(part.assigned.size(), 0);
        partition.heldBack.assign(part.assigned.size(), 0);
        topic->partitions.push_back(std::move(partition));
    }
    if (m_spec.events) {
        report(fact::TopicCreated{name, static_cast<std::int32_t>(replicas.size()),
                                  static_cast<std::int32_t>(replicas.front().size())});
    }
    m_topics.push_back(std::move(topic));
    std::ranges::sort(m_topics, {}, [](const auto& t) { return t->name; });
}

void SyntheticCluster::addProducer(const command::AddProducer& wanted)
{
    auto producer = std::make_unique<Producer>();
    producer->part.client = NodeId::client(m_nextClient++);
    producer->part.name =
        wanted.name.empty() ? fmt::format("producer{}", m_producers.size() + 1) : wanted.name;
    producer->part.topics = wanted.topics;
    producer->part.acks = wanted.acks;
    producer->part.targetRate = wanted.rate;
    producer->part.slot = static_cast<Slot>(m_producers.size());
    if (m_spec.events)
        report(fact::ProducerStarted{producer->part.client, producer->part.name});
    m_producers.push_back(std::move(producer));
}

void SyntheticCluster::addConsumer(const command::AddConsumer& wanted)
{
    auto it = std::ranges::find(m_groups, wanted.group, [](const auto& g) { return g->part.name; });
    if (it == m_groups.end()) {
        auto group = std::make_unique<Group>();
        group->part.name = wanted.group;
        group->part.offsetsPartition = static_cast<std::int32_t>(m_groups.size()) % 50;
        group->part.coordinator =
            BrokerId{static_cast<std::int32_t>(m_groups.size()) % m_spec.brokers + 1};
        group->assignor = wanted.assignor;
        m_groups.push_back(std::move(group));
        std::ranges::sort(m_groups, {}, [](const auto& g) { return g->part.name; });
        it = std::ranges::find(m_groups, wanted.group, [](const auto& g) { return g->part.name; });
    }
    Group& group = **it;
    auto consumer = std::make_unique<Consumer>();
    consumer->part.client = NodeId::client(m_nextClient++);
    consumer->part.name = wanted.name.empty()
                              ? fmt::format("{}-C{}", wanted.group, group.part.members.size() + 1)
                              : wanted.name;
    consumer->part.group = wanted.group;
    consumer->part.topics = wanted.topics;
    consumer->part.member = consumer->part.name + "-0001";
    consumer->part.slot = static_cast<Slot>(m_consumers.size());
    consumer->part.assignor = wanted.assignor == command::Assignor::Range ? "range" : "roundrobin";
    consumer->part.sessionTimeout = 6s;
    consumer->part.heartbeatInterval = 2s;
    consumer->part.maxPollInterval = 10s;

    MemberPart member;
    member.member = consumer->part.member;
    member.clientId = consumer->part.name;
    member.name = consumer->part.name;
    member.host = "/127.0.0.1";
    member.client = consumer->part.client;
    member.sessionTimeout = 6s;
    member.slot = m_nextMemberSlot++;
    member.subscribed = wanted.topics;
    group.part.members.push_back(std::move(member));
    EventId cause = kNoEvent;
    if (m_spec.events) {
        cause = report(fact::MemberJoined{wanted.group, consumer->part.member, consumer->part.name,
                                          "/127.0.0.1", false});
    }
    m_consumers.push_back(std::move(consumer));
    assign(group, cause);
}

/// Range or round robin over all members, as if every one subscribed to the same topics.
void SyntheticCluster::assign(Group& group, EventId cause)
{
    auto& members = group.part.members;
    for (auto& member : members)
        member.assigned.clear();
    group.part.protocol = group.assignor == command::Assignor::Range ? "range" : "roundrobin";
    std::size_t turn = 0;
    for (const auto& topic : m_topics) {
        const bool wanted = std::ranges::any_of(members, [&](const MemberPart& m) {
            return std::ranges::find(m.subscribed, topic->name) != m.subscribed.end();
        });
        if (!wanted || members.empty())
            continue;
        const std::size_t each = (topic->partitions.size() + members.size() - 1) / members.size();
        for (std::size_t p = 0; p < topic->partitions.size(); ++p) {
            const std::size_t owner = group.assignor == command::Assignor::Range
                                          ? std::min(p / each, members.size() - 1)
                                          : turn++ % members.size();
            const TopicPartition id = topic->partitions[p].part.id;
            members[owner].assigned.push_back(id);
            if (group.committed.emplace(id, topic->partitions[p].hw.front()).second)
                group.part.offsets.push_back({id, m_nextOffsetSlot++});
        }
    }
    for (auto& consumer : m_consumers) {
        for (const auto& member : members) {
            if (consumer->part.client == member.client)
                consumer->part.assigned = member.assigned;
        }
    }
    group.part.leader = members.empty() ? "" : members.front().member;
    group.part.state =
        members.empty() ? fact::GroupState::Empty : fact::GroupState::PreparingRebalance;
    group.part.lastCause = {cause, fact::RebalanceKind::Left, {}, "the members changed"};
    group.stableAt = members.empty() ? std::nullopt : std::optional(m_now + 700ms);
    if (m_spec.groupTraffic && !members.empty())
        report(fact::GroupStateChanged{group.part.name, fact::GroupState::Stable,
                                       fact::GroupState::PreparingRebalance, group.part.generation,
                                       "the members changed", fact::RebalanceKind::Joined,
                                       members.back().member},
               cause);
    group.dirty = true;
}

} // namespace hw::test
