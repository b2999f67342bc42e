#include "engine/broker/broker_impl.h"
#include "engine/coordination/kafka_znodes.h"

/// Settings that change while the broker runs.
/// Kafka: DynamicBrokerConfig, TopicConfigHandler, BrokerConfigHandler.
namespace hw::broker {

namespace fact = observe::fact;
using Level = DynamicConfig::Level;

static constexpr std::string_view kTopicsPrefix = "topics/";
static constexpr const char* kUnclean = "unclean.leader.election.enable";

static std::string entityOf(Level level, BrokerId self)
{
    return level == Level::Cluster ? std::string("brokers/") + coordination::kafka::kDefaultEntity
                                   : fmt::format("brokers/{}", self);
}

/// What was set before this life, then what is set from now on.
void Broker::Impl::readOwnConfigs()
{
    for (const Level level : {Level::Cluster, Level::Broker})
        m_configStore.read(entityOf(level, m_place.id),
                           [this, level](const Result<ConfigValues>& values) {
                               if (values)
                                   onBrokerConfigs(level, *values);
                           });
    m_configStore.watch();
}

void Broker::Impl::onConfigs(const std::string& entity, const ConfigValues& values)
{
    if (m_phase == BrokerPhase::Failed)
        return;
    if (entity.starts_with(kTopicsPrefix))
        return onTopicConfigs(entity.substr(kTopicsPrefix.size()), values);
    for (const Level level : {Level::Cluster, Level::Broker})
        if (entity == entityOf(level, m_place.id))
            onBrokerConfigs(level, values);
}

void Broker::Impl::onTopicConfigs(const std::string& topic, const ConfigValues& values)
{
    std::optional<bool> unclean;
    if (const auto own = values.find(kUnclean); own != values.end())
        unclean = own->second == "true";
    m_controller.setUncleanElection(topic, unclean);
    const auto difference = m_topicConfigs.update(topic, values);
    if (!difference)
        return;
    m_host.loop().setCause(m_journal.report(fact::ConfigChanged{"topics/" + topic, *difference}));
    m_replicas.topicConfigChanged(topic);
}

void Broker::Impl::onBrokerConfigs(Level level, const ConfigValues& values)
{
    const std::string difference = differenceOf(m_dynamic.at(level), values);
    if (difference.empty())
        return;
    const BrokerConfig before = m_config;
    m_dynamic.set(level, values);
    m_host.loop().setCause(
        m_journal.report(fact::ConfigChanged{entityOf(level, m_place.id), difference}));
    if (before.topic == m_config.topic)
        return;
    m_topicConfigs.defaultsChanged();
    for (const std::string& topic : m_topicConfigs.known())
        m_replicas.topicConfigChanged(topic);
    if (before.topic.uncleanLeaderElection != m_config.topic.uncleanLeaderElection)
        m_controller.setUncleanElectionDefault(m_config.topic.uncleanLeaderElection);
}

} // namespace hw::broker
