#include "engine/controller/request_batch.h"

namespace hw::controller {

using namespace protocol;

namespace {

/// What LeaderAndIsr and UpdateMetadata say alike of a partition, under its topic's heading.
template <class Request>
auto& addState(Request& request, const Context& context, const TopicPartition& id,
               const Partition& partition)
{
    if (request.topicStates.empty() || request.topicStates.back().topicName != id.topic) {
        auto& topic = request.topicStates.emplace_back();
        topic.topicName = id.topic;
        topic.topicId = context.topics.at(id.topic).id;
    }
    const Leadership& leadership = partition.leadership;
    auto& state = request.topicStates.back().partitionStates.emplace_back();
    state.topicName = id.topic;
    state.partitionIndex = id.partition;
    state.controllerEpoch = leadership.controllerEpoch;
    state.leader = leadership.leader;
    state.leaderEpoch = leadership.leaderEpoch;
    state.isr = leadership.isr;
    state.replicas = partition.replicas;
    return state;
}

/// What brokers read as "is being deleted".  Kafka: LeaderAndIsr.LeaderDuringDelete,
/// EpochDuringDelete.
constexpr BrokerId kLeaderDuringDelete{-2};
constexpr LeaderEpoch kEpochDuringDelete{-2};

template <class Request> auto& topicStateIn(Request& request, const std::string& topic)
{
    if (request.topicStates.empty() || request.topicStates.back().topicName != topic)
        request.topicStates.emplace_back().topicName = topic;
    return request.topicStates.back();
}

} // namespace

void RequestBatch::leaderAndIsr(BrokerId to, const TopicPartition& partition, bool isNew)
{
    if (!m_context.brokers.contains(to))
        return;
    bool& made = m_leaderAndIsr[to][partition];
    made = made || isNew;
    updateMetadata(partition);
}

void RequestBatch::leaderAndIsr(const TopicPartition& partition, bool isNew)
{
    if (const Partition* found = m_context.find(partition)) {
        for (const BrokerId replica : found->replicas)
            leaderAndIsr(replica, partition, isNew);
    }
}

void RequestBatch::stopReplica(BrokerId to, const TopicPartition& partition)
{
    if (m_context.brokers.contains(to))
        m_stop[to].insert(partition);
}

void RequestBatch::deleteReplica(BrokerId to, const TopicPartition& partition)
{
    if (m_context.brokers.contains(to))
        m_delete[to].insert(partition);
}

void RequestBatch::updateMetadata(const TopicPartition& partition)
{
    for (const auto& [id, broker] : m_context.brokers)
        m_metadata[id].insert(partition);
}

void RequestBatch::updateBrokers()
{
    for (const auto& [id, broker] : m_context.brokers)
        m_metadata[id];
}

void RequestBatch::updateEverything(BrokerId to)
{
    std::set<TopicPartition>& partitions = m_metadata[to];
    for (TopicPartition& partition : m_context.all())
        partitions.insert(std::move(partition));
    for (const auto& [topic, deletion] : m_context.deletions) {
        for (const auto& [number, partition] : m_context.topics.at(topic).partitions)
            partitions.insert({topic, number});
    }
}

void RequestBatch::send()
{
    for (const auto& [id, broker] : m_context.brokers) {
        if (m_leaderAndIsr.contains(id))
            m_channels.send(id, leaderAndIsrFor(id));
        if (m_metadata.contains(id))
            m_channels.send(id, updateMetadataFor(id));
        if (m_stop.contains(id))
            m_channels.send(id, stopReplicaFor(id));
        if (m_delete.contains(id))
            m_channels.stop(id, deleteReplicaFor(id), [this, id = id](const auto* response) {
                if (m_onDeleted)
                    m_onDeleted(id, response);
            });
    }
    m_leaderAndIsr.clear();
    m_metadata.clear();
    m_stop.clear();
    m_delete.clear();
}

LeaderAndIsrRequest RequestBatch::leaderAndIsrFor(BrokerId to) const
{
    LeaderAndIsrRequest request;
    request.controllerId = m_self;
    request.controllerEpoch = m_context.epoch;
    request.brokerEpoch = m_context.brokers.at(to).epoch;
    std::set<BrokerId> leaders;
    for (const auto& [id, isNew] : m_leaderAndIsr.at(to)) {
        const Partition* partition = m_context.find(id);
        if (!partition || partition->state == PartitionState::New)
            continue;
        const Leadership& leadership = partition->leadership;
        auto& state = addState(request, m_context, id, *partition);
        state.partitionEpoch = leadership.version;
        state.isNew = isNew;
        state.addingReplicas = partition->adding;
        state.removingReplicas = partition->removing;
        state.leaderRecoveryState = leadership.recovering ? 1 : 0;
        leaders.insert(leadership.leader);
    }
    for (const BrokerId leader : leaders) {
        const auto broker = m_context.brokers.find(leader);
        if (broker == m_context.brokers.end())
            continue;
        auto& live = request.liveLeaders.emplace_back();
        live.brokerId = leader;
        live.hostName = broker->second.endpoint.host;
        live.port = broker->second.endpoint.port;
    }
    return request;
}

UpdateMetadataRequest RequestBatch::updateMetadataFor(BrokerId to) const
{
    UpdateMetadataRequest request;
    request.controllerId = m_self;
    request.controllerEpoch = m_context.epoch;
    request.brokerEpoch = m_context.brokers.at(to).epoch;
    for (const TopicPartition& id : m_metadata.at(to)) {
        if (m_context.deletions.contains(id.topic)) {
            addDeleted(request, id);
            continue;
        }
        const Partition* partition = m_context.find(id);
        if (!partition || partition->state == PartitionState::New)
            continue;
        auto& state = addState(request, m_context, id, *partition);
        state.zkVersion = partition->leadership.version;
        for (const BrokerId replica : partition->replicas) {
            if (!m_context.brokers.contains(replica))
                state.offlineReplicas.push_back(replica);
        }
    }
    for (const auto& [id, broker] : m_context.brokers) {
        auto& live = request.liveBrokers.emplace_back();
        live.id = id;
        auto& endpoint = live.endpoints.emplace_back();
        endpoint.host = broker.endpoint.host;
        endpoint.port = broker.endpoint.port;
        endpoint.listener = "PLAINTEXT";
        live.rack = broker.rack.empty() ? std::nullopt : std::optional(broker.rack);
    }
    return request;
}

void RequestBatch::addDeleted(UpdateMetadataRequest& to, const TopicPartition& id) const
{
    auto& topic = topicStateIn(to, id.topic);
    topic.topicId = m_context.topics.at(id.topic).id;
    auto& state = topic.partitionStates.emplace_back();
    state.topicName = id.topic;
    state.partitionIndex = id.partition;
    state.controllerEpoch = m_context.epoch;
    state.leader = kLeaderDuringDelete;
    state.leaderEpoch = kEpochDuringDelete;
}

StopReplicaRequest RequestBatch::deleteReplicaFor(BrokerId to) const
{
    StopReplicaRequest request;
    request.controllerId = m_self;
    request.controllerEpoch = m_context.epoch;
    request.brokerEpoch = m_context.brokers.at(to).epoch;
    for (const TopicPartition& id : m_delete.at(to)) {
        auto& state = topicStateIn(request, id.topic).partitionStates.emplace_back();
        state.partitionIndex = id.partition;
        state.deletePartition = true;
        // One that only moves away from there obeys the epochs.
        const Partition* partition = m_context.find(id);
        state.leaderEpoch = partition ? partition->leadership.leaderEpoch : kEpochDuringDelete;
    }
    return request;
}

StopReplicaRequest RequestBatch::stopReplicaFor(BrokerId to) const
{
    StopReplicaRequest request;
    request.controllerId = m_self;
    request.controllerEpoch = m_context.epoch;
    request.brokerEpoch = m_context.brokers.at(to).epoch;
    for (const TopicPartition& id : m_stop.at(to)) {
        if (request.topicStates.empty() || request.topicStates.back().topicName != id.topic) {
            request.topicStates.emplace_back();
            request.topicStates.back().topicName = id.topic;
        }
        auto& state = request.topicStates.back().partitionStates.emplace_back();
        state.partitionIndex = id.partition;
        state.deletePartition = false;
        const Partition* partition = m_context.find(id);
        state.leaderEpoch = partition ? partition->leadership.leaderEpoch : kNoLeaderEpoch;
    }
    return request;
}

} // namespace hw::controller
