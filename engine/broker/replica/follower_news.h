#pragma once

#include <map>
#include <set>
#include <vector>

#include "engine/broker/core/delayed_operation.h"
#include "engine/world/loop.h"

namespace hw::replica {

/// Lets followers know early that there is more to follow. A follower that has a fetch parked here
/// can only ask for further partitions once that is answered, up to `replica.fetch.wait.max.ms`
/// later; so when this broker begins to lead a partition, the parked fetches of its followers are
/// answered, empty if need be. Kafka lets them wait; a produce with acks=-1 then waits as long
/// after each new topic and each failover.
class FollowerNews
{
public:
    FollowerNews(world::Loop& loop, broker::Wakeups& wakeups)
        : m_wakeups(wakeups)
        , m_timer(loop)
    {
    }

    /// What a parked fetch of this follower watches.
    broker::WatchList& of(BrokerId follower)
    {
        return m_lists.try_emplace(follower, m_wakeups).first->second;
    }
    /// These have one more partition to follow. They are answered a moment later, when the
    /// controller has told them, too.
    void tell(const std::vector<BrokerId>& followers)
    {
        m_due.insert(followers.begin(), followers.end());
        if (!m_timer.armed())
            m_timer.start(kDelay, [this] { answer(); });
    }

private:
    static constexpr Duration kDelay = 5ms;

    void answer()
    {
        for (const BrokerId follower : m_due)
            of(follower).wakeLater();
        m_due.clear();
    }

    broker::Wakeups& m_wakeups;
    std::map<BrokerId, broker::WatchList> m_lists; ///< one per broker that ever fetched here
    std::set<BrokerId> m_due;
    world::Timer m_timer;
};

} // namespace hw::replica
