#include "engine/broker/transaction/producer_ids.h"

#include <utility>

namespace hw::transaction {

using protocol::ErrorCode;

static constexpr protocol::ApiVersion kVersion{0};

ProducerIds::ProducerIds(BrokerId self, const broker::BrokerConfig& config,
                         const broker::BrokerLife& life, broker::ControllerChannel& controller)
    : m_self(self)
    , m_config(config)
    , m_brokerLife(life)
    , m_controller(controller)
{
}

void ProducerIds::next(Answer answer)
{
    if (m_waiting.empty()) {
        if (const auto id = claim()) {
            answer(*id);
            return;
        }
    }
    if (m_waiting.size() >= kWaitingMax) {
        answer(tl::unexpected(ErrorCode::CoordinatorLoadInProgress));
        return;
    }
    m_waiting.push_back(std::move(answer));
    fetchBlock();
}

std::optional<ProducerId> ProducerIds::claim()
{
    if (m_block.used == m_block.size) {
        if (!m_nextBlock)
            return std::nullopt;
        m_block = *std::exchange(m_nextBlock, std::nullopt);
    }
    const ProducerId id = m_block.first + m_block.used++;
    const bool isNearlyUsed = m_block.used > m_block.size - m_block.size / 10;
    if (isNearlyUsed && !m_nextBlock)
        fetchBlock();
    return id;
}

void ProducerIds::fetchBlock()
{
    if (std::exchange(m_isFetching, true))
        return;
    protocol::AllocateProducerIdsRequest request;
    request.brokerId = m_self;
    request.brokerEpoch = m_brokerLife.epoch.value_or(BrokerEpoch(-1));
    m_controller.send(
        std::move(request), kVersion, m_config.controllerSocketTimeout,
        m_life.guard([this](const Result<protocol::AllocateProducerIdsResponse>& response) {
            onBlock(response);
        }));
}

void ProducerIds::onBlock(const Result<protocol::AllocateProducerIdsResponse>& response)
{
    m_isFetching = false;
    if (response && response->errorCode == ErrorCode::None && response->producerIdLen > 0)
        m_nextBlock = Block{response->producerIdStart, response->producerIdLen, 0};
    std::deque<Answer> waiting = std::exchange(m_waiting, {});
    if (!m_nextBlock) {
        for (Answer& answer : waiting)
            answer(tl::unexpected(ErrorCode::CoordinatorLoadInProgress));
        return;
    }
    for (Answer& answer : waiting)
        next(std::move(answer));
}

} // namespace hw::transaction
