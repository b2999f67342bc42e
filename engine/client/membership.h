#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/client/assignor.h"
#include "engine/client/consumer.h"
#include "engine/client/group_membership.h"
#include "engine/client/metadata.h"
#include "engine/protocol/messages/find_coordinator.h"
#include "engine/protocol/messages/heartbeat.h"
#include "engine/protocol/messages/join_group.h"
#include "engine/protocol/messages/sync_group.h"

namespace hw::client {

/// What a membership asks of its consumer.
class MembershipOwner
{
public:
    virtual ~MembershipOwner() = default;
    /// Commit and, unless the protocol is cooperative, give up all partitions, then run `join`, at
    /// once or in a later task.
    virtual void beforeJoin(Task join) = 0;
    /// The member was thrown out: its partitions may be somebody else's already.
    virtual void lostPartitions() = 0;
    virtual std::vector<TopicPartition> owned() const = 0;
    /// Cooperative: what is owned and not named here is to be given up, and then `rejoin` called.
    virtual void assigned(const std::vector<TopicPartition>& partitions) = 0;
    /// The consumer protocol: commit and give up what is owned and not named here, take the rest,
    /// then run `done`, at once or in a later task.
    virtual void reconcile(const std::vector<TopicPartition>& partitions, Task done) = 0;
    /// The coordinator is known (again).
    virtual void coordinatorFound() = 0;
};

/// A consumer's part in the classic group protocol, eager or (KIP-429) cooperative: find the
/// coordinator, join, sync, heartbeat; again whenever the coordinator says so. With fixed
/// partitions it only finds the coordinator, for commits.
///
///     Idle -> FindingCoordinator -> Joining -> Syncing -> Stable -> Leaving -> Idle
///                     ^                ^__________________/ |
///                     `-- 14 wait, 15 16 find again --------'     23 24 26 81 82: Failed
///
/// Kafka: AbstractCoordinator, ConsumerCoordinator.
class Membership final : public GroupMembership
{
public:
    Membership(const ClientContext& context, const ConsumerConfig& config, Connections& connections,
               ClientMetadata& metadata, MembershipOwner& owner, std::string& lastError);

    void start() override;
    /// Static members go without a word.
    void leave(Task done, const std::string& why) override;
    void rejoin(std::string why) override;
    /// A waiting assignment can be made, or partitions were added.
    void metadataChanged() override;

    MemberPhase phase() const override { return m_phase; }
    const std::string& memberId() const override { return m_member; }
    Generation generation() const override { return m_generation; }
    rpc::Peer* coordinator() override;
    bool react(protocol::ErrorCode error) override;
    void coordinatorLost();
    void mute(bool muted) override;
    bool isMuted() const override { return m_muted; }
    std::optional<Instant> heartbeatDue() const override
    {
        return m_heartbeat.armed() && !m_muted ? std::optional(m_heartbeat.due()) : std::nullopt;
    }

private:
    void find();
    void found(const Result<protocol::FindCoordinatorResponse>& answer);
    void proceed();
    void join();
    void joined(const Result<protocol::JoinGroupResponse>& answer);
    void lead(const protocol::JoinGroupResponse& response);
    void assignIfKnown();
    void sync(const GroupAssignment& assignment);
    void synced(const Result<protocol::SyncGroupResponse>& answer);
    void beat();
    void heartbeatAnswered(const Result<protocol::HeartbeatResponse>& answer);
    void retryLater();
    void failFor(protocol::ErrorCode error);
    void forgetMember();
    PartitionCounts countsFor(const std::set<std::string>& topics) const;
    bool isFixed() const { return !m_config.fixed.empty(); }
    Bytes subscription() const;
    /// A callback of an earlier attempt must not touch a later one.
    template <class Answer> auto onlyNow(void (Membership::*handler)(const Answer&))
    {
        return [this, handler, round = m_round](Answer answer) {
            if (round == m_round)
                (this->*handler)(answer);
        };
    }

    const ClientContext m_context;
    const ConsumerConfig& m_config;
    Connections& m_connections;
    ClientMetadata& m_metadata;
    MembershipOwner& m_owner;

    MemberPhase m_phase = MemberPhase::Idle;
    std::string m_member;
    Generation m_generation{-1};
    std::optional<BrokerId> m_coordinator;
    bool m_finding = false;
    bool m_needsJoin = false;
    std::string m_why; ///< it joins again
    bool m_leaving = false;
    std::uint64_t m_round = 0; ///< rises with each attempt to join and with each reset
    std::string m_protocol;
    /// What it owned last, for Kafka's eager StickyAssignor.
    std::vector<TopicPartition> m_ownedBefore;
    Generation m_ownedSince{-1};
    /// While it leads: whom to assign, and for what it did.
    std::optional<std::vector<AssignorMember>> m_toAssign;
    std::set<std::string> m_groupTopics;
    std::optional<PartitionCounts> m_assignedFor;
    /// What the first assignment of a generation was made for. A second one, when the answer to the
    /// first was lost, may not be the one that the coordinator keeps.
    std::pair<Generation, PartitionCounts> m_firstAssignment{Generation{-1}, {}};
    bool m_muted = false;
    bool m_beating = false; ///< a heartbeat is on its way
    Instant m_lastHeard;    ///< from the coordinator
    std::string& m_lastError;
    Task m_left;
    world::Timer m_retry;
    world::Timer m_heartbeat;
    world::Timer m_farewell;
};

} // namespace hw::client
