#include "engine/broker/group/group_reports.h"

#include "engine/broker/group/offsets_records.h"
#include "engine/broker/group/subscriptions.h"
#include "engine/protocol/consumer_protocol.h"

namespace hw::group {

const char* nameOf(State state)
{
    switch (state) {
    case State::Empty:
        return "Empty";
    case State::PreparingRebalance:
        return "PreparingRebalance";
    case State::CompletingRebalance:
        return "CompletingRebalance";
    case State::Stable:
        return "Stable";
    case State::Dead:
        return "Dead";
    case State::Assigning:
        return "Assigning";
    case State::Reconciling:
        return "Reconciling";
    }
    return "Dead";
}

GroupDescription describeGroup(const std::string& id, const Group* group)
{
    GroupDescription told;
    told.group = id;
    // Of the consumer protocol: not there for who asks by the classic one.
    if (group && group->consumer)
        group = nullptr;
    told.state = nameOf(group ? group->state : State::Dead);
    if (!group)
        return told;
    told.protocolType = group->roster.protocolType().value_or("");
    const bool isStable = group->is(State::Stable);
    if (isStable)
        told.protocol = group->protocol.value_or("");
    for (const auto& [memberId, member] : group->roster.all()) {
        auto& entry = told.members.emplace_back();
        entry.memberId = memberId;
        entry.instanceId = member->instanceId;
        entry.clientId = member->clientId;
        entry.clientHost = member->clientHost;
        if (!isStable)
            continue;
        if (const Slice* metadata = member->metadataFor(told.protocol))
            entry.metadata = *metadata;
        entry.assignment = member->assignment;
    }
    return told;
}

namespace {

void tellClaims(const Slice& metadata, bool sticky, observe::MemberReport& report)
{
    if (auto said = protocol::decodeSubscription(
            Bytes(metadata.data(), metadata.data() + metadata.size()), sticky)) {
        report.claimed = std::move(said->owned);
        report.claimedIn = said->generation;
    }
}

observe::MemberReport reportMember(const Group& group, const Member& member, Instant now)
{
    observe::MemberReport report;
    report.member = member.id;
    report.clientId = member.clientId;
    report.host = member.clientHost;
    report.instance = member.instanceId;
    report.sessionTimeout = member.sessionTimeout;
    report.sessionLeft = member.sessionTimeout;
    if (member.expiresAt && !member.isNew)
        report.sessionLeft = std::max(*member.expiresAt - now, Duration{});
    report.awaitsJoin = member.awaitsJoin();
    report.awaitsSync = member.awaitsSync();
    report.rebalanceTimeout = member.rebalanceTimeout;
    report.heardAt = member.lastSeen;
    report.expiresAt = member.expiresAt;
    for (const Protocol& protocol : member.protocols)
        report.protocols.push_back(protocol.name);
    if (group.roster.protocolType() == kConsumerType) {
        report.assigned = assignedPartitions(member.assignment);
        // Before a protocol is chosen: what it likes best.
        const Slice* metadata = member.metadataFor(group.protocol.value_or(""));
        if (!metadata && !member.protocols.empty())
            metadata = &member.protocols.front().metadata;
        if (metadata) {
            report.subscribed = subscribedTopics(*metadata).value_or(std::vector<std::string>());
            tellClaims(*metadata, group.protocol == "sticky", report);
        }
    }
    report.pendingRejoin = group.is(State::PreparingRebalance) && !member.awaitsJoin();
    return report;
}

} // namespace

observe::GroupReport reportGroup(const Group& group, Instant now)
{
    observe::GroupReport report;
    report.group = group.id;
    report.state = group.state;
    report.generation = group.generation;
    report.protocolType = group.roster.protocolType().value_or("");
    report.protocol = group.protocol.value_or("");
    report.leader = group.roster.leader();
    report.offsetsPartition = group.offsetsPartition;
    for (const auto& [id, member] : group.roster.all())
        report.members.push_back(reportMember(group, *member, now));
    if (group.consumer)
        reportConsumers(group, now, report.members);
    for (const auto& [partition, stored] : group.offsets)
        report.offsets.push_back({partition, stored.committed.offset});
    report.lastCause = group.lastCause;
    report.inInitialDelay = group.inInitialDelay;
    if (group.joinTimer.armed())
        report.roundEndsAt = group.joinTimer.due();
    else if (group.syncTimer.armed())
        report.roundEndsAt = group.syncTimer.due();
    return report;
}

} // namespace hw::group
