#pragma once

#include <optional>

#include "engine/base/ids.h"
#include "engine/base/time.h"

namespace hw::replica {

/// What a leader knows of one follower, from that follower's fetches only.
///
/// A fetch at offset F says "I have everything below F". The follower was caught up at a moment t
/// if at t it had everything that the leader had at t; since fetches arrive one after the other,
/// the leader learns of it with the next one:
///
///     fetch at F, leader's LEO is L, time t
///       F >= L                      -> caught up now: t
///       F >= L at the fetch before  -> caught up then: the time of the fetch before
///
/// Kafka: Replica, ReplicaState.
class FollowerProgress
{
public:
    /// This broker starts to lead: nothing is known yet, but in-sync ones get `lagTimeMax` to come.
    void startOver(bool inSync, Instant now);
    /// It goes on leading, in a newer epoch: what was heard stays true.
    void beginEpoch(bool inSync, Offset leaderLeo, Instant now);
    /// A fetch was handled. `leaderLeo` is the leader's log end before the log was read for it.
    void fetched(Offset at, Offset followerLogStart, Offset leaderLeo, Instant now);

    /// None until its first fetch from this leader.
    std::optional<Offset> leo() const { return m_leo; }
    std::optional<Offset> logStart() const { return m_logStart; }
    /// None: not since this leader took over.
    std::optional<Instant> caughtUpAt() const { return m_caughtUpAt; }
    /// It has all, or had all at most `lagTimeMax` ago.
    bool isCaughtUp(Offset leaderLeo, Instant now, Duration lagTimeMax) const;

private:
    std::optional<Offset> m_leo;
    std::optional<Offset> m_logStart;
    std::optional<Instant> m_caughtUpAt;
    Offset m_leaderLeoAtLastFetch{0};
    std::optional<Instant> m_lastFetch;
};

} // namespace hw::replica
