#include "engine/broker/handlers/fetch.h"

#include <algorithm>

#include "engine/broker/handlers/current_leader.h"
#include "engine/broker/replica/replica_manager.h"

namespace hw::handlers {

using protocol::ErrorCode;
using protocol::FetchRequest;
using protocol::FetchResponse;
using replica::FetchAnswer;
using replica::FetchAsk;
using replica::FetchItem;
using replica::FetchParams;
using replica::FetchPlan;
using replica::FetchTarget;
using replica::Isolation;

/// Nothing is parked longer, whatever a client asks.
static constexpr Duration kMaxWait = 3600s;

/// From here on a consumer may ask a follower: it is meant to know who serves it best (KIP-392).
static constexpr protocol::ApiVersion kFromFollowers{11};
/// From here on topics are named by id only (KIP-516).
static constexpr protocol::ApiVersion kById{13};
/// From here on a client that asked the wrong broker is told the right one (KIP-951).
static constexpr protocol::ApiVersion kTellsLeader{16};

/// A follower's number; -1 for consumers. Since version 15 it is told in a tagged field (KIP-903).
static BrokerId replicaOf(const FetchRequest& request)
{
    return request.replicaId.value() >= 0 ? request.replicaId : request.replicaState.replicaId;
}

static FetchParams paramsOf(const FetchRequest& request, protocol::ApiVersion version,
                            const broker::BrokerConfig& config)
{
    FetchParams params;
    params.maxWait = std::min(fromMs(std::max(request.maxWaitMs, 0)), kMaxWait);
    params.maxBytes = request.maxBytes;
    params.isolation = request.isolationLevel == 1 ? Isolation::Committed : Isolation::Uncommitted;
    if (replicaOf(request).value() >= 0) {
        params.follower = replicaOf(request);
        params.isolation = Isolation::LogEnd;
    } else {
        params.onlyLeader = version < kFromFollowers;
        params.maxBytes = std::min(params.maxBytes, config.fetchMaxBytes);
    }
    params.minBytes = std::min(request.minBytes, params.maxBytes);
    return params;
}

template <class Topic>
static FetchTarget targetOf(const broker::MetadataCache& metadata, const Topic& topic,
                            std::int32_t partition, bool byId)
{
    if (!byId)
        return {topic.topic, {}, partition};
    const std::string* name = metadata.topicName(topic.topicId);
    return {name ? *name : std::string(), topic.topicId, partition};
}

static replica::FetchAsked askedBy(const FetchRequest& request, protocol::ApiVersion version,
                                   const broker::MetadataCache& metadata)
{
    replica::FetchAsked asked;
    asked.sessionId = request.sessionId;
    asked.sessionEpoch = request.sessionEpoch;
    asked.follower = replicaOf(request).value() >= 0;
    asked.usesIds = version >= kById;
    for (const auto& topic : request.topics)
        for (const auto& part : topic.partitions)
            asked.asks.push_back(
                {targetOf(metadata, topic, part.partition, asked.usesIds),
                 {part.fetchOffset, part.logStartOffset, part.currentLeaderEpoch,
                  part.lastFetchedEpoch,
                  static_cast<std::uint32_t>(std::max(part.partitionMaxBytes, 0))}});
    for (const auto& topic : request.forgottenTopicsData)
        for (const std::int32_t partition : topic.partitions)
            asked.forgotten.push_back(targetOf(metadata, topic, partition, asked.usesIds));
    return asked;
}

/// Which replica a part of the request is about, or why there is none.
/// Kafka: ReplicaManager.readFromLog.
static FetchItem itemFor(const broker::Services& services, const FetchParams& params,
                         const FetchAsk& ask)
{
    FetchItem item;
    item.query = ask.query;
    if (ask.target.topic.empty()) {
        item.error =
            ask.target.id.isZero() ? ErrorCode::UnknownTopicOrPartition : ErrorCode::UnknownTopicId;
        return item;
    }
    const auto found = services.replicas.find({ask.target.topic, ask.target.partition});
    if (!found) {
        item.error = found.error().code;
        return item;
    }
    const auto id = (*found)->isOffline() ? std::nullopt : (*found)->log().topicId();
    if (id && !ask.target.id.isZero() && *id != ask.target.id)
        // Named by the id of a topic that was deleted and made again.
        item.error = ErrorCode::InconsistentTopicId;
    else if (params.follower && (*found)->isLeader() &&
             (*found)->checkEpoch(ask.query.currentLeaderEpoch) == ErrorCode::None &&
             !(*found)->isFollower(*params.follower))
        // It was assigned by a LeaderAndIsr that we have not got yet.
        item.error = ask.query.currentLeaderEpoch == kNoLeaderEpoch ? ErrorCode::NotLeaderOrFollower
                                                                    : ErrorCode::UnknownLeaderEpoch;
    else
        item.partition = *found;
    return item;
}

/// How one request is answered, apart from the answers.
struct Shape
{
    FetchPlan plan;
    protocol::ApiVersion version;
    bool readCommitted = false;
};

static void tellLeader(const broker::Services& services, FetchResponse& response,
                       const FetchTarget& target, FetchResponse::PartitionData& data)
{
    if (data.errorCode != ErrorCode::NotLeaderOrFollower &&
        data.errorCode != ErrorCode::FencedLeaderEpoch)
        return;
    const CurrentLeader current = currentLeaderOf(services, {target.topic, target.partition});
    data.currentLeader = {current.leader, current.epoch};
    if (current.node)
        addEndpoint(response.nodeEndpoints, *current.node);
}

static FetchResponse::PartitionData& addAnswer(FetchResponse& response, const FetchTarget& target,
                                               FetchAnswer& answer, bool readCommitted)
{
    auto& topics = response.responses;
    if (topics.empty() || topics.back().topic != target.topic ||
        topics.back().topicId != target.id) {
        topics.emplace_back().topic = target.topic;
        topics.back().topicId = target.id;
    }
    auto& data = topics.back().partitions.emplace_back();
    data.partitionIndex = target.partition;
    data.errorCode = answer.error;
    data.highWatermark = answer.highWatermark;
    data.lastStableOffset = answer.lastStable;
    data.logStartOffset = answer.logStart;
    if (answer.diverging)
        data.divergingEpoch = {answer.diverging->epoch, answer.diverging->end};
    if (!readCommitted)
        data.abortedTransactions.reset();
    data.records = std::move(answer.records);
    return data;
}

static FetchResponse responseFor(broker::Services& services, const Shape& shape,
                                 std::vector<FetchAnswer>& answers)
{
    FetchResponse response;
    const auto outcome = services.replicas.fetchSessions().end(shape.plan, answers);
    response.errorCode = outcome.error;
    response.sessionId = outcome.sessionId;
    for (std::size_t i = 0; i < answers.size(); ++i) {
        if (!outcome.told[i])
            continue;
        const FetchTarget& target = shape.plan.asks[i].target;
        auto& data = addAnswer(response, target, answers[i], shape.readCommitted);
        if (shape.version >= kTellsLeader)
            tellLeader(services, response, target, data);
    }
    return response;
}

void FetchHandler::handle(broker::Services& services, const broker::RequestContext& context,
                          Request request, broker::Responder<Response> responder)
{
    FetchPlan plan = services.replicas.fetchSessions().begin(
        askedBy(request, context.version, services.metadata));
    if (plan.error != ErrorCode::None) {
        Response response;
        response.errorCode = plan.error;
        responder.reply(std::move(response));
        return;
    }
    FetchParams params = paramsOf(request, context.version, services.config);
    params.asRanges = services.config.fetchSendfile && context.peer.kind == NodeId::Kind::Outside;
    std::vector<FetchItem> items;
    items.reserve(plan.asks.size());
    for (const FetchAsk& ask : plan.asks)
        items.push_back(itemFor(services, params, ask));
    const bool isClient = context.peer.kind != NodeId::Kind::Broker;
    services.replicas.fetch(
        params, std::move(items),
        [&services, isClient,
         shape = Shape{std::move(plan), context.version, params.isolation == Isolation::Committed},
         responder = std::move(responder)](std::vector<FetchAnswer> answers) mutable {
            for (const FetchAnswer& answer : answers)
                if (isClient)
                    services.traffic.recordsOut += static_cast<std::uint64_t>(answer.recordCount);
            responder.reply(responseFor(services, shape, answers));
        });
}

} // namespace hw::handlers
