#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/ids.h"
#include "engine/broker/core/dynamic_config.h"
#include "engine/broker/core/setting.h"

namespace hw::broker {

/// Where a value is from, as DescribeConfigs numbers it.
/// Kafka: DescribeConfigsResponse.ConfigSource.
enum class ConfigSource : std::int8_t
{
    Topic = 1,
    DynamicBroker = 2,  ///< set for this broker while it ran
    DynamicDefault = 3, ///< set for all brokers while they ran
    Static = 4,         ///< what the broker was started with
    Default = 5,        ///< Kafka's
};

/// One setting as administrators see it.
struct DescribedConfig
{
    /// One place that has a value for it; those further down are hidden by those above.
    struct Place
    {
        std::string name;
        std::string value;
        ConfigSource source = ConfigSource::Default;
    };
    std::string name;
    std::optional<std::string> value; ///< none: another of its names has it
    ConfigType type = ConfigType::String;
    ConfigSource source = ConfigSource::Default;
    bool readOnly = false;
    std::vector<Place> places; ///< highest first
    std::string_view documentation;
};

/// All settings of a topic that has `own`, sorted by name.  Kafka: ConfigHelper.
std::vector<DescribedConfig> describeTopic(const ConfigValues& own, const DynamicConfig& broker);
/// What a broker is started with beside the settings that it shares with the others.
struct BrokerIdentity
{
    BrokerId id;
    std::string logDir;                  ///< absolute
    std::optional<std::string> listener; ///< `PLAINTEXT://host:port`; none while not registered
};
/// All settings of a broker, each under each of its names, sorted by name. Those of `identity` are
/// static and can only be read: `broker.id`, `log.dirs`, `advertised.listeners`.
std::vector<DescribedConfig> describeBroker(const DynamicConfig& broker,
                                            const BrokerIdentity& identity);
/// What was set for all brokers while they ran.
std::vector<DescribedConfig> describeClusterDefaults(const DynamicConfig& broker);

/// Kafka's default of a topic's setting that is a list (`cleanup.policy`), or why it is none:
/// NotFound for an unknown name, Invalid for one that is no list.
Result<std::string> defaultList(std::string_view name);
/// The same for a broker's setting.
Result<std::string> defaultBrokerList(std::string_view name);

} // namespace hw::broker
