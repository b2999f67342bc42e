#pragma once

#include <string_view>

#include "engine/base/result.h"

namespace hw::broker {

/// 1 to 249 of `[a-zA-Z0-9._-]`, not `.` or `..`.  Kafka: Topic.validate.
Result<void> checkTopicName(std::string_view name);

} // namespace hw::broker
