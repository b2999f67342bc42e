#pragma once

#include "engine/broker/core/broker_config.h"

namespace hw::broker {

/// Settings by Kafka's names, as `/config/...` holds them.
using ConfigValues = std::map<std::string, std::string>;

/// `retention.ms=5, segment.bytes=default`: how `now` differs from `before`; empty if it does not.
std::string differenceOf(const ConfigValues& before, const ConfigValues& now);

/// What a broker obeys, and where it has it from: what was set for this broker stands over what was
/// set for all, that over what it was started with, that over Kafka's defaults.
/// Kafka: DynamicBrokerConfig.
class DynamicConfig
{
public:
    enum class Level : std::uint8_t
    {
        Cluster, ///< `/config/brokers/<default>`
        Broker,  ///< `/config/brokers/<id>`
    };

    /// `live` is what the broker's parts read; it is changed in place. It outlives this.
    explicit DynamicConfig(BrokerConfig& live)
        : m_live(live)
        , m_started(live)
    {
    }

    /// Replaces all of a level. Values that cannot be taken are left out.
    void set(Level level, ConfigValues values);

    const BrokerConfig& live() const { return m_live; }
    const BrokerConfig& startedWith() const { return m_started; }
    const ConfigValues& at(Level level) const
    {
        return level == Level::Cluster ? m_cluster : m_broker;
    }

private:
    BrokerConfig& m_live;
    const BrokerConfig m_started;
    ConfigValues m_cluster;
    ConfigValues m_broker;
};

/// Whether brokers may be given these while they run. Invalid names the first that may not:
/// unknown, only read at start, or a value that is not allowed. Kafka:
/// DynamicBrokerConfig.validateConfigs.
Result<void> checkDynamic(const ConfigValues& values);

} // namespace hw::broker
