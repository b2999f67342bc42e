#include "engine/world/live/live_loop.h"

#include <algorithm>
#include <csignal>
#include <iterator>

#include <asio/post.hpp>
#include <pthread.h>

namespace hw::world {

WallTime LiveClock::wallTime()
{
    const auto since = std::chrono::system_clock::now().time_since_epoch();
    return WallTime(std::chrono::duration_cast<std::chrono::milliseconds>(since).count());
}

LiveLoop::LiveLoop(const LiveClock& clock, std::uint64_t seed)
    : m_clock(clock)
    , m_keepRunning(asio::make_work_guard(m_io))
    , m_random(seed)
    , m_alarm(m_io)
{
}

LiveLoop::~LiveLoop() { stop(); }

void LiveLoop::inject(Job job)
{
    bool mustWake = false;
    {
        const std::lock_guard lock(m_mutex);
        m_inbox.push_back(std::move(job));
        mustWake = std::exchange(m_asleep, false);
    }
    if (mustWake)
        wake();
}

void LiveLoop::injectControl(Task task)
{
    bool mustWake = false;
    {
        const std::lock_guard lock(m_mutex);
        m_controls.push_back(std::move(task));
        m_interrupt = true;
        mustWake = std::exchange(m_asleep, false);
    }
    m_thawed.notify_all();
    if (mustWake)
        wake();
}

void LiveLoop::setFrozen(bool frozen)
{
    bool mustWake = false;
    {
        const std::lock_guard lock(m_mutex);
        m_frozen = frozen;
        m_interrupt = true;
        mustWake = std::exchange(m_asleep, false);
    }
    m_thawed.notify_all();
    if (mustWake)
        wake();
}

void LiveLoop::start(std::string threadName)
{
    // Signals are the main thread's business.
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    m_thread = std::thread([this] { run(); });
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    pthread_setname_np(m_thread.native_handle(), threadName.substr(0, 15).c_str());
}

void LiveLoop::stop()
{
    bool mustWake = false;
    {
        const std::lock_guard lock(m_mutex);
        m_stopping = true;
        m_interrupt = true;
        mustWake = std::exchange(m_asleep, false);
    }
    m_thawed.notify_all();
    if (mustWake)
        wake();
    if (m_thread.joinable())
        m_thread.join();
}

bool LiveLoop::isBehind(Duration limit) const
{
    const std::int64_t began = m_roundBegan.load(std::memory_order_relaxed);
    return began != 0 && m_clock.now().sinceStart().count() - began > limit.count();
}

TimerId LiveLoop::after(Duration delay, Task task)
{
    const Instant due = now() + std::max(delay, Duration::zero());
    return m_timers.add(due, m_cause, std::move(task));
}

void LiveLoop::forgetAll()
{
    ++m_incarnation;
    // What dies may queue more (a channel tells its peer): that goes as well.
    for (bool more = true; more;) {
        std::vector<Job> inbox;
        {
            const std::lock_guard lock(m_mutex);
            inbox.swap(m_inbox);
        }
        const auto ready = std::exchange(m_ready, {});
        const auto round = std::exchange(m_round, {});
        const auto toFlush = std::exchange(m_toFlush, {});
        const auto timers = m_timers.clear();
        m_roundAt = 0;
        more = !(inbox.empty() && ready.empty() && round.empty() && timers.empty());
    }
}

void LiveLoop::run()
{
    while (runControls()) {
        m_roundBegan.store(std::max<std::int64_t>(m_clock.now().sinceStart().count(), 1),
                           std::memory_order_relaxed);
        takeInbox();
        runReady();
        runTimers();
        runFlushes();
        if (mayFallAsleep())
            sleep();
        if (!m_interrupt.load(std::memory_order_relaxed))
            m_io.poll();
    }
}

bool LiveLoop::runControls()
{
    for (;;) {
        if (!m_interrupt.load(std::memory_order_acquire))
            return true;
        std::vector<Task> controls;
        bool stopping = false;
        {
            std::unique_lock lock(m_mutex);
            if (m_frozen && !m_stopping && m_controls.empty())
                m_roundBegan.store(0, std::memory_order_relaxed);
            m_thawed.wait(lock, [this] { return !m_frozen || m_stopping || !m_controls.empty(); });
            controls.swap(m_controls);
            stopping = m_stopping;
            m_interrupt = m_frozen;
        }
        for (Task& control : controls) {
            runAsTask(kNoEvent, control);
            control = nullptr;
        }
        if (stopping && controls.empty())
            return false;
        if (stopping)
            m_interrupt = true; // once more, for what the control tasks queued
    }
}

void LiveLoop::takeInbox()
{
    {
        const std::lock_guard lock(m_mutex);
        m_received.swap(m_inbox);
    }
    if (m_ready.empty())
        m_ready.swap(m_received);
    else
        std::ranges::move(m_received, std::back_inserter(m_ready));
    m_received.clear();
}

void LiveLoop::runReady()
{
    if (m_roundAt == m_round.size()) {
        m_round.clear();
        m_roundAt = 0;
        m_round.swap(m_ready);
    }
    while (m_roundAt < m_round.size() && !m_interrupt.load(std::memory_order_relaxed)) {
        Job job = std::move(m_round[m_roundAt++]);
        runAsTask(job.cause, job.task);
    }
}

void LiveLoop::runTimers()
{
    const auto next = m_timers.nextDue();
    if (!next)
        return;
    const Instant at = now();
    const std::uint64_t madeBefore = m_timers.nextNumber();
    while (!m_interrupt.load(std::memory_order_relaxed)) {
        auto due = m_timers.takeDue(at, madeBefore);
        if (!due)
            return;
        runAsTask(due->cause, due->task);
    }
}

void LiveLoop::runFlushes()
{
    // A flush may end a channel, whose owner sends on others: those wait for the next round.
    auto toFlush = std::exchange(m_toFlush, {});
    for (const auto& what : toFlush)
        what->flush();
}

bool LiveLoop::mayFallAsleep()
{
    if (!m_ready.empty() || m_roundAt < m_round.size() || !m_toFlush.empty())
        return false;
    const auto due = m_timers.nextDue();
    if (due && *due <= now())
        return false;
    const std::lock_guard lock(m_mutex);
    m_asleep = m_inbox.empty() && m_controls.empty() && !m_interrupt;
    return m_asleep;
}

void LiveLoop::sleep()
{
    const auto due = m_timers.nextDue();
    if (due && (!m_alarmAt || *due < *m_alarmAt)) {
        m_alarmAt = due;
        m_alarm.expires_at(m_clock.start + due->sinceStart());
        m_alarm.async_wait([this](const std::error_code& error) {
            if (!error)
                m_alarmAt.reset();
        });
    }
    m_roundBegan.store(0, std::memory_order_relaxed);
    m_io.run_one();
    const std::lock_guard lock(m_mutex);
    m_asleep = false;
}

void LiveLoop::wake()
{
    asio::post(m_io, [] {});
}

} // namespace hw::world
