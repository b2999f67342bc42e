#pragma once

#include <vector>

#include "engine/broker/core/setting.h"
#include "engine/broker/core/topic_config.h"

namespace hw::broker {

/// All that a topic may set, sorted by name. Synonyms are the names of the broker-wide settings,
/// which all may change while brokers run.  Kafka: LogConfig, ServerTopicConfigSynonyms.
const std::vector<Setting<TopicConfig>>& topicSettings();

} // namespace hw::broker
