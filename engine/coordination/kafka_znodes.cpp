#include "engine/coordination/kafka_znodes.h"

#include <charconv>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace hw::coordination::kafka {

namespace {

/// Keeps the keys in the order in which Kafka writes them.
using Json = nlohmann::ordered_json;

Bytes bytesOf(const std::string& text) { return Bytes(text.begin(), text.end()); }
Bytes bytesOf(const Json& json)
{
    return bytesOf(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

Json parse(const Bytes& data) { return Json::parse(data.begin(), data.end(), nullptr, false); }

std::vector<std::int32_t> numbersOf(const std::vector<BrokerId>& brokers)
{
    std::vector<std::int32_t> numbers;
    for (const BrokerId broker : brokers)
        numbers.push_back(broker.value());
    return numbers;
}

std::optional<std::int32_t> numberAt(const Json& json, const char* key)
{
    if (!json.is_object() || !json.contains(key) || !json[key].is_number_integer())
        return std::nullopt;
    return json[key].get<std::int32_t>();
}

/// A number that is written as a string.
std::optional<std::int64_t> longTextAt(const Json& json, const char* key)
{
    if (!json.is_object() || !json.contains(key) || !json[key].is_string())
        return std::nullopt;
    const std::string text = json[key].get<std::string>();
    std::int64_t number = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
    if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size())
        return std::nullopt;
    return number;
}

std::optional<std::vector<BrokerId>> brokersIn(const Json& json)
{
    if (!json.is_array())
        return std::nullopt;
    std::vector<BrokerId> brokers;
    for (const Json& entry : json) {
        if (!entry.is_number_integer())
            return std::nullopt;
        brokers.emplace_back(entry.get<std::int32_t>());
    }
    return brokers;
}

std::optional<std::int32_t> parseNumber(std::string_view text)
{
    std::int32_t number = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
    if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size())
        return std::nullopt;
    return number;
}

} // namespace

const std::vector<std::string>& persistentPaths()
{
    static const std::vector<std::string> paths = {"/consumers",
                                                   "/brokers",
                                                   kBrokerIds,
                                                   kTopics,
                                                   "/brokers/seqid",
                                                   "/config",
                                                   kConfigChanges,
                                                   kTopicConfigs,
                                                   "/config/clients",
                                                   "/config/users",
                                                   kBrokerConfigs,
                                                   "/config/ips",
                                                   "/admin",
                                                   kDeleteTopics,
                                                   kIsrChanges,
                                                   kProducerIdBlock,
                                                   kLogDirEvents,
                                                   "/cluster",
                                                   "/kafka-acl",
                                                   "/kafka-acl-changes",
                                                   "/kafka-acl-extended",
                                                   "/delegation_token",
                                                   "/feature"};
    return paths;
}

std::string brokerPath(BrokerId id) { return fmt::format("{}/{}", kBrokerIds, id); }
std::string topicPath(const std::string& topic) { return std::string(kTopics) + "/" + topic; }
std::string topicConfigPath(const std::string& topic)
{
    return std::string(kTopicConfigs) + "/" + topic;
}
std::string configPath(const std::string& entity) { return "/config/" + entity; }
std::string deleteTopicPath(const std::string& topic)
{
    return std::string(kDeleteTopics) + "/" + topic;
}
std::string partitionsPath(const std::string& topic) { return topicPath(topic) + "/partitions"; }
std::string partitionPath(const TopicPartition& partition)
{
    return fmt::format("{}/{}", partitionsPath(partition.topic), partition.partition);
}
std::string statePath(const TopicPartition& partition)
{
    return partitionPath(partition) + "/state";
}

std::optional<TopicPartition> partitionOfStatePath(std::string_view path)
{
    const std::string_view root = "/brokers/topics/";
    const std::string_view middle = "/partitions/";
    const std::string_view end = "/state";
    if (!path.starts_with(root) || !path.ends_with(end))
        return std::nullopt;
    path.remove_prefix(root.size());
    path.remove_suffix(end.size());
    const auto at = path.find(middle);
    if (at == std::string_view::npos)
        return std::nullopt;
    const auto number = parseNumber(path.substr(at + middle.size()));
    if (!number)
        return std::nullopt;
    return TopicPartition{std::string(path.substr(0, at)), *number};
}

Bytes encode(const BrokerNode& node, WallTime now)
{
    Json json;
    json["version"] = 5;
    json["host"] = node.endpoint.host;
    json["port"] = node.endpoint.port;
    json["endpoints"] = Json::array({"PLAINTEXT://" + node.endpoint.text()});
    json["listener_security_protocol_map"]["PLAINTEXT"] = "PLAINTEXT";
    json["jmx_port"] = -1;
    json["timestamp"] = std::to_string(now.ms());
    json["features"] = Json::object();
    if (!node.rack.empty())
        json["rack"] = node.rack;
    return bytesOf(json);
}

std::optional<BrokerNode> decodeBroker(const Bytes& data)
{
    const Json json = parse(data);
    const auto port = numberAt(json, "port");
    if (!port || *port < 0 || *port > 65535 || !json.contains("host") || !json["host"].is_string())
        return std::nullopt;
    BrokerNode node;
    node.endpoint.host = json["host"].get<std::string>();
    node.endpoint.port = static_cast<std::uint16_t>(*port);
    if (json.contains("rack") && json["rack"].is_string())
        node.rack = json["rack"].get<std::string>();
    return node;
}

Bytes encode(const ControllerNode& node, WallTime now)
{
    Json json;
    json["version"] = 2;
    json["brokerid"] = node.broker.value();
    json["timestamp"] = std::to_string(now.ms());
    json["kraftControllerEpoch"] = -1;
    return bytesOf(json);
}

