#include "engine/broker/handlers/list_offsets.h"

#include <algorithm>
#include <set>

#include "engine/broker/replica/replica_manager.h"

namespace hw::handlers {

using protocol::ErrorCode;
using protocol::ListOffsetsRequest;
using replica::Isolation;
using replica::Partition;
using Answer = protocol::ListOffsetsResponse::ListOffsetsPartitionResponse;

static constexpr std::int64_t kLatest = -1;
static constexpr std::int64_t kEarliest = -2;

static void fill(Answer& answer, const Partition& partition, Offset offset, std::int64_t timestamp)
{
    answer.offset = offset;
    answer.timestamp = timestamp;
    answer.leaderEpoch = offset == partition.log().leo() ? partition.log().epochs().latestEpoch()
                                                         : partition.log().epochs().epochAt(offset);
}

/// Kafka: Partition.fetchOffsetForTimestamp.
static void answerFor(Answer& answer, const Partition& partition, Isolation isolation,
                      std::int64_t timestamp)
{
    if (timestamp == kEarliest)
        return fill(answer, partition, partition.log().logStart(), -1);
    // A new leader's mark may still lie below what its predecessor has shown to clients.
    const bool behind =
        isolation != Isolation::LogEnd && partition.highWatermark() < partition.epochStart();
    const Offset bound = partition.upperBound(isolation);
    if (timestamp == kLatest) {
        if (behind)
            answer.errorCode = ErrorCode::LeaderNotAvailable;
        else
            fill(answer, partition, bound, -1);
        return;
    }
    if (timestamp < 0) {
        answer.errorCode = ErrorCode::InvalidRequest; // -3 and below came with later versions
        return;
    }
    const auto found = partition.log().offsetForTimestamp(timestamp, bound);
    if (!found)
        answer.errorCode = found.error().code;
    else if (found->offset != kNoOffset)
        fill(answer, partition, found->offset, found->timestampMs);
    else if (behind)
        answer.errorCode = ErrorCode::LeaderNotAvailable;
}

static Isolation isolationOf(const ListOffsetsRequest& request)
{
    if (request.replicaId.value() >= 0)
        return Isolation::LogEnd;
    return request.isolationLevel == 1 ? Isolation::Committed : Isolation::Uncommitted;
}

/// Since when the answer says of which epoch the offset is.
static constexpr protocol::ApiVersion kWithEpoch{4};

void ListOffsetsHandler::handle(broker::Services& services, const broker::RequestContext& context,
                                Request request, broker::Responder<Response> responder)
{
    Response response;
    std::set<TopicPartition> seen;
    for (const auto& topic : request.topics) {
        auto& to = response.topics.emplace_back();
        to.name = topic.name;
        for (const auto& asked : topic.partitions) {
            Answer& answer = to.partitions.emplace_back();
            answer.partitionIndex = asked.partitionIndex;
            const TopicPartition id{topic.name, asked.partitionIndex};
            const auto found = services.replicas.find(id);
            if (!seen.insert(id).second)
                answer.errorCode = ErrorCode::InvalidRequest;
            else if (!found)
                answer.errorCode = found.error().code;
            else if (!(*found)->isLeader())
                answer.errorCode = ErrorCode::NotLeaderOrFollower;
            else
                answer.errorCode = (*found)->checkEpoch(asked.currentLeaderEpoch);
            if (answer.errorCode == ErrorCode::None)
                answerFor(answer, **found, isolationOf(request), asked.timestamp);
            if (context.version < kWithEpoch)
                answer.leaderEpoch = kNoLeaderEpoch;
        }
    }
    responder.reply(std::move(response));
}

} // namespace hw::handlers
