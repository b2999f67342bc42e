// What a heartbeat of the consumer protocol is refused for, before anything changes.

#include <fmt/format.h>

#include "engine/broker/group/consumer_membership.h"
#include "engine/broker/group/server_assignors.h"

namespace hw::group {

/// Kafka: GroupMetadataManager.throwIfConsumerGroupHeartbeatRequestIsInvalid.
ConsumerMembership::Verdict ConsumerMembership::checkForm(const ConsumerHeartbeat& request) const
{
    const auto invalid = [](std::string why) {
        return Refusal{ErrorCode::InvalidRequest, std::move(why)};
    };
    const bool joins = request.epoch == kJoinEpoch;
    if (request.group.empty())
        return invalid("GroupId is empty");
    if (request.epoch < kAwayEpoch)
        return invalid(fmt::format("MemberEpoch is {}: allowed is -2 and above", request.epoch));
    if (request.memberId.empty() && (request.mustNameItself || !joins))
        return invalid("MemberId is empty");
    if (request.instanceId && request.instanceId->empty())
        return invalid("InstanceId is empty: allowed is null or a name");
    if (request.rackId && request.rackId->empty())
        return invalid("RackId is empty: allowed is null or a name");
    if (request.epoch == kAwayEpoch && !request.instanceId)
        return invalid("MemberEpoch is -2 and InstanceId is null: only static members go away");
    if (joins && !request.rebalanceTimeout)
        return invalid("RebalanceTimeoutMs is -1 in a member's first request");
    if (joins && (!request.owned || !request.owned->empty()))
        return invalid("TopicPartitions must be empty, and not null, in a member's first request");
    // Kafka 3.9 does not know them either; 4.0 does.
    if (request.topicRegex && !request.topicRegex->empty())
        return Refusal{ErrorCode::InvalidRegularExpression,
                       "SubscribedTopicRegex: only subscriptions by name are served"};
    if (joins && (!request.topics || request.topics->empty()))
        return invalid("SubscribedTopicNames is empty in a member's first request");
    if (request.assignor && !isServerAssignor(*request.assignor))
        return Refusal{ErrorCode::UnsupportedAssignor,
                       fmt::format("ServerAssignor {} is not known: allowed are {} and {}",
                                   *request.assignor, kUniformAssignor, kRangeAssignor)};
    return std::nullopt;
}

ConsumerMembership::Verdict ConsumerMembership::admit(const Group* group,
                                                      const ConsumerHeartbeat& request) const
{
    const bool joins = request.epoch == kJoinEpoch;
    if (!group || group->isOver())
        return joins ? Verdict()
                     : Refusal{ErrorCode::GroupIdNotFound,
                               fmt::format("there is no group {}", request.group)};
    if (!group->consumer)
        return joins && group->is(State::Empty)
                   ? Verdict()
                   : Refusal{ErrorCode::GroupIdNotFound,
                             fmt::format("group {} is not a consumer group", request.group)};

    const ConsumerGroup& consumers = *group->consumer;
    const ConsumerMember* member = consumers.find(request.memberId);
    const auto max = static_cast<std::size_t>(m_setting.config.consumerGroupMaxSize);
    if (!member && consumers.members().size() >= max)
        return Refusal{ErrorCode::GroupMaxSizeReached,
                       fmt::format("the group has {} members: more are not allowed", max)};
    if (request.instanceId)
        return checkInstance(consumers, request);
    if (member)
        return checkEpoch(*member, request);
    if (joins)
        return std::nullopt;
    return Refusal{ErrorCode::UnknownMemberId,
                   fmt::format("member {} is not in group {}", request.memberId, request.group)};
}

/// Kafka: GroupMetadataManager.throwIfConsumerGroupMemberEpochIsInvalid.
ConsumerMembership::Verdict ConsumerMembership::checkEpoch(const ConsumerMember& member,
                                                           const ConsumerHeartbeat& request)
{
    const Progress& known = member.progress;
    if (request.epoch == known.epoch)
        return std::nullopt;
    // It may have missed the answer that told it the new epoch.
    if (request.epoch < known.epoch && request.epoch == known.previousEpoch && request.owned &&
        isSubset(*request.owned, known.assigned))
        return std::nullopt;
    return Refusal{ErrorCode::FencedMemberEpoch,
                   fmt::format("member {} is in epoch {}, not {}: it must give up its partitions "
                               "and join again",
                               member.id, known.epoch, request.epoch)};
}

/// Kafka: GroupMetadataManager.getOrMaybeSubscribeStaticConsumerMember.
ConsumerMembership::Verdict ConsumerMembership::checkInstance(const ConsumerGroup& consumers,
                                                              const ConsumerHeartbeat& request)
{
    const ConsumerMember* holder = consumers.findInstance(*request.instanceId);
    if (request.epoch == kJoinEpoch) {
        if (!holder || holder->progress.epoch == kAwayEpoch)
            return std::nullopt;
        return Refusal{ErrorCode::UnreleasedInstanceId,
                       fmt::format("instance {} is member {}, which has not left",
                                   *request.instanceId, holder->id)};
    }
    if (!holder)
        return Refusal{ErrorCode::UnknownMemberId,
                       fmt::format("no member is instance {}", *request.instanceId)};
    if (holder->id != request.memberId)
        return Refusal{ErrorCode::FencedInstanceId,
                       fmt::format("instance {} is member {}, not {}", *request.instanceId,
                                   holder->id, request.memberId)};
    return request.epoch < kJoinEpoch ? Verdict() : checkEpoch(*holder, request);
}

/// Kafka: GroupMetadataManager.consumerGroupLeave.
void ConsumerMembership::leave(const ConsumerHeartbeat& request, Done<ConsumerHeartbeatResult> done)
{
    const GroupPtr group = m_store.find(request.group);
    if (!group || !group->consumer)
        return refuse(std::move(done),
                      {ErrorCode::GroupIdNotFound,
                       fmt::format("there is no consumer group {}", request.group)});
    ConsumerGroup& consumers = *group->consumer;
    if (request.instanceId) {
        if (auto refusal = checkInstance(consumers, request))
            return refuse(std::move(done), std::move(*refusal));
    } else if (!consumers.find(request.memberId)) {
        return refuse(std::move(done),
                      {ErrorCode::UnknownMemberId, fmt::format("member {} is not in group {}",
                                                               request.memberId, request.group)});
    }
    ConsumerHeartbeatResult result;
    result.memberId = request.memberId;
    result.epoch = request.epoch;
    if (request.epoch == kAwayEpoch) {
        // Its session goes on: it has so long to come back, and keeps its partitions.
        ConsumerMember& member = *consumers.find(request.memberId);
        Progress away = member.progress;
        away.epoch = kAwayEpoch;
        away.revoking.clear();
        consumers.setProgress(member, std::move(away));
        member.rebalanceTimer.cancel();
        member.owned.clear();
        tell(*group, member);
    } else {
        remove(group, request.memberId, observe::fact::LeaveCause::Left);
    }
    flush(group,
          [this, result = std::move(result), done = std::move(done)](ErrorCode error) mutable {
              if (error != ErrorCode::None)
                  return refuse(std::move(done), {error, "the change could not be stored"});
              answerLater(m_setting.loop, std::move(done), std::move(result));
          });
}

} // namespace hw::group
