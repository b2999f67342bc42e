#include "engine/broker/handlers/list_offsets.h"

#include <map>
#include <optional>

#include "engine/broker/replica/replica_manager.h"

namespace hw::handlers {

using protocol::ErrorCode;
using protocol::ListOffsetsRequest;
using replica::Isolation;
using replica::Partition;
using Answer = protocol::ListOffsetsResponse::ListOffsetsPartitionResponse;

// Timestamps with a meaning of their own.  Kafka: ListOffsetsRequest.
static constexpr std::int64_t kLatest = -1;
static constexpr std::int64_t kEarliest = -2;
static constexpr std::int64_t kMax = -3;           ///< the record with the largest (KIP-734)
static constexpr std::int64_t kEarliestLocal = -4; ///< the log's start, without tiered storage
static constexpr std::int64_t kLatestTiered = -5;  ///< nothing, without tiered storage

static constexpr BrokerId kConsumer{-1};
static constexpr BrokerId kDebuggingReplica{-2}; ///< asks any replica, not only the leader

/// Since which version a special timestamp may be asked for; none: it is not one.
static std::optional<std::int16_t> knownSince(std::int64_t timestamp)
{
    switch (timestamp) {
    case kLatest:
    case kEarliest:
        return 1;
    case kMax:
        return 7;
    case kEarliestLocal:
        return 8;
    case kLatestTiered:
        return 9;
    default:
        return std::nullopt;
    }
}

/// How one partition is asked.
struct Question
{
    std::int64_t timestamp = 0;
    std::optional<Isolation> isolation; ///< none: a replica, which sees all
    protocol::ApiVersion version;

    /// Before v5 clients did not know that an offset may be unavailable for a while.
    ErrorCode notAvailable() const
    {
        return version.value() >= 5 ? ErrorCode::OffsetNotAvailable : ErrorCode::LeaderNotAvailable;
    }
};

static void fill(Answer& answer, Offset offset, std::int64_t timestamp, LeaderEpoch epoch)
{
    answer.offset = offset;
    answer.timestamp = timestamp;
    answer.leaderEpoch = epoch;
}

/// The first record at or after a time, or with the largest timestamp.
static void answerByTime(Answer& answer, const Partition& partition, const Question& question,
                         Offset bound, bool behind)
{
    const log::Log& log = partition.log();
    const auto found = question.timestamp == kMax
                           ? log.offsetOfMaxTimestamp()
                           : log.offsetForTimestamp(question.timestamp, bound);
    if (!found)
        answer.errorCode = found.error().code;
    else if (found->offset != kNoOffset && found->offset < bound)
        fill(answer, found->offset, found->timestampMs, log.epochs().epochAt(found->offset));
    else if (behind)
        answer.errorCode = question.notAvailable();
}

/// Kafka: Partition.fetchOffsetForTimestamp.
static void answerFor(Answer& answer, const Partition& partition, const Question& question)
{
    const log::Log& log = partition.log();
    // A new leader's mark may still lie below what its predecessor has shown to clients.
    const bool behind = question.isolation && partition.highWatermark() < partition.epochStart();
    const Offset bound = partition.upperBound(question.isolation.value_or(Isolation::LogEnd));
    switch (question.timestamp) {
    case kEarliest:
    case kEarliestLocal:
        return fill(answer, log.logStart(), -1, log.epochs().epochAt(log.logStart()));
    case kLatestTiered:
        return;
    case kLatest:
        if (behind)
            answer.errorCode = question.notAvailable();
        else
            fill(answer, bound, -1, partition.leaderEpoch());
        return;
    default:
        answerByTime(answer, partition, question, bound, behind);
    }
}

static std::optional<Isolation> isolationOf(const ListOffsetsRequest& request)
{
    if (request.replicaId != kConsumer)
        return std::nullopt;
    return request.isolationLevel == 1 ? Isolation::Committed : Isolation::Uncommitted;
}

/// What can be said before the log is asked; None if nothing.
static ErrorCode refusal(const Partition& partition, const ListOffsetsRequest& request,
                         LeaderEpoch current)
{
    const bool anyReplica = request.replicaId == kDebuggingReplica;
    if (const ErrorCode epoch = partition.checkEpoch(current); epoch != ErrorCode::None)
        return epoch;
    if (partition.isOffline())
        return ErrorCode::KafkaStorageError;
    return partition.isLeader() || anyReplica ? ErrorCode::None : ErrorCode::NotLeaderOrFollower;
}

/// Since when the answer says of which epoch the offset is.
static constexpr protocol::ApiVersion kWithEpoch{4};

void ListOffsetsHandler::handle(broker::Services& services, const broker::RequestContext& context,
                                Request request, broker::Responder<Response> responder)
{
    std::map<TopicPartition, int> asks;
    for (const auto& topic : request.topics)
        for (const auto& asked : topic.partitions)
            ++asks[{topic.name, asked.partitionIndex}];
    Response response;
    for (const auto& topic : request.topics) {
        auto& to = response.topics.emplace_back();
        to.name = topic.name;
        for (const auto& asked : topic.partitions) {
            Answer& answer = to.partitions.emplace_back();
            answer.partitionIndex = asked.partitionIndex;
            const TopicPartition id{topic.name, asked.partitionIndex};
            const auto found = services.replicas.find(id);
            const auto since = knownSince(asked.timestamp);
            if (asks[id] > 1)
                answer.errorCode = ErrorCode::InvalidRequest;
            else if (asked.timestamp < 0 && (!since || context.version.value() < *since))
                answer.errorCode = ErrorCode::UnsupportedVersion;
            else if (!found)
                answer.errorCode = found.error().code;
            else
                answer.errorCode = refusal(**found, request, asked.currentLeaderEpoch);
            if (answer.errorCode == ErrorCode::None)
                answerFor(answer, **found,
                          {asked.timestamp, isolationOf(request), context.version});
            if (context.version < kWithEpoch)
                answer.leaderEpoch = kNoLeaderEpoch;
        }
    }
    responder.reply(std::move(response));
}

} // namespace hw::handlers
