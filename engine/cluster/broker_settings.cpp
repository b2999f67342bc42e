#include "engine/cluster/broker_settings.h"

namespace hw::cluster {

Result<broker::BrokerConfig> brokerSettings(const ClusterSpec& spec)
{
    broker::BrokerConfig config = spec.preset == Preset::Kafka
                                      ? broker::kafkaConfig(spec.brokers)
                                      : broker::classroomConfig(spec.brokers);
    for (const auto& [name, value] : spec.configs) {
        if (auto set = broker::setConfig(config, name, value); !set)
            return tl::unexpected(set.error());
    }
    return config;
}

} // namespace hw::cluster
