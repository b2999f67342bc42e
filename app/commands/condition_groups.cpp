#include <algorithm>

#include <fmt/format.h>

#include "app/commands/condition_parts.h"
#include "engine/observe/text.h"

namespace hw::app {

using namespace observe;

const GroupPart* groupOf(const Snapshot& snapshot, const std::string& name)
{
    for (const auto& group : snapshot.groups)
        if (group->name == name)
            return group.get();
    return nullptr;
}

namespace {

const MemberPart* memberNamed(const GroupPart& group, const std::string& name)
{
    for (const MemberPart& member : group.members)
        if (member.name == name || member.clientId == name)
            return &member;
    return nullptr;
}

std::string textOfAll(const std::vector<TopicPartition>& partitions)
{
    std::string text;
    for (const TopicPartition& partition : partitions)
        text += (text.empty() ? "" : ",") + partition.text();
    return text;
}

} // namespace

Missing missingOf(const condition::CoordinatorIs& wanted, const Snapshot& snapshot, const Gauges&)
{
    const GroupPart* group = groupOf(snapshot, wanted.group);
    if (!group)
        return fmt::format("there is no group {}", wanted.group);
    if (group->coordinator == wanted.broker)
        return std::nullopt;
    if (group->coordinator == kNoBroker)
        return fmt::format("group {} has no coordinator", wanted.group);
    return Lack(fmt::format("the coordinator of {} is {}", wanted.group, group->coordinator),
                fmt::format("coordinator {} {}", wanted.group, group->coordinator));
}

Missing missingOf(const condition::GroupLeaderIs& wanted, const Snapshot& snapshot, const Gauges&)
{
    const GroupPart* group = groupOf(snapshot, wanted.group);
    if (!group)
        return fmt::format("there is no group {}", wanted.group);
    const auto leader = std::ranges::find(group->members, group->leader, &MemberPart::member);
    if (leader == group->members.end())
        return fmt::format("group {} has no leader", wanted.group);
    if (leader->name == wanted.member || leader->clientId == wanted.member)
        return std::nullopt;
    const std::string& name = leader->name.empty() ? leader->clientId : leader->name;
    return Lack(fmt::format("the leader of group {} is {}", wanted.group, name),
                fmt::format("group-leader {} {}", wanted.group, name));
}

Missing missingOf(const condition::Owns& wanted, const Snapshot& snapshot, const Gauges&)
{
    const GroupPart* group = groupOf(snapshot, wanted.group);
    const MemberPart* member = group ? memberNamed(*group, wanted.member) : nullptr;
    if (!member)
        return fmt::format("{} is no member of group {}", wanted.member, wanted.group);
    std::vector<TopicPartition> owned = member->assigned;
    std::ranges::sort(owned);
    if (owned == wanted.owned)
        return std::nullopt;
    const std::string names = textOfAll(owned);
    return Lack(fmt::format("{} of group {} has {}", wanted.member, wanted.group, orNothing(names)),
                fmt::format("owns {} {} {}", wanted.group, wanted.member, orDash(names)));
}

Missing missingOf(const condition::CauseIs& wanted, const Snapshot& snapshot, const Gauges&)
{
    const GroupPart* group = groupOf(snapshot, wanted.group);
    if (!group)
        return fmt::format("there is no group {}", wanted.group);
    const fact::RebalanceCause& cause = group->lastCause;
    // A member's id begins with its client id; it may be gone by now.
    const bool isMember = !wanted.member || cause.member.starts_with(*wanted.member);
    if (textOf(cause.kind) == wanted.kind && isMember)
        return std::nullopt;
    return Lack(fmt::format("group {} is in its generation because of {} ({})", wanted.group,
                            textOf(cause.kind), cause.text),
                fmt::format("cause {} {}{}{}", wanted.group, textOf(cause.kind),
                            cause.member.empty() ? "" : " ", cause.member));
}

} // namespace hw::app
