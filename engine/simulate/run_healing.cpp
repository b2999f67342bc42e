#include "engine/simulate/run.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/observe/text.h"

namespace hw::simulate {

using namespace observe;

namespace {

/// From the end of all faults until everything is as it was: sessions and members expire, fetchers
/// back off, clients' requests time out, and a deletion is asked for again.
constexpr Duration kHealLimit = 45s;
constexpr Duration kPreferredLimit = 15s;
constexpr Duration kProducerLimit = 20s;
constexpr Duration kReadLimit = 15s;
constexpr Duration kAnswersLimit = 1s;
constexpr Duration kSendPace = 4s;

std::vector<BrokerId> sorted(std::vector<BrokerId> list)
{
    std::ranges::sort(list);
    return list;
}

} // namespace

void Run::heal()
{
    m_faults->healAll();
    await([this] { return isWhole(); }, kHealLimit,
          [this](bool isDone) {
              if (!isDone)
                  m_findings.add(13, fmt::format("{} s after the last fault {}",
                                                 toMs(kHealLimit) / 1000, m_missing));
              preferLeaders();
          });
}

bool Run::isWhole()
{
    lookAtPicture();
    judgeTopicIds();
    for (const auto& member : m_members)
        member->start();
    for (const auto& broker : m_picture->brokers) {
        const NodeId node = NodeId::broker(broker->id);
        const std::vector<std::string> leftovers = leftoversOn(broker->id);
        if (broker->state == BrokerState::Running && !leftovers.empty())
            m_cluster->submit(command::Kill{node});
        if (broker->state != BrokerState::Down)
            continue;
        for (const std::string& directory : leftovers)
            HW_ASSERT(m_world.find(node)->disk().removeAll(directory).has_value(),
                      "whatever a simulated disk lists can be removed");
        m_cluster->submit(command::Restart{node});
    }
    for (const std::string& name : std::set<std::string>(m_mustGo))
        if (m_book.isThere(name))
            deleteTopic(name);
        else if (!m_adminBusy.contains(name))
            m_mustGo.erase(name);
    m_missing = whatIsMissing();
    return m_missing.empty();
}

/// Logs of earlier topics in the way of later ones. A broker that was down when a replica moved
/// away keeps it, and refuses another topic of that name for good: somebody has to take it away by
/// hand. Only brokers under a KRaft controller do that by themselves (KAFKA-15605).
std::vector<std::string> Run::leftoversOn(BrokerId broker)
{
    std::vector<std::string> found;
    for (const auto& topic : m_picture->topics)
        for (const auto& part : topic->partitions) {
            if (std::ranges::find(part->assigned, broker) == part->assigned.end())
                continue;
            const auto id = topicIdOn(broker, part->id.text());
            if (id && *id != topic->id)
                found.push_back(part->id.text());
        }
    return found;
}

/// Asked for again: a move that was wished for before may come late and bring other preferences.
void Run::preferLeaders()
{
    const auto isDone = [this, nextAsked = Instant()]() mutable {
        m_missing = preferredMissing();
        if (!m_missing.empty() && m_world.now() >= nextAsked) {
            nextAsked = m_world.now() + kSendPace;
            for (const TopicBook::Life* life : m_book.all())
                for (std::int32_t p = 0; p < life->partitions; ++p)
                    elect({life->name, p});
        }
        return m_missing.empty();
    };
    await(isDone, kPreferredLimit, [this](bool done) {
        if (!done)
            m_findings.add(13, m_missing);
        producersGetOn();
    });
}

std::string Run::whatIsMissingOf(const PartitionPart& part) const
{
    const std::string name = part.id.text();
    const Gauges& gauges = *m_cluster->gauges();
    if (part.leader == kNoBroker)
        return name + " has no leader";
    if (!part.adding.empty() || !part.removing.empty())
        return name + " is still being moved";
    if (sorted(part.isr) != sorted(part.assigned))
        return name + " has not all replicas in the ISR";
    if (sorted(part.isrLeader) != sorted(part.isr))
        return name + " has a leader that knows another ISR";
    for (const ReplicaPart& replica : part.replicas) {
        // A follower that had to cut its log may be told the watermark only when that next moves:
        // Kafka's CachedPartition.maybeUpdateResponseData thinks that it knows.
        const bool isAtRest =
            replica.broker != part.leader || gauges.hw[replica.slot] == gauges.leo[replica.slot];
        if (!isAtRest || gauges.leo[replica.slot] != gauges.leo[part.replicas.front().slot])
            return fmt::format("{} has not come to rest on broker {}", name, replica.broker);
    }
    return {};
}

std::string Run::whatIsMissing()
{
    for (const auto& broker : m_picture->brokers)
        if (broker->state != BrokerState::Running)
            return fmt::format("broker {} does not run ({})", broker->id, broker->note);
    for (const auto& topic : m_picture->topics) {
        if (!topic->internal && !m_book.steady(topic->name))
            return fmt::format("topic {} is not deleted yet", topic->name);
        for (const auto& part : topic->partitions)
            if (std::string missing = whatIsMissingOf(*part); !missing.empty())
                return missing;
    }
    if (!m_adminBusy.empty())
        return fmt::format("topic {} is still being made or deleted", *m_adminBusy.begin());
    for (const auto& member : m_members)
        if (!member->isStable())
            return fmt::format("a member of group {} is not stable ({})", member->plan().name,
                               member->lastError());
    if (std::string missing = whatIsMissingOfGroups(); !missing.empty())
        return missing;
    for (const auto& producer : m_producers)
        if (producer->buffered() != 0)
            return fmt::format("producer {} has {} records left", producer->name(),
                               producer->buffered());
    return {};
}

std::string Run::whatIsMissingOfGroups() const
{
    for (const auto& group : m_picture->groups) {
        const auto expected = std::ranges::count_if(
            m_members, [&](const auto& member) { return member->plan().name == group->name; });
        if (group->state != fact::GroupState::Stable ||
            static_cast<std::int64_t>(group->members.size()) != expected)
            return fmt::format("group {} has {} members and is {}", group->name,
                               group->members.size(), textOf(group->state));
        if (std::string missing = whatIsMissingOf(*group); !missing.empty())
            return missing;
    }
    return {};
}

/// Every partition has exactly one owner, as the coordinator hands them out.
std::string Run::whatIsMissingOf(const GroupPart& group) const
{
    const auto plan = std::ranges::find(m_plan.groups, group.name, &GroupPlan::name);
    if (plan == m_plan.groups.end())
        return {};
    std::map<TopicPartition, std::int32_t> owners;
    for (const MemberPart& member : group.members)
        for (const TopicPartition& partition : member.assigned)
            ++owners[partition];
    for (const std::string& topic : plan->topics) {
        const TopicBook::Life* life = m_book.steady(topic);
        for (std::int32_t p = 0; life && p < life->partitions; ++p)
            if (owners[{topic, p}] != 1)
                return fmt::format("group {}: {}-{} has {} owners", group.name, topic, p,
                                   owners[{topic, p}]);
    }
    return {};
}

std::string Run::preferredMissing()
{
    lookAtPicture();
    for (const auto& topic : m_picture->topics) {
        if (topic->internal)
            continue;
        for (const auto& part : topic->partitions)
            if (part->leader != part->assigned.front())
                return fmt::format("{} is led by {} after the election of preferred leaders, not "
                                   "by {}",
                                   part->id.text(), part->leader, part->assigned.front());
    }
    return {};
}

/// Every producer gets one more record into every topic.
void Run::producersGetOn()
{
    std::vector<std::uint64_t> before;
    for (const auto& producer : m_producers)
        before.push_back(producer->acked());
    const auto isDone = [this, before, nextSend = Instant()]() mutable {
        return allProducersGotOn(before, nextSend);
    };
    await(isDone, kProducerLimit, [this](bool done) {
        if (done)
            return healAgain();
        m_findings.add(13, fmt::format("producer {} does not get on", m_missing));
        end();
    });
}

bool Run::allProducersGotOn(const std::vector<std::uint64_t>& before, Instant& nextSend)
{
    // A record for a partition that its producer has not heard of yet is refused.
    if (m_world.now() >= nextSend) {
        nextSend = m_world.now() + kSendPace;
        for (const auto& producer : m_producers)
            for (const TopicBook::Life* life : m_book.all())
                producer->send(life->name, 1, 0, m_random);
    }
    const std::uint64_t topics = m_book.all().size();
    for (std::size_t i = 0; i < m_producers.size(); ++i)
        if (m_producers[i]->acked() < before[i] + topics) {
            m_missing = fmt::format("{} ({})", m_producers[i]->name(), m_producers[i]->lastError());
            return false;
        }
    return true;
}

void Run::healAgain()
{
    await([this] { return isWhole(); }, kHealLimit,
          [this](bool isDone) {
              if (!isDone)
                  m_findings.add(13, "after all was well, " + m_missing);
              readAll();
          });
}

void Run::readAll()
{
    m_auditor->beginLastReading();
    m_history.beginLastReading();
    await([this] { return isAllRead(); }, kReadLimit,
          [this](bool isDone) {
              if (!isDone)
                  m_findings.add(13, m_missing);
              readByGroups();
          });
}

bool Run::isAllRead()
{
    lookAtPicture();
    m_auditor->look(m_random);
    const Gauges& gauges = *m_cluster->gauges();
    for (const auto& topic : m_picture->topics) {
        const TopicBook::Life* life = m_book.steady(topic->name);
        for (const auto& part : topic->partitions) {
            if (!life)
                continue;
            const Place place{life->number, part->id.partition};
            const Offset end(gauges.hw[part->replicas.front().slot]);
            if (m_auditor->position(place) < end) {
                m_missing = fmt::format("nobody can read {} beyond {}, it ends at {}",
                                        part->id.text(), m_auditor->position(place), end);
                return false;
            }
        }
    }
    return true;
}

void Run::readByGroups()
{
    const auto isDone = [this] { return (m_missing = unreadByGroups()).empty(); };
    await(isDone, kReadLimit, [this](bool done) {
        if (!done)
            m_findings.add(13, m_missing);
        for (const GroupPlan& group : m_plan.groups)
            m_auditor->askOffsets(group.name, true);
        await([] { return false; }, kAnswersLimit,
              [this](bool) {
                  judgeHistories();
                  drainEvents();
                  end();
              });
    });
}

/// Members read on to the end, whoever of them owns the partition. Offsets that outlived an earlier
/// topic of the name may have put them anywhere.
std::string Run::unreadByGroups()
{
    lookAtPicture();
    for (const auto& topic : m_picture->topics) {
        const TopicBook::Life* life = m_book.steady(topic->name);
        if (!life || !m_book.isFirst(*life))
            continue;
        for (const auto& part : topic->partitions)
            if (std::string unread = unreadByGroups(*part, *life); !unread.empty())
                return unread;
    }
    return {};
}

/// Who reads a partition, from where, and what it complained of last.
std::string Run::readersOf(const std::string& group, const TopicPartition& partition) const
{
    std::string readers;
    for (const auto& member : m_members) {
        const observe::ConsumerReport report = member->report();
        for (const observe::CommittedReport& at : report.positions)
            if (report.group == group && at.partition == partition)
                readers += fmt::format("{}{} is at {}: {}", readers.empty() ? "" : ", ",
                                       report.name, at.committed, report.lastError);
    }
    return readers.empty() ? "nobody reads it" : readers;
}

std::string Run::unreadByGroups(const PartitionPart& part, const TopicBook::Life& life) const
{
    if (m_excuses.of(part.id) || m_excuses.ofGroups())
        return {};
    const Offset end(m_cluster->gauges()->hw[part.replicas.front().slot]);
    for (const GroupPlan& group : m_plan.groups) {
        const bool isRead = std::ranges::find(group.topics, life.name) != group.topics.end();
        const Offset reached = m_groups.reached(group.name, {life.number, part.id.partition});
        if (isRead && reached < end)
            return fmt::format("group {} has read {} up to {} only, it ends at {} ({})", group.name,
                               part.id.text(), reached, end, readersOf(group.name, part.id));
    }
    return {};
}

void Run::judgeHistories()
{
    lookAtPicture();
    const Gauges& gauges = *m_cluster->gauges();
    for (const auto& topic : m_picture->topics) {
        const TopicBook::Life* life = m_book.steady(topic->name);
        for (const auto& part : topic->partitions)
            if (life)
                m_history.judge({life->number, part->id.partition}, part->id,
                                Offset(gauges.hw[part->replicas.front().slot]), m_picture->lost);
    }
    m_logAudit.look(*m_picture, gauges);
    for (const auto& broker : m_picture->brokers)
        m_logAudit.inspect(broker->id);
}

} // namespace hw::simulate
