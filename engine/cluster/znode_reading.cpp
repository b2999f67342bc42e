#include "engine/cluster/znode_reading.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

#include <nlohmann/json.hpp>

namespace hw::cluster {

using namespace observe;
using Json = nlohmann::json;

static Json parsed(const Bytes& data)
{
    return Json::parse(data.begin(), data.end(), nullptr, false);
}

static std::optional<std::int32_t> number(std::string_view text)
{
    std::int32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

/// The member if it is there and of the right kind: an outside client may have written anything.
static std::int32_t integerOr(const Json& object, const char* key, std::int32_t otherwise)
{
    const auto it = object.find(key);
    return it != object.end() && it->is_number_integer() ? it->get<std::int32_t>() : otherwise;
}

static std::vector<BrokerId> brokersOf(const Json& list)
{
    std::vector<BrokerId> brokers;
    if (!list.is_array())
        return brokers;
    for (const Json& id : list) {
        if (id.is_number_integer())
            brokers.emplace_back(id.get<std::int32_t>());
    }
    return brokers;
}

/// What follows `prefix` in `path`, if it does start with it.
static std::optional<std::string_view> after(std::string_view path, std::string_view prefix)
{
    if (!path.starts_with(prefix))
        return std::nullopt;
    return path.substr(prefix.size());
}

static void readTopic(std::string_view name, const Bytes& data, EnsembleReport& into)
{
    const Json json = parsed(data);
    if (!json.is_object() || !json.contains("partitions") || !json["partitions"].is_object())
        return;
    TopicReport topic;
    topic.topic = name;
    if (json.contains("topic_id") && json["topic_id"].is_string()) {
        if (const auto id = Uuid::parse(json["topic_id"].get<std::string>()))
            topic.id = *id;
    }
    for (const auto& [key, replicas] : json["partitions"].items()) {
        const auto partition = number(key);
        if (!partition || *partition < 0 || *partition > 100'000)
            continue;
        const auto at = static_cast<std::size_t>(*partition);
        if (topic.replicas.size() <= at)
            topic.replicas.resize(at + 1);
        topic.replicas[at] = brokersOf(replicas);
    }
    into.topics.push_back(std::move(topic));
}

/// `<topic>/partitions/<p>/state`
static void readState(std::string_view rest, const coordination::ZnodeReport& znode,
                      EnsembleReport& into)
{
    const auto slash = rest.find('/');
    const auto middle = after(rest.substr(slash), "/partitions/");
    if (!middle || !middle->ends_with("/state"))
        return;
    const auto partition =
        number(middle->substr(0, middle->size() - std::string_view("/state").size()));
    const Json json = parsed(znode.data);
    if (!partition || !json.is_object())
        return;
    ZnodeStateReport state;
    state.partition = {std::string(rest.substr(0, slash)), *partition};
    state.leader = BrokerId(integerOr(json, "leader", -1));
    state.leaderEpoch = LeaderEpoch(integerOr(json, "leader_epoch", -1));
    state.partitionEpoch = PartitionEpoch(znode.stat.version);
    state.isr = brokersOf(json.contains("isr") ? json["isr"] : Json());
    state.recovering = integerOr(json, "leader_recovery_state", 0) == 1;
    into.states.push_back(std::move(state));
}

static void readConfig(std::string_view topic, const Bytes& data, EnsembleReport& into)
{
    const Json json = parsed(data);
    if (!json.is_object() || !json.contains("config") || !json["config"].is_object())
        return;
    const auto it = std::find_if(into.topics.begin(), into.topics.end(),
                                 [&](const TopicReport& t) { return t.topic == topic; });
    if (it == into.topics.end())
        return;
    for (const auto& [key, value] : json["config"].items()) {
        if (value.is_string())
            it->configs[key] = value.get<std::string>();
    }
}

static void readController(const Bytes& data, EnsembleReport& into)
{
    const Json json = parsed(data);
    if (json.is_object())
        into.controller = BrokerId(integerOr(json, "brokerid", -1));
}

static void readOne(const coordination::ZnodeReport& znode, EnsembleReport& into)
{
    const std::string_view path = znode.path;
    if (path == "/controller") {
        readController(znode.data, into);
    } else if (path == "/controller_epoch") {
        into.controllerEpoch = ControllerEpoch(number(textOf(znode.data)).value_or(0));
    } else if (path == "/cluster/id") {
        const Json json = parsed(znode.data);
        if (json.is_object() && json.contains("id") && json["id"].is_string())
            into.clusterId = json["id"].get<std::string>();
    } else if (const auto id = after(path, "/brokers/ids/")) {
        if (const auto broker = number(*id))
            into.registered[BrokerId(*broker)] = BrokerEpoch(znode.stat.czxid.value());
    } else if (const auto rest = after(path, "/brokers/topics/")) {
        if (rest->find('/') == std::string_view::npos)
            readTopic(*rest, znode.data, into);
        else
            readState(*rest, znode, into);
    }
}

void readZnodes(const std::vector<coordination::ZnodeReport>& znodes, EnsembleReport& into)
{
    for (const coordination::ZnodeReport& znode : znodes)
        readOne(znode, into);
    for (const coordination::ZnodeReport& znode : znodes) {
        if (const auto topic = after(znode.path, "/config/topics/"))
            readConfig(*topic, znode.data, into);
    }
    std::sort(into.topics.begin(), into.topics.end(),
              [](const TopicReport& a, const TopicReport& b) { return a.topic < b.topic; });
    std::sort(into.states.begin(), into.states.end(),
              [](const ZnodeStateReport& a, const ZnodeStateReport& b) {
                  return a.partition < b.partition;
              });
}

} // namespace hw::cluster
