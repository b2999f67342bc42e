#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/base/uuid.h"
#include "engine/broker/group/requests.h"

/// What members of the consumer protocol (KIP-848) ask and are told, free of wire versions.
namespace hw::group {

// What a heartbeat's member epoch can say besides the epoch that the member is in.
inline constexpr Generation kJoinEpoch{0};   ///< it joins, or joins again
inline constexpr Generation kLeaveEpoch{-1}; ///< it leaves for good
inline constexpr Generation kAwayEpoch{-2};  ///< a static member goes and will be back

/// Partition numbers by the id of their topic; no list is empty.
using IdPartitions = std::map<Uuid, std::set<std::int32_t>>;

/// Optional fields: unset means "as before".
struct ConsumerHeartbeat
{
    std::string group;
    std::string memberId;
    Generation epoch;
    std::optional<std::string> instanceId;
    std::optional<std::string> rackId;
    std::optional<Duration> rebalanceTimeout;
    std::optional<std::vector<std::string>> topics;
    std::optional<std::string> topicRegex;
    std::optional<std::string> assignor;
    std::optional<IdPartitions> owned;
    std::string clientId;
    std::string clientHost;
    /// Version 1 and later: the member made its id itself.
    bool mustNameItself = false;
};

struct ConsumerHeartbeatResult
{
    ErrorCode error = ErrorCode::None;
    std::string message; ///< of an error, for people
    std::string memberId;
    Generation epoch{0};
    Duration heartbeatInterval{};
    std::optional<IdPartitions> assignment; ///< unset: as before
};

/// ConsumerGroupDescribe's answer about one group.
struct ConsumerGroupDescription
{
    ErrorCode error = ErrorCode::None;
    std::string message;
    std::string group;
    std::string state;
    Generation epoch{0};
    Generation assignmentEpoch{0};
    std::string assignor;
    struct Member
    {
        std::string memberId;
        std::optional<std::string> instanceId;
        std::optional<std::string> rackId;
        Generation epoch{0};
        std::string clientId;
        std::string clientHost;
        std::vector<std::string> topics;
        IdPartitions assigned;
        IdPartitions target;
    };
    std::vector<Member> members;        ///< by member id
    std::map<Uuid, std::string> topics; ///< names of all topics that are told of
};

} // namespace hw::group
