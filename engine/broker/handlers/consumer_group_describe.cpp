#include "engine/broker/handlers/consumer_group_describe.h"

#include "engine/broker/group/group_coordinator.h"
#include "engine/broker/handlers/authorized_operations.h"

namespace hw::handlers {

using ConsumersTold = protocol::ConsumerGroupDescribeResponse;

/// Of the consumer protocol, as Kafka numbers members: 0 would be a classic one.
static constexpr std::int8_t kConsumerMember = 1;

static ConsumersTold::Assignment assignmentOf(const group::IdPartitions& partitions,
                                              const std::map<Uuid, std::string>& names)
{
    ConsumersTold::Assignment assignment;
    for (const auto& [topic, numbers] : partitions)
        if (const auto name = names.find(topic); name != names.end()) // else it was deleted
            assignment.topicPartitions.push_back(
                {topic, name->second, {numbers.begin(), numbers.end()}});
    return assignment;
}

static ConsumersTold::DescribedGroup describedFrom(const group::ConsumerGroupDescription& told)
{
    ConsumersTold::DescribedGroup described;
    described.groupId = told.group;
    described.errorCode = told.error;
    if (!told.message.empty())
        described.errorMessage = told.message;
    described.groupState = told.state;
    described.groupEpoch = told.epoch.value();
    described.assignmentEpoch = told.assignmentEpoch.value();
    described.assignorName = told.assignor;
    for (const auto& member : told.members) {
        auto& entry = described.members.emplace_back();
        entry.memberId = member.memberId;
        entry.instanceId = member.instanceId;
        entry.rackId = member.rackId;
        entry.memberEpoch = member.epoch.value();
        entry.clientId = member.clientId;
        entry.clientHost = member.clientHost;
        entry.subscribedTopicNames = member.topics;
        entry.assignment = assignmentOf(member.assigned, told.topics);
        entry.targetAssignment = assignmentOf(member.target, told.topics);
        entry.memberType = kConsumerMember;
    }
    return described;
}

void ConsumerGroupDescribeHandler::handle(broker::Services& services, const broker::RequestContext&,
                                          Request request, broker::Responder<Response> responder)
{
    Response response;
    for (const std::string& group : request.groupIds) {
        if (!services.config.consumerProtocol) {
            auto& refused = response.groups.emplace_back();
            refused.groupId = group;
            refused.errorCode = protocol::ErrorCode::UnsupportedVersion;
            continue;
        }
        response.groups.push_back(describedFrom(services.groups.describeConsumers(group)));
        if (request.includeAuthorizedOperations)
            response.groups.back().authorizedOperations = kAllGroupOperations;
    }
    responder.reply(std::move(response));
}

} // namespace hw::handlers
