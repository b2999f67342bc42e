#include "engine/broker/broker.h"

#include <fmt/format.h>

#include "engine/broker/broker_impl.h"
#include "engine/broker/handlers/all_handlers.h"
#include "engine/coordination/kafka_znodes.h"

namespace hw::broker {

namespace fact = observe::fact;

static log::LogManagerConfig logManagerConfig(const BrokerConfig& config, BrokerId self)
{
    log::LogManagerConfig logs;
    logs.broker = self;
    logs.defaults = replica::logConfig(config.topic);
    logs.flushCheckpointInterval = config.flushCheckpointInterval;
    logs.highWatermarkCheckpointInterval = config.hwCheckpointInterval;
    logs.fileDeleteDelay = fromMs(config.topic.fileDeleteDelayMs);
    logs.producerIdExpiration = config.producerIdExpiration;
    logs.producerIdExpirationCheck = config.producerIdExpirationCheck;
    logs.retentionCheckInterval = config.retentionCheckInterval;
    logs.initialTaskDelay = config.initialTaskDelay;
    return logs;
}

static controller::ControllerConfig controllerConfig(const BrokerConfig& config, BrokerId self)
{
    return {.self = self,
            .numPartitions = config.numPartitions,
            .defaultReplicationFactor = config.defaultReplicationFactor,
            .placement = config.placement == Placement::Simple ? controller::Placement::Simple
                                                               : controller::Placement::Kafka,
            .uncleanLeaderElection = config.topic.uncleanLeaderElection,
            .deleteTopics = config.deleteTopics,
            .autoLeaderRebalance = config.autoLeaderRebalance,
            .leaderImbalanceCheck = config.leaderImbalanceCheck,
            .leaderImbalancePercentage = config.leaderImbalancePercentage,
            .requestTimeout = config.controllerSocketTimeout};
}

static coordination::ClientConfig clientConfig(const BrokerConfig& config, const BrokerPlace& place)
{
    coordination::ClientConfig client;
    client.servers = place.ensemble;
    client.sessionTimeout = config.zookeeperSessionTimeout;
    return client;
}

Broker::Impl::Impl(world::Host& host, observe::Journal& journal, BrokerConfig config,
                   BrokerPlace place)
    : m_host(host)
    , m_journal(journal)
    , m_config(std::move(config))
    , m_dynamic(m_config)
    , m_place(std::move(place))
    , m_client(host, clientConfig(m_config, m_place))
    , m_configStore(host.loop(), m_client)
    , m_topicConfigs(host.loop(), m_client, m_config)
    , m_controllerChannel(m_place.id, host, journal, m_config, m_metadata)
    , m_logs(host.loop(), host.disk(), logManagerConfig(m_config, m_place.id), this)
    , m_isrUpdater(m_place.id, host.loop(), m_config, m_life, m_controllerChannel)
    , m_replicas({.self = m_place.id,
                  .host = host,
                  .journal = journal,
                  .config = m_config,
                  .life = m_life,
                  .metadata = m_metadata,
                  .topicConfigs = m_topicConfigs,
                  .logs = m_logs,
                  .proposals = m_isrUpdater,
                  .onDiskFailure = [this](const Error& error) { giveUp(error, false); }})
    , m_cleaner(host.loop(), host.disk(), m_logs, cleanerConfig(), cleanerHooks())
    , m_groups(m_place.id, m_config, host.loop(), m_replicas, journal, &m_metadata)
    , m_producerIds(m_place.id, m_config, m_life, m_controllerChannel)
    , m_registration(host, journal, m_client, m_place.id,
                     {.onWaiting = [this](SessionId) { onWaiting(); },
                      .onRegistered = [this](BrokerEpoch epoch) { onRegistered(epoch); },
                      .onLost = [this] { onLost(); }})
    , m_controller(host, journal, m_client, controllerConfig(m_config, m_place.id))
    , m_topicMaking(m_place.id, m_config, m_metadata, m_controllerChannel)
    , m_apis(handlers::allHandlers())
    , m_services{m_place.id,   host,          journal,       m_config,   m_life,   m_apis,
                 m_metadata,   m_topicMaking, m_replicas,    m_replicas, m_groups, m_producerIds,
                 m_controller, m_traffic,     m_configStore, m_dynamic,  m_logs}
    , m_connections(m_services, m_apis)
    , m_retry(host.loop())
{
    m_metadata.setListener([this] { onMetadata(); });
    m_configStore.setListener([this](const std::string& entity, const ConfigValues& values) {
        onConfigs(entity, values);
    });
    m_logs.setHighWatermarkSource(
        [this](const TopicPartition& partition) { return m_replicas.highWatermark(partition); });
}

Broker::Impl::~Impl() = default;

void Broker::Impl::start(UniqueFunction<void(Result<void>)> ready)
{
    m_ready = std::move(ready);
    m_host.loop().setCause(m_journal.report(fact::BrokerStarting{m_place.id}));
    m_phase = BrokerPhase::Recovering;
    m_logs.load(m_guard.guard([this, since = m_host.loop().now()](Result<log::LoadSummary> loaded) {
        onLoaded(std::move(loaded), since);
    }));
}

void Broker::Impl::onLoaded(Result<log::LoadSummary> loaded, Instant since)
{
    if (m_phase != BrokerPhase::Recovering)
        return; // told to stop meanwhile
    if (!loaded)
        return giveUp(loaded.error());
    for (const auto& [partition, why] : loaded->failed)
        m_journal.report(fact::LogFailed{partition, why.message});
    for (const log::Log* log : m_logs.logs())
        if (log->recovery().bytesCut > 0)
            m_journal.report(
                fact::LogRecovered{log->partition(), log->leo(), log->recovery().bytesCut});
    m_journal.report(fact::BrokerRecovered{m_place.id, static_cast<std::int32_t>(loaded->logs),
                                           loaded->wasClean, m_host.loop().now() - since});
    if (const auto listening = m_connections.listen(m_place.listen); !listening)
        return giveUp(listening.error());
    m_phase = BrokerPhase::Registering;
    m_replicas.start(m_groups);
    m_cleaner.start();
    m_registration.open([this](const std::string& clusterId) { onEnsemble(clusterId); });
}

std::string Broker::Impl::progress() const
{
    if (m_phase != BrokerPhase::Recovering)
        return {};
    const auto progress = m_logs.loadProgress();
    return fmt::format("{} of {} logs are open, {} MiB checked", progress.opened, progress.logs,
                       progress.bytesChecked >> 20);
}

void Broker::Impl::onEnsemble(const std::string& clusterId)
{
    if (const auto ours = m_logs.confirmClusterId(clusterId); !ours)
        return giveUp(ours.error());
    m_life.clusterId = clusterId;
    // How many partitions share the groups has to be known before the first of them is led here;
    // metadata comes in parts.  Kafka: BrokerServer, getTopicPartitionCount at startup.
    m_client.getData(
        coordination::kafka::topicPath(kOffsetsTopic),
        m_guard.guard([this](const coordination::Reply& reply) {
            const auto topic =
                reply.ok() ? coordination::kafka::decodeTopic(reply.data) : std::nullopt;
            if (topic && !topic->partitions.empty())
                m_groups.setPartitionCount(static_cast<std::int32_t>(topic->partitions.size()));
            if (m_phase == BrokerPhase::Registering)
                m_registration.registerBroker(m_connections.endpoint());
        }));
}

void Broker::Impl::onWaiting()
{
    if (m_phase == BrokerPhase::Registering)
        m_phase = BrokerPhase::WaitingSession;
}

void Broker::Impl::onRegistered(BrokerEpoch epoch)
{
    if (m_phase == BrokerPhase::Stopping || m_phase == BrokerPhase::Failed)
        return;
    m_life.epoch = epoch;
    if (m_phase == BrokerPhase::WaitingSession)
        m_phase = BrokerPhase::Registering;
    readOwnConfigs();
    m_controller.join(epoch);
    m_connections.setRegistered();
}

/// It goes on serving what it leads, as Kafka does, until the controller tells otherwise.
void Broker::Impl::onLost()
{
    m_life.epoch.reset();
    m_controller.leave("its session with the ensemble expired");
}

void Broker::Impl::onMetadata()
{
    const std::int32_t count = m_metadata.partitionCount(kOffsetsTopic);
    if (count > m_groups.partitionCount())
        m_groups.setPartitionCount(count);
    if (m_phase != BrokerPhase::Registering || !m_life.epoch)
        return;
    m_phase = BrokerPhase::Running;
    m_journal.report(fact::BrokerReady{m_place.id});
    // Not from inside the controller's request, which is being answered.
    m_host.loop().post(m_guard.guard([this] {
        m_connections.setReady();
        if (auto ready = std::exchange(m_ready, nullptr))
            ready({});
    }));
}

/// A broker that cannot start leaves properly. One whose disk failed halts, as Kafka's process
/// does: its session ends by itself.  Kafka: LogManager.handleLogDirFailure, Exit.halt.
void Broker::Impl::giveUp(const Error& why, bool leave)
{
    if (m_phase == BrokerPhase::Failed)
        return;
    m_phase = BrokerPhase::Failed;
    m_failure = why.message;
    m_journal.report(fact::BrokerFailed{m_place.id, why.message});
    m_controller.leave("the broker failed");
    m_connections.close();
    m_cleaner.stop();
    m_replicas.stop();
    m_life.epoch.reset();
    if (leave)
        m_registration.close([] {}); // so that others take over at once
    m_host.loop().post(m_guard.guard([this, why] {
        if (auto ready = std::exchange(m_ready, nullptr))
            ready(tl::unexpected(why));
        else if (m_onFailure)
            m_onFailure(why);
    }));
}

void Broker::Impl::segmentRolled(const TopicPartition& partition, Offset base)
{
    m_journal.report(fact::SegmentRolled{partition, base});
}

static std::string textOf(log::DeletionReason reason, const log::LogConfig& config)
{
    switch (reason) {
    case log::DeletionReason::Time:
        return fmt::format("older than retention.ms {}", config.retentionTimeMs);
    case log::DeletionReason::Size:
        return fmt::format("the log was larger than retention.bytes {}", config.retentionBytes);
    case log::DeletionReason::LogStart:
        return "below the log start";
    }
    HW_ASSERT(false, "every reason has its words");
}

void Broker::Impl::segmentsDeleted(const TopicPartition& partition,
                                   const log::SegmentsDeleted& deleted)
{
    const log::Log* log = m_logs.find(partition);
    m_journal.report(
        fact::SegmentsDeleted{partition, deleted.firstBase, deleted.newFirstBase,
                              static_cast<std::int32_t>(deleted.segments), deleted.bytes,
                              textOf(deleted.reason, log ? log->config() : log::LogConfig{})});
}

void Broker::Impl::logFlushed(const TopicPartition& partition, Offset)
{
    m_replicas.logFlushed(partition);
}

/// Kafka: LogDirFailureChannel is told of checkpoints that cannot be written, too.
void Broker::Impl::checkpointFailed(const Error& error)
{
    m_replicas.directoryFailed(error.message);
}

void Broker::Impl::storageFailed(const TopicPartition& partition, const Error& error)
{
    m_replicas.diskFailed(partition, error.message);
}

/// Logs that are on the disk, but of which the controller has not said anything yet.
void Broker::Impl::reportUnknownLogs(std::vector<observe::ReplicaReport>& into) const
{
    if (!m_logs.isLoaded())
        return;
    for (const log::Log* log : m_logs.logs()) {
        if (m_replicas.find(log->partition()))
            continue;
        observe::ReplicaReport report;
        report.partition = log->partition();
        report.role = observe::ReplicaRole::Offline;
        report.logStart = log->logStart();
        report.leo = log->leo();
        report.hw = std::clamp(m_logs.checkpointedHighWatermark(log->partition()), log->logStart(),
                               log->leo());
        report.lso = report.hw;
        for (const log::SegmentInfo& segment : log->segments())
            report.segments.push_back(segment.base);
        report.bytes = log->size();
        into.push_back(std::move(report));
    }
    std::ranges::sort(into, {}, &observe::ReplicaReport::partition);
}

void Broker::Impl::report(observe::BrokerReport& into) const
{
    into.broker = m_place.id;
    into.at = m_host.loop().now();
    into.epoch = m_life.epoch;
    into.session = m_client.sessionId();
    into.controller = m_controller.active();
    into.waitingForSession = m_registration.waitingFor();
    m_replicas.report(into.replicas);
    reportUnknownLogs(into.replicas);
    m_metadata.report(into.told);
    into.groups = m_groups.reports();
    m_connections.report(into.connections);
    into.bytesIn = m_traffic.bytesIn;
    into.bytesOut = m_traffic.bytesOut;
    into.recordsIn = m_replicas.recordsIn();
    into.recordsOut = m_traffic.recordsOut;
}

Broker::Broker(world::Host& host, observe::Journal& journal, BrokerConfig config, BrokerPlace place)
    : m_impl(std::make_unique<Impl>(host, journal, std::move(config), std::move(place)))
{
}
Broker::~Broker() = default;

void Broker::start(UniqueFunction<void(Result<void>)> ready) { m_impl->start(std::move(ready)); }
void Broker::stop(Farewell farewell, UniqueFunction<void()> stopped)
{
    m_impl->stop(farewell, std::move(stopped));
}
void Broker::setFailureHandler(UniqueFunction<void(const Error&)> onFailure)
{
    m_impl->setFailureHandler(std::move(onFailure));
}
BrokerPhase Broker::phase() const { return m_impl->phase(); }
const std::string& Broker::failure() const { return m_impl->failure(); }
std::string Broker::progress() const { return m_impl->progress(); }
const world::Endpoint& Broker::endpoint() const { return m_impl->endpoint(); }
void Broker::report(observe::BrokerReport& into) const { m_impl->report(into); }

} // namespace hw::broker
