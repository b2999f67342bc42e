#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/bytes.h"
#include "engine/base/function.h"
#include "engine/base/ids.h"
#include "engine/base/time.h"
#include "engine/protocol/errors.h"

/// What clients ask of the group coordinator and what it answers, free of wire versions: the
/// handlers translate. Plain data. An empty member id means "none yet".
namespace hw::group {

using protocol::ErrorCode;

/// Runs once with the answer, in a later task of the coordinator's loop. It is dropped
/// unrun if a later request of the same member replaces it or the coordinator is destroyed.
template <class Answer> using Done = UniqueFunction<void(Answer)>;

/// One way of assigning partitions that a member offers, in the member's order of preference.
struct Protocol
{
    std::string name;
    Slice metadata; ///< opaque; for protocol type `consumer` a ConsumerProtocolSubscription
};

struct JoinRequest
{
    std::string group;
    std::string memberId;
    std::optional<std::string> instanceId; ///< static member (KIP-345)
    std::string clientId;
    std::string clientHost; ///< `/127.0.0.1`
    /// JoinGroup v4+: a dynamic member without an id gets one with MEMBER_ID_REQUIRED (KIP-394).
    bool requireKnownMemberId = false;
    /// JoinGroup v9+: a returning static leader may be told to skip the assignor (KIP-814).
    bool supportsSkippingAssignment = false;
    Duration sessionTimeout{};
    Duration rebalanceTimeout{}; ///< v0 has none: the session timeout
    std::string protocolType;
    std::vector<Protocol> protocols;
    std::string reason; ///< why the client joins, in its words; empty if not said
};

struct JoinedMember
{
    std::string memberId;
    std::optional<std::string> instanceId;
    Slice metadata; ///< for the chosen protocol
};

struct JoinResult
{
    ErrorCode error = ErrorCode::None;
    std::string memberId;
    Generation generation{-1};
    std::optional<std::string> protocolType;
    std::optional<std::string> protocol;
    std::string leader;
    bool skipAssignment = false;
    std::vector<JoinedMember> members; ///< only for the leader
};

struct SyncRequest
{
    std::string group;
    Generation generation;
    std::string memberId;
    std::optional<std::string> instanceId;
    std::optional<std::string> protocolType;  ///< checked if given (v5+)
    std::optional<std::string> protocol;      ///< checked if given (v5+)
    std::map<std::string, Slice> assignments; ///< by member id; only the leader's counts
};

struct SyncResult
{
    ErrorCode error = ErrorCode::None;
    std::optional<std::string> protocolType;
    std::optional<std::string> protocol;
    Slice assignment;
};

struct HeartbeatRequest
{
    std::string group;
    Generation generation;
    std::string memberId;
    std::optional<std::string> instanceId;
};

struct LeavingMember
{
    std::string memberId; ///< empty: named by instance id only (administrative removal)
    std::optional<std::string> instanceId;
    std::string reason;
};

struct LeaveRequest
{
    std::string group;
    std::vector<LeavingMember> members;
};

struct LeaveResult
{
    ErrorCode error = ErrorCode::None;
    struct Member
    {
        std::string memberId;
        std::optional<std::string> instanceId;
        ErrorCode error = ErrorCode::None;
    };
    std::vector<Member> members; ///< in the order asked; empty if `error` is set
};

/// A group's position in one partition: the next offset to read.
struct CommittedOffset
{
    Offset offset = kNoOffset;
    LeaderEpoch leaderEpoch = kNoLeaderEpoch;
    std::string metadata;
    WallTime committedAt;
};

struct CommitRequest
{
    std::string group;
    Generation generation{-1}; ///< -1: a simple consumer, outside of group management
    std::string memberId;
    std::optional<std::string> instanceId;
    struct Entry
    {
        TopicPartition partition;
        Offset offset;
        LeaderEpoch leaderEpoch = kNoLeaderEpoch;
        std::string metadata;
    };
    std::vector<Entry> offsets; ///< of topics that exist; the handler has sorted out others
    /// OffsetCommit v9+: `generation` may be the epoch of a member of the consumer protocol.
    bool knowsMemberEpochs = false;
};

/// One code per entry of the request, in its order.
using CommitResult = std::vector<ErrorCode>;

struct FetchOffsetsRequest
{
    std::string group;
    std::optional<std::vector<TopicPartition>> partitions; ///< none: all that are committed
    // OffsetFetch v9+, of members of the consumer protocol:
    std::optional<std::string> memberId{};
    Generation memberEpoch{-1};
};

struct FetchOffsetsResult
{
    ErrorCode error = ErrorCode::None;
    struct Entry
    {
        TopicPartition partition;
        Offset offset = kNoOffset; ///< -1: nothing committed
        LeaderEpoch leaderEpoch = kNoLeaderEpoch;
        std::string metadata;
    };
    std::vector<Entry> offsets; ///< in the order asked, or sorted if all were
};

struct GroupDescription
{
    ErrorCode error = ErrorCode::None;
    std::string group;
    std::string state; ///< as Kafka prints it: `Stable`; `Dead` for a group that does not exist
    std::string protocolType;
    std::string protocol; ///< only while Stable
    struct Member
    {
        std::string memberId;
        std::optional<std::string> instanceId;
        std::string clientId;
        std::string clientHost;
        Slice metadata;   ///< only while Stable
        Slice assignment; ///< only while Stable
    };
    std::vector<Member> members; ///< by member id
};

struct GroupListing
{
    std::string group;
    std::string protocolType;
    std::string state;
    std::string type; ///< `classic` or `consumer`
};

struct ListGroupsResult
{
    ErrorCode error = ErrorCode::None; ///< loading: the list may be incomplete
    std::vector<GroupListing> groups;  ///< by name
};

struct DeleteOffsetsResult
{
    ErrorCode error = ErrorCode::None; ///< of the group
    std::vector<ErrorCode> codes;      ///< in the order asked; empty if `error` is set
};

struct DeletedGroup
{
    std::string group;
    ErrorCode error = ErrorCode::None;
};

} // namespace hw::group
