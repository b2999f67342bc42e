#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "app/store/journal_file.h"
#include "app/store/page_builder.h"

namespace hw::store {

/// Records what a window sees, on a thread of its own: whoever feeds it hands over shared,
/// immutable things and never waits. Should the disk not keep up, frames are left out first, then
/// events, which are counted.
class Journal
{
public:
    static constexpr std::size_t kQueueLimit = 256;      ///< frames that wait
    static constexpr std::size_t kEventsLimit = 100'000; ///< events that wait, in all of them
    /// A page is written after so much of the machine's time at the latest.
    static constexpr Duration kPageTime = std::chrono::seconds(1);

    /// Makes the file anew. Never fails: `failure` says what went wrong, then all is lost and
    /// counted.
    Journal(std::string path, RecordingOrigin origin, JournalLimits limits = {});
    /// Writes what there is, and that it ended in order.
    ~Journal();

    /// One frame of a cluster. Time may fall: then what was recorded behind that moment goes.
    void take(Sight sight);
    void setNote(cluster::Note note);
    /// Has all that was taken written, and waits for it, but no longer than that.
    bool flush(Duration most);

    const std::string& path() const { return m_path; }
    std::uint64_t lost() const { return m_lost; } ///< events, so far
    std::string failure() const;                  ///< one sentence; empty: none

private:
    struct Item
    {
        Sight sight;
        std::vector<cluster::Note> notes;
    };

    struct Work
    {
        std::deque<Item> items;
        std::uint64_t flush = 0; ///< the flush that was asked for; 0: none
        bool isLast = false;
    };

    void work();
    Work waitForWork();
    void process(Item& item);
    void writePage();
    void fail(const Error& error);
    void finish();

    const std::string m_path;
    const RecordingOrigin m_origin;
    const JournalLimits m_limits;
    std::atomic<std::uint64_t> m_lost = 0;

    mutable std::mutex m_mutex;
    std::condition_variable m_raised, m_flushed;
    std::deque<Item> m_queue;        // guarded
    std::size_t m_waitingEvents = 0; // guarded
    std::uint64_t m_flushWanted = 0; // guarded
    std::uint64_t m_flushDone = 0;   // guarded
    bool m_ending = false;           // guarded
    std::string m_failure;           // guarded

    // The worker's own:
    std::unique_ptr<JournalFile> m_file;
    PageBuilder m_builder;
    std::uint64_t m_failedLost = 0; ///< of pages that could not be written; told with the next
    std::chrono::steady_clock::time_point m_openedAt;
    std::thread m_thread; ///< last: it uses all of the above
};

} // namespace hw::store
