#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/base/result.h"
#include "engine/broker/group/requests.h"
#include "engine/protocol/messages/group_metadata_record.h"

/// The keys and values of `__consumer_offsets`: each starts with an int16 version, and a key's
/// version also says what it is about (0, 1: an offset; 2: a group; 3 to 8: a group of the consumer
/// protocol, `consumer_records.h`).
/// Kafka: GroupMetadataManager's record part, OffsetCommitValue v3, GroupMetadataValue v3.
namespace hw::group {

struct OffsetKey
{
    std::string group;
    TopicPartition partition;
};
struct GroupKey
{
    std::string group;
};
/// Something of a group of the consumer protocol (KIP-848).
struct ConsumerKey
{
    enum class Kind : std::int16_t ///< the key's version
    {
        Epoch = 3,
        Topics = 4,
        Member = 5,
        TargetEpoch = 6,
        Target = 7,
        Progress = 8,
    };
    Kind kind = Kind::Epoch;
    std::string group;
    std::string member; ///< empty if it is about all of the group
};
/// Written by something newer; skipped.
struct ForeignKey
{
    std::int16_t version = 0;
};
using RecordKey = std::variant<OffsetKey, GroupKey, ConsumerKey, ForeignKey>;

Bytes encodeOffsetKey(const std::string& group, const TopicPartition& partition);
Bytes encodeGroupKey(const std::string& group);
Bytes encodeOffsetValue(const CommittedOffset& committed);
Bytes encodeGroupValue(const protocol::GroupMetadataValue& value);

/// Corrupt if the bytes are not what their version says.
Result<RecordKey> decodeKey(ByteView key);
Result<CommittedOffset> decodeOffsetValue(ByteView value);
Result<protocol::GroupMetadataValue> decodeGroupValue(ByteView value);

/// The topics that a member of protocol type `consumer` asks for; none if the bytes are not a
/// ConsumerProtocolSubscription (other types may carry anything).
std::optional<std::vector<std::string>> subscribedTopics(const Slice& metadata);
/// The partitions in a ConsumerProtocolAssignment, in its order; empty if it is not one.
std::vector<TopicPartition> assignedPartitions(const Slice& assignment);

} // namespace hw::group
