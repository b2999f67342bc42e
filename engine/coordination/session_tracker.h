#pragma once

#include <map>

#include "engine/base/function.h"
#include "engine/coordination/types.h"
#include "engine/world/loop.h"

namespace hw::coordination {

/// Notices sessions that were silent for their whole timeout. A session is given until the next
/// whole tick after its timeout, counted on the world's clock, so all that are due in one tick end
/// together:
///
///     tick      |---------|---------|---------|---------|
///     heard          ^ now                              ^ expires
///                    |<------ timeout ------>|<-round-->|
///
/// ZooKeeper: ExpiryQueue, SessionTrackerImpl.
class SessionTracker
{
public:
    /// Runs for each that is due, in order of id; it is forgotten before.
    using OnExpired = UniqueFunction<void(SessionId, Duration silentFor)>;

    SessionTracker(world::Loop& loop, Duration tick, OnExpired onExpired);

    /// Starts the full timeout now.
    void add(SessionId id, Duration timeout);
    /// Something was heard of it. Unknown ids are fine (it may just have expired).
    void touch(SessionId id);
    void remove(SessionId id);
    void clear();
    /// Zero for unknown ids.
    Duration left(SessionId id) const;

private:
    struct Tracked
    {
        Duration timeout{0};
        Instant heard;
        Instant due;
    };
    Instant dueAfter(Duration timeout) const;
    void arm();
    void expireDue();

    world::Loop& m_loop;
    Duration m_tick;
    OnExpired m_onExpired;
    std::map<SessionId, Tracked> m_sessions;
    world::Timer m_timer;
};

} // namespace hw::coordination
