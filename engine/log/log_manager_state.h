#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "engine/log/loader.h"
#include "engine/log/log_manager.h"

namespace hw::log {

inline constexpr const char* kIdentityFile = "meta.properties";
inline constexpr const char* kCleanMarkerFile = ".kafka_cleanshutdown";
inline constexpr const char* kRecoveryPointFile = "recovery-point-offset-checkpoint";
inline constexpr const char* kHighWatermarkFile = "replication-offset-checkpoint";
inline constexpr const char* kLogStartFile = "log-start-offset-checkpoint";
inline constexpr const char* kDeleteSuffix = "-delete";

/// How far `load` is.
struct LogManager::Loading
{
    LoadDone done;
    LoadSummary summary;
    OffsetMap recoveryPoints;
    OffsetMap logStarts;
    std::deque<TopicPartition> waiting;
    TopicPartition current;
    std::unique_ptr<LogLoader> loader;
};

/// How far `shutdown` is.
struct LogManager::ShuttingDown
{
    BrokerEpoch epoch;
    UniqueFunction<void(Result<void>)> done;
    std::vector<Log*> waiting; ///< for their flush to be asked for
    std::size_t flushing = 0;
    Result<void> flushed;
};

} // namespace hw::log
