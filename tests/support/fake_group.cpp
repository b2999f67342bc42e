#include "tests/support/fake_group.h"

#include "engine/protocol/consumer_protocol.h"
#include "engine/protocol/messages/find_coordinator.h"
#include "engine/protocol/messages/heartbeat.h"
#include "engine/protocol/messages/leave_group.h"
#include "engine/protocol/messages/list_offsets.h"
#include "engine/protocol/messages/offset_commit.h"
#include "engine/protocol/messages/offset_fetch.h"
#include "engine/protocol/messages/sync_group.h"

namespace hw::test {

using protocol::ApiKey;
using protocol::ErrorCode;

void FakeGroup::install(FakeBroker& broker)
{
    broker.on<protocol::FindCoordinatorRequest>([this](const auto&) {
        protocol::FindCoordinatorResponse response;
        auto& queue = errors[ApiKey::FindCoordinator];
        if (!queue.empty()) {
            response.errorCode = queue.front();
            queue.pop_front();
        }
        const world::Endpoint where = m_cluster.broker(coordinator).where();
        response.nodeId = BrokerId(coordinator);
        response.host = where.host;
        response.port = where.port;
        return std::optional(response);
    });
    broker.on<protocol::JoinGroupRequest>([this, &broker](const auto& request) {
        protocol::JoinGroupResponse response;
        response.errorCode = ordered(broker, ApiKey::JoinGroup);
        if (response.errorCode == ErrorCode::None)
            response = join(request);
        return std::optional(response);
    });
    broker.on<protocol::SyncGroupRequest>([this, &broker](const auto& request) {
        protocol::SyncGroupResponse response;
        response.errorCode = ordered(broker, ApiKey::SyncGroup);
        for (const auto& one : request.assignments) {
            assignments[one.memberId].clear();
            const auto partitions = protocol::decodeAssignment(one.assignment).value();
            for (const TopicPartition& partition : partitions)
                assignments[one.memberId].push_back(partition.text());
            if (one.memberId == member)
                response.assignment = one.assignment;
        }
        return std::optional(response);
    });
    broker.on<protocol::HeartbeatRequest>([this, &broker](const auto& request) {
        protocol::HeartbeatResponse response;
        response.errorCode = ordered(broker, ApiKey::Heartbeat);
        if (response.errorCode == ErrorCode::None && request.generationId != generation)
            response.errorCode = ErrorCode::IllegalGeneration;
        return std::optional(response);
    });
    broker.on<protocol::LeaveGroupRequest>([this](const auto& request) {
        left.push_back(request.members.at(0).memberId);
        return std::optional(protocol::LeaveGroupResponse());
    });
    installOffsets(broker);
}

void FakeGroup::installOffsets(FakeBroker& broker)
{
    broker.on<protocol::OffsetFetchRequest>([this, &broker](const auto& request) {
        protocol::OffsetFetchResponse response;
        response.errorCode = ordered(broker, ApiKey::OffsetFetch);
        for (const auto& topic : *request.topics) {
            auto& told = response.topics.emplace_back();
            told.name = topic.name;
            for (const std::int32_t number : topic.partitionIndexes) {
                auto& one = told.partitions.emplace_back();
                one.partitionIndex = number;
                const auto found = committed.find({topic.name, number});
                one.committedOffset = found == committed.end() ? kNoOffset : found->second;
            }
        }
        return std::optional(response);
    });
    broker.on<protocol::OffsetCommitRequest>([this, &broker](const auto& request) {
        protocol::OffsetCommitResponse response;
        const ErrorCode error = ordered(broker, ApiKey::OffsetCommit);
        for (const auto& topic : request.topics) {
            auto& told = response.topics.emplace_back();
            told.name = topic.name;
            for (const auto& one : topic.partitions) {
                told.partitions.push_back({one.partitionIndex, error});
                if (error == ErrorCode::None)
                    committed[{topic.name, one.partitionIndex}] = one.committedOffset;
            }
        }
        return std::optional(response);
    });
    broker.on<protocol::ListOffsetsRequest>([this](const auto& request) {
        protocol::ListOffsetsResponse response;
        for (const auto& topic : request.topics) {
            auto& told = response.topics.emplace_back();
            told.name = topic.name;
            for (const auto& asked : topic.partitions) {
                const auto& log = m_cluster.log({topic.name, asked.partitionIndex});
                auto& one = told.partitions.emplace_back();
                one.partitionIndex = asked.partitionIndex;
                one.offset = asked.timestamp == -2 ? log.start : log.end;
            }
        }
        return std::optional(response);
    });
}

protocol::JoinGroupResponse FakeGroup::join(const protocol::JoinGroupRequest& request)
{
    protocol::JoinGroupResponse response;
    joinedAs.push_back(request.memberId);
    response.memberId = member;
    if (request.memberId.empty() && wantsMemberId) {
        response.errorCode = ErrorCode::MemberIdRequired;
        return response;
    }
    ++generation;
    response.generationId = generation;
    response.leader = member;
    response.protocolName = request.protocols.at(0).name;
    response.members.push_back({member, {}, request.protocols.at(0).metadata});
    for (const auto& [other, topics] : others)
        response.members.push_back({other, {}, protocol::encodeSubscription(topics)});
    return response;
}

} // namespace hw::test
