#pragma once

#include <optional>
#include <string>

#include "engine/broker/group/group_store.h"
#include "engine/broker/group/rebalancer.h"
#include "engine/broker/group/setting.h"

namespace hw::group {

/// The consumer protocol (KIP-848): one heartbeat does it all. The member is made or changed, the
/// group's epoch rises if that matters, the target assignment follows the epoch, and the member
/// takes its next step towards its target; the answer waits until all of it is replicated.
///
///     Empty --joins--> Assigning --target stored--> Reconciling --all have theirs--> Stable
///                          ^                             |                             |
///                          `---- joined, left, silent, subscription, partitions -------'
///
/// Kafka only runs it without ZooKeeper (KRaft); here it is served if
/// `group.coordinator.rebalance.protocols` names it. Left out: members of both protocols in one
/// group (Kafka's `group.consumer.migration.policy` is `disabled` by default, too), subscriptions
/// by regular expression.  Its callers have checked that the group belongs here and is loaded.
/// Kafka: GroupMetadataManager.consumerGroupHeartbeat (3.9).
class ConsumerMembership
{
public:
    ConsumerMembership(Setting& setting, GroupStore& store, Rebalancer& rebalancer)
        : m_setting(setting)
        , m_store(store)
        , m_rebalancer(rebalancer)
    {
    }

    void heartbeat(ConsumerHeartbeat request, Done<ConsumerHeartbeatResult> done);

    // --- the coordinator moves ---

    /// The members' timers start anew.
    void loaded(const GroupPtr& group);
    /// Its timers stop; who waits learns that somebody else is the coordinator.
    void unloaded(const GroupPtr& group);

private:
    struct Refusal
    {
        ErrorCode error;
        std::string message;
    };
    using Verdict = std::optional<Refusal>; ///< none: go on

    Verdict checkForm(const ConsumerHeartbeat& request) const;
    Verdict admit(const Group* group, const ConsumerHeartbeat& request) const;
    static Verdict checkEpoch(const ConsumerMember& member, const ConsumerHeartbeat& request);
    static Verdict checkInstance(const ConsumerGroup& consumers, const ConsumerHeartbeat& request);
    void refuse(Done<ConsumerHeartbeatResult> done, Refusal refusal);
    void leave(const ConsumerHeartbeat& request, Done<ConsumerHeartbeatResult> done);

    GroupPtr groupFor(const std::string& id);
    void turnIntoConsumers(Group& group);
    /// The member as the request wants it; makes it, or gives it a static one's place.
    ConsumerMember& update(const GroupPtr& group, const ConsumerHeartbeat& request);
    ConsumerMember& takePlace(Group& group, ConsumerMember& old, const std::string& newId);
    EventId reportJoined(const Group& group, const ConsumerMember& member, bool again);
    /// Whether what the group's topics are has changed.
    bool refreshTopics(Group& group, bool subscriptionChanged, std::string& what);
    void lookAtTopics(const GroupPtr& group);
    void bump(const GroupPtr& group, observe::fact::RebalanceCause cause);
    void assign(const GroupPtr& group);
    void step(const GroupPtr& group, ConsumerMember& member,
              const std::optional<IdPartitions>& owned);
    void tell(const Group& group, ConsumerMember& member);
    ConsumerHeartbeatResult answerFor(const ConsumerMember& member) const;

    void remove(const GroupPtr& group, const std::string& memberId,
                observe::fact::LeaveCause cause);
    void touch(const GroupPtr& group, ConsumerMember& member);
    void startSession(const GroupPtr& group, ConsumerMember& member, Duration timeout);
    void onSessionTimer(const GroupPtr& group, const std::string& memberId);
    void watchRevocation(const GroupPtr& group, ConsumerMember& member);
    void onRebalanceTimer(const GroupPtr& group, const std::string& memberId, Generation epoch);

    // consumer_writes.cpp
    /// Writes what changed; `done` runs when all that was written so far has an outcome.
    void flush(const GroupPtr& group, UniqueFunction<void(ErrorCode)> done);
    void onWritten(const GroupPtr& group, std::uint64_t write, const Unwritten& written,
                   ErrorCode error);
    void tellStored(Group& group);
    void settle(Group& group);

    Setting& m_setting;
    GroupStore& m_store;
    Rebalancer& m_rebalancer;
};

} // namespace hw::group
