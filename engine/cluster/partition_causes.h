#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string_view>

#include "engine/observe/event.h"

namespace hw::cluster {

/// The state of many partitions goes to ZooKeeper in one request, and to brokers in one
/// LeaderAndIsr; what follows inherits the cause of the last line or election, which is another
/// partition's. This knows which was each partition's own.
///
/// Bounded: the oldest lines are forgotten. Not thread-safe; part of the event hub.
class PartitionCauses
{
public:
    static constexpr std::size_t kLimit = 20'000; ///< lines remembered

    /// The cause of `event`: what it says itself, or its own partition's line or election.
    EventId causeOf(const observe::Event& event) const;
    /// A numbered event has taken place.
    void note(const observe::Event& event);

private:
    struct Election
    {
        LeaderEpoch epoch;
        EventId event;
    };
    EventId ownLine(const TopicPartition& partition, EventId cause) const;
    EventId ownElection(const TopicPartition& partition, LeaderEpoch epoch, EventId cause) const;

    void forgetOldest();

    /// Writes of /brokers/topics/T/partitions/P/state, and elections.
    std::map<EventId, TopicPartition> m_lines;
    std::map<TopicPartition, EventId> m_newest; ///< of the writes
    std::map<TopicPartition, Election> m_elections;
};

/// Of the path of a partition's state.  Kafka: TopicPartitionStateZNode.
std::optional<TopicPartition> partitionOfState(std::string_view path);

} // namespace hw::cluster
