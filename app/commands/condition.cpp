#include "app/commands/condition.h"

#include <algorithm>
#include <type_traits>

#include <fmt/format.h>

#include "app/commands/condition_parts.h"
#include "engine/cluster/figures.h"
#include "engine/observe/text.h"

namespace hw::app {

namespace {

using namespace observe;

std::vector<BrokerId> sorted(std::vector<BrokerId> brokers)
{
    std::ranges::sort(brokers);
    return brokers;
}

bool isRunning(const Snapshot& snapshot, BrokerId id)
{
    return std::ranges::any_of(snapshot.brokers, [&](const auto& broker) {
        return broker->id == id && broker->state == BrokerState::Running;
    });
}

std::vector<BrokerId> runningOf(const Snapshot& snapshot, const std::vector<BrokerId>& brokers)
{
    std::vector<BrokerId> running;
    for (const BrokerId id : brokers)
        if (isRunning(snapshot, id))
            running.push_back(id);
    return running;
}

std::string leaderText(const PartitionPart& partition)
{
    return partition.leader == kNoBroker ? "none" : std::to_string(partition.leader.value());
}

/// No list is no condition.
Lack isrIs(const PartitionPart& partition, std::string why)
{
    return {std::move(why), partition.isr.empty() ? std::string()
                                                  : fmt::format("isr {} {}", partition.id.text(),
                                                                textOf(partition.isr))};
}

Lack brokerIs(BrokerId id, std::string_view state)
{
    return {fmt::format("broker {} is {}", id, state), fmt::format("broker {} {}", id, state)};
}

Lack groupIs(const GroupPart& group, std::string why)
{
    return {std::move(why),
            fmt::format("group {} {} {}", group.name, textOf(group.state), group.members.size())};
}

/// What a running broker does not yet tell clients of the partition.
Missing missingInMetadata(const Snapshot& snapshot, const PartitionPart& partition, bool isrToo)
{
    for (const auto& broker : snapshot.brokers) {
        if (broker->state != BrokerState::Running)
            continue;
        const auto found = partition.toldBy.find(broker->id);
        if (found == partition.toldBy.end() || !found->second)
            return fmt::format("broker {} tells clients nothing of {}", broker->id,
                               partition.id.text());
        const ToldPartition& told = *found->second;
        if (told.leader != partition.leader || told.leaderEpoch != partition.leaderEpoch)
            return fmt::format("broker {} tells clients of {} that the leader is {} in epoch {}",
                               broker->id, partition.id.text(), told.leader, told.leaderEpoch);
        if (isrToo && sorted(told.isr) != sorted(partition.isr))
            return fmt::format("broker {} tells clients of {} that the ISR is {}", broker->id,
                               partition.id.text(), textOf(told.isr));
    }
    return std::nullopt;
}

/// A partition whose in-sync replicas are all dead waits for one of them: that is settled, too.
Missing missingOffline(const Snapshot& snapshot, const PartitionPart& partition)
{
    if (runningOf(snapshot, partition.isr).empty() && !partition.isr.empty())
        return std::nullopt;
    return fmt::format("{} has no leader", partition.id.text());
}

Missing missingSettled(const Snapshot& snapshot, const PartitionPart& partition)
{
    const std::string name = partition.id.text();
    if (partition.leader == kNoBroker)
        return missingOffline(snapshot, partition);
    if (!isRunning(snapshot, partition.leader))
        return fmt::format("the leader of {} is {}, which does not run", name, partition.leader);
    if (!partition.adding.empty() || !partition.removing.empty())
        return fmt::format("{} is being reassigned, {} come and {} go", name,
                           textOf(partition.adding), textOf(partition.removing));
    if (partition.isrPending)
        return fmt::format("an ISR of {} is proposed, {}", name, textOf(*partition.isrPending));
    const std::vector<BrokerId> wanted = sorted(runningOf(snapshot, partition.assigned));
    if (sorted(partition.isr) != wanted)
        return isrIs(partition, fmt::format("the ISR of {} is {}, while {} run", name,
                                            textOf(partition.isr), textOf(wanted)));
    if (sorted(partition.isrLeader) != wanted)
        return fmt::format("the leader of {} takes {} for the ISR", name,
                           textOf(partition.isrLeader));
    for (const ReplicaPart& replica : partition.replicas)
        if (isRunning(snapshot, replica.broker) && replica.leaderEpoch != partition.leaderEpoch)
            return fmt::format("broker {} has {} in leader epoch {}", replica.broker, name,
                               replica.leaderEpoch);
    return missingInMetadata(snapshot, partition, true);
}

Missing missingOf(const condition::Settled&, const Snapshot& snapshot, const Gauges&)
{
    for (const auto& broker : snapshot.brokers)
        if (broker->state != BrokerState::Running && broker->state != BrokerState::Down &&
            broker->state != BrokerState::Frozen)
            return brokerIs(broker->id, textOf(broker->state));
    const bool anyRuns = std::ranges::any_of(
        snapshot.brokers, [](const auto& broker) { return broker->state == BrokerState::Running; });
    if (anyRuns && !isRunning(snapshot, snapshot.controller.broker))
        return std::string("there is no controller");
    for (const auto& topic : snapshot.topics)
        for (const auto& partition : topic->partitions)
            if (Missing missing = missingSettled(snapshot, *partition))
                return missing;
    for (const auto& group : snapshot.groups)
        if (group->state == fact::GroupState::PreparingRebalance ||
            group->state == fact::GroupState::CompletingRebalance)
            return groupIs(*group,
                           fmt::format("group {} is {}", group->name, textOf(group->state)));
    return std::nullopt;
}

Missing missingOf(const condition::LeaderIs& wanted, const Snapshot& snapshot, const Gauges&)
{
    const PartitionPart* partition = cluster::findPartition(snapshot, wanted.partition);
    if (!partition)
        return fmt::format("there is no partition {}", wanted.partition.text());
    const bool same = wanted.broker && partition->leader == *wanted.broker;
    if (partition->leader == kNoBroker || (wanted.broker && same == wanted.negated))
        return Lack(
            fmt::format("the leader of {} is {}", wanted.partition.text(), leaderText(*partition)),
            partition->leader == kNoBroker
                ? std::string()
                : fmt::format("leader {} {}", wanted.partition.text(), partition->leader));
    return missingInMetadata(snapshot, *partition, false);
}

Missing missingOf(const condition::IsrIs& wanted, const Snapshot& snapshot, const Gauges&)
{
    const PartitionPart* partition = cluster::findPartition(snapshot, wanted.partition);
    if (!partition)
        return fmt::format("there is no partition {}", wanted.partition.text());
    if (sorted(partition->isr) == wanted.isr)
        return std::nullopt;
    return isrIs(*partition, fmt::format("the ISR of {} is {}", wanted.partition.text(),
                                         textOf(partition->isr)));
}

Missing missingOf(const condition::IsrBelow& wanted, const Snapshot& snapshot, const Gauges&)
{
    const PartitionPart* partition = cluster::findPartition(snapshot, wanted.partition);
    if (!partition)
        return fmt::format("there is no partition {}", wanted.partition.text());
    if (partition->isr.size() < wanted.replicas)
        return std::nullopt;
    return isrIs(*partition, fmt::format("the ISR of {} is {}", wanted.partition.text(),
                                         textOf(partition->isr)));
}

Missing missingOf(const condition::GroupUnstable& wanted, const Snapshot& snapshot, const Gauges&)
{
    for (const auto& group : snapshot.groups) {
        if (group->name != wanted.group)
            continue;
        if (group->state != fact::GroupState::Stable)
            return std::nullopt;
        return groupIs(*group, fmt::format("group {} is Stable", group->name));
    }
    return fmt::format("there is no group {}", wanted.group);
}

Missing missingOf(const condition::GroupIs& wanted, const Snapshot& snapshot, const Gauges&)
{
    const auto found = std::ranges::find_if(
        snapshot.groups, [&](const auto& group) { return group->name == wanted.group; });
    if (found == snapshot.groups.end()) {
        const bool gone = wanted.state == fact::GroupState::Dead && wanted.members.value_or(0) == 0;
        return gone ? std::nullopt : Missing(fmt::format("there is no group {}", wanted.group));
    }
    const GroupPart& group = **found;
    if (group.state == wanted.state && (!wanted.members || group.members.size() == *wanted.members))
        return std::nullopt;
    return groupIs(group, fmt::format("group {} is {} with {} members", group.name,
                                      textOf(group.state), group.members.size()));
}

Missing missingOf(const condition::BrokerIs& wanted, const Snapshot& snapshot, const Gauges&)
{
    for (const auto& broker : snapshot.brokers) {
        if (broker->id != wanted.broker)
            continue;
        if (broker->state == wanted.state)
            return std::nullopt;
        return brokerIs(broker->id, textOf(broker->state));
    }
    return fmt::format("there is no broker {}", wanted.broker);
}

Missing missingOf(const condition::ServerIs& wanted, const Snapshot& snapshot, const Gauges&)
{
    for (const EnsembleServerPart& server : snapshot.ensemble) {
        if (server.name != wanted.server)
            continue;
        if (server.state == wanted.state)
            return std::nullopt;
        return Lack(fmt::format("{} is {}", server.name, textOf(server.state)),
                    fmt::format("broker {} {}", server.name, textOf(server.state)));
    }
    return fmt::format("there is no {}", wanted.server);
}

} // namespace

std::optional<Lack> lackOf(const Condition& condition, const Snapshot& snapshot,
                           const Gauges& gauges, const Instruments* instruments)
{
    return std::visit(
        [&]<class Wanted>(const Wanted& wanted) {
            if constexpr (std::is_same_v<Wanted, condition::MeasuredIs> ||
                          std::is_same_v<Wanted, condition::MeasuredLess>)
                return missingOf(wanted, instruments);
            else
                return missingOf(wanted, snapshot, gauges);
        },
        condition);
}

std::optional<std::string> missing(const Condition& condition, const Snapshot& snapshot,
                                   const Gauges& gauges, const Instruments* instruments)
{
    const std::optional<Lack> lack = lackOf(condition, snapshot, gauges, instruments);
    return lack ? std::optional(lack->text) : std::nullopt;
}

} // namespace hw::app
