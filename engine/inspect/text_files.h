#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/uuid.h"
#include "engine/inspect/report.h"

/// The text files of a log directory. Each reader takes what is sound and reports the rest; `file`
/// is the name for findings.
namespace hw::inspect {

/// They are small: more than this is no such file.
inline constexpr std::uint64_t kMostTextBytes = 64ULL << 20;

struct CheckpointLine
{
    TopicPartition partition;
    Offset offset;
    std::uint64_t line = 0; ///< counted from 1
};
/// Kafka: OffsetCheckpointFile.
std::vector<CheckpointLine> readOffsetCheckpoint(std::string_view text, const std::string& file,
                                                 Findings& findings);

struct EpochLine
{
    observe::EpochStart entry;
    std::uint64_t line = 0;
};
/// Kafka: LeaderEpochCheckpointFile.
std::vector<EpochLine> readEpochCheckpoint(std::string_view text, const std::string& file,
                                           Findings& findings);

/// The topic's id.  Kafka: PartitionMetadataFile.
std::optional<Uuid> readPartitionMetadata(std::string_view text, const std::string& file,
                                          Findings& findings);

/// Of ZooKeeper brokers (version 0, broker.id) and KRaft ones (version 1, node.id).
/// Kafka: MetaProperties.
std::map<std::string, std::string> readMetaProperties(std::string_view text,
                                                      const std::string& file, Findings& findings);

/// Broker epoch of the marker; before Kafka 3.3 it was empty.  Kafka: CleanShutdownFileHandler.
std::optional<std::int64_t> readCleanShutdown(std::string_view text, const std::string& file,
                                              Findings& findings);

} // namespace hw::inspect
