#include "engine/coordination/kafka_admin_nodes.h"

#include <nlohmann/json.hpp>

namespace hw::coordination::kafka {

namespace {

/// Keeps the keys in the order in which Kafka writes them.
using Json = nlohmann::ordered_json;

std::optional<TopicPartition> partitionIn(const Json& entry)
{
    if (!entry.is_object() || !entry.contains("topic") || !entry["topic"].is_string() ||
        !entry.contains("partition") || !entry["partition"].is_number_integer())
        return std::nullopt;
    return TopicPartition{entry["topic"].get<std::string>(),
                          entry["partition"].get<std::int32_t>()};
}

std::optional<std::vector<BrokerId>> replicasIn(const Json& entry)
{
    if (!entry.contains("replicas") || !entry["replicas"].is_array())
        return std::nullopt;
    std::vector<BrokerId> replicas;
    for (const Json& replica : entry["replicas"]) {
        if (!replica.is_number_integer())
            return std::nullopt;
        replicas.emplace_back(replica.get<std::int32_t>());
    }
    return replicas;
}

/// `take` gets each entry and says whether it was right.
template <class Take> bool readEntries(const Bytes& data, Take take)
{
    const Json json = Json::parse(data.begin(), data.end(), nullptr, false);
    if (!json.is_object() || !json.contains("partitions") || !json["partitions"].is_array())
        return false;
    std::size_t left = kMaxAdminEntries;
    for (const Json& entry : json["partitions"]) {
        if (left-- == 0)
            return true;
        if (!take(entry))
            return false;
    }
    return true;
}

} // namespace

Bytes encodeReassignments(const PartitionReplicas& wanted)
{
    Json json;
    json["version"] = 1;
    json["partitions"] = Json::array();
    for (const auto& [partition, replicas] : wanted) {
        Json entry;
        entry["topic"] = partition.topic;
        entry["partition"] = partition.partition;
        entry["replicas"] = Json::array();
        for (const BrokerId replica : replicas)
            entry["replicas"].push_back(replica.value());
        json["partitions"].push_back(std::move(entry));
    }
    const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
    return Bytes(text.begin(), text.end());
}

std::optional<PartitionReplicas> decodeReassignments(const Bytes& data)
{
    PartitionReplicas wanted;
    const bool right = readEntries(data, [&](const Json& entry) {
        const auto partition = partitionIn(entry);
        auto replicas = partition ? replicasIn(entry) : std::nullopt;
        if (!replicas)
            return false;
        wanted[*partition] = std::move(*replicas);
        return true;
    });
    return right ? std::optional(std::move(wanted)) : std::nullopt;
}

std::optional<std::vector<TopicPartition>> decodePartitions(const Bytes& data)
{
    std::vector<TopicPartition> partitions;
    const bool right = readEntries(data, [&](const Json& entry) {
        const auto partition = partitionIn(entry);
        if (partition)
            partitions.push_back(*partition);
        return partition.has_value();
    });
    return right ? std::optional(std::move(partitions)) : std::nullopt;
}

} // namespace hw::coordination::kafka
