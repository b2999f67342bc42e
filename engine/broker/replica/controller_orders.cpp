#include <fmt/format.h>

#include "engine/broker/replica/replica_manager.h"

#include "engine/base/mutation.h"

namespace hw::replica {

using protocol::ErrorCode;
using protocol::LeaderAndIsrRequest;
using protocol::LeaderAndIsrResponse;
using protocol::StopReplicaRequest;
using protocol::StopReplicaResponse;

/// The topic is being deleted: overrules every epoch.  Kafka: LeaderAndIsr.EpochDuringDelete.
static constexpr LeaderEpoch kEpochDuringDelete{-2};

ErrorCode ReplicaManager::checkController(BrokerId controller, ControllerEpoch epoch)
{
    if (epoch < m_controllerEpoch && !mutated(Rule::ControllerEpochChecked)) {
        using observe::fact::ZombieFenced;
        m_needs.journal.report(ZombieFenced{controller,
                                            ZombieFenced::Role::Controller,
                                            epoch.value(),
                                            m_controllerEpoch.value(),
                                            {}});
        return ErrorCode::StaleControllerEpoch;
    }
    m_controllerEpoch = epoch;
    return ErrorCode::None;
}

void ReplicaManager::leaderAndIsr(LeaderAndIsrRequest request,
                                  UniqueFunction<void(LeaderAndIsrResponse)> done)
{
    std::set<std::string> topics;
    for (const auto& topic : request.topicStates)
        topics.insert(topic.topicName);
    m_needs.topicConfigs.ensure(
        topics, m_life.guard([this, request = std::move(request), done = std::move(done)] {
            LeaderAndIsrResponse response;
            // Asked now: a newer controller may have spoken while this request waited.
            response.errorCode = checkController(request.controllerId, request.controllerEpoch);
            if (response.errorCode == ErrorCode::None)
                apply(request, response);
            done(std::move(response));
        }));
}

/// Kafka: ReplicaManager.becomeLeaderOrFollower.
void ReplicaManager::apply(const LeaderAndIsrRequest& request, LeaderAndIsrResponse& response)
{
    for (const auto& topic : request.topicStates) {
        auto& errors = response.topics.emplace_back();
        errors.topicId = topic.topicId;
        for (const PartitionState& state : topic.partitionStates) {
            auto& error = errors.partitionErrors.emplace_back();
            error.partitionIndex = state.partitionIndex;
            error.errorCode = apply(state, topic.topicName, topic.topicId, request);
        }
    }
    m_fetchers.dropIdle();
}

ErrorCode ReplicaManager::apply(const PartitionState& state, const std::string& topic,
                                const Uuid& topicId, const LeaderAndIsrRequest& request)
{
    const TopicPartition id{topic, state.partitionIndex};
    if (!holds(state.replicas, m_needs.self))
        return ErrorCode::UnknownTopicOrPartition;
    const auto made = findOrCreate(id, topicId);
    if (!made)
        return made.error().code;
    Partition& partition = **made;
    if (state.leaderEpoch <= partition.leaderEpoch() && !mutated(Rule::LeaderEpochChecked))
        return ErrorCode::StaleControllerEpoch;

    if (state.leader == m_needs.self) {
        m_fetchers.stop(id);
        partition.makeLeader(state, topicId);
        m_news.tell(state.replicas);
        m_roles->onElected(id, partition.leaderEpoch());
        return ErrorCode::None;
    }
    partition.makeFollower(state, topicId);
    follow(partition, request);
    m_roles->onResigned(id, partition.leaderEpoch());
    return ErrorCode::None;
}

Served<Partition*> ReplicaManager::findOrCreate(const TopicPartition& id, const Uuid& topicId)
{
    if (const auto found = m_partitions.find(id); found != m_partitions.end()) {
        if (found->second->isOffline() && m_diskFailed)
            return refused(ErrorCode::KafkaStorageError);
        const auto own = found->second->log().topicId();
        if (own && !topicId.isZero() && *own != topicId && !mutated(Rule::TopicIdChecked))
            return refused(ErrorCode::InconsistentTopicId);
        return found->second.get();
    }
    const broker::TopicConfig& config = m_needs.topicConfigs.of(id.topic);
    const auto log = m_needs.logs.getOrCreate(
        id, logConfig(config),
        topicId.isZero() || mutated(Rule::TopicIdChecked) ? std::nullopt : std::optional(topicId));
    if (!log) {
        if (log.error().kind == Failure::Invalid)
            return refused(ErrorCode::InconsistentTopicId, log.error().message);
        diskFailed(id, log.error().message);
        return refused(ErrorCode::KafkaStorageError, log.error().message);
    }
    auto& partition = m_partitions[id];
    partition = std::make_unique<Partition>(m_context, id, **log, config,
                                            m_needs.logs.checkpointedHighWatermark(id));
    return partition.get();
}

/// Without a living leader there is nobody to fetch from, until the next LeaderAndIsr.
void ReplicaManager::follow(Partition& partition, const LeaderAndIsrRequest& request)
{
    m_fetchers.stop(partition.id());
    if (m_isStopped) // an order that comes while the logs are being closed
        return;
    for (const auto& leader : request.liveLeaders)
        if (leader.brokerId == partition.leader())
            return m_fetchers.follow(partition,
                                     {leader.hostName, static_cast<std::uint16_t>(leader.port)});
    if (const broker::LiveBroker* leader = m_needs.metadata.broker(partition.leader()))
        m_fetchers.follow(partition, leader->endpoint);
}

/// Kafka: ReplicaManager.stopReplicas, KafkaApis.handleStopReplicaRequest.
void ReplicaManager::stopReplica(const StopReplicaRequest& request,
                                 UniqueFunction<void(StopReplicaResponse)> done)
{
    StopReplicaResponse response;
    response.errorCode = checkController(request.controllerId, request.controllerEpoch);
    if (response.errorCode != ErrorCode::None)
        return done(std::move(response));
    bool removes = false;
    for (const auto& topic : request.topicStates)
        for (const auto& state : topic.partitionStates) {
            const TopicPartition id{topic.topicName, state.partitionIndex};
            auto& error = response.partitionErrors.emplace_back();
            error.topicName = topic.topicName;
            error.partitionIndex = state.partitionIndex;
            error.errorCode = stopOne(id, state.leaderEpoch, state.deletePartition);
            removes = removes || state.deletePartition;
        }
    m_fetchers.dropIdle();
    if (!removes || mutated(Rule::DeletedLogRemoved))
        return done(std::move(response));
    m_needs.logs.awaitRemovals(
        m_life.guard([this, response = std::move(response),
                      done = std::move(done)](const Result<void>& synced) mutable {
            if (!synced) {
                directoryFailed(synced.error().message);
                for (auto& error : response.partitionErrors)
                    if (error.errorCode == ErrorCode::None)
                        error.errorCode = ErrorCode::KafkaStorageError;
            }
            done(std::move(response));
        }));
}

ErrorCode ReplicaManager::stopOne(const TopicPartition& id, LeaderEpoch epoch, bool remove)
{
    const auto found = m_partitions.find(id);
    const bool checked = epoch != kNoLeaderEpoch && epoch != kEpochDuringDelete;
    if (found != m_partitions.end() && checked && epoch < found->second->leaderEpoch())
        return ErrorCode::FencedLeaderEpoch;
    m_fetchers.stop(id);
    if (!remove || mutated(Rule::DeletedLogRemoved))
        return ErrorCode::None;
    if (found != m_partitions.end())
        retire(id);
    const auto sibling = m_partitions.lower_bound({id.topic, 0});
    if (sibling == m_partitions.end() || sibling->first.topic != id.topic)
        m_needs.topicConfigs.forget(id.topic);
    const auto removed = m_needs.logs.remove(id);
    if (!removed && removed.error().kind != Failure::NotFound) {
        diskFailed(id, removed.error().message);
        return ErrorCode::KafkaStorageError;
    }
    m_roles->onResigned(id, epoch.value() >= 0 ? std::optional(epoch) : std::nullopt);
    return ErrorCode::None;
}

/// Requests that wait for it look once more, in a later task, and see that it serves nothing; it
/// stays for them until then, though without its log.
void ReplicaManager::retire(const TopicPartition& id)
{
    auto partition = std::move(m_partitions[id]);
    m_partitions.erase(id);
    // Clients have heard of a deleted topic by now; one that only left this broker lives elsewhere.
    partition->goOffline(m_needs.metadata.partition(id) ? ErrorCode::NotLeaderOrFollower
                                                        : ErrorCode::UnknownTopicOrPartition);
    m_needs.host.loop().post(m_life.guard([this, gone = partition.get()] {
        std::erase_if(m_retired, [gone](const auto& one) { return one.get() == gone; });
    }));
    m_retired.push_back(std::move(partition));
}

} // namespace hw::replica
