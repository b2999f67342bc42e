#pragma once

#include <vector>

#include "engine/broker/core/broker_config.h"
#include "engine/broker/core/setting.h"

namespace hw::broker {

/// All that a broker may set but the defaults of topics (`topicSettings`), sorted by name.
/// Kafka: KafkaConfig.
const std::vector<Setting<BrokerConfig>>& brokerSettings();

} // namespace hw::broker
