#include "engine/broker/replica/isr_updater.h"

#include <utility>

namespace hw::replica {

using protocol::ErrorCode;

static constexpr protocol::ApiVersion kVersion{3};
/// Kafka: DefaultAlterPartitionManager, "send-alter-partition" is scheduled after 50 ms.
static constexpr Duration kRetryDelay = 50ms;

IsrUpdater::IsrUpdater(BrokerId self, world::Loop& loop, const broker::BrokerConfig& config,
                       const broker::BrokerLife& life, broker::ControllerChannel& controller)
    : m_self(self)
    , m_loop(loop)
    , m_config(config)
    , m_brokerLife(life)
    , m_controller(controller)
    , m_retry(loop)
{
}

void IsrUpdater::propose(IsrProposal proposal, UniqueFunction<void(IsrAnswer)> done)
{
    const TopicPartition partition = proposal.partition;
    m_waiting.insert_or_assign(partition,
                               Item{std::move(proposal), std::move(done), m_loop.cause()});
    if (!m_retry.armed())
        // Proposals of the same task travel together.
        m_retry.start(Duration{0}, [this] { sendNext(); });
}

void IsrUpdater::sendNext()
{
    if (!m_inFlight.empty() || m_waiting.empty() || m_retry.armed())
        return;
    m_inFlight = std::exchange(m_waiting, {});
    m_loop.setCause(m_inFlight.begin()->second.cause); // not what the last answer was due to
    m_controller.send(requestFor(m_inFlight), kVersion, m_config.controllerSocketTimeout,
                      m_life.guard([this](Result<protocol::AlterPartitionResponse> response) {
                          onResponse(std::move(response));
                      }));
}

protocol::AlterPartitionRequest IsrUpdater::requestFor(const Items& items) const
{
    protocol::AlterPartitionRequest request;
    request.brokerId = m_self;
    request.brokerEpoch = m_brokerLife.epoch.value_or(BrokerEpoch{-1});
    for (const auto& [id, item] : items) { // sorted, so a topic's partitions are neighbours
        if (request.topics.empty() || request.topics.back().topicId != item.proposal.topicId)
            request.topics.emplace_back().topicId = item.proposal.topicId;
        auto& partition = request.topics.back().partitions.emplace_back();
        partition.partitionIndex = id.partition;
        partition.leaderEpoch = item.proposal.leaderEpoch;
        partition.partitionEpoch = item.proposal.partitionEpoch;
        for (const BrokerId broker : item.proposal.isr)
            partition.newIsrWithEpochs.push_back({.brokerId = broker});
    }
    return request;
}

void IsrUpdater::onResponse(Result<protocol::AlterPartitionResponse> response)
{
    Items asked = std::exchange(m_inFlight, {});
    if (!response || response->errorCode != ErrorCode::None) {
        // Nobody has decided: what was not replaced meanwhile is asked again.
        m_waiting.merge(asked);
        retryLater();
        return;
    }
    for (const auto& topic : response->topics)
        for (const auto& partition : topic.partitions)
            for (auto& [id, item] : asked) {
                if (id.partition != partition.partitionIndex ||
                    item.proposal.topicId != topic.topicId || !item.done)
                    continue;
                const auto done = std::exchange(item.done, nullptr);
                // The answer was sent when the last of its partitions was written: that one says
                // nothing about the others.
                m_loop.setCause(item.cause);
                done({.error = partition.errorCode,
                      .leader = partition.leaderId,
                      .leaderEpoch = partition.leaderEpoch,
                      .partitionEpoch = partition.partitionEpoch,
                      .isr = partition.isr});
            }
    for (auto& [id, item] : asked)
        if (item.done)
            item.done(IsrAnswer{ErrorCode::UnknownServerError, kNoBroker, {}, {}, {}});
    sendNext();
}

void IsrUpdater::retryLater()
{
    m_retry.start(kRetryDelay, [this] { sendNext(); });
}

} // namespace hw::replica
