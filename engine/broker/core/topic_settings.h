#pragma once

#include <vector>

#include "engine/broker/core/setting.h"
#include "engine/broker/core/topic_config.h"

namespace hw::broker {

/// All that a topic may set, sorted by name; `otherName` is the broker-wide setting's name.
const std::vector<Setting<TopicConfig>>& topicSettings();

} // namespace hw::broker
