#pragma once

#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/broker/group/consumer_requests.h"
#include "engine/world/loop.h"

namespace hw::group {

/// How a member stands to its target. The numbers are those of the record.  Kafka: MemberState.
enum class MemberState : std::int8_t
{
    Stable = 0,               ///< it was given all of it
    UnrevokedPartitions = 1,  ///< it has to give up some before it may go on
    UnreleasedPartitions = 2, ///< it waits for some that others still have
};

/// How far a member is on its way to its target: what was granted, in which epoch.
struct Progress
{
    Generation epoch{0};
    Generation previousEpoch{0}; ///< a member may still name it: the answer may have been lost
    MemberState state = MemberState::Stable;
    IdPartitions assigned;
    IdPartitions revoking; ///< to be given up; nobody else gets them before

    bool operator==(const Progress&) const = default;
    bool isAt(Generation target) const { return state == MemberState::Stable && epoch == target; }
};

/// One consumer of the new protocol.  Kafka: ConsumerGroupMember.
struct ConsumerMember
{
    explicit ConsumerMember(world::Loop& loop)
        : sessionTimer(loop)
        , rebalanceTimer(loop)
    {
    }

    std::string id;
    std::optional<std::string> instanceId;
    std::optional<std::string> rackId;
    std::string clientId;
    std::string clientHost;
    std::vector<std::string> topics; ///< subscribed; sorted, each once
    std::optional<std::string> assignor;
    Duration rebalanceTimeout{};
    Progress progress;

    IdPartitions owned; ///< what it said last that it has
    /// What was last told of it to whoever watches: epoch, owned, revoking, whole.
    std::optional<std::tuple<Generation, IdPartitions, IdPartitions, bool>> told;

    Instant lastSeen;
    Instant expiresAt;           ///< when its session ends
    world::Timer sessionTimer;   ///< due at or before `expiresAt`
    world::Timer rebalanceTimer; ///< runs while it has to give up partitions
};

/// A topic that some member asks for, as it was when the group last looked.
struct SubscribedTopic
{
    Uuid id;
    std::int32_t partitions = 0;
    std::map<std::int32_t, std::set<std::string>> racks; ///< by partition, where they are known

    bool operator==(const SubscribedTopic&) const = default;
};

/// What of a group has changed since it was last written.
struct Unwritten
{
    bool epoch = false;
    bool topics = false;
    bool targetEpoch = false;
    std::set<std::string> members, targets, progress; ///< member ids; of one that is gone: its end

    bool empty() const
    {
        return !epoch && !topics && !targetEpoch && members.empty() && targets.empty() &&
               progress.empty();
    }
    void add(const Unwritten& more);
};

/// The part of a group that only the consumer protocol has. The group's epoch is its `generation`.
///
///     group epoch    rises when members, subscriptions or partitions change
///     target epoch   follows: the target assignment was made for it
///     member epochs  follow: each member converges on its own
///
/// Kafka: ConsumerGroup, ModernGroup (3.9).
class ConsumerGroup
{
public:
    using Members = std::map<std::string, std::unique_ptr<ConsumerMember>>;

    explicit ConsumerGroup(world::Loop& loop)
        : writeAgain(loop)
    {
    }

    ConsumerMember* find(const std::string& memberId) const;
    ConsumerMember* findInstance(const std::string& instanceId) const;
    const Members& members() const { return m_members; }
    bool empty() const { return m_members.empty(); }

    ConsumerMember& add(std::unique_ptr<ConsumerMember> member);
    /// It, its target and what it holds are gone, and will be from the log. It must be there.
    std::unique_ptr<ConsumerMember> remove(const std::string& memberId);
    /// Keeps account of who holds what.
    void setProgress(ConsumerMember& member, Progress progress);
    /// Whether some member has it, or has not given it up yet.
    bool isHeld(const Uuid& topic, std::int32_t partition) const;

    std::set<std::string> subscribed() const;
    /// The one most members ask for, else `uniform`.
    std::string preferredAssignor() const;
    /// By name, sorted. Topics that are gone are left out.
    std::vector<TopicPartition> named(const IdPartitions& partitions) const;
    const IdPartitions& targetOf(const std::string& memberId) const;
    bool isReconciled() const;

    std::map<std::string, SubscribedTopic> topics; ///< subscribed ones that exist, by name
    std::uint64_t topicsAsOf = 0;                  ///< version of the metadata they were read from

    Generation targetEpoch{0};
    std::map<std::string, IdPartitions> target; ///< by member id
    EventId formed = kNoEvent;                  ///< when it was made
    Generation storedEpoch{0};                  ///< of the last target known to be replicated

    // What is being written, and who waits for it.
    Unwritten unwritten;
    std::uint64_t writes = 0;    ///< begun
    std::uint64_t confirmed = 0; ///< all up to this one have an outcome
    struct Waiting
    {
        std::uint64_t write;
        UniqueFunction<void(ErrorCode)> done;
    };
    world::Timer writeAgain;     ///< after a failure
    std::deque<Waiting> waiting; ///< at most one for each request that is not answered yet

private:
    void hold(const IdPartitions& partitions, int change);

    Members m_members;
    std::map<std::string, std::string> m_instances; ///< instance id -> member id
    std::map<std::pair<Uuid, std::int32_t>, int> m_holders;
};

/// Whether `part` has nothing that `whole` has not.
bool isSubset(const IdPartitions& part, const IdPartitions& whole);

} // namespace hw::group
