#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/base/ids.h"
#include "engine/observe/log_files.h"

namespace hw::inspect {

using observe::LogFileKind;

/// Beyond this no segment can begin: its relative offsets would overflow.
inline constexpr Offset kLargestBase{INT64_MAX - INT32_MAX - 1};

/// A name in a partition's directory.
struct FileName
{
    LogFileKind kind = LogFileKind::Other;
    /// Of a segment's files and snapshots whose name is 20 digits; none: the stem is no offset.
    std::optional<Offset> base;
    /// Of a leftover: the name without its last suffix.
    std::string becomes;

    bool isOfSegment() const
    {
        return kind == LogFileKind::Log || kind == LogFileKind::OffsetIndex ||
               kind == LogFileKind::TimeIndex || kind == LogFileKind::TransactionIndex;
    }
};
FileName fileNameOf(std::string_view name);

/// A name of a file in a log directory.
LogFileKind directoryFileOf(std::string_view name);

/// A partition's directory: `TopicA-0`, or one on its way out or in.
struct PartitionName
{
    TopicPartition partition;
    bool isLeftover = false; ///< `…-delete`, `…-stray`, `…-future`
};
/// None: it cannot be a partition's.  Kafka: LocalLog.parseTopicPartitionName.
std::optional<PartitionName> partitionNameOf(std::string_view name);

/// The whole number that `text` is; none if it is something else.
std::optional<std::int64_t> numberOf(std::string_view text);

/// `dir/name`, or the name alone at the root.
std::string joined(const std::string& directory, const std::string& name);

} // namespace hw::inspect
