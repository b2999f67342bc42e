#include "engine/broker/handlers/metadata.h"

#include <algorithm>
#include <set>

#include "engine/broker/core/topic_name.h"
#include "engine/broker/handlers/authorized_operations.h"

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

static void addUnknownId(MetadataResponse& response, const Uuid& id)
{
    Topic& to = response.topics.emplace_back();
    to.name.reset();
    to.topicId = id;
    to.errorCode = ErrorCode::UnknownTopicId;
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

/// From here on topics can be asked for by id.
static constexpr protocol::ApiVersion kById{12};

/// Before v12 the id of a topic must not be set. A topic without an id has a name in any version.
static bool isNamedRightly(const MetadataRequest& request, protocol::ApiVersion version)
{
    return !request.topics || std::ranges::all_of(*request.topics, [&](const auto& topic) {
        return topic.topicId.isZero() ? topic.name.has_value() : version >= kById;
    });
}

static MetadataResponse refused(const MetadataRequest& request)
{
    MetadataResponse response;
    for (const auto& asked : *request.topics) {
        Topic& to = response.topics.emplace_back();
        to.name = asked.name.value_or("");
        to.topicId = asked.topicId;
        to.errorCode = ErrorCode::InvalidRequest;
    }
    return response;
}

/// One id makes the whole request one by ids: names beside them are not looked at.
static bool isById(const MetadataRequest& request)
{
    return std::ranges::any_of(*request.topics,
                               [](const auto& topic) { return !topic.topicId.isZero(); });
}

/// Each topic is answered once, however often it is asked for.
static void addAsked(MetadataResponse& response, broker::Services& services,
                     const MetadataRequest& request, protocol::ApiVersion version)
{
    const broker::MetadataCache& cache = services.metadata;
    const bool byId = isById(request);
    const bool mayCreate = services.config.autoCreateTopics && request.allowAutoTopicCreation;
    std::set<Uuid> ids;
    std::set<std::string> names;
    for (const auto& asked : *request.topics) {
        if (byId ? asked.topicId.isZero() || !ids.insert(asked.topicId).second
                 : !names.insert(asked.name.value_or("")).second)
            continue;
        const std::string* name = byId ? cache.topicName(asked.topicId) : &*asked.name;
        const broker::TopicMetadata* known = name ? cache.topic(*name) : nullptr;
        if (known)
            addTopic(response, cache, *name, *known, version);
        else if (byId)
            addUnknownId(response, asked.topicId);
        else
            addUnknown(response, services, *name, mayCreate);
    }
}

void MetadataHandler::handle(broker::Services& services, const broker::RequestContext& context,
                             Request request, broker::Responder<Response> responder)
{
    if (!isNamedRightly(request, context.version)) {
        responder.reply(refused(request));
        return;
    }
    Response response;
    addCluster(response, services);
    if (request.includeClusterAuthorizedOperations)
        response.clusterAuthorizedOperations = kAllClusterOperations;
    const bool wantsAll =
        !request.topics || (context.version.value() == 0 && request.topics->empty());
    if (wantsAll) {
        for (const auto& [name, topic] : services.metadata.topics())
            addTopic(response, services.metadata, name, topic, context.version);
    } else {
        addAsked(response, services, request, context.version);
    }
    if (request.includeTopicAuthorizedOperations)
        for (Topic& topic : response.topics)
            if (topic.errorCode == ErrorCode::None)
                topic.topicAuthorizedOperations = kAllTopicOperations;
    responder.reply(std::move(response));
}

} // namespace hw::handlers
