#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/broker/group/consumer_records.h"
#include "engine/broker/group/group.h"
#include "engine/broker/group/setting.h"
#include "engine/protocol/messages/group_metadata_record.h"
#include "engine/protocol/record_batch.h"

namespace hw::group {

/// Reads one partition of `__consumer_offsets` from its start to its end, a slice per task, so that
/// the loop stays free. Later records win, tombstones delete; what a transaction committed counts
/// from its marker on. Stops when destroyed.  Kafka: GroupMetadataManager.doLoadGroupsAndOffsets.
class PartitionLoader
{
public:
    struct Contents
    {
        std::map<std::string, protocol::GroupMetadataValue> groups;
        std::map<std::string, ConsumerContents> consumers;
        std::map<std::string, std::map<TopicPartition, StoredOffset>> offsets;
    };

    /// `done` runs once in a later task; it may destroy the loader. While the log cannot be read,
    /// the loader tries again, and the groups stay "loading".
    PartitionLoader(Setting& setting, TopicPartition from, UniqueFunction<void(Contents)> done);

private:
    struct Entry
    {
        Offset at;
        Bytes key;
        std::optional<Bytes> value;
    };

    void readSlice();
    void retryLater();
    Result<void> take(const protocol::Batch& batch);
    void takeMarker(const protocol::Batch& batch);
    Result<void> apply(Offset at, ByteView key, std::optional<ByteView> value);

    Setting& m_setting;
    const TopicPartition m_from;
    UniqueFunction<void(Contents)> m_done;
    std::optional<Offset> m_next;
    Contents m_contents;
    std::map<ProducerId, std::vector<Entry>> m_open; ///< of transactions without a marker yet
    world::Timer m_timer;
};

} // namespace hw::group
