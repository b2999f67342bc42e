#include "app/session/parked_runs.h"

#include <algorithm>
#include <iterator>

namespace hw::app {

void ParkedRuns::setUsed(bool on)
{
    m_used = on;
    if (on)
        return;
    m_parked.clear();
    m_left.clear();
}

void ParkedRuns::tend(const RunLog& log, const RunPosition& now,
                      const std::function<bool()>& mustStop)
{
    if (!m_used)
        return;
    std::erase_if(m_parked, [&](const auto& session) {
        return session->position() > now || !session->script().isBeginningOf(log);
    });
    std::ranges::sort(m_parked, std::greater(), [](const auto& one) { return one->position(); });
    for (std::size_t n = 0; n < std::size(kBehind); ++n) {
        const Duration goal = now.at.sinceStart() - kBehind[n];
        if (goal <= Duration::zero() || mustStop())
            return;
        if (n == m_parked.size()) {
            auto session = SimSession::start(log.spec);
            if (!session)
                return;
            m_parked.push_back(std::move(*session));
        }
        SimSession& session = *m_parked[n];
        if (session.now() >= Instant(goal))
            continue;
        if (!session.script().follows(log))
            session.script().follow(log);
        if (!session.runTo({std::nullopt, Instant(goal)}, mustStop))
            return;
    }
}

std::unique_ptr<SimSession>* ParkedRuns::nearest(Parked& among, const RunLog& log,
                                                 const RunGoal& goal)
{
    std::unique_ptr<SimSession>* best = nullptr;
    for (auto& session : among) {
        const RunPosition at = session->position();
        const bool isBefore = goal.position ? at <= *goal.position : at.at <= goal.at;
        if (isBefore && session->script().isBeginningOf(log) && (!best || (*best)->position() < at))
            best = &session;
    }
    return best;
}

std::unique_ptr<SimSession> ParkedRuns::take(const RunLog& log, const RunGoal& goal)
{
    auto* parked = nearest(m_parked, log, goal);
    auto* left = nearest(m_left, log, goal);
    if (!parked && !left)
        return nullptr;
    const bool isLeft = left && (!parked || (*parked)->position() <= (*left)->position());
    Parked& from = isLeft ? m_left : m_parked;
    const auto found = from.begin() + ((isLeft ? left : parked) - from.data());
    std::unique_ptr<SimSession> taken = std::move(*found);
    from.erase(found);
    return taken;
}

void ParkedRuns::leave(std::unique_ptr<SimSession> session)
{
    if (!m_used)
        return;
    session->cluster().setInterest({});
    m_left.insert(m_left.begin(), std::move(session));
    if (m_left.size() > kLeftLimit)
        m_left.pop_back();
}

} // namespace hw::app
