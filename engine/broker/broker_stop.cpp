#include <fmt/format.h>

#include "engine/broker/broker_impl.h"

namespace hw::broker {

namespace fact = observe::fact;

static constexpr protocol::ApiVersion kVersion{3};

/// Kafka: KafkaServer.shutdown, controlledShutdown.
void Broker::Impl::stop(Farewell farewell, UniqueFunction<void()> stopped)
{
    if (m_stopped || m_phase == BrokerPhase::Stopping)
        return;
    m_stopped = std::move(stopped);
    const bool served = m_phase == BrokerPhase::Running;
    m_phase = BrokerPhase::Stopping;
    if (served && farewell == Farewell::Controlled && m_config.controlledShutdown)
        askToLeave(m_config.controlledShutdownRetries);
    else
        shutDown();
}

void Broker::Impl::askToLeave(std::int32_t triesLeft)
{
    protocol::ControlledShutdownRequest request;
    request.brokerId = m_place.id;
    request.brokerEpoch = m_life.epoch.value_or(BrokerEpoch{-1});
    m_controllerChannel.send(
        std::move(request), kVersion, m_config.controllerSocketTimeout,
        m_guard.guard([this, triesLeft](Result<protocol::ControlledShutdownResponse> answer) {
            onLeaveAnswer(std::move(answer), triesLeft);
        }));
}

void Broker::Impl::onLeaveAnswer(Result<protocol::ControlledShutdownResponse> answer,
                                 std::int32_t triesLeft)
{
    const bool free = answer && answer->errorCode == protocol::ErrorCode::None &&
                      answer->remainingPartitions.empty();
    if (free || triesLeft <= 1)
        return shutDown();
    m_retry.start(m_config.controlledShutdownBackoff,
                  [this, triesLeft] { askToLeave(triesLeft - 1); });
}

void Broker::Impl::shutDown()
{
    m_connections.close();
    m_cleaner.stop();
    m_replicas.stop();
    m_controller.leave("the broker stops");
    if (!m_logs.isLoaded())
        return leaveEnsemble();
    m_logs.shutdown(m_life.epoch.value_or(BrokerEpoch{-1}),
                    m_guard.guard([this](Result<void> done) {
                        if (!done) // the next start will check its logs
                            m_journal.report(fact::BrokerFailed{m_place.id, done.error().message});
                        leaveEnsemble();
                    }));
}

void Broker::Impl::leaveEnsemble()
{
    m_registration.close(m_guard.guard([this] {
        m_life.epoch.reset();
        m_journal.report(fact::BrokerStopped{m_place.id});
        if (const auto stopped = std::exchange(m_stopped, nullptr))
            stopped();
    }));
}

} // namespace hw::broker
