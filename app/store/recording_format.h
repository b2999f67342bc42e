#pragma once

#include <QString>

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/bytes.h"
#include "engine/base/time.h"
#include "engine/cluster/playback.h"

/// What a recording is: an SQLite file of these tables. All moments are nanoseconds since the
/// cluster's world began.
///
///     meta      what was recorded, by which program
///     page      about a second each: its chunk, its span, its events' number and span
///     content   of a page: pictures, gauges and events, each a squeezed blob
///     mark      events that a timeline shows
///     note      what people wrote
///
/// About ten seconds of pages are a chunk (numbered by its first page): its first page stands
/// alone, each later one goes on from the page before. So the oldest chunks can go.
namespace hw::store {

inline constexpr std::int32_t kApplicationId = 0x48575243; ///< `HWRC`, in the file's header
inline constexpr int kFormat = 1;                          ///< `PRAGMA user_version`
inline constexpr int kOldestFormat = 1;                    ///< that is still read
inline constexpr const char* kFileSuffix = ".hwrec";

inline constexpr const char* kTables[] = {
    "CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT)",
    "CREATE TABLE page(id INTEGER PRIMARY KEY, chunk INTEGER, first INTEGER, last INTEGER, "
    "events INTEGER, eventsFrom INTEGER, eventsTo INTEGER, lost INTEGER)",
    "CREATE TABLE content(page INTEGER PRIMARY KEY, pictures BLOB, gauges BLOB, events BLOB)",
    "CREATE TABLE mark(id INTEGER PRIMARY KEY, page INTEGER, at INTEGER, event INTEGER, "
    "kind TEXT, subject TEXT)",
    "CREATE TABLE note(at INTEGER PRIMARY KEY, text TEXT)",
};
inline constexpr const char* kIndexes[] = {
    "CREATE INDEX mark_page ON mark(page)",
    "CREATE INDEX mark_kind ON mark(kind, at)",
};

// Keys of `meta`:
inline constexpr const char* kMetaProgram = "program"; ///< version
inline constexpr const char* kMetaWorld = "world";     ///< `live`, `studio`
inline constexpr const char* kMetaSeed = "seed";       ///< of a simulated one
inline constexpr const char* kMetaSpec = "spec";       ///< one line for people
inline constexpr const char* kMetaStarted = "started"; ///< wall time in ms since 1970
inline constexpr const char* kMetaKinds = "kinds";     ///< KindTable::text
/// How it ended: `closed`, `saved` (while the cluster ran on); missing: its program was killed.
inline constexpr const char* kMetaEnded = "ended";

/// Where a recording comes from.
struct RecordingOrigin
{
    std::string world;
    std::string spec;
    std::uint64_t seed = 0;
    WallTime started;
};

/// One page before it is written, not squeezed yet.
struct Page
{
    std::int64_t id = 0; ///< given by the file
    bool beginsChunk = false;
    Instant first, last;
    Bytes pictures, gauges, events;
    std::uint32_t eventCount = 0;
    Instant eventsFrom, eventsTo;
    std::uint64_t lost = 0; ///< events, since the page before
    std::vector<cluster::Mark> marks;
};

} // namespace hw::store
