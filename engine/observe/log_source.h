#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "engine/base/result.h"
#include "engine/observe/log_files.h"

/// How the window asks for what lies in logs on disk.
namespace hw::observe {

using LogRequestId = std::uint64_t;

/// A partition's directory: a replica of the running cluster, or any path.
struct LogPlace
{
    std::string path;            ///< absolute; empty: the replica below
    BrokerId broker = kNoBroker; ///< whose replica
    TopicPartition partition;

    auto operator<=>(const LogPlace&) const = default;
};

namespace ask {

/// What `place` is and what is in it: `DirectoryOutline` for a data directory, `PartitionOutline`
/// for a partition's (for a file of one: of the directory around it).
struct Outline
{
    LogPlace place;
};
/// Records from a place on, or, `backwards`, those just before it.
struct Records
{
    LogPlace place;
    RecordPlace from;
    std::int32_t most = 200; ///< 1 to kMaxPageRecords
    bool backwards = false;
};
/// Plays the search for an offset, or for the first record with a timestamp >= `target` ms.
struct Lookup
{
    LogPlace place;
    bool byTime = false;
    std::int64_t target = 0;
};
/// The batch of a record (its header and records, as on disk), or with `record` the record itself,
/// decompressed if need be.
struct Hex
{
    LogPlace place;
    RecordPlace at;
    bool record = false;
};
/// Reads everything and reports what is wrong. Progress comes as answers of its own.
struct Check
{
    LogPlace place;
};
/// Writes records [from, to) to a file of the user's, whole keys and values.
struct Export
{
    LogPlace place;
    Offset from;
    Offset to;
    bool json = false; ///< else CSV
    std::string file;  ///< absolute
};

} // namespace ask

using LogRequest =
    std::variant<ask::Outline, ask::Records, ask::Lookup, ask::Hex, ask::Check, ask::Export>;
inline constexpr std::int32_t kMaxPageRecords = 2000;

namespace answer {

struct Records
{
    std::vector<LogRecord> rows;
    RecordPlace next;   ///< where to read on
    bool atEnd = false; ///< nothing follows (or, backwards, precedes)
};
struct Progress
{
    std::uint64_t done = 0; ///< bytes
    std::uint64_t total = 0;
};
struct Checked
{
    std::vector<Finding> findings; ///< at most kMaxFindings
    std::uint64_t leftOut = 0;
    std::uint64_t bytes = 0; ///< that were read
    bool wasStopped = false;
};
struct Exported
{
    std::uint64_t records = 0;
    std::string file;
};

} // namespace answer

inline constexpr std::size_t kMaxFindings = 10'000;

struct LogAnswer
{
    LogRequestId id = 0;
    bool isLast = true; ///< false: progress; more follows for this request
    Result<std::variant<DirectoryOutline, PartitionOutline, answer::Records, LookupPlay, HexView,
                        answer::Progress, answer::Checked, answer::Exported>>
        what;
};

/// Reads logs for one window, read-only, on a worker of its own.
///
/// All calls come from one thread and return at once. At most kMaxWaiting requests wait; beyond
/// that the oldest waiting one is answered with Busy. Files may be written by a broker meanwhile:
/// what is torn at the active segment's end then is whole a moment later.
class LogSource
{
public:
    static constexpr std::size_t kMaxWaiting = 64;

    virtual ~LogSource() = default;
    virtual LogRequestId ask(LogRequest request) = 0;
    /// A request that waits is forgotten; one that is being answered stops soon. It may still be
    /// answered.
    virtual void cancel(LogRequestId id) = 0;
    virtual std::vector<LogAnswer> takeAnswers() = 0;
};

} // namespace hw::observe
