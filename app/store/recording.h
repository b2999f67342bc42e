#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/store/database.h"
#include "app/store/gauge_rows.h"
#include "app/store/picture_reader.h"
#include "app/store/recording_format.h"

namespace hw::store {

/// Whether the file looks like a recording: SQLite's and our mark are in its header.
bool isRecording(const std::string& path);

/// A recording's file as something to look into: finished, or still written by a Journal of this
/// program. What is in it was written by others: nothing of it is believed unchecked.
///
/// An index of its pages and marks is in memory; contents are read when they are shown. All calls
/// on the thread that opened it.
class Recording
{
public:
    static constexpr std::size_t kPagesLimit = 1'000'000;
    static constexpr std::size_t kMarksLimit = 500'000; ///< the newest
    static constexpr std::size_t kNotesLimit = 10'000;
    static constexpr std::size_t kChunksKept = 4;
    static constexpr std::size_t kEventPagesKept = 16;

    struct Info
    {
        int format = 0;
        std::string program, world, spec, seed, ended;
        WallTime started;
    };
    /// What is shown of one moment; never null.
    struct Moment
    {
        std::shared_ptr<const observe::Snapshot> snapshot;
        std::shared_ptr<const observe::Gauges> gauges;
    };

    /// A picture that is later than its moment by more is not shown for it: a simulated cluster at
    /// a hundred times the speed is seen every 1.6 s.
    static constexpr Duration kMostLater = std::chrono::seconds(2);

    /// Told while something is opened, how much of it is done (0 … 1); false: it is not wanted any
    /// more. Often enough for a display that moves: every few ms.
    using OnOpening = std::function<bool(double share)>;

    /// Errors: Closed (`onOpening` did not want it any more), NotFound, Invalid (no recording),
    /// Unsupported (of a format that is not read; says which are), Corrupt (nothing can be read),
    /// Denied. The sentence begins with the path.
    static Result<std::unique_ptr<Recording>> open(const std::string& path,
                                                   const OnOpening& onOpening = {});

    const Info& info() const { return m_info; }
    bool isEmpty() const { return m_pages.empty(); }
    Instant first() const { return m_pages.empty() ? Instant() : m_pages.front().first; }
    Instant last() const { return m_pages.empty() ? Instant() : m_pages.back().last; }
    std::uint64_t lost() const { return m_lost; } ///< events that were not recorded
    std::uint64_t eventCount() const;
    std::size_t pageCount() const { return m_pages.size(); }
    /// What is missing, one sentence; empty if nothing is, as far as it was looked at.
    std::string damage() const;
    /// Reads contents until all were looked at or the time is over: then `damage` is complete.
    void verify(Duration most);

    /// Takes in what was written since.
    void refresh();
    /// Time was turned back: forgets what reaches to the moment or beyond.
    void forgetFrom(Instant at);

    /// The newest of what was seen not later than the moment; the first if there is none.
    Moment at(Instant moment);
    /// The same, with all in it that had happened by then. A frame is seen some milliseconds after
    /// what it shows happened, and reports of a live cluster are older still: if something happened
    /// since the newest frame, it is the first later one that holds it, but none that is more than
    /// `most` behind the moment.
    Moment withAllUpTo(Instant moment, Duration most = kMostLater);
    /// The same of its first moment, as part of opening it: false if that was not wanted any more.
    bool showFirst(const OnOpening& onOpening);
    /// In order of time, those in [from, to], at most `limit`, evenly thinned; all are as long as
    /// the snapshot at `to` wants them.
    std::vector<std::shared_ptr<const observe::Gauges>> gauges(Instant from, Instant to,
                                                               std::size_t limit);
    /// In order of id, those in [from, to]; the first `limit`.
    std::vector<observe::Event> events(Instant from, Instant to, std::size_t limit);
    /// In order of id, the last `count` of those up to the moment.
    std::vector<observe::Event> eventsUpTo(Instant to, std::size_t count);
    /// When the nearest event behind or before the moment happened.
    std::optional<Instant> eventAfter(Instant moment);
    std::optional<Instant> eventBefore(Instant moment);

    const std::vector<cluster::Mark>& marks() const { return m_marks; } ///< in order of time
    std::vector<cluster::Note> notes() const;
    bool setNote(const cluster::Note& note);
    /// Writes a copy of it; `ended` is put in if it does not say how it ended.
    Result<void> saveTo(const std::string& path, const char* ended);

private:
    struct PageEntry
    {
        std::int64_t id = 0;
        std::int64_t chunk = 0;
        Instant first, last;
        std::uint64_t events = 0;
        Instant eventsFrom, eventsTo;
        bool isBad = false; ///< something of it cannot be read
        bool wasLookedAt = false;
    };
    struct Chunk
    {
        std::int64_t id = 0;
        std::int64_t lastPage = 0; ///< that was taken in
        bool goesOn = true;        ///< no page of it was damaged so far
        PictureReader pictures;
        GaugeReader gauges;
    };
    struct EventPage
    {
        std::int64_t id = 0;
        std::vector<observe::Event> events;
    };

    Recording(std::string path, std::unique_ptr<Database> database, KindTable kinds);

    Result<void> readInfo();
    void readPages();
    bool readPages(const QString& order, std::int64_t from, std::vector<PageEntry>& into);
    void addPages(std::vector<PageEntry> entries);
    void readMarks();
    void readNotes();
    bool findReadable();
    std::optional<Bytes> content(PageEntry& page, const char* column);
    Chunk& chunk(std::int64_t id);
    std::size_t pageAt(Instant moment) const;
    std::optional<Instant> frameAfter(Instant moment);
    const std::vector<observe::Event>& eventsOf(PageEntry& page);
    std::shared_ptr<const observe::Gauges> gaugesAt(Chunk& chunk, Instant moment,
                                                    const observe::Snapshot& snapshot);

    const std::string m_path;
    std::unique_ptr<Database> m_database;
    const KindTable m_kinds;
    Info m_info;
    std::vector<PageEntry> m_pages;
    std::int64_t m_lastSeen = 0; ///< highest number of a page
    std::int64_t m_lastMark = 0; ///< and of a mark
    std::uint64_t m_lost = 0;
    bool m_hasUnknown = false; ///< events of kinds that only a newer program knows
    bool m_hasGap = false;     ///< the index itself has holes
    std::vector<cluster::Mark> m_marks;
    std::map<Instant, std::string> m_notes;
    std::list<Chunk> m_chunks;         ///< used last comes first
    std::list<EventPage> m_eventPages; ///< likewise
    /// What was shown last, so that the same is the same object.
    struct Shown
    {
        std::int64_t chunk = 0;
        std::size_t frame = 0;
        std::optional<std::size_t> row;
        Moment moment;
    };
    Shown m_shown;
    OnOpening m_onOpening; ///< only while it is opened
    bool m_isUnwanted = false;
};

} // namespace hw::store
