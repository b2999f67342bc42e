#pragma once

#include "engine/inspect/log_reader.h"

namespace hw::inspect {

/// Finds an offset as the engine's read does, telling every step and every byte read for it: search
/// over file names, search in `.index`, headers of `.log` from there on. Kafka:
/// LocalLog.read, LogSegment.translateOffset.
Result<observe::LookupPlay> lookUpOffset(LogReader& reader, Offset target);

/// Finds the first record with a timestamp >= `target` at or above `logStart`: the first segment
/// young enough, `.timeindex`, `.index`, headers, then the records of one batch. Which segment is
/// young enough is known to a broker from opening the log and costs nothing here.
/// Kafka: UnifiedLog.fetchOffsetByTimestamp, LogSegment.findOffsetByTimestamp.
Result<observe::LookupPlay> lookUpTime(LogReader& reader, std::int64_t target, Offset logStart);

} // namespace hw::inspect
