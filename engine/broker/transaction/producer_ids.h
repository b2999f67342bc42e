#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include <tl/expected.hpp>

#include "engine/broker/core/broker_config.h"
#include "engine/broker/core/controller_channel.h"
#include "engine/broker/core/lifeline.h"
#include "engine/broker/core/services.h"
#include "engine/protocol/messages/allocate_producer_ids.h"

namespace hw::transaction {

/// Hands out producer ids that nobody else has, from blocks that the controller gives: the next
/// block is asked for when nine tenths of the present one are used. Lives on the broker's loop.
/// Kafka: RPCProducerIdManager. Where that one answers COORDINATOR_LOAD_IN_PROGRESS while its first
/// block is on the way, callers wait here.
class ProducerIds
{
public:
    /// All outlive it.
    ProducerIds(BrokerId self, const broker::BrokerConfig& config, const broker::BrokerLife& life,
                broker::ControllerChannel& controller);

    using Answer = UniqueFunction<void(tl::expected<ProducerId, protocol::ErrorCode>)>;
    /// At once, in the same task, if a block is there; else when the controller has answered.
    /// COORDINATOR_LOAD_IN_PROGRESS (clients try again) when it cannot be reached or refuses, or
    /// too many wait already.
    void next(Answer answer);

private:
    struct Block
    {
        ProducerId first;
        std::int32_t size = 0;
        std::int32_t used = 0;
    };
    static constexpr std::size_t kWaitingMax = 10000;

    std::optional<ProducerId> claim();
    void fetchBlock();
    void onBlock(const Result<protocol::AllocateProducerIdsResponse>& response);

    const BrokerId m_self;
    const broker::BrokerConfig& m_config;
    const broker::BrokerLife& m_brokerLife;
    broker::ControllerChannel& m_controller;
    Block m_block;
    std::optional<Block> m_nextBlock;
    bool m_isFetching = false;
    std::deque<Answer> m_waiting;
    broker::Lifeline m_life;
};

} // namespace hw::transaction
