#pragma once

#include <optional>
#include <string>

#include "engine/broker/broker.h"
#include "engine/broker/core/config_store.h"
#include "engine/broker/core/connections.h"
#include "engine/broker/core/controller_channel.h"
#include "engine/broker/core/services.h"
#include "engine/broker/core/topic_configs.h"
#include "engine/broker/group/group_coordinator.h"
#include "engine/broker/replica/isr_updater.h"
#include "engine/broker/replica/replica_manager.h"
#include "engine/broker/topic_making.h"
#include "engine/broker/transaction/producer_ids.h"
#include "engine/controller/controller.h"
#include "engine/controller/registration.h"
#include "engine/coordination/client.h"
#include "engine/log/cleaner/log_cleaner.h"
#include "engine/log/log_manager.h"
#include "engine/protocol/messages/controlled_shutdown.h"

namespace hw::broker {

/// Puts the parts of a broker together, in the order in which they need each other.
class Broker::Impl final : private log::LogListener
{
public:
    Impl(world::Host& host, observe::Journal& journal, BrokerConfig config, BrokerPlace place);
    ~Impl() override;

    void start(UniqueFunction<void(Result<void>)> ready);
    void stop(Farewell farewell, UniqueFunction<void()> stopped);
    void setFailureHandler(UniqueFunction<void(const Error&)> onFailure)
    {
        m_onFailure = std::move(onFailure);
    }
    BrokerPhase phase() const { return m_phase; }
    const std::string& failure() const { return m_failure; }
    std::string progress() const;
    const world::Endpoint& endpoint() const
    {
        return m_connections.isListening() ? m_connections.endpoint() : m_place.listen;
    }
    void report(observe::BrokerReport& into) const;

private:
    // Starting
    void onLoaded(Result<log::LoadSummary> loaded, Instant since);
    void onEnsemble(const std::string& clusterId);
    void onWaiting();
    void onRegistered(BrokerEpoch epoch);
    void onLost();
    void onMetadata();
    void readOwnConfigs();
    void onConfigs(const std::string& entity, const ConfigValues& values);
    void onTopicConfigs(const std::string& topic, const ConfigValues& values);
    void onBrokerConfigs(DynamicConfig::Level level, const ConfigValues& values);
    void giveUp(const Error& why, bool leave = true);

    // Stopping (broker_stop.cpp)
    void askToLeave(std::int32_t triesLeft);
    void onLeaveAnswer(Result<protocol::ControlledShutdownResponse> answer, std::int32_t triesLeft);
    void shutDown();
    void leaveEnsemble();

    // LogListener
    void segmentRolled(const TopicPartition& partition, Offset base) override;
    void segmentsDeleted(const TopicPartition& partition,
                         const log::SegmentsDeleted& deleted) override;
    void logFlushed(const TopicPartition& partition, Offset recoveryPoint) override;
    void checkpointFailed(const Error& error) override;
    void storageFailed(const TopicPartition& partition, const Error& error) override;
    void logTruncated(const TopicPartition& partition, Offset oldEnd, Offset newEnd) override;

    // Compaction (broker_cleaner.cpp)
    log::CleanerConfig cleanerConfig() const;
    log::CleanerHooks cleanerHooks();

    void reportUnknownLogs(std::vector<observe::ReplicaReport>& into) const;

    world::Host& m_host;
    observe::Journal& m_journal;
    BrokerConfig m_config; ///< what all parts read; only `m_dynamic` changes it
    DynamicConfig m_dynamic;
    const BrokerPlace m_place;
    BrokerPhase m_phase = BrokerPhase::Starting;
    std::string m_failure;
    UniqueFunction<void(Result<void>)> m_ready;
    UniqueFunction<void()> m_stopped;
    UniqueFunction<void(const Error&)> m_onFailure;

    BrokerLife m_life;
    Traffic m_traffic;
    MetadataCache m_metadata;
    coordination::Client m_client;
    ConfigStore m_configStore;
    TopicConfigs m_topicConfigs;
    ControllerChannel m_controllerChannel;
    mutable log::LogManager m_logs;
    replica::IsrUpdater m_isrUpdater;
    replica::ReplicaManager m_replicas;
    log::LogCleaner m_cleaner;
    group::GroupCoordinator m_groups;
    transaction::ProducerIds m_producerIds;
    controller::Registration m_registration;
    controller::Controller m_controller;
    TopicMaking m_topicMaking;
    const ApiTable m_apis;
    Services m_services;
    Connections m_connections;
    world::Timer m_retry;
    Lifeline m_guard;
};

} // namespace hw::broker
