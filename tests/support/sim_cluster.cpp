#include "tests/support/sim_cluster.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/cluster/broker_settings.h"

namespace hw::test {

using namespace observe;

static world::SimOptions optionsFor(const cluster::ClusterSpec& spec)
{
    world::SimOptions options;
    options.seed = spec.seed;
    return options;
}

SimCluster::SimCluster(cluster::ClusterSpec spec)
    : m_world(optionsFor(spec))
{
    const auto config = cluster::brokerSettings(spec);
    HW_ASSERT(config.has_value(), "a test's settings are right");
    m_cluster = std::make_unique<cluster::EngineCluster>(m_world, spec, *config);
    m_cluster->start();
}

bool SimCluster::ready(Duration limit)
{
    const Instant end = m_world.now() + limit;
    while (m_world.now() < end) {
        if (m_cluster->startup() == cluster::EngineCluster::Startup::Ready)
            return true;
        m_world.runFor(1ms);
    }
    return false;
}

bool SimCluster::until(const Condition& done, Duration limit, Duration pace)
{
    const Instant end = m_world.now() + limit;
    while (true) {
        const auto picture = m_cluster->snapshot();
        if (done(*picture, *m_cluster->gauges()))
            return true;
        if (m_world.now() >= end)
            return false;
        m_world.runFor(pace);
    }
}

void SimCluster::drain()
{
    cluster::EventBatch batch = m_cluster->takeEvents(1'000'000);
    m_events.insert(m_events.end(), batch.events.begin(), batch.events.end());
}

SimCluster::Outcome SimCluster::run(Command command, Duration limit)
{
    drain();
    std::size_t seen = m_events.size();
    const CommandId id = m_cluster->submit(std::move(command));
    const Instant end = m_world.now() + limit;
    while (true) {
        drain();
        for (; seen < m_events.size(); ++seen) {
            const auto* done = std::get_if<fact::CommandDone>(&m_events[seen].fact);
            if (done && done->command == id)
                return {done->ok, done->message};
        }
        if (m_world.now() >= end)
            return {false, "no outcome in time"};
        m_world.runFor(1ms);
    }
}

SimCluster::Outcome SimCluster::createTopic(const std::string& topic, int partitions,
                                            int replicationFactor,
                                            std::map<std::string, std::string> configs)
{
    command::CreateTopic create;
    create.topic = topic;
    create.partitions = partitions;
    create.replicationFactor = replicationFactor;
    create.configs = std::move(configs);
    return run(create);
}

std::shared_ptr<const PartitionPart> SimCluster::partition(const std::string& topic, int number)
{
    for (const auto& part : snapshot()->topics) {
        const auto at = static_cast<std::size_t>(number);
        if (part->name == topic && at < part->partitions.size())
            return part->partitions[at];
    }
    return nullptr;
}

std::shared_ptr<const GroupPart> SimCluster::group(const std::string& name)
{
    for (const auto& part : snapshot()->groups) {
        if (part->name == name)
            return part;
    }
    return nullptr;
}

const std::vector<Event>& SimCluster::events()
{
    drain();
    return m_events;
}

static bool partitionSettled(const PartitionPart& part, const Gauges& gauges)
{
    if (part.leader == kNoBroker || part.isr.size() != part.assigned.size())
        return false;
    std::vector<BrokerId> mine = part.isrLeader;
    std::vector<BrokerId> stored = part.isr;
    std::sort(mine.begin(), mine.end());
    std::sort(stored.begin(), stored.end());
    if (mine != stored)
        return false;
    for (const ReplicaPart& replica : part.replicas) {
        if (gauges.hw[replica.slot] != gauges.leo[replica.slot])
            return false;
    }
    return true;
}

bool SimCluster::settled(Duration limit)
{
    return until(
        [](const Snapshot& snapshot, const Gauges& gauges) {
            for (const auto& topic : snapshot.topics) {
                for (const auto& part : topic->partitions) {
                    if (!partitionSettled(*part, gauges))
                        return false;
                }
            }
            return true;
        },
        limit);
}

std::string SimCluster::story(std::size_t last)
{
    drain();
    std::string text;
    const std::size_t from = m_events.size() > last ? m_events.size() - last : 0;
    for (std::size_t i = from; i < m_events.size(); ++i) {
        const Event& event = m_events[i];
        text += fmt::format("{:>8} #{} <{} {}: {}\n", toMs(event.at.sinceStart()), event.id,
                            event.cause, event.node.text(), textOf(event.fact));
    }
    return text;
}

} // namespace hw::test
