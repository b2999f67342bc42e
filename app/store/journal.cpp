#include "app/store/journal.h"

#include <algorithm>
#include <iterator>

#include <sys/resource.h>

namespace hw::store {

namespace {

constexpr int kNiceness = 2; // the engine and the window come first, but a jump waits for it

} // namespace

Journal::Journal(std::string path, RecordingOrigin origin, JournalLimits limits)
    : m_path(std::move(path))
    , m_origin(std::move(origin))
    , m_limits(limits)
    , m_thread([this] { work(); })
{
}

Journal::~Journal()
{
    {
        const std::scoped_lock lock(m_mutex);
        m_ending = true;
        m_raised.notify_all();
    }
    m_thread.join();
}

void Journal::take(Sight sight)
{
    const std::scoped_lock lock(m_mutex);
    if (m_waitingEvents + sight.events.size() > kEventsLimit) {
        sight.lost += sight.events.size();
        sight.events.clear();
    }
    m_lost += sight.lost;
    m_waitingEvents += sight.events.size();
    if (m_queue.size() < kQueueLimit) {
        m_queue.push_back({std::move(sight), {}});
        m_raised.notify_all();
        return;
    }
    Sight& last = m_queue.back().sight; // its frame is left out, its events are not
    last.snapshot = std::move(sight.snapshot);
    last.gauges = std::move(sight.gauges);
    last.lost += sight.lost;
    last.events.insert(last.events.end(), std::make_move_iterator(sight.events.begin()),
                       std::make_move_iterator(sight.events.end()));
}

void Journal::setNote(cluster::Note note)
{
    const std::scoped_lock lock(m_mutex);
    m_queue.push_back({{}, {std::move(note)}});
    m_raised.notify_all();
}

bool Journal::flush(Duration most)
{
    std::unique_lock lock(m_mutex);
    const std::uint64_t wanted = ++m_flushWanted;
    m_raised.notify_all();
    return m_flushed.wait_for(lock, most, [&] { return m_flushDone >= wanted; });
}

std::string Journal::failure() const
{
    const std::scoped_lock lock(m_mutex);
    return m_failure;
}

Journal::Work Journal::waitForWork()
{
    std::unique_lock lock(m_mutex);
    m_raised.wait_for(lock, kPageTime, [this] {
        return m_ending || !m_queue.empty() || m_flushWanted > m_flushDone;
    });
    m_waitingEvents = 0;
    return {std::exchange(m_queue, {}), m_flushWanted > m_flushDone ? m_flushWanted : 0, m_ending};
}

void Journal::work()
{
    ::setpriority(PRIO_PROCESS, 0, kNiceness); // on Linux: of this thread alone
    if (auto file = JournalFile::create(m_path, m_origin, m_limits))
        m_file = std::move(*file);
    else
        fail(file.error());
    for (bool isOver = false; !isOver;) {
        Work work = waitForWork();
        for (Item& item : work.items)
            process(item);
        const bool isDue = std::chrono::steady_clock::now() - m_openedAt >= kPageTime;
        if (!m_builder.isEmpty() && (isDue || work.isLast || work.flush > 0))
            writePage();
        const std::scoped_lock lock(m_mutex);
        m_flushDone = std::max(m_flushDone, work.flush);
        m_flushed.notify_all();
        isOver = work.isLast;
    }
    finish();
}

void Journal::process(Item& item)
{
    for (const cluster::Note& note : item.notes) {
        if (m_file)
            if (const auto kept = m_file->setNote(note); !kept)
                fail(kept.error());
    }
    if (!item.sight.snapshot)
        return;
    if (item.sight.snapshot->at < m_builder.lastAt()) {
        if (!m_builder.isEmpty())
            writePage();
        if (m_file)
            static_cast<void>(m_file->cutFrom(item.sight.snapshot->at));
        m_builder.restart();
    }
    if (m_builder.isEmpty())
        m_openedAt = std::chrono::steady_clock::now();
    item.sight.lost += std::exchange(m_failedLost, 0);
    m_builder.add(item.sight);
    if (m_builder.isFull())
        writePage();
}

void Journal::writePage()
{
    Page page = m_builder.close();
    const std::uint64_t events = page.eventCount + page.lost;
    const std::uint64_t newlyLost = page.eventCount;
    const Result<void> written =
        m_file ? m_file->write(std::move(page)) : hw::fail(Failure::Io, "there is no file");
    if (written)
        return;
    m_failedLost += events;
    m_lost += newlyLost;
    m_builder.restart(); // what follows cannot go on from what is not there
    if (m_file)
        fail(written.error());
}

void Journal::fail(const Error& error)
{
    const std::scoped_lock lock(m_mutex);
    m_failure = "the recording '" + m_path + "' cannot be written: " + error.message;
}

void Journal::finish()
{
    if (m_file)
        static_cast<void>(m_file->setMeta(kMetaEnded, QStringLiteral("closed")));
    m_file.reset(); // the connection is this thread's
}

} // namespace hw::store
