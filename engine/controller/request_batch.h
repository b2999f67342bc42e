#pragma once

#include <map>
#include <set>

#include "engine/controller/broker_channels.h"
#include "engine/controller/context.h"

namespace hw::controller {

/// Collects what brokers are to be told, so that each gets one request of a kind for all partitions
/// concerned. What is told is read from the context when it is sent.
/// Kafka: ControllerBrokerRequestBatch.
class RequestBatch
{
public:
    RequestBatch(const Context& context, BrokerChannels& channels, BrokerId self)
        : m_context(context)
        , m_channels(channels)
        , m_self(self)
    {
    }

    /// `isNew`: the replica does not exist yet and shall be made. Everybody alive hears of the
    /// partition too.
    void leaderAndIsr(BrokerId to, const TopicPartition& partition, bool isNew = false);
    /// To all its replicas that are alive.
    void leaderAndIsr(const TopicPartition& partition, bool isNew = false);
    void stopReplica(BrokerId to, const TopicPartition& partition);
    /// The replica's files shall go; `setOnDeleted` hears what became of it.
    void deleteReplica(BrokerId to, const TopicPartition& partition);
    /// Everybody alive.
    void updateMetadata(const TopicPartition& partition);
    /// Who is alive, to everybody alive.
    void updateBrokers();
    /// All there is, to one.
    void updateEverything(BrokerId to);

    /// Hears a broker's answer to StopReplica requests that delete; null if it went away instead.
    using OnDeleted = BrokerChannels::OnStopped;
    void setOnDeleted(OnDeleted onDeleted) { m_onDeleted = std::move(onDeleted); }

    /// Sends and forgets: to each broker LeaderAndIsr, UpdateMetadata, StopReplica, in this order.
    void send();

private:
    protocol::LeaderAndIsrRequest leaderAndIsrFor(BrokerId to) const;
    protocol::UpdateMetadataRequest updateMetadataFor(BrokerId to) const;
    protocol::StopReplicaRequest stopReplicaFor(BrokerId to) const;
    protocol::StopReplicaRequest deleteReplicaFor(BrokerId to) const;
    void addDeleted(protocol::UpdateMetadataRequest& to, const TopicPartition& id) const;

    const Context& m_context;
    BrokerChannels& m_channels;
    BrokerId m_self;
    std::map<BrokerId, std::map<TopicPartition, bool>> m_leaderAndIsr;
    std::map<BrokerId, std::set<TopicPartition>> m_stop;
    std::map<BrokerId, std::set<TopicPartition>> m_delete;
    OnDeleted m_onDeleted;
    std::map<BrokerId, std::set<TopicPartition>> m_metadata;
};

} // namespace hw::controller
