#include "engine/coordination/session_tracker.h"

#include <algorithm>
#include <vector>

#include "engine/base/assert.h"

namespace hw::coordination {

SessionTracker::SessionTracker(world::Loop& loop, Duration tick, OnExpired onExpired)
    : m_loop(loop)
    , m_tick(tick)
    , m_onExpired(std::move(onExpired))
    , m_timer(loop)
{
    HW_ASSERT(tick > Duration(0), "a tick has a length");
}

Instant SessionTracker::dueAfter(Duration timeout) const
{
    const Duration end = m_loop.now().sinceStart() + timeout;
    return Instant((end / m_tick + 1) * m_tick);
}

void SessionTracker::add(SessionId id, Duration timeout)
{
    const Instant due = dueAfter(timeout);
    m_sessions[id] = {timeout, m_loop.now(), due};
    if (!m_timer.armed() || due < m_timer.due())
        arm();
}

void SessionTracker::touch(SessionId id)
{
    const auto at = m_sessions.find(id);
    if (at == m_sessions.end())
        return;
    at->second.heard = m_loop.now();
    // The timer stays where it is: it looks again when it runs.
    at->second.due = dueAfter(at->second.timeout);
}

void SessionTracker::remove(SessionId id) { m_sessions.erase(id); }

void SessionTracker::clear()
{
    m_sessions.clear();
    m_timer.cancel();
}

Duration SessionTracker::left(SessionId id) const
{
    const auto at = m_sessions.find(id);
    if (at == m_sessions.end())
        return Duration(0);
    return std::max(at->second.due - m_loop.now(), Duration(0));
}

void SessionTracker::arm()
{
    m_timer.cancel();
    if (m_sessions.empty())
        return;
    Instant first = m_sessions.begin()->second.due;
    for (const auto& [id, session] : m_sessions)
        first = std::min(first, session.due);
    m_timer.start(std::max(first - m_loop.now(), Duration(0)), [this] { expireDue(); });
}

void SessionTracker::expireDue()
{
    const Instant now = m_loop.now();
    std::vector<std::pair<SessionId, Duration>> ended;
    for (const auto& [id, session] : m_sessions) {
        if (session.due <= now)
            ended.emplace_back(id, now - session.heard);
    }
    for (const auto& [id, silentFor] : ended)
        m_sessions.erase(id);
    arm();
    for (const auto& [id, silentFor] : ended)
        m_onExpired(id, silentFor);
}

} // namespace hw::coordination
