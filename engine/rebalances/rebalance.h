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

/// Why a partition is with another member now, or with none.
enum class Why : std::uint8_t
{
    Balance,   ///< so that all have about as much
    Newcomer,  ///< its new owner is new in the group
    OwnerGone, ///< its old owner left or was thrown out
    GivenUp,   ///< cooperative, KIP-848: parked until its next owner may have it
    TakenUp,   ///< it was parked
    Fresh,     ///< nobody had it since it is known
    Unwanted,  ///< nobody was given it
};

/// A partition that changed hands, by member id; empty: nobody.
struct Moved
{
    TopicPartition partition;
    std::string from;
    std::string to;
    Why why = Why::Balance;

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

/// Which clock ran out on the responsible member.
enum class Timer : std::uint8_t
{
    None,
    Session,   ///< session.timeout.ms, kept by the coordinator
    Rebalance, ///< the time a member may take to join again or to sync, kept by the coordinator
    Poll,      ///< max.poll.interval.ms, kept by the member itself
};

/// How a cause is known.
enum class Grounds : std::uint8_t
{
    Observed, ///< the coordinator did it and said why
    ByWords,  ///< and the member's own words tell the kind (KIP-800)
    Inferred, ///< put together from what was seen around it
};

/// What speaks for the cause. Zero and nothing: not known.
struct Evidence
{
    Timer timer = Timer::None;
    Duration limit{};              ///< of that timer
    std::optional<Instant> heard;  ///< the member's last request before
    std::optional<Instant> polled; ///< its application's last poll; embedded consumers only
    std::string said;              ///< the reason that it sent (KIP-800)
    Duration sessionTimeout{}, rebalanceTimeout{};
    Duration heartbeatInterval{}, maxPollInterval{}; ///< embedded consumers only

    bool operator==(const Evidence&) const = default;
};

/// What can be said of who has what.
enum class Verdict : std::uint8_t
{
    Even,
    /// Counts differ by more than one, though everybody wants the same topics: a fault of a sticky
    /// assignor, a property of range.
    Uneven,
    /// The counts are even, but all of one topic that more than one member wants is with one.
    OneTopicSkewed,
    /// Some partitions of what is subscribed are nobody's.
    Unowned,
    /// The same, but only until the next round: their owners have just given them up.
    Parked,
};

/// One member in one generation: what it told the assignor, and what it had before and after.
struct Share
{
    std::string member;
    std::string clientId;
    std::optional<std::string> instance;
    bool told = false; ///< the next four were seen
    std::vector<std::string> subscribed;
    std::vector<std::string> protocols;  ///< it can, the one it likes best first
    std::vector<TopicPartition> claimed; ///< what it said it still owned
    Generation claimedIn{-1};            ///< of which generation; -1: unsaid
    std::vector<TopicPartition> before;
    std::vector<TopicPartition> after;
    bool isNew = false;
    bool isGone = false;

    bool operator==(const Share&) const = default;
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
    std::optional<std::string> instance; ///< its group.instance.id
    NodeId client;                       ///< embedded: its node; else None
    std::string text;                 ///< for people, in English, with the reason the client gave
    EventId event = kNoEvent;         ///< the move to PreparingRebalance
    EventId cause = kNoEvent;         ///< what was seen before: it joined, left, was silent
    std::optional<Duration> silent{}; ///< for so long, when it was thrown out
    Grounds grounds = Grounds::Observed;
    Evidence evidence;

    Generation before{-1};
    Generation after{-1};    ///< -1 while it is not formed
    std::string protocol;    ///< range, cooperative-sticky, …
    std::string leader;      ///< who assigned
    bool serverSide = false; ///< KIP-848: the coordinator assigns, members follow at their own pace

    Instant began;
    WallTime beganWall;
    std::optional<Instant> formed; ///< all had joined; KIP-848: the target is made
    std::optional<Instant> stored; ///< the leader's assignment was
    std::optional<Instant> ended;
    std::optional<Instant> synced; ///< the last member fetched its part, to a look
    Outcome outcome = Outcome::Going;

    std::vector<std::string> joined; ///< member ids that are new since the last one
    std::vector<std::string> gone;   ///< and that are no longer there

    bool compared = false; ///< what follows is known
    bool counted = false;  ///< also how many records waited, as far as it could be seen
    bool trimmed = false;  ///< too old: the lists are gone, their sums are not
    std::vector<Moved> moved;
    std::vector<Stall> stalls; ///< by partition
    std::vector<Share> shares; ///< by member id; those that are gone as well
    std::optional<Verdict> verdict;

    std::size_t movedCount = 0;
    Duration stalledSum{};
    std::int64_t waitedSum = 0;

    Duration joining() const { return formed ? *formed - began : Duration{}; }
    Duration assigning() const { return formed && stored ? *stored - *formed : Duration{}; }
    Duration syncing() const { return stored && synced ? *synced - *stored : Duration{}; }
    Duration lasted() const { return ended ? *ended - began : Duration{}; }
    /// Over all partitions.
    Duration stalled() const { return stalledSum; }
    /// By one generation's owner and the next: eager members give up everything before they join.
    bool isCooperative() const
    {
        return serverSide || protocol.find("cooperative") != std::string::npos;
    }
};

} // namespace hw::rebalances
