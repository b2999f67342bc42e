#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/ids.h"
#include "engine/base/result.h"
#include "engine/log/epoch_cache.h"

namespace hw::log {

using OffsetMap = std::map<TopicPartition, Offset>;

/// Kafka's checkpoint text: line 1 the version 0, line 2 how many entries follow, then one a line:
/// `topic partition offset`. Parsing fails with Corrupt on a wrong count, version or line.
/// Kafka: OffsetCheckpointFile.
std::string offsetCheckpointText(const OffsetMap& offsets);
Result<OffsetMap> parseOffsetCheckpoint(std::string_view text);

/// The same frame around `epoch startOffset` lines.  Kafka: LeaderEpochCheckpointFile.
std::string epochCheckpointText(std::span<const EpochEntry> entries);
Result<std::vector<EpochEntry>> parseEpochCheckpoint(std::string_view text);

} // namespace hw::log
