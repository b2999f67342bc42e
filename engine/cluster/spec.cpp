#include "engine/cluster/spec.h"

#include <fmt/format.h>

namespace hw::cluster {

Result<void> check(const ClusterSpec& spec)
{
    if (spec.brokers < 1 || spec.brokers > kMaxBrokers)
        return fail(Failure::Invalid,
                    fmt::format("brokers is {}, allowed are 1 to {}", spec.brokers, kMaxBrokers));
    if (spec.ensemble != 1 && spec.ensemble != 3 && spec.ensemble != 5)
        return fail(Failure::Invalid,
                    fmt::format("ensemble is {}, allowed are 1, 3 and 5", spec.ensemble));
    if (spec.zookeeperPort != 0 && spec.zookeeperPort + spec.ensemble - 1 > 65535)
        return fail(Failure::Invalid,
                    fmt::format("zookeeperPort is {}, with {} servers at most {} is allowed",
                                spec.zookeeperPort, spec.ensemble, 65536 - spec.ensemble));
    if (spec.port != 0 && spec.port + spec.brokers - 1 > 65535)
        return fail(Failure::Invalid,
                    fmt::format("port is {}, with {} brokers at most {} is allowed", spec.port,
                                spec.brokers, 65536 - spec.brokers));
    return {};
}

using namespace observe::command;

static std::vector<std::vector<BrokerId>> diagramsTopicB()
{
    const auto on = [](std::int32_t a, std::int32_t b, std::int32_t c) {
        return std::vector{BrokerId(a), BrokerId(b), BrokerId(c)};
    };
    return {on(3, 1, 2), on(2, 3, 1), on(1, 2, 3)};
}

std::vector<observe::Command> demoCommands(const ClusterSpec& spec)
{
    const std::int32_t brokers = spec.brokers;
    std::vector<observe::Command> commands;
    const std::int32_t factor = std::min(brokers, 3);
    CreateTopic topicA;
    topicA.topic = "TopicA";
    topicA.partitions = 3;
    topicA.replicationFactor = factor;
    commands.emplace_back(topicA);

    CreateTopic topicB = topicA;
    topicB.topic = "TopicB";
    if (brokers >= 3)
        topicB.assignment = diagramsTopicB();
    commands.emplace_back(topicB);

    const auto producer = [&](const char* name, std::vector<std::string> topics, std::int32_t acks,
                              double rate, Keys keys) {
        AddProducer add;
        add.name = name;
        add.topics = std::move(topics);
        add.acks = spec.demoAcks.value_or(acks);
        add.rate = rate;
        add.keys = keys;
        commands.emplace_back(add);
    };
    producer("producer1", {"TopicA"}, -1, 12, Keys::None);
    producer("producer2", {"TopicB"}, 1, 8, Keys::None);
    producer("producer3", {"TopicA", "TopicB"}, -1, 5, Keys::Random);

    const auto consumer = [&](std::string name, std::string group,
                              std::vector<std::string> topics) {
        AddConsumer add;
        add.name = std::move(name);
        add.group = std::move(group);
        add.topics = std::move(topics);
        add.assignor = spec.demoAssignor.value_or(add.assignor);
        commands.emplace_back(add);
    };
    for (int n = 1; n <= 3; ++n)
        consumer(fmt::format("G1-C{}", n), "group-1", {"TopicA"});
    for (int n = 1; n <= 2; ++n)
        consumer(fmt::format("G2-C{}", n), "group-2", {"TopicA", "TopicB"});
    return commands;
}

} // namespace hw::cluster
