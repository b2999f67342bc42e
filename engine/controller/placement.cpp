#include "engine/controller/placement.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/base/assert.h"

namespace hw::controller {

using protocol::ErrorCode;

static constexpr std::size_t kMaxTopicName = 249;

Refusal checkTopicName(std::string_view name)
{
    const auto refuse = [](std::string message) {
        return Refusal{ErrorCode::InvalidTopicException, std::move(message)};
    };
    if (name.empty())
        return refuse("the topic name is empty");
    if (name == "." || name == "..")
        return refuse(fmt::format("a topic cannot be named \"{}\"", name));
    if (name.size() > kMaxTopicName)
        return refuse(fmt::format("the topic name has {} characters, at most {} are allowed",
                                  name.size(), kMaxTopicName));
    const bool legal = std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '.' || c == '_' || c == '-';
    });
    if (!legal)
        return refuse(fmt::format("the topic name \"{}\" is illegal: only ASCII letters, digits, "
                                  "'.', '_' and '-' are allowed",
                                  name));
    return {};
}

bool namesCollide(std::string_view one, std::string_view other)
{
    const auto plain = [](char c) { return c == '.' ? '_' : c; };
    return one.size() == other.size() &&
           std::equal(one.begin(), one.end(), other.begin(),
                      [plain](char a, char b) { return plain(a) == plain(b); });
}

Refusal checkCounts(std::int32_t partitions, std::int32_t replicationFactor, std::size_t brokers)
{
    if (partitions <= 0 || partitions > kMaxPartitions)
        return {ErrorCode::InvalidPartitions,
                fmt::format("{} partitions were asked for, 1 to {} are allowed", partitions,
                            kMaxPartitions)};
    if (replicationFactor <= 0)
        return {
            ErrorCode::InvalidReplicationFactor,
            fmt::format("the replication factor is {}, it must be at least 1", replicationFactor)};
    if (static_cast<std::size_t>(replicationFactor) > brokers)
        return {ErrorCode::InvalidReplicationFactor,
                fmt::format("the replication factor {} is larger than the number of live brokers, "
                            "{}",
                            replicationFactor, brokers)};
    return {};
}

Refusal checkAssignment(const Assignment& assignment)
{
    const auto refuse = [](std::string message) {
        return Refusal{ErrorCode::InvalidReplicaAssignment, std::move(message)};
    };
    if (assignment.size() > static_cast<std::size_t>(kMaxPartitions))
        return refuse(fmt::format("{} partitions are assigned, at most {} are allowed",
                                  assignment.size(), kMaxPartitions));
    std::int32_t expected = 0;
    for (const auto& [partition, replicas] : assignment) {
        if (partition != expected)
            return refuse(fmt::format("partition {} is missing: they must run from 0 to {}",
                                      expected, assignment.size() - 1));
        ++expected;
        if (replicas.empty())
            return refuse(fmt::format("partition {} has no replicas", partition));
        if (replicas.size() != assignment.begin()->second.size())
            return refuse(fmt::format("partition {} has {} replicas, partition 0 has {}: all must "
                                      "have the same number",
                                      partition, replicas.size(),
                                      assignment.begin()->second.size()));
        for (std::size_t i = 0; i < replicas.size(); ++i) {
            if (std::find(replicas.begin(), replicas.begin() + static_cast<std::ptrdiff_t>(i),
                          replicas[i]) != replicas.begin() + static_cast<std::ptrdiff_t>(i))
                return refuse(
                    fmt::format("partition {} names broker {} twice", partition, replicas[i]));
            if (replicas[i].value() < 0) // -1 stands for nobody
                return refuse(fmt::format("partition {} names broker {}, which is no number of a "
                                          "broker",
                                          partition, replicas[i]));
        }
    }
    return {};
}

Refusal checkMoreReplicas(const std::vector<std::vector<BrokerId>>& assignments, std::int32_t added,
                          std::size_t replicationFactor, const std::vector<BrokerId>& brokers)
{
    const auto refuse = [](std::string message) {
        return Refusal{ErrorCode::InvalidReplicaAssignment, std::move(message)};
    };
    if (assignments.size() != static_cast<std::size_t>(added))
        return refuse(fmt::format("{} partitions are added, but replicas are assigned to {}", added,
                                  assignments.size()));
    for (std::size_t i = 0; i < assignments.size(); ++i) {
        // The same rules as for a new topic, apart from the numbers.
        const Assignment one{{0, assignments[i]}};
        if (Refusal refusal = checkAssignment(one)) {
            refusal.message =
                fmt::format("of the added partitions, number {}: {}", i, refusal.message);
            return refusal;
        }
        for (const BrokerId broker : assignments[i])
            if (std::find(brokers.begin(), brokers.end(), broker) == brokers.end())
                return refuse(fmt::format("added partition number {} names broker {}, which is "
                                          "not alive",
                                          i, broker));
        if (assignments[i].size() != replicationFactor)
            return refuse(fmt::format("added partition number {} has {} replicas, the topic's "
                                      "other partitions have {}",
                                      i, assignments[i].size(), replicationFactor));
    }
    return {};
}

Assignment placeSimply(std::int32_t partitions, std::int32_t replicationFactor,
                       const std::vector<BrokerId>& brokers, std::size_t start,
                       std::int32_t firstPartition)
{
    HW_ASSERT(!checkCounts(partitions, replicationFactor, brokers.size()), "counts were checked");
    Assignment assignment;
    for (std::int32_t i = firstPartition; i < partitions; ++i) {
        for (std::int32_t j = 0; j < replicationFactor; ++j)
            assignment[i].push_back(
                brokers[(start + static_cast<std::size_t>(i + j)) % brokers.size()]);
    }
    return assignment;
}

Assignment placeShifted(std::int32_t partitions, std::int32_t replicationFactor,
                        const std::vector<BrokerId>& brokers, std::size_t start, std::size_t shift,
                        std::int32_t firstPartition)
{
    HW_ASSERT(!checkCounts(partitions, replicationFactor, brokers.size()), "counts were checked");
    const std::size_t n = brokers.size();
    Assignment assignment;
    for (std::int32_t p = firstPartition; p < partitions; ++p) {
        const auto number = static_cast<std::size_t>(p);
        if (p > 0 && number % n == 0)
            ++shift;
        const std::size_t first = (number + start) % n;
        std::vector<BrokerId>& replicas = assignment[p];
        replicas.push_back(brokers[first]);
        for (std::size_t j = 0; j + 1 < static_cast<std::size_t>(replicationFactor); ++j)
            replicas.push_back(brokers[(first + 1 + (shift + j) % (n - 1)) % n]);
    }
    return assignment;
}

} // namespace hw::controller
