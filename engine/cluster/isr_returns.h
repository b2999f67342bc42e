#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "engine/observe/event.h"

namespace hw::cluster {

/// Why a replica is back in the ISR: its leader sees only that it has caught up. This knows what
/// had kept it out, and what ended that.
///
/// Bounded: the oldest are forgotten. Not thread-safe; part of the event hub.
class IsrReturns
{
public:
    static constexpr std::size_t kLimit = 20'000;     ///< replicas that are out
    static constexpr std::size_t kFaultLimit = 1'100; ///< faults that ended

    /// The cause of `event`: what it says itself; of an IsrExpanded what let the replica return.
    EventId causeOf(const observe::Event& event) const;
    /// A numbered event has taken place.
    void note(const observe::Event& event);

private:
    static constexpr std::size_t kEventLimit = 50'000; ///< of which the fault behind is known

    using Replica = std::pair<TopicPartition, BrokerId>;
    struct Removal
    {
        EventId event;
        EventId cause;
    };
    void removed(const TopicPartition& partition, BrokerId broker, const observe::Event& event);
    void forget(const std::string& topic);
    /// The fault behind an event, or the event itself.
    EventId faultBehind(EventId event) const;

    std::map<Replica, Removal> m_out;
    std::map<EventId, EventId> m_faults;    ///< behind events
    std::map<EventId, EventId> m_ended;     ///< by the fault's beginning
    std::map<BrokerId, EventId> m_returned; ///< ready or thawed
};

} // namespace hw::cluster
