#pragma once

#include "engine/base/function.h"
#include "engine/base/ids.h"
#include "engine/base/time.h"
#include "engine/world/random.h"

namespace hw::world {

using TimerId = Strong<struct TimerIdTag, std::uint64_t>;

/// One host's thread of execution: tasks run one after the other, each to completion (at most
/// 5 ms; longer work is cut into slices). Everything but `Host::control` is called on the loop
/// itself, so nothing built on it needs a lock.
///
/// The loop keeps the *cause* of the task that runs. Posted tasks, timers and sent frames inherit
/// it, so that any event can be followed back to what started it.
class Loop
{
public:
    virtual ~Loop() = default;

    virtual Instant now() const = 0;
    virtual WallTime wallTime() const = 0;

    /// Runs `task` after the current one, in order of posting.
    virtual void post(Task task) = 0;
    /// Runs `task` once, not before `delay` has passed. Timers due at once run in order of their
    /// due time, then of their making.
    virtual TimerId after(Duration delay, Task task) = 0;
    /// Forgets a timer. Unknown ids (already run, already cancelled) are fine.
    virtual void cancel(TimerId timer) = 0;

    virtual Random& random() = 0;

    virtual EventId cause() const = 0;
    virtual void setCause(EventId cause) = 0;
};

/// A timer that is cancelled when its owner goes. At most one is armed at a time.
class Timer
{
public:
    explicit Timer(Loop& loop)
        : m_loop(loop)
    {
    }
    ~Timer() { cancel(); }
    Timer(const Timer&) = delete;
    Timer& operator=(const Timer&) = delete;

    /// Arms it, replacing what was armed before.
    void start(Duration delay, Task task)
    {
        cancel();
        m_due = m_loop.now() + delay;
        m_armed = true;
        m_id = m_loop.after(delay, [this, task = std::move(task)]() mutable {
            m_armed = false;
            // The task may destroy this timer, so it must not live inside it.
            Task own = std::move(task);
            own();
        });
    }
    void cancel()
    {
        if (m_armed)
            m_loop.cancel(m_id);
        m_armed = false;
    }
    bool armed() const { return m_armed; }
    /// Meaningful while armed.
    Instant due() const { return m_due; }

private:
    Loop& m_loop;
    TimerId m_id;
    Instant m_due;
    bool m_armed = false;
};

} // namespace hw::world
