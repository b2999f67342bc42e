#include "engine/broker/handlers/fetch.h"

#include <algorithm>

#include "engine/broker/replica/replica_manager.h"

namespace hw::handlers {

using protocol::ErrorCode;
using protocol::FetchRequest;
using protocol::FetchResponse;
using replica::FetchAnswer;
using replica::FetchItem;
using replica::FetchParams;
using replica::Isolation;

/// Nothing is parked longer, whatever a client asks.
static constexpr Duration kMaxWait = 3600s;

static FetchParams paramsOf(const FetchRequest& request, const broker::BrokerConfig& config)
{
    FetchParams params;
    params.maxWait = std::min(fromMs(std::max(request.maxWaitMs, 0)), kMaxWait);
    params.maxBytes = request.maxBytes;
    params.isolation = request.isolationLevel == 1 ? Isolation::Committed : Isolation::Uncommitted;
    if (request.replicaId.value() >= 0) {
        params.follower = request.replicaId;
        params.isolation = Isolation::LogEnd;
    } else {
        params.maxBytes = std::min(params.maxBytes, config.fetchMaxBytes);
    }
    params.minBytes = std::min(request.minBytes, params.maxBytes);
    return params;
}

static FetchItem itemFor(const replica::ReplicaManager& replicas, const FetchParams& params,
                         const std::string& topic, const FetchRequest::FetchPartition& asked)
{
    FetchItem item;
    item.query = {asked.fetchOffset, asked.logStartOffset, asked.currentLeaderEpoch,
                  asked.lastFetchedEpoch,
                  static_cast<std::uint32_t>(std::max(asked.partitionMaxBytes, 0))};
    const auto found = replicas.find({topic, asked.partition});
    if (!found) {
        item.error = found.error().code;
    } else if (params.follower && (*found)->isLeader() && !(*found)->isFollower(*params.follower)) {
        // It was assigned by a LeaderAndIsr that we have not got yet.
        item.error = asked.currentLeaderEpoch == kNoLeaderEpoch ? ErrorCode::NotLeaderOrFollower
                                                                : ErrorCode::UnknownLeaderEpoch;
    } else {
        item.partition = *found;
    }
    return item;
}

/// The names and numbers of a request, without what was asked.
struct Asked
{
    std::string topic;
    std::vector<std::int32_t> partitions;
};

static FetchResponse responseFor(const std::vector<Asked>& asked, bool readCommitted,
                                 std::vector<FetchAnswer>& answers)
{
    FetchResponse response;
    std::size_t next = 0;
    response.responses.reserve(asked.size());
    for (const Asked& topic : asked) {
        auto& to = response.responses.emplace_back();
        to.topic = topic.topic;
        to.partitions.reserve(topic.partitions.size());
        for (const std::int32_t partition : topic.partitions) {
            FetchAnswer& answer = answers[next++];
            auto& data = to.partitions.emplace_back();
            data.partitionIndex = partition;
            data.errorCode = answer.error;
            data.highWatermark = answer.highWatermark;
            data.lastStableOffset = answer.lastStable;
            data.logStartOffset = answer.logStart;
            if (answer.diverging)
                data.divergingEpoch = {answer.diverging->epoch, answer.diverging->end};
            if (!readCommitted)
                data.abortedTransactions.reset();
            data.records = std::move(answer.records);
        }
    }
    return response;
}

void FetchHandler::handle(broker::Services& services, const broker::RequestContext& context,
                          Request request, broker::Responder<Response> responder)
{
    // We never open sessions, so there is none to go on with; epochs 0 and -1 are whole requests.
    if (request.sessionId != 0 && request.sessionEpoch > 0) {
        Response response;
        response.errorCode = ErrorCode::FetchSessionIdNotFound;
        responder.reply(std::move(response));
        return;
    }
    const FetchParams params = paramsOf(request, services.config);
    std::vector<FetchItem> items;
    std::vector<Asked> asked;
    for (const auto& topic : request.topics) {
        Asked& names = asked.emplace_back();
        names.topic = topic.topic;
        for (const auto& partition : topic.partitions) {
            names.partitions.push_back(partition.partition);
            items.push_back(itemFor(services.replicas, params, topic.topic, partition));
        }
    }
    const bool isClient = context.peer.kind != NodeId::Kind::Broker;
    services.replicas.fetch(
        params, std::move(items),
        [&traffic = services.traffic, isClient, asked = std::move(asked),
         readCommitted = params.isolation == Isolation::Committed,
         responder = std::move(responder)](std::vector<FetchAnswer> answers) mutable {
            for (const FetchAnswer& answer : answers)
                if (isClient)
                    traffic.recordsOut += static_cast<std::uint64_t>(answer.recordCount);
            responder.reply(responseFor(asked, readCommitted, answers));
        });
}

} // namespace hw::handlers
