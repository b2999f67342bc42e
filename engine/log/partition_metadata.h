#pragma once

#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/base/uuid.h"

namespace hw::log {

/// `partition.metadata`: the lines `version: 0` and `topic_id: <id of 22 characters>`. Parsing
/// fails with Corrupt, in words that follow the file's name.  Kafka: PartitionMetadataFile.
std::string partitionMetadataText(const Uuid& topicId);
Result<Uuid> parsePartitionMetadata(std::string_view text);

} // namespace hw::log
