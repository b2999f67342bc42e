#include "engine/broker/handlers/metadata.h"

#include <algorithm>

#include "engine/broker/core/topic_name.h"

namespace hw::handlers {

using protocol::ErrorCode;
using protocol::MetadataRequest;
using protocol::MetadataResponse;
using Topic = MetadataResponse::MetadataResponseTopic;

static bool areAlive(const broker::MetadataCache& cache, const std::vector<BrokerId>& brokers)
{
    return std::ranges::all_of(brokers, [&](BrokerId id) { return cache.isAlive(id); });
}

/// Kafka: ZkMetadataCache.getPartitionMetadata. Version 0 knows no offline replicas: it lists the
/// living ones and says that some are missing.
static void addPartition(Topic& to, const broker::MetadataCache& cache, std::int32_t number,
                         const broker::PartitionMetadata& known, protocol::ApiVersion version)
{
    auto& partition = to.partitions.emplace_back();
    partition.partitionIndex = number;
    partition.replicaNodes = known.replicas;
    partition.isrNodes = known.isr;
    for (const BrokerId replica : known.replicas)
        if (!cache.isAlive(replica))
            partition.offlineReplicas.push_back(replica);
    partition.leaderId = known.leader;
    partition.leaderEpoch = known.leaderEpoch;
    if (!cache.isAlive(known.leader)) {
        partition.errorCode = ErrorCode::LeaderNotAvailable;
        partition.leaderId = kNoBroker;
    }
    if (version.value() > 0)
        return;
    const bool missing = !areAlive(cache, known.replicas) || !areAlive(cache, known.isr);
    if (partition.errorCode == ErrorCode::None && missing)
        partition.errorCode = ErrorCode::ReplicaNotAvailable;
    const auto isDead = [&](BrokerId id) { return !cache.isAlive(id); };
    std::erase_if(partition.replicaNodes, isDead);
    std::erase_if(partition.isrNodes, isDead);
}

static void addTopic(MetadataResponse& response, const broker::MetadataCache& cache,
                     const std::string& name, const broker::TopicMetadata& known,
                     protocol::ApiVersion version)
{
    Topic& to = response.topics.emplace_back();
    to.name = name;
    to.topicId = known.id;
    to.isInternal = name == broker::kOffsetsTopic;
    for (const auto& [number, partition] : known.partitions)
        addPartition(to, cache, number, partition, version);
}

static void addUnknown(MetadataResponse& response, broker::Services& services,
                       const std::string& name, bool mayCreate)
{
    Topic& to = response.topics.emplace_back();
    to.name = name;
    to.isInternal = name == broker::kOffsetsTopic;
    if (!broker::checkTopicName(name))
        to.errorCode = ErrorCode::InvalidTopicException;
    else if (mayCreate)
        to.errorCode = services.topicMaker.makeTopic(name);
    else
        to.errorCode = ErrorCode::UnknownTopicOrPartition;
}

static void addCluster(MetadataResponse& response, const broker::Services& services)
{
    for (const auto& [id, live] : services.metadata.brokers())
        response.brokers.push_back(
            {.nodeId = id,
             .host = live.endpoint.host,
             .port = live.endpoint.port,
             .rack = live.rack.empty() ? std::nullopt : std::optional(live.rack)});
    response.clusterId = services.life.clusterId;
    response.controllerId = services.metadata.isAlive(services.metadata.controller())
                                ? services.metadata.controller()
                                : kNoBroker;
}

void MetadataHandler::handle(broker::Services& services, const broker::RequestContext& context,
                             Request request, broker::Responder<Response> responder)
{
    Response response;
    addCluster(response, services);
    const broker::MetadataCache& cache = services.metadata;
    const bool wantsAll =
        !request.topics || (context.version.value() == 0 && request.topics->empty());
    if (wantsAll) {
        for (const auto& [name, topic] : cache.topics())
            addTopic(response, cache, name, topic, context.version);
        responder.reply(std::move(response));
        return;
    }
    const bool mayCreate = services.config.autoCreateTopics && request.allowAutoTopicCreation;
    for (const auto& asked : *request.topics) {
        const std::string name = asked.name.value_or("");
        if (const broker::TopicMetadata* known = cache.topic(name))
            addTopic(response, cache, name, *known, context.version);
        else
            addUnknown(response, services, name, mayCreate);
    }
    responder.reply(std::move(response));
}

} // namespace hw::handlers
