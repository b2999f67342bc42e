#include "engine/controller/event_queue.h"

namespace hw::controller {

void EventQueue::add(Run run, Task abort)
{
    if (m_waiting.size() >= kMaxQueuedEvents) {
        if (abort)
            abort();
        return;
    }
    m_waiting.push_back({std::move(run), std::move(abort), m_loop.cause()});
    if (!m_busy)
        next();
}

void EventQueue::next()
{
    if (m_busy || m_waiting.empty())
        return;
    m_busy = true;
    m_current = std::move(m_waiting.front());
    m_waiting.pop_front();
    m_token = std::make_shared<bool>(true);
    const std::weak_ptr<bool> token = m_token;
    // In a task of its own, so that events that end at once do not pile up on the stack.
    const EventId before = m_loop.cause();
    m_loop.setCause(m_current.cause);
    m_loop.post([this, token] {
        if (token.expired())
            return;
        const Run run = std::move(m_current.run);
        run([this, token] {
            if (token.expired())
                return;
            m_token.reset();
            m_current = {};
            m_busy = false;
            next();
        });
    });
    m_loop.setCause(before);
}

void EventQueue::clear()
{
    std::deque<Event> waiting = std::move(m_waiting);
    m_waiting.clear();
    Event current = std::move(m_current);
    m_current = {};
    m_token.reset();
    m_busy = false;
    if (current.abort)
        current.abort();
    for (const Event& event : waiting) {
        if (event.abort)
            event.abort();
    }
}

} // namespace hw::controller
