#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/observe/event.h"

namespace hw::rebalances {

enum class Outcome : std::uint8_t
{
    Going,
    Stable,     ///< every member has its assignment
    Empty,      ///< the last member went
    Superseded, ///< another one began before it was done
    Abandoned,  ///< its coordinator is no longer one
};

/// A partition that changed hands, by member id; empty: nobody.
struct Moved
{
    TopicPartition partition;
    std::string from;
    std::string to;

    bool operator==(const Moved&) const = default;
};

/// Nobody read a partition for so long.
struct Stall
{
    TopicPartition partition;
    Duration lasted{};
    std::int64_t waited = 0; ///< records that were written meanwhile, as far as it was seen

    bool operator==(const Stall&) const = default;
};

/// One rebalance of one group, as its coordinator saw it. Times are the cluster's.
struct Rebalance
{
    std::uint64_t number = 0; ///< 1, 2, … over all groups, in the order of their beginnings
    std::string group;

    observe::fact::RebalanceKind kind = observe::fact::RebalanceKind::FirstMember;
    std::string member;   ///< the responsible one's id; empty if none is
    std::string clientId; ///< its client id and address, as it joined
    std::string host;
    std::string text;                 ///< for people, in English, with the reason the client gave
    EventId event = kNoEvent;         ///< the move to PreparingRebalance
    EventId cause = kNoEvent;         ///< what was seen before: it joined, left, was silent
    std::optional<Duration> silent{}; ///< for so long, when it was thrown out

    Generation before{-1};
    Generation after{-1}; ///< -1 while it is not formed
    std::string protocol; ///< range, cooperative-sticky, …
    std::string leader;   ///< who assigned

    Instant began;
    std::optional<Instant> formed; ///< all had joined
    std::optional<Instant> stored; ///< the leader's assignment was
    std::optional<Instant> ended;
    Outcome outcome = Outcome::Going;

    std::vector<std::string> joined; ///< member ids that are new since the last one
    std::vector<std::string> gone;   ///< and that are no longer there

    bool compared = false; ///< what follows is known
    bool counted = false;  ///< also how many records waited, as far as it could be seen
    std::vector<Moved> moved;
    std::vector<Stall> stalls; ///< by partition

    Duration joining() const { return formed ? *formed - began : Duration{}; }
    Duration assigning() const { return formed && stored ? *stored - *formed : Duration{}; }
    Duration lasted() const { return ended ? *ended - began : Duration{}; }
    /// Over all partitions.
    Duration stalled() const
    {
        Duration sum{};
        for (const Stall& stall : stalls)
            sum += stall.lasted;
        return sum;
    }
};

} // namespace hw::rebalances
