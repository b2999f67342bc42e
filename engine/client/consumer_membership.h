#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/base/uuid.h"
#include "engine/client/connections.h"
#include "engine/client/group_membership.h"
#include "engine/client/membership.h"
#include "engine/client/metadata.h"
#include "engine/protocol/messages/consumer_group_heartbeat.h"
#include "engine/protocol/messages/find_coordinator.h"

namespace hw::client {

/// A consumer's part in the consumer protocol (KIP-848): one heartbeat joins, says what it owns and
/// learns what it shall own; the coordinator assigns.
///
///     Idle -> FindingCoordinator -> Joining --epoch 0--> Stable --told another assignment--.
///                                      ^                  |  ^                             v
///                                      |                  |  `- says so <- takes <- commits, gives
///                                      up
///                                      `-- 25 110: all is lost, epoch 0, the same member id
///
/// Only partitions that move stop. A heartbeat names only what changed since the last one; after a
/// failure all of it again.  Kafka: ConsumerMembershipManager, ConsumerHeartbeatRequestManager.
class ConsumerMembership final : public GroupMembership
{
public:
    ConsumerMembership(const ClientContext& context, const ConsumerConfig& config,
                       Connections& connections, ClientMetadata& metadata, MembershipOwner& owner,
                       std::string& lastError);

    void start() override;
    /// Static members say that they will be back.
    void leave(Task done, const std::string& why) override;
    void rejoin(std::string) override {}
    void metadataChanged() override { reconcile(); }

    MemberPhase phase() const override { return m_phase; }
    const std::string& memberId() const override { return m_member; }
    Generation generation() const override { return m_epoch; }
    rpc::Peer* coordinator() override;
    bool react(protocol::ErrorCode error) override;
    void mute(bool muted) override;
    bool isMuted() const override { return m_muted; }
    std::optional<Instant> heartbeatDue() const override
    {
        return m_timer.armed() && !m_muted ? std::optional(m_timer.due()) : std::nullopt;
    }

private:
    using IdPartitions = std::map<Uuid, std::set<std::int32_t>>;
    using Request = protocol::ConsumerGroupHeartbeatRequest;
    using Response = protocol::ConsumerGroupHeartbeatResponse;

    void find();
    void found(const Result<protocol::FindCoordinatorResponse>& answer);
    void coordinatorLost();
    void beatIn(Duration wait);
    void beat();
    Request heartbeat();
    std::vector<Request::TopicPartitions> ownedById() const;
    void answered(const Result<Response>& answer);
    void took(const Response& response);
    void refused(protocol::ErrorCode error, const std::string& what);
    void reconcile();
    void fence();
    void failFor(const std::string& what);
    void forget();

    const ClientContext m_context;
    const ConsumerConfig& m_config;
    Connections& m_connections;
    ClientMetadata& m_metadata;
    MembershipOwner& m_owner;

    MemberPhase m_phase = MemberPhase::Idle;
    const std::string m_member; ///< made by itself, once
    Generation m_epoch{0};
    std::optional<BrokerId> m_coordinator;
    bool m_finding = false;
    bool m_leaving = false;
    bool m_muted = false;
    bool m_beating = false;    ///< a heartbeat is on its way
    bool m_tellAll = true;     ///< the next heartbeat has all fields
    std::uint64_t m_round = 0; ///< rises with each reset
    Duration m_interval;       ///< as the coordinator said

    std::optional<IdPartitions> m_assignment; ///< as it was told last
    std::vector<TopicPartition> m_owned;      ///< what the application has
    std::vector<TopicPartition> m_toldOwned;  ///< what the coordinator knows of that
    bool m_reconciling = false;

    std::string& m_lastError;
    Task m_left;
    world::Timer m_timer; ///< the next heartbeat, or look for the coordinator
    world::Timer m_farewell;
};

} // namespace hw::client
