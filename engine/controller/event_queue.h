#pragma once

#include <deque>
#include <memory>

#include "engine/base/function.h"
#include "engine/world/loop.h"

namespace hw::controller {

/// Events that wait for the controller; more are refused (their `abort` runs).
inline constexpr std::size_t kMaxQueuedEvents = 100000;

/// Runs events one at a time, each to its end, though it may have to wait for answers in between.
/// Kafka: ControllerEventManager.
class EventQueue
{
public:
    /// Says that the event is over; called once, at once or in a later task.
    using Done = UniqueFunction<void()>;
    using Run = UniqueFunction<void(Done)>;

    explicit EventQueue(world::Loop& loop) : m_loop(loop) {}

    /// `run` runs under the cause of the caller. `abort` runs instead, or after it, if the queue is
    /// cleared before the event is over; may be null. An event that answers somebody and goes on
    /// then is told of both: its answer is given once.
    void add(Run run, Task abort = nullptr);
    /// Forgets all events, also the one under way (its `Done` means nothing then).
    void clear();
    std::size_t size() const { return m_waiting.size() + (m_busy ? 1 : 0); }

private:
    struct Event
    {
        Run run;
        Task abort;
        EventId cause;
    };
    void next();

    world::Loop& m_loop;
    std::deque<Event> m_waiting;
    Event m_current;
    bool m_busy = false;
    /// Replaced by every event: a late `Done` finds another one.
    std::shared_ptr<bool> m_token;
};

} // namespace hw::controller
