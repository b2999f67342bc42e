#include <algorithm>

#include <fmt/format.h>

#include "engine/broker/group/group_reports.h"
#include "engine/broker/group/server_assignors.h"

/// What is told of groups of the consumer protocol.
namespace hw::group {

ConsumerGroupDescription describeConsumerGroup(const std::string& id, const Group* group)
{
    ConsumerGroupDescription told;
    told.group = id;
    if (!group || !group->consumer || group->isOver()) {
        told.error = ErrorCode::GroupIdNotFound;
        told.message = fmt::format("there is no consumer group {}", id);
        return told;
    }
    const ConsumerGroup& consumers = *group->consumer;
    told.state = nameOf(group->state);
    told.epoch = group->generation;
    told.assignmentEpoch = consumers.targetEpoch;
    told.assignor = consumers.preferredAssignor();
    for (const auto& [name, topic] : consumers.topics)
        told.topics[topic.id] = name;
    for (const auto& [memberId, member] : consumers.members())
        told.members.push_back({memberId, member->instanceId, member->rackId,
                                member->progress.epoch, member->clientId, member->clientHost,
                                member->topics, member->progress.assigned,
                                consumers.targetOf(memberId)});
    return told;
}

void reportConsumers(const Group& group, Instant now, std::vector<observe::MemberReport>& into)
{
    const ConsumerGroup& consumers = *group.consumer;
    for (const auto& [id, member] : consumers.members()) {
        observe::MemberReport& report = into.emplace_back();
        report.member = id;
        report.clientId = member->clientId;
        report.host = member->clientHost;
        report.instance = member->instanceId;
        report.sessionLeft = std::max(member->expiresAt - now, Duration{});
        report.sessionTimeout = member->expiresAt - member->lastSeen;
        report.assigned = consumers.named(member->progress.assigned);
        report.subscribed = member->topics;
        report.pendingRejoin = !member->progress.isAt(group.generation);
        report.rebalanceTimeout = member->rebalanceTimeout;
        report.heardAt = member->lastSeen;
        report.expiresAt = member->expiresAt;
        report.protocols = {member->assignor.value_or(std::string(kUniformAssignor))};
        report.claimed = consumers.named(member->owned);
        report.claimedIn = member->progress.epoch;
    }
}

} // namespace hw::group
