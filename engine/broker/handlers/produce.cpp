#include "engine/broker/handlers/produce.h"

#include <algorithm>

#include "engine/broker/handlers/current_leader.h"
#include "engine/broker/replica/replica_manager.h"
#include "engine/protocol/record_batch.h"

namespace hw::handlers {

using protocol::ErrorCode;
using protocol::ProduceRequest;
using protocol::ProduceResponse;
using replica::ProduceAnswer;
using replica::ProduceItem;

/// Kafka's own tools may write to internal topics.  Kafka: AdminUtils.ADMIN_CLIENT_ID.
static constexpr const char* kAdminClientId = "__admin_client";

/// What can be said before the log sees it; None if nothing.
static ErrorCode refusal(const broker::RequestContext& context, const ProduceRequest& request,
                         const std::string& topic, const Slice& records)
{
    if (context.version.value() < 3)
        return ErrorCode::UnsupportedForMessageFormat;
    if (topic == broker::kOffsetsTopic && context.clientId != kAdminClientId)
        return ErrorCode::InvalidTopicException;
    const auto header = protocol::BatchHeader::parse(records.view());
    // Nobody can have added the partition to a transaction, as there is no coordinator yet: what
    // Kafka's partition verification (KIP-890) finds out then.
    if (header && header->isTransactional() && !header->isControl())
        return request.transactionalId ? ErrorCode::InvalidTxnState
                                       : ErrorCode::TransactionalIdAuthorizationFailed;
    if (context.version.value() >= 7)
        return ErrorCode::None;
    return header && header->compression() == protocol::Compression::Zstd
               ? ErrorCode::UnsupportedCompressionType
               : ErrorCode::None;
}

/// The parts of a request in order, and which of them go on to the log.
struct Parts
{
    std::vector<ProduceItem> items;
    std::vector<ErrorCode>
        refused; ///< side by side with the request's partitions; None: in `items`
};

static Result<Parts> partsOf(const broker::RequestContext& context, ProduceRequest& request)
{
    Parts parts;
    for (auto& topic : request.topicData)
        for (auto& partition : topic.partitionData) {
            Slice records;
            if (partition.records) {
                auto flat = partition.records->flatten();
                if (!flat)
                    return tl::unexpected(flat.error());
                records = std::move(*flat);
            }
            parts.refused.push_back(refusal(context, request, topic.name, records));
            if (parts.refused.back() == ErrorCode::None)
                parts.items.push_back({{topic.name, partition.index}, std::move(records)});
        }
    return parts;
}

static ProduceResponse responseFor(const ProduceRequest& request,
                                   const std::vector<ErrorCode>& refused,
                                   const std::vector<ProduceAnswer>& answers)
{
    ProduceResponse response;
    std::size_t part = 0;
    std::size_t answered = 0;
    for (const auto& topic : request.topicData) {
        auto& to = response.responses.emplace_back();
        to.name = topic.name;
        for (const auto& partition : topic.partitionData) {
            auto& result = to.partitionResponses.emplace_back();
            result.index = partition.index;
            result.errorCode = refused[part];
            result.baseOffset = kNoOffset;
            if (refused[part++] != ErrorCode::None)
                continue;
            const ProduceAnswer& answer = answers[answered++];
            result.errorCode = answer.error;
            result.baseOffset = answer.baseOffset;
            result.logAppendTimeMs = answer.logAppendTimeMs;
            result.logStartOffset = answer.logStart;
            if (answer.records.empty())
                continue;
            // Kafka tells more than the code only where single records are to blame.
            result.errorMessage = answer.message;
            for (const protocol::RecordError& record : answer.records)
                result.recordErrors.push_back({record.index, record.message});
        }
    }
    return response;
}

/// From here on a client that asked the wrong broker is told the right one (KIP-951).
static constexpr protocol::ApiVersion kTellsLeader{10};

static void tellLeaders(const broker::Services& services, ProduceResponse& response)
{
    for (auto& topic : response.responses)
        for (auto& partition : topic.partitionResponses) {
            if (partition.errorCode != ErrorCode::NotLeaderOrFollower)
                continue;
            const CurrentLeader current = currentLeaderOf(services, {topic.name, partition.index});
            partition.currentLeader = {current.leader, current.epoch};
            if (current.node)
                addEndpoint(response.nodeEndpoints, *current.node);
        }
}

/// Tells the ledger what the answer promises.
static void noteAcknowledged(observe::Journal& journal, const ProduceResponse& response,
                             const std::vector<ErrorCode>& refused,
                             const std::vector<ProduceAnswer>& answers)
{
    std::size_t part = 0;
    std::size_t answered = 0;
    for (const auto& topic : response.responses) {
        for (const auto& partition : topic.partitionResponses) {
            if (refused[part++] != ErrorCode::None)
                continue;
            const ProduceAnswer& answer = answers[answered++];
            if (answer.error == ErrorCode::None)
                journal.acknowledged({topic.name, partition.index}, answer.baseOffset,
                                     answer.nextOffset);
        }
    }
}

static bool hasError(const ProduceResponse& response)
{
    return std::ranges::any_of(response.responses, [](const auto& topic) {
        return std::ranges::any_of(topic.partitionResponses, [](const auto& partition) {
            return partition.errorCode != ErrorCode::None;
        });
    });
}

void ProduceHandler::handle(broker::Services& services, const broker::RequestContext& context,
                            Request request, broker::Responder<Response> responder)
{
    auto parts = partsOf(context, request);
    if (!parts)
        return; // the bytes cannot be read: closes the connection
    const std::int16_t acks = request.acks;
    const Duration timeout = fromMs(std::max(request.timeoutMs, 0));
    // The answer names the partitions, but needs the records no more.
    for (auto& topic : request.topicData)
        for (auto& partition : topic.partitionData)
            partition.records.reset();
    services.replicas.produce(
        acks, timeout, parts->items, log::AppendOrigin::Client,
        [&services, version = context.version, request = std::move(request),
         refused = std::move(parts->refused),
         responder = std::move(responder)](const std::vector<ProduceAnswer>& answers) mutable {
            Response response = responseFor(request, refused, answers);
            if (request.acks != 0) {
                noteAcknowledged(services.journal, response, refused, answers);
                if (version >= kTellsLeader)
                    tellLeaders(services, response);
                responder.reply(std::move(response));
            } else if (!hasError(response))
                responder.stayQuiet();
        });
}

} // namespace hw::handlers
