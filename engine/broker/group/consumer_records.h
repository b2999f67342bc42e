#pragma once

#include <map>
#include <optional>
#include <string>

#include "engine/broker/group/group.h"
#include "engine/broker/group/offsets_records.h"
#include "engine/protocol/batch_builder.h"
#include "engine/protocol/messages/consumer_group_record.h"

/// A group of the consumer protocol in `__consumer_offsets`: keys of type 3 to 8, values of version
/// 0.  Kafka: GroupCoordinatorRecordHelpers (3.9).
namespace hw::group {

/// What the log says of one group, record by record.
struct ConsumerContents
{
    std::optional<protocol::ConsumerGroupMetadataValue> epoch;
    std::optional<protocol::ConsumerGroupPartitionMetadataValue> topics;
    std::optional<protocol::ConsumerGroupTargetAssignmentMetadataValue> targetEpoch;
    std::map<std::string, protocol::ConsumerGroupMemberMetadataValue> members;
    std::map<std::string, protocol::ConsumerGroupTargetAssignmentMemberValue> targets;
    std::map<std::string, protocol::ConsumerGroupCurrentMemberAssignmentValue> progress;

    /// A value, or none for a tombstone. Corrupt if the bytes are not what their version says; then
    /// nothing changes.
    Result<void> apply(const ConsumerKey& key, std::optional<ByteView> value);
};

Bytes encodeConsumerKey(const ConsumerKey& key);

/// The records for what changed; a member that is not there any more gets tombstones.
void addRecords(protocol::BatchBuilder& batch, WallTime at, const Group& group,
                const Unwritten& changed);
/// Tombstones for a group without members.
void addTombstones(protocol::BatchBuilder& batch, WallTime at, const Group& group);

/// Makes it a group of the consumer protocol as the log has it, with `loop` for the members'
/// timers. Needs a record of its epoch.
void restoreConsumers(Group& group, const ConsumerContents& contents, world::Loop& loop);

} // namespace hw::group
