#pragma once

#include "engine/broker/core/broker_config.h"
#include "engine/cluster/spec.h"

namespace hw::cluster {

/// The preset with the spec's own settings over it. Errors name the setting, its value and what is
/// allowed.
Result<broker::BrokerConfig> brokerSettings(const ClusterSpec& spec);

} // namespace hw::cluster
