#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/ids.h"
#include "engine/protocol/errors.h"
#include "engine/world/random.h"

namespace hw::controller {

/// Replicas by partition number, preferred leader first.
using Assignment = std::map<std::int32_t, std::vector<BrokerId>>;

/// Partitions that one topic may have.
inline constexpr std::int32_t kMaxPartitions = 10000;

/// Why something asked for cannot be done; `error` is None if it can.
struct Refusal
{
    protocol::ErrorCode error = protocol::ErrorCode::None;
    std::string message;

    explicit operator bool() const { return error != protocol::ErrorCode::None; }
};

/// 1 to 249 of `[a-zA-Z0-9._-]`, not "." or "..": else INVALID_TOPIC_EXCEPTION. Kafka: Topic.
Refusal checkTopicName(std::string_view name);

/// Whether metrics could not tell the two names apart: they differ by "." against "_" only.
bool namesCollide(std::string_view one, std::string_view other);

/// INVALID_PARTITIONS or INVALID_REPLICATION_FACTOR.
Refusal checkCounts(std::int32_t partitions, std::int32_t replicationFactor, std::size_t brokers);

/// INVALID_REPLICA_ASSIGNMENT unless partitions run from 0 without a gap and all have the same
/// number of replicas (at least one), none twice. Whether their brokers live, or ever did, nobody
/// asks of a new topic.  Kafka: ZkAdminManager.createTopics, AdminZkClient.validateTopicCreate.
Refusal checkAssignment(const Assignment& assignment);

/// INVALID_REPLICA_ASSIGNMENT unless there are as many as partitions are added, each with the
/// topic's number of replicas, none twice, and all on live brokers.
/// Kafka: AdminZkClient.validateReplicaAssignment.
Refusal checkMoreReplicas(const std::vector<std::vector<BrokerId>>& assignments, std::int32_t added,
                          std::size_t replicationFactor, const std::vector<BrokerId>& brokers);

/// Partition i, replica j on brokers[(start + i + j) mod n], for i from `firstPartition` to
/// `partitions` - 1. `brokers` sorted, not fewer than replicas.
Assignment placeSimply(std::int32_t partitions, std::int32_t replicationFactor,
                       const std::vector<BrokerId>& brokers, std::size_t start = 0,
                       std::int32_t firstPartition = 0);

/// Kafka's rule without racks, from a given start and shift, for partitions from
/// `firstPartition` on.
/// Kafka: AdminUtils.
Assignment placeShifted(std::int32_t partitions, std::int32_t replicationFactor,
                        const std::vector<BrokerId>& brokers, std::size_t start, std::size_t shift,
                        std::int32_t firstPartition = 0);

} // namespace hw::controller
