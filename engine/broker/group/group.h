#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "engine/broker/group/consumer_group.h"
#include "engine/broker/group/roster.h"
#include "engine/observe/facts.h"

namespace hw::group {

using State = observe::fact::GroupState;

/// Protocol type of Kafka's consumers, whose bytes can be read.
inline constexpr const char* kConsumerType = "consumer";

/// `PreparingRebalance`, as DescribeGroups and ListGroups print it.
const char* nameOf(State state);

/// A member id that was given out with MEMBER_ID_REQUIRED and has not come back yet (KIP-394).
struct PendingMember
{
    explicit PendingMember(world::Loop& loop)
        : timer(loop)
    {
    }
    std::string clientId;
    Instant since;
    world::Timer timer;
};

/// A committed offset and the record that holds it: commits may be confirmed out of order, and the
/// later record wins.
struct StoredOffset
{
    CommittedOffset committed;
    Offset recordAt;
};

/// One group: what is known of it, without the rules about it.  Kafka: GroupMetadata.
struct Group : std::enable_shared_from_this<Group>
{
    Group(std::string id, std::int32_t offsetsPartition, world::Loop& loop)
        : id(std::move(id))
        , offsetsPartition(offsetsPartition)
        , joinTimer(loop)
        , syncTimer(loop)
    {
    }

    bool is(State other) const { return state == other; }
    bool isOver() const { return state == State::Dead; }
    /// Nobody is in it, or on the way in or out.
    bool isDeserted() const
    {
        return is(State::Empty) && pending.empty() &&
               (!consumer || consumer->confirmed == consumer->writes);
    }

    const std::string id;
    const std::int32_t offsetsPartition; ///< where it is kept
    State state = State::Empty;
    WallTime stateSince;
    Generation generation{0};            ///< of consumers: the group's epoch
    std::optional<std::string> protocol; ///< of the present generation; of consumers: the assignor
    Roster roster;
    std::map<std::string, std::unique_ptr<PendingMember>> pending; ///< by member id
    /// Subscribed by any member of this generation; none if it cannot be known.
    std::optional<std::set<std::string>> subscribed;

    std::map<TopicPartition, StoredOffset> offsets;
    std::map<TopicPartition, int> offsetsInFlight; ///< appended, not yet confirmed

    /// Set: a group of the consumer protocol; then it has no roster.
    std::unique_ptr<ConsumerGroup> consumer;

    // The rebalance under way.
    world::Timer joinTimer;             ///< ends PreparingRebalance at the latest
    world::Timer syncTimer;             ///< ends the wait for SyncGroups
    std::set<std::string> awaitedSyncs; ///< members that have not sent their SyncGroup yet
    bool inInitialDelay = false;
    Duration delayLeft{};        ///< by how much the initial delay may still be extended
    bool newMemberAdded = false; ///< since the initial delay began last

    // Why it is as it is.
    observe::fact::RebalanceCause lastCause; ///< of the last rebalance, or the load
    EventId step = kNoEvent; ///< the last step of the rebalance, the cause of the next one
};

using GroupPtr = std::shared_ptr<Group>;

} // namespace hw::group
