#include "engine/broker/handlers/describe_producers.h"

#include "engine/broker/replica/replica_manager.h"
#include "engine/log/producer_state_manager.h"

namespace hw::handlers {

using protocol::DescribeProducersResponse;
using protocol::ErrorCode;

static void describe(const log::ProducerStates& producers,
                     DescribeProducersResponse::PartitionResponse& into)
{
    for (const auto& [id, known] : producers) {
        auto& producer = into.activeProducers.emplace_back();
        producer.producerId = id;
        producer.producerEpoch = known.epoch.value();
        producer.lastSequence = known.lastSequence();
        producer.lastTimestamp = known.lastTimestampMs;
        producer.coordinatorEpoch = known.coordinatorEpoch;
        producer.currentTxnStartOffset = known.currentTxnFirstOffset.value_or(kNoOffset);
    }
}

void DescribeProducersHandler::handle(broker::Services& services, const broker::RequestContext&,
                                      Request request, broker::Responder<Response> responder)
{
    Response response;
    for (const auto& topic : request.topics) {
        auto& to = response.topics.emplace_back();
        to.name = topic.name;
        for (const std::int32_t index : topic.partitionIndexes) {
            auto& into = to.partitions.emplace_back();
            into.partitionIndex = index;
            const auto partition = services.replicas.find({topic.name, index});
            if (!partition)
                into.errorCode = partition.error().code;
            else if ((*partition)->isOffline())
                into.errorCode = ErrorCode::KafkaStorageError;
            else
                describe((*partition)->log().producers().producers(), into);
        }
    }
    responder.reply(std::move(response));
}

} // namespace hw::handlers
