#include <map>
#include <set>
#include <variant>

#include <fmt/format.h>

#include "app/commands/words.h"
#include "app/scenario/scenario_reader.h"
#include "app/scenario/scenario_reading.h"
#include "engine/broker/core/topic_name.h"
#include "engine/cluster/client_settings.h"
#include "engine/cluster/spec.h"

namespace hw::app {

namespace {

using namespace observe;
using Json = JsonObject::Json;

constexpr std::size_t kMaxTopics = 1000;

std::vector<std::vector<BrokerId>> readAssignment(Reading& reading, const std::string& place,
                                                  const Json& json)
{
    constexpr const char* kAllowed =
        "is no assignment; brokers for each partition are allowed, as [[1, 2], [2, 3]]";
    std::vector<std::vector<BrokerId>> assignment;
    for (const Json& partition : json) {
        assignment.emplace_back();
        if (!partition.is_array())
            reading.wrong(place, partition.dump() + " " + kAllowed);
        for (const Json& broker : partition) {
            const bool isBroker = broker.is_number_unsigned() && broker.get<std::uint64_t>() >= 1 &&
                                  broker.get<std::uint64_t>() <= cluster::kMaxBrokers;
            if (isBroker)
                assignment.back().emplace_back(broker.get<std::int32_t>());
            else
                reading.wrong(place, broker.dump() + " " + kAllowed);
        }
    }
    return assignment;
}

Command readTopic(Reading& reading, const Json& json, const std::string& place,
                  cluster::ClusterSpec&)
{
    JsonObject object = reading.open(json, place);
    command::CreateTopic create;
    create.topic = object.text("name").value_or("");
    if (create.topic.empty())
        object.missing("name", "a topic needs one");
    create.partitions =
        static_cast<std::int32_t>(object.number("partitions", 1, 10'000).value_or(-1));
    create.replicationFactor = static_cast<std::int32_t>(
        object.number("replicationFactor", 1, cluster::kMaxBrokers).value_or(-1));
    create.configs = object.settings("configs");
    if (const Json* assignment = object.array("assignment", 10'000))
        create.assignment = readAssignment(reading, object.placeOf("assignment"), *assignment);
    object.finish();
    return create;
}

/// What a client's properties file would say.
void readSettings(JsonObject& object, const std::string& name, bool producer,
                  cluster::ClusterSpec& spec)
{
    cluster::ClientConfigs settings = object.settings("settings");
    if (settings.empty())
        return;
    if (name.empty())
        object.wrong("settings", "needs a name beside it");
    else if (const auto checked = cluster::checkClientConfigs(settings, producer); !checked)
        object.wrong("settings", checked.error().message);
    spec.clients[name] = std::move(settings);
}

Command readProducer(Reading& reading, const Json& json, const std::string& place,
                     cluster::ClusterSpec& spec)
{
    JsonObject object = reading.open(json, place);
    command::AddProducer add;
    add.name = object.text("name").value_or("");
    add.topics = object.texts("topics");
    if (add.topics.empty())
        object.missing("topics", "a producer needs at least one");
    const std::string acks = object.word("acks", {"all", "1", "0"}).value_or("all");
    add.acks = acks == "all" ? -1 : acks == "1" ? 1 : 0;
    add.rate = object.decimal("rate", 0, 1'000'000).value_or(add.rate);
    add.recordBytes = static_cast<std::int32_t>(
        object.number("recordBytes", 1, 1'000'000).value_or(add.recordBytes));
    const std::string keys =
        object.word("keys", {"none", "round-robin", "random"}).value_or("none");
    add.keys = keys == "random"        ? command::Keys::Random
               : keys == "round-robin" ? command::Keys::RoundRobin
                                       : command::Keys::None;
    if (const auto partition = object.number("partition", 0, 1'000'000))
        add.partition = static_cast<std::int32_t>(*partition);
    add.idempotent = object.flag("idempotent").value_or(false);
    if (add.idempotent && add.acks != -1)
        object.wrong("idempotent", "needs acks \"all\"");
    readSettings(object, add.name, true, spec);
    object.finish();
    reading.clients.push_back(add.name);
    return add;
}

void readMembership(Reading& reading, JsonObject& object, command::AddConsumer& add)
{
    if (object.word("protocol", {"classic", "consumer"}).value_or("classic") == "consumer")
        add.protocol = command::GroupProtocol::Consumer;
    add.instance = object.text("instance");
    add.sessionTimeout = readSpanAt(reading, object, "sessionTimeout");
    add.heartbeatInterval = readSpanAt(reading, object, "heartbeatInterval");
    add.maxPollInterval = readSpanAt(reading, object, "maxPollInterval");
    add.metadataMaxAge = readSpanAt(reading, object, "metadataMaxAge");
    add.autoCommit = object.flag("autoCommit").value_or(true);
    add.autoCommitInterval = readSpanAt(reading, object, "autoCommitInterval");
    if (const auto most = object.number("maxPollRecords", 1, 1'000'000))
        add.maxPollRecords = static_cast<std::int32_t>(*most);
}

Command readConsumer(Reading& reading, const Json& json, const std::string& place,
                     cluster::ClusterSpec& spec)
{
    JsonObject object = reading.open(json, place);
    command::AddConsumer add;
    add.name = object.text("name").value_or("");
    add.group = object.text("group").value_or("");
    if (add.group.empty())
        object.missing("group", "a consumer needs one");
    add.topics = object.texts("topics");
    if (add.topics.empty())
        object.missing("topics", "a consumer needs at least one");
    const std::string assignor =
        object.word("assignor", {"range", "round-robin", "sticky", "cooperative-sticky", "fixed"})
            .value_or("range");
    add.assignor = assignor == "round-robin"          ? command::Assignor::RoundRobin
                   : assignor == "sticky"             ? command::Assignor::Sticky
                   : assignor == "cooperative-sticky" ? command::Assignor::CooperativeSticky
                   : assignor == "fixed"              ? command::Assignor::Fixed
                                                      : command::Assignor::Range;
    for (const std::string& word : object.texts("partitions")) {
        if (const auto partition = readPartition(word))
            add.fixed.push_back(*partition);
        else
            reading.wrong(object.placeOf("partitions"), partition.error().message);
    }
    if (!add.fixed.empty() && add.assignor != command::Assignor::Fixed)
        object.wrong("partitions", "needs assignor \"fixed\"");
    const std::string from =
        object.word("from", {"beginning", "end", "none"}).value_or("beginning");
    add.reset = from == "end"    ? command::OffsetReset::Latest
                : from == "none" ? command::OffsetReset::None
                                 : command::OffsetReset::Earliest;
    readMembership(reading, object, add);
    readSettings(object, add.name, false, spec);
    object.finish();
    reading.clients.push_back(add.name);
    return add;
}

} // namespace

void readWorkload(Reading& reading, const Json& json, std::vector<Command>& workload,
                  cluster::ClusterSpec& spec)
{
    JsonObject object = reading.open(json, "workload");
    const auto each = [&](const char* key, std::size_t most, auto read) {
        const Json* array = object.array(key, most);
        if (!array)
            return;
        std::size_t index = 0;
        for (const Json& one : *array)
            workload.push_back(
                read(reading, one, fmt::format("workload.{}[{}]", key, index++), spec));
    };
    each("topics", kMaxTopics, readTopic);
    each("producers", kMaxScenarioClients, readProducer);
    each("consumers", kMaxScenarioClients, readConsumer);
    object.finish();
}

namespace {

/// One overload for each kind of command that a workload has.
struct WorkloadCheck
{
    Reading& reading;
    const cluster::ClusterSpec& spec;
    std::map<std::string, std::int32_t>
        topics{}; ///< how many partitions; -1: the cluster's default
    std::set<std::string> clients{};

    void operator()(const command::CreateTopic& topic)
    {
        const std::string place = "workload.topics: " + topic.topic;
        if (const auto legal = broker::checkTopicName(topic.topic); !legal)
            return reading.wrong(place, legal.error().message);
        const auto partitions = topic.assignment.empty()
                                    ? topic.partitions
                                    : static_cast<std::int32_t>(topic.assignment.size());
        if (!topics.emplace(topic.topic, partitions).second)
            reading.wrong(place, "stands twice");
        if (topic.replicationFactor > spec.brokers)
            reading.wrong(place,
                          fmt::format("replicationFactor {} is more than there are brokers, {}",
                                      topic.replicationFactor, spec.brokers));
        for (const auto& replicas : topic.assignment) {
            for (const BrokerId broker : replicas)
                if (broker.value() > spec.brokers)
                    reading.wrong(place,
                                  fmt::format("assignment names broker {}; 1 to {} are there",
                                              broker, spec.brokers));
        }
    }
    void operator()(const command::AddProducer& producer)
    {
        join("producers", producer.name);
        for (const std::string& topic : producer.topics) {
            const auto found = topics.find(topic);
            if (producer.partition && found != topics.end() && found->second > 0 &&
                *producer.partition >= found->second)
                reading.wrong("workload.producers: " + producer.name,
                              fmt::format("partition {} is none of {}'s {}", *producer.partition,
                                          topic, found->second));
        }
    }
    void operator()(const command::AddConsumer& consumer) { join("consumers", consumer.name); }
    template <class Other> void operator()(const Other&) {}

private:
    void join(const char* list, const std::string& name)
    {
        if (!name.empty() && !clients.insert(name).second)
            reading.wrong(fmt::format("workload.{}: {}", list, name),
                          "another client has that name already");
    }
};

} // namespace

void checkWorkload(Reading& reading, const std::vector<Command>& workload,
                   const cluster::ClusterSpec& spec)
{
    WorkloadCheck check{reading, spec};
    for (const Command& command : workload)
        std::visit(check, command);
}

} // namespace hw::app
