#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/ids.h"
#include "engine/base/time.h"
#include "engine/base/uuid.h"
#include "engine/coordination/types.h"
#include "engine/world/network.h"

/// The znodes that Kafka keeps: their paths and the JSON inside, written just as Kafka 3.9 does.
/// Readers give nothing for bytes that are not what Kafka would have written.  Kafka: ZkData.
namespace hw::coordination::kafka {

inline constexpr const char* kClusterId = "/cluster/id";
inline constexpr const char* kBrokerIds = "/brokers/ids";
inline constexpr const char* kTopics = "/brokers/topics";
inline constexpr const char* kController = "/controller";
inline constexpr const char* kControllerEpoch = "/controller_epoch";
inline constexpr const char* kIsrChanges = "/isr_change_notification";
inline constexpr const char* kLogDirEvents = "/log_dir_event_notification";
inline constexpr const char* kDeleteTopics = "/admin/delete_topics";
inline constexpr const char* kProducerIdBlock = "/latest_producer_id_block";
inline constexpr const char* kTopicConfigs = "/config/topics";
inline constexpr const char* kBrokerConfigs = "/config/brokers";
inline constexpr const char* kConfigChanges = "/config/changes";
/// Of what holds for all brokers.  Kafka: ConfigEntityName.Default.
inline constexpr const char* kDefaultEntity = "<default>";

/// Persistent nodes that a cluster needs, parents first (`ZkData.PersistentZkPaths`,
/// `SecureRootPaths`).
const std::vector<std::string>& persistentPaths();

std::string brokerPath(BrokerId id);
std::string topicPath(const std::string& topic);
std::string topicConfigPath(const std::string& topic);
/// Of `topics/<t>`, `brokers/<id>`, `brokers/<default>`.
std::string configPath(const std::string& entity);
std::string deleteTopicPath(const std::string& topic);
std::string partitionsPath(const std::string& topic);
std::string partitionPath(const TopicPartition& partition);
std::string statePath(const TopicPartition& partition);
/// The partition if the path is that of a `state` node.
std::optional<TopicPartition> partitionOfStatePath(std::string_view path);

struct BrokerNode
{
    world::Endpoint endpoint;
    std::string rack; ///< empty: none
};
Bytes encode(const BrokerNode& node, WallTime now);
std::optional<BrokerNode> decodeBroker(const Bytes& data);

struct ControllerNode
{
    BrokerId broker = kNoBroker;
};
Bytes encode(const ControllerNode& node, WallTime now);
std::optional<ControllerNode> decodeController(const Bytes& data);

Bytes encodeControllerEpoch(ControllerEpoch epoch);
std::optional<ControllerEpoch> decodeControllerEpoch(const Bytes& data);

struct TopicNode
{
    using Replicas = std::map<std::int32_t, std::vector<BrokerId>>;
    Uuid id;
    Replicas partitions;
    Replicas adding = {};   ///< of partitions that are being reassigned: those that come
    Replicas removing = {}; ///< and those that go
};
Bytes encode(const TopicNode& node);
std::optional<TopicNode> decodeTopic(const Bytes& data);

struct StateNode
{
    BrokerId leader = kNoBroker;
    LeaderEpoch leaderEpoch;
    ControllerEpoch controllerEpoch;
    std::vector<BrokerId> isr;
    bool recovering = false; ///< `leader_recovery_state` 1
};
Bytes encode(const StateNode& node);
std::optional<StateNode> decodeState(const Bytes& data);

/// The newest block of producer ids that was given to a broker, both ends included.
struct ProducerIdBlock
{
    BrokerId broker = kNoBroker;
    ProducerId first;
    ProducerId last;
};
Bytes encode(const ProducerIdBlock& block);
std::optional<ProducerIdBlock> decodeProducerIdBlock(const Bytes& data);

Bytes encodeConfig(const std::map<std::string, std::string>& config);
std::optional<std::map<std::string, std::string>> decodeConfig(const Bytes& data);

/// `config_change_<n>`: which entity's settings were changed, as `topics/t`.
Bytes encodeConfigChange(const std::string& entity);
std::optional<std::string> decodeConfigChange(const Bytes& data);

Bytes encodeClusterId(const std::string& id);
std::optional<std::string> decodeClusterId(const Bytes& data);

} // namespace hw::coordination::kafka
