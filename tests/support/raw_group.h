#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/protocol/messages/heartbeat.h"
#include "engine/protocol/messages/join_group.h"
#include "engine/protocol/messages/leave_group.h"
#include "engine/protocol/messages/offset_commit.h"
#include "engine/protocol/messages/sync_group.h"
#include "tests/support/sim_client.h"

namespace hw::test {

/// One member of a group on topic t that sends what a consumer would send, by hand, over its own
/// connections. It does nothing by itself: no heartbeats.
class RawMember
{
public:
    /// `number` is its address in the world: one of its own.
    RawMember(SimCluster& cluster, int number, std::string group, std::string name);

    std::string id;
    Generation generation{-1};
    BrokerId coordinator = kNoBroker;
    protocol::JoinGroupRequest join; ///< what it joins with
    std::string reason;              ///< of the next join

    /// Asks broker by broker until one names the coordinator.
    bool findCoordinator();
    /// Sends its JoinGroup, once more if it is given an id first. Does not wait for the rebalance.
    void sendJoin();
    /// Steps until it is answered; remembers id and generation.
    protocol::ErrorCode joined();
    const protocol::JoinGroupResponse& answer() const { return **(*m_join); }
    bool isJoining() const { return m_join && !m_join->has_value(); }
    bool leads() const { return answer().leader == id; }

    using Assignment = std::vector<std::pair<std::string, std::vector<TopicPartition>>>;
    void sendSync(const Assignment& assignment = {});
    protocol::ErrorCode synced();
    /// What the last SyncGroup brought.
    const std::vector<TopicPartition>& assigned() const { return m_assigned; }

    protocol::ErrorCode heartbeat();
    protocol::ErrorCode leave(const std::string& why = {});
    protocol::ErrorCode commit(const TopicPartition& partition, std::int64_t offset);

    SimClient& client() { return m_client; }

private:
    SimCluster& m_cluster;
    SimClient m_client;
    const std::string m_group;
    SimClient::Pending<protocol::JoinGroupRequest> m_join;
    SimClient::Pending<protocol::SyncGroupRequest> m_sync;
    std::vector<TopicPartition> m_assigned;
};

/// All join, the leader gives the n-th partition of t to the n-th of them, all sync.
bool formGroup(const std::vector<RawMember*>& members);

} // namespace hw::test
