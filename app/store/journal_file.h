#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>

#include "app/store/database.h"
#include "app/store/recording_format.h"

namespace hw::store {

/// How much of the past is kept. What is older goes by whole chunks, the last one stays always.
struct JournalLimits
{
    std::uint64_t bytes = 256U << 20; ///< of the file, about
    Duration age = std::chrono::hours(12);
};

/// The writer's side of a recording's file. One page is one transaction: what was committed is
/// there after a kill.
class JournalFile
{
public:
    /// A new file; what was there goes.
    static Result<std::unique_ptr<JournalFile>>
    create(const std::string& path, const RecordingOrigin& origin, JournalLimits limits);

    Result<void> write(Page page);
    /// Time was turned back: removes every page that reaches to the moment or beyond.
    Result<void> cutFrom(Instant at);
    Result<void> setNote(const cluster::Note& note);
    Result<void> setMeta(const char* key, const QString& value);

private:
    JournalFile(std::unique_ptr<Database> database, JournalLimits limits);

    Result<void> insert(const Page& page);
    Result<void> prune(Instant now);
    Result<void> removePages(std::int64_t from, std::int64_t to);
    Result<std::uint64_t> size();

    struct Chunk
    {
        std::int64_t firstPage = 0;
        Instant last;
    };
    std::unique_ptr<Database> m_database;
    const JournalLimits m_limits;
    std::deque<Chunk> m_chunks; ///< those that are kept; never empty behind the first page
    std::int64_t m_nextPage = 1;
};

/// Keeps what is written at one moment, and removes it if the text is empty.
Result<void> writeNote(Database& database, const cluster::Note& note);

} // namespace hw::store
