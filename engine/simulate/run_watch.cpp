#include "engine/simulate/run.h"

#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "engine/log/log.h"
#include "engine/log/partition_metadata.h"

namespace hw::simulate {

using namespace observe;

static constexpr Duration kLookPace = 150ms;
static constexpr Duration kAuditPace = 400ms;
static constexpr Duration kLogAuditPace = 4s;

void Run::watch()
{
    const Instant now = m_world.now();
    m_faults->repair(m_random);
    drainEvents();
    if (now >= m_nextLook) {
        m_nextLook = now + kLookPace;
        lookAtPicture();
        judgeTopicIds();
    }
    if (now >= m_nextAudit) {
        m_nextAudit = now + kAuditPace;
        m_auditor->look(m_random);
        lookAtPicture();
        m_impostor->act(*m_picture, m_random);
        m_znodeAudit->look(*m_picture);
    }
    if (now >= m_nextLogAudit) {
        m_nextLogAudit = now + kLogAuditPace;
        lookAtPicture();
        m_logAudit.look(*m_picture, *m_cluster->gauges());
    }
}

/// What clients saw before the events that explain it is judged now.
void Run::drainEvents()
{
    noteEvents();
    // A group whose coordinator lost something may go back, and with it what its members read.
    m_findings.settle([this](const TopicPartition& partition) {
        return m_excuses.ofGroups() || m_excuses.of(partition) != nullptr;
    });
}

void Run::noteEvents()
{
    for (const Event& event : std::exchange(m_events, {})) {
        m_excuses.note(event);
        m_eventWatch.note(event);
        if (const auto* leader = std::get_if<fact::BecameLeader>(&event.fact))
            if (const TopicBook::Life* life = m_book.steady(leader->partition.topic))
                m_history.becameLeader({life->number, leader->partition.partition}, *leader,
                                       event.at,
                                       m_excuses.startedAnewAt(BrokerId(event.node.number)));
        if (const auto* election = std::get_if<fact::LeaderElected>(&event.fact))
            noteUnclean(*election);
        if (const auto* moved = std::get_if<fact::ReassignmentCompleted>(&event.fact))
            m_assigned[moved->partition] = moved->replicas;
        if (const auto* deleted = std::get_if<fact::TopicDeleted>(&event.fact))
            noteDeleted(deleted->topic);
        if (const auto* group = std::get_if<fact::GroupStateChanged>(&event.fact))
            if (group->to == fact::GroupState::Dead)
                m_groups.died(group->group);
        if (m_onEvent)
            m_onEvent(event);
    }
}

void Run::noteUnclean(const fact::LeaderElected& election)
{
    if (election.kind != fact::ElectionKind::Unclean || !m_picture)
        return;
    for (const auto& topic : m_picture->topics)
        if (topic->name == election.partition.topic &&
            !topic->configs.contains("unclean.leader.election.enable"))
            m_findings.add(1, fmt::format("{}: broker {} was elected though it was not in sync, "
                                          "and the topic does not allow it",
                                          election.partition.text(), election.to));
}

/// The controller says so when all replicas have answered: none of them has its log any more.
void Run::noteDeleted(const std::string& topic)
{
    const auto first = m_assigned.lower_bound({topic, 0});
    auto at = first;
    for (; at != m_assigned.end() && at->first.topic == topic; ++at)
        for (const BrokerId broker : at->second)
            if (const auto id = topicIdOn(broker, at->first.text()); id && *id == m_ids[topic])
                m_findings.add(11, fmt::format("topic {} is deleted, but broker {} still has {}",
                                               topic, broker, at->first.text()));
    m_assigned.erase(first, at);
}

/// Whoever took an order about a topic has a log of that one, not of an earlier one of its name.
void Run::judgeTopicIds()
{
    for (const auto& topic : m_picture->topics)
        for (const auto& part : topic->partitions)
            for (const BrokerId broker : part->assigned) {
                if (!m_eventWatch.told(NodeId::broker(broker), part->id))
                    continue;
                const auto id = topicIdOn(broker, part->id.text());
                if (id && *id != topic->id)
                    m_findings.add(11, fmt::format("{}: broker {} uses a log of an earlier topic",
                                                   part->id.text(), broker));
            }
}

/// Of the log in a directory, as its `partition.metadata` says.
std::optional<Uuid> Run::topicIdOn(BrokerId broker, const std::string& directory)
{
    world::Disk& disk = m_world.find(NodeId::broker(broker))->disk();
    const auto bytes = world::readAll(disk, directory + "/" + log::kPartitionMetadataFile);
    if (!bytes)
        return std::nullopt;
    const auto id = log::parsePartitionMetadata(textOf(*bytes));
    return id ? std::optional(*id) : std::nullopt;
}

void Run::lookAtPicture()
{
    m_picture = m_cluster->snapshot();
    for (const auto& topic : m_picture->topics)
        for (const auto& part : topic->partitions) {
            m_assigned[part->id] = part->assigned;
            m_ids[topic->name] = topic->id;
        }
    m_book.look(*m_picture);
    m_pictureWatch.look(*m_picture, *m_cluster->gauges());
    for (const auto& topic : m_picture->topics)
        for (const auto& part : topic->partitions)
            if (part->recovering)
                m_excuses.recovering(part->id);
    for (const std::string& broken : m_picture->invariantsBroken) {
        std::int32_t number = 0;
        const auto end = std::from_chars(broken.data(), broken.data() + broken.size(), number).ptr;
        // `5: …`; what was judged here comes back the same, and is known.
        m_findings.add(number, broken.substr(static_cast<std::size_t>(end - broken.data()) + 2));
    }
}

} // namespace hw::simulate
