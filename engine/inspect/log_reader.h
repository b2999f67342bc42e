#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/log/file_pool.h"
#include "engine/log/offset_index.h"
#include "engine/log/time_index.h"
#include "engine/observe/log_files.h"

namespace hw::inspect {

/// A partition's directory opened for reading, with the engine's own index readers over its files.
/// What is missing or preallocated is taken as it stands: a missing index has no entries.
class LogReader
{
public:
    struct Segment
    {
        Offset base;
        /// What the engine would read of the `.log`: at most 2^31-1 bytes.
        std::uint32_t bytes = 0;
        std::uint64_t logBytes = 0;
        std::optional<std::uint64_t> indexBytes; ///< of the file; none: missing
        std::optional<std::uint64_t> timeIndexBytes;
        std::optional<std::uint64_t> transactionBytes;
    };

    /// Lists the directory; opens nothing yet. `disk` outlives the reader.
    static Result<std::unique_ptr<LogReader>> open(world::Disk& disk, const std::string& directory);

    const std::vector<Segment>& segments() const { return m_segments; } ///< ascending
    const std::vector<observe::LogFile>& files() const { return m_files; }
    world::Disk& disk() const { return m_pool.disk(); }
    const std::string& directory() const { return m_directory; }
    std::string pathOf(std::size_t segment, const char* suffix) const;
    /// The segment with that base; NotFound if there is none.
    Result<std::size_t> find(Offset base) const;

    /// Stay open until the next call.
    Result<std::shared_ptr<world::File>> log(std::size_t segment);
    Result<log::OffsetIndex*> index(std::size_t segment);
    Result<log::TimeIndex*> timeIndex(std::size_t segment);
    /// Of its batches: of the last time index entry, and of the headers behind what is indexed.
    Result<std::int64_t> largestTimestamp(std::size_t segment);
    /// The offset after the last whole batch.
    Result<Offset> endOf(std::size_t segment);

private:
    LogReader(world::Disk& disk, std::string directory);
    Result<void> list();

    log::FilePool m_pool;
    const std::string m_directory;
    std::vector<Segment> m_segments;
    std::vector<observe::LogFile> m_files;
    std::unique_ptr<log::PooledFile> m_log;
    std::unique_ptr<log::OffsetIndex> m_index;
    std::unique_ptr<log::TimeIndex> m_timeIndex;
    std::size_t m_indexOf = SIZE_MAX; ///< which segment's it is
    std::size_t m_timeIndexOf = SIZE_MAX;
};

} // namespace hw::inspect
