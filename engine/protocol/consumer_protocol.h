#pragma once

#include <string>
#include <vector>

#include "engine/base/bytes.h"
#include "engine/base/ids.h"
#include "engine/base/result.h"

/// The bytes that consumers put into JoinGroup and SyncGroup: an int16 version, then the fields.
/// Brokers pass them on unread.  Kafka: ConsumerProtocol.
namespace hw::protocol {

/// Version 0: what an eager consumer has to say.
Bytes encodeSubscription(const std::vector<std::string>& topics);
Bytes encodeAssignment(const std::vector<TopicPartition>& partitions);

/// Of any version from 0 on: newer ones only append fields. Empty bytes say nothing.
Result<std::vector<std::string>> decodeSubscription(const Bytes& bytes);
/// Sorted.
Result<std::vector<TopicPartition>> decodeAssignment(const Bytes& bytes);

} // namespace hw::protocol