std::optional<ControllerNode> decodeController(const Bytes& data)
{
    const auto broker = numberAt(parse(data), "brokerid");
    if (!broker)
        return std::nullopt;
    return ControllerNode{BrokerId(*broker)};
}

Bytes encodeControllerEpoch(ControllerEpoch epoch) { return bytesOf(fmt::format("{}", epoch)); }

std::optional<ControllerEpoch> decodeControllerEpoch(const Bytes& data)
{
    const auto number = parseNumber(textOf(data));
    if (!number)
        return std::nullopt;
    return ControllerEpoch(*number);
}

static Json replicasOf(const TopicNode::Replicas& partitions)
{
    Json json = Json::object();
    for (const auto& [partition, replicas] : partitions)
        json[std::to_string(partition)] = numbersOf(replicas);
    return json;
}

Bytes encode(const TopicNode& node)
{
    Json json;
    json["version"] = 3;
    json["topic_id"] = node.id.text();
    json["partitions"] = replicasOf(node.partitions);
    json["adding_replicas"] = replicasOf(node.adding);
    json["removing_replicas"] = replicasOf(node.removing);
    return bytesOf(json);
}

static bool readReplicas(const Json& json, const char* name, TopicNode::Replicas& into)
{
    if (!json.contains(name))
        return true; // older versions lack it
    if (!json[name].is_object())
        return false;
    for (const auto& [key, value] : json[name].items()) {
        const auto number = parseNumber(key);
        auto replicas = brokersIn(value);
        if (!number || !replicas)
            return false;
        into[*number] = std::move(*replicas);
    }
    return true;
}

std::optional<TopicNode> decodeTopic(const Bytes& data)
{
    const Json json = parse(data);
    if (!json.is_object() || !json.contains("partitions") || !json["partitions"].is_object())
        return std::nullopt;
    TopicNode node;
    if (json.contains("topic_id") && json["topic_id"].is_string()) {
        if (const auto id = Uuid::parse(json["topic_id"].get<std::string>()))
            node.id = *id;
    }
    if (!readReplicas(json, "partitions", node.partitions) ||
        !readReplicas(json, "adding_replicas", node.adding) ||
        !readReplicas(json, "removing_replicas", node.removing))
        return std::nullopt;
    return node;
}

Bytes encode(const StateNode& node)
{
    Json json;
    json["version"] = 1;
    json["leader"] = node.leader.value();
    json["leader_epoch"] = node.leaderEpoch.value();
    json["controller_epoch"] = node.controllerEpoch.value();
    json["isr"] = numbersOf(node.isr);
    if (node.recovering)
        json["leader_recovery_state"] = 1;
    return bytesOf(json);
}

std::optional<StateNode> decodeState(const Bytes& data)
{
    const Json json = parse(data);
    const auto leader = numberAt(json, "leader");
    const auto leaderEpoch = numberAt(json, "leader_epoch");
    const auto controllerEpoch = numberAt(json, "controller_epoch");
    if (!leader || !leaderEpoch || !controllerEpoch || !json.contains("isr"))
        return std::nullopt;
    auto isr = brokersIn(json["isr"]);
    if (!isr)
        return std::nullopt;
    StateNode node;
    node.leader = BrokerId(*leader);
    node.leaderEpoch = LeaderEpoch(*leaderEpoch);
    node.controllerEpoch = ControllerEpoch(*controllerEpoch);
    node.isr = std::move(*isr);
    node.recovering = numberAt(json, "leader_recovery_state").value_or(0) == 1;
    return node;
}

Bytes encode(const ProducerIdBlock& block)
{
    Json json;
    json["version"] = 1;
    json["broker"] = block.broker.value();
    json["block_start"] = std::to_string(block.first.value());
    json["block_end"] = std::to_string(block.last.value());
    return bytesOf(json);
}

std::optional<ProducerIdBlock> decodeProducerIdBlock(const Bytes& data)
{
    const Json json = parse(data);
    const auto broker = numberAt(json, "broker");
    const auto first = longTextAt(json, "block_start");
    const auto last = longTextAt(json, "block_end");
    if (!broker || !first || !last || *first < 0 || *last < *first)
        return std::nullopt;
    return ProducerIdBlock{BrokerId(*broker), ProducerId(*first), ProducerId(*last)};
}

Bytes encodeConfig(const std::map<std::string, std::string>& config)
{
    Json json;
    json["version"] = 1;
    json["config"] = Json::object();
    for (const auto& [name, value] : config)
        json["config"][name] = value;
    return bytesOf(json);
}

std::optional<std::map<std::string, std::string>> decodeConfig(const Bytes& data)
{
    const Json json = parse(data);
    if (!json.is_object() || !json.contains("config") || !json["config"].is_object())
        return std::nullopt;
    std::map<std::string, std::string> config;
    for (const auto& [name, value] : json["config"].items()) {
        if (!value.is_string())
            return std::nullopt;
        config[name] = value.get<std::string>();
    }
    return config;
}

Bytes encodeConfigChange(const std::string& entity)
{
    Json json;
    json["version"] = 2;
    json["entity_path"] = entity;
    return bytesOf(json);
}

std::optional<std::string> decodeConfigChange(const Bytes& data)
{
    const Json json = parse(data);
    if (!json.is_object() || !json.contains("entity_path") || !json["entity_path"].is_string())
        return std::nullopt;
    return json["entity_path"].get<std::string>();
}

Bytes encodeClusterId(const std::string& id)
{
    Json json;
    json["version"] = "1";
    json["id"] = id;
    return bytesOf(json);
}

std::optional<std::string> decodeClusterId(const Bytes& data)
{
    const Json json = parse(data);
    if (!json.is_object() || !json.contains("id") || !json["id"].is_string())
        return std::nullopt;
    return json["id"].get<std::string>();
}

} // namespace hw::coordination::kafka
