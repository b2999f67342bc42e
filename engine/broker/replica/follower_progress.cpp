#include "engine/broker/replica/follower_progress.h"

#include <algorithm>

namespace hw::replica {

void FollowerProgress::startOver(bool inSync, Instant now)
{
    *this = FollowerProgress();
    if (inSync)
        m_caughtUpAt = now;
}

void FollowerProgress::beginEpoch(bool inSync, Offset leaderLeo, Instant now)
{
    m_leaderLeoAtLastFetch = leaderLeo;
    m_lastFetch.reset();
    if (inSync)
        m_lastFetch = now;
}

void FollowerProgress::fetched(Offset at, Offset followerLogStart, Offset leaderLeo, Instant now)
{
    if (at >= leaderLeo)
        m_caughtUpAt = std::max(m_caughtUpAt.value_or(now), now);
    else if (at >= m_leaderLeoAtLastFetch && m_lastFetch)
        m_caughtUpAt = std::max(m_caughtUpAt.value_or(*m_lastFetch), *m_lastFetch);
    m_leo = at;
    m_logStart = followerLogStart;
    m_leaderLeoAtLastFetch = std::max(m_leaderLeoAtLastFetch, leaderLeo);
    m_lastFetch = now;
}

bool FollowerProgress::isCaughtUp(Offset leaderLeo, Instant now, Duration lagTimeMax) const
{
    if (m_leo == leaderLeo)
        return true;
    return m_caughtUpAt && now - *m_caughtUpAt <= lagTimeMax;
}

} // namespace hw::replica
