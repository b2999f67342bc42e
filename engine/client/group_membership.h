#pragma once

#include <optional>
#include <string>

#include "engine/base/ids.h"
#include "engine/base/time.h"
#include "engine/client/consumer.h"
#include "engine/protocol/errors.h"
#include "engine/rpc/peer.h"

namespace hw::client {

/// A consumer's part in its group, by whichever protocol: the classic one (`Membership`) or that
/// of KIP-848 (`ConsumerMembership`).
class GroupMembership
{
public:
    virtual ~GroupMembership() = default;

    virtual void start() = 0;
    /// Says goodbye; `done` (may be empty) runs once, in a later task, at the latest after a
    /// second. `why` is told to the coordinator where the protocol lets it (KIP-800).
    virtual void leave(Task done, const std::string& why) = 0;
    /// Joins again, keeping the member id; nothing where the coordinator alone decides that.
    virtual void rejoin(std::string why) = 0;
    /// Metadata was updated.
    virtual void metadataChanged() = 0;

    virtual MemberPhase phase() const = 0;
    bool isStable() const { return phase() == MemberPhase::Stable; }
    virtual const std::string& memberId() const = 0;
    /// Of the classic protocol the generation, else the member's epoch.
    virtual Generation generation() const = 0;
    /// Null while it is not known.
    virtual rpc::Peer* coordinator() = 0;
    /// What a request to the coordinator says about the membership. Returns whether the same
    /// request may be sent again later.
    virtual bool react(protocol::ErrorCode error) = 0;
    /// No heartbeats while it is muted.
    virtual void mute(bool muted) = 0;
    virtual bool isMuted() const = 0;
    /// When its next heartbeat is due; none while it sends none.
    virtual std::optional<Instant> heartbeatDue() const = 0;
};

} // namespace hw::client
