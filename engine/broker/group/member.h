#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/broker/group/requests.h"
#include "engine/world/loop.h"

namespace hw::group {

/// One consumer in a group.  Kafka: MemberMetadata.
struct Member
{
    explicit Member(world::Loop& loop)
        : sessionTimer(loop)
    {
    }

    std::string id;
    std::optional<std::string> instanceId;
    std::string clientId;
    std::string clientHost;
    Duration sessionTimeout{};
    Duration rebalanceTimeout{};
    std::vector<Protocol> protocols; ///< in its order of preference
    Slice assignment;                ///< opaque; empty until the leader gave one
    std::uint64_t joinOrder = 0;     ///< rises with every member that a group ever had
    /// Has not got its first JoinGroup answer yet: it may give up while it waits (KIP-394).
    bool isNew = false;

    Instant lastSeen; ///< its last request
    /// When its session ends. None while it waits for a join or sync: then it cannot be late.
    std::optional<Instant> expiresAt;
    world::Timer sessionTimer; ///< due at or before `expiresAt`: heartbeats only move the latter

    Done<JoinResult> joinDone; ///< set while its JoinGroup is parked
    Done<SyncResult> syncDone; ///< set while its SyncGroup is parked

    bool awaitsJoin() const { return static_cast<bool>(joinDone); }
    bool awaitsSync() const { return static_cast<bool>(syncDone); }
    bool isStatic() const { return instanceId.has_value(); }

    const Slice* metadataFor(const std::string& protocol) const;
    /// Same names in the same order with the same bytes.
    bool offersSame(const std::vector<Protocol>& others) const;
    /// The same protocols in the same order, whatever they carry.
    bool namesSame(const std::vector<Protocol>& others) const;
};

} // namespace hw::group
