#pragma once

#include <map>
#include <optional>
#include <vector>

#include "engine/base/ids.h"
#include "engine/coordination/types.h"

/// Znodes by which people ask the controller for work, as Kafka's tools did before there were
/// requests for it. The controller takes them away when it is done.  Kafka: ZkData.
namespace hw::coordination::kafka {

inline constexpr const char* kPreferredElection = "/admin/preferred_replica_election";
inline constexpr const char* kReassignPartitions = "/admin/reassign_partitions";

/// Entries that one such node may have; what comes after them is not read.
inline constexpr std::size_t kMaxAdminEntries = 100000;

using PartitionReplicas = std::map<TopicPartition, std::vector<BrokerId>>;

/// `{"version":1,"partitions":[{"topic":"t","partition":0,"replicas":[2,3]}]}`
Bytes encodeReassignments(const PartitionReplicas& wanted);
/// Nothing for bytes that are not what Kafka would have written.
std::optional<PartitionReplicas> decodeReassignments(const Bytes& data);
/// `{"version":1,"partitions":[{"topic":"t","partition":0}]}`
std::optional<std::vector<TopicPartition>> decodePartitions(const Bytes& data);

} // namespace hw::coordination::kafka
