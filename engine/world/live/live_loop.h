#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <asio/io_context.hpp>
#include <asio/steady_timer.hpp>

#include "engine/world/live/timer_heap.h"
#include "engine/world/loop.h"

namespace hw::world {

/// The world's clock, read by every thread.
struct LiveClock
{
    std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();

    Instant now() const { return Instant(std::chrono::steady_clock::now() - start); }
    static WallTime wallTime();
};

/// Something that gathered output during a round and writes it at the round's end.
class Flushable
{
public:
    virtual ~Flushable() = default;
    virtual void flush() = 0;
};

/// A thread that runs one host's tasks, timers and sockets in rounds:
///
///     control tasks | tasks queued before the round | timers due | writes | sockets that are ready
///
/// It sleeps in epoll when a round leaves nothing to do. Other threads hand it jobs through an
/// inbox that is swapped out once per round, and wake it only if it sleeps.
class LiveLoop final : public Loop
{
public:
    LiveLoop(const LiveClock& clock, std::uint64_t seed);
    ~LiveLoop() override;

    // --- any thread ---
    struct Job
    {
        EventId cause;
        Task task;
    };
    void inject(Job job);
    void injectControl(Task task);
    void setFrozen(bool frozen);
    void start(std::string threadName);
    /// Runs the control tasks that are queued, then nothing more; returns when the thread ended.
    void stop();
    /// Whether the oldest queued work waits longer than that.
    bool isBehind(Duration limit) const;

    // --- the loop's thread ---
    Instant now() const override { return m_clock.now(); }
    WallTime wallTime() const override { return LiveClock::wallTime(); }
    void post(Task task) override { m_ready.push_back({m_cause, std::move(task)}); }
    TimerId after(Duration delay, Task task) override;
    void cancel(TimerId timer) override { m_timers.cancel(timer); }
    Random& random() override { return m_random; }
    EventId cause() const override { return m_cause; }
    void setCause(EventId cause) override { m_cause = cause; }

    asio::io_context& io() { return m_io; }
    /// For socket handlers: runs `work` as a task of its own.
    template <class Work> void runAsTask(EventId cause, Work&& work)
    {
        m_cause = cause;
        work();
        m_cause = kNoEvent;
    }
    void flushAtEndOfRound(std::shared_ptr<Flushable> what)
    {
        m_toFlush.push_back(std::move(what));
    }
    /// Rises with every `forgetAll`.
    std::uint64_t incarnation() const { return m_incarnation; }
    /// Destroys all tasks and timers, also those on their way. Called with the thread ended, too.
    void forgetAll();

private:
    void run();
    /// False when the loop shall end.
    bool runControls();
    void takeInbox();
    void runReady();
    void runTimers();
    void runFlushes();
    void sleep();
    bool mayFallAsleep();
    void wake();

    const LiveClock& m_clock;
    asio::io_context m_io{1};
    asio::executor_work_guard<asio::io_context::executor_type> m_keepRunning;
    std::thread m_thread;

    // Shared, under the mutex.
    std::mutex m_mutex;
    std::condition_variable m_thawed;
    std::vector<Job> m_inbox;
    std::vector<Task> m_controls;
    bool m_frozen = false;
    bool m_stopping = false;
    bool m_asleep = false;

    /// Set when control tasks, freezing or the end shall not wait for the round's end.
    std::atomic<bool> m_interrupt{false};
    /// When the running round began, in ns of the world's clock; 0 while asleep.
    std::atomic<std::int64_t> m_roundBegan{0};

    // The loop's own.
    Random m_random;
    EventId m_cause;
    std::uint64_t m_incarnation = 1;
    std::vector<Job> m_ready; ///< for the next round
    std::vector<Job> m_round; ///< of this round, from m_roundAt on
    std::size_t m_roundAt = 0;
    std::vector<Job> m_received; ///< emptied inbox, kept for its memory
    std::vector<std::shared_ptr<Flushable>> m_toFlush;
    TimerHeap m_timers;
    asio::steady_timer m_alarm;
    std::optional<Instant> m_alarmAt;
};

} // namespace hw::world
