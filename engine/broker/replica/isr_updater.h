#pragma once

#include <map>
#include <vector>

#include "engine/broker/core/controller_channel.h"
#include "engine/broker/core/lifeline.h"
#include "engine/broker/core/services.h"
#include "engine/broker/replica/isr_proposals.h"
#include "engine/protocol/messages/alter_partition.h"
#include "engine/world/loop.h"

namespace hw::replica {

/// Collects the proposals of all partitions and sends them to the controller, one AlterPartition
/// request at a time. Bounded by the partitions: the newest proposal of each.
/// Kafka: DefaultAlterPartitionManager.
class IsrUpdater final : public IsrProposals
{
public:
    /// All outlive it.
    IsrUpdater(BrokerId self, world::Loop& loop, const broker::BrokerConfig& config,
               const broker::BrokerLife& life, broker::ControllerChannel& controller);

    void propose(IsrProposal proposal, UniqueFunction<void(IsrAnswer)> done) override;

private:
    struct Item
    {
        IsrProposal proposal;
        UniqueFunction<void(IsrAnswer)> done;
        EventId cause; ///< of the proposal: one request and its answer carry many
    };
    using Items = std::map<TopicPartition, Item>;

    void sendNext();
    protocol::AlterPartitionRequest requestFor(const Items& items) const;
    void onResponse(Result<protocol::AlterPartitionResponse> response);
    void retryLater();

    const BrokerId m_self;
    world::Loop& m_loop;
    const broker::BrokerConfig& m_config;
    const broker::BrokerLife& m_brokerLife;
    broker::ControllerChannel& m_controller;
    Items m_waiting;
    Items m_inFlight;
    world::Timer m_retry;
    broker::Lifeline m_life;
};

} // namespace hw::replica
