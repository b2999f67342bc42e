#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/client/consumer.h"
#include "tests/support/fake_group.h"

namespace hw::test {

using namespace hw::client;
using Texts = std::vector<std::string>;
inline const TopicPartition kT0{"t", 0};
inline const TopicPartition kT1{"t", 1};

/// Writes down what a consumer tells its application.
class Listener final : public ConsumerListener
{
public:
    void onRecord(const TopicPartition& partition, const protocol::RecordView& record) override
    {
        records.push_back(partition.text() + "@" + std::to_string(record.offset.value()) + "=" +
                          textOf(*record.value));
        if (afterRecord)
            afterRecord();
    }
    void onAssigned(const std::vector<TopicPartition>& partitions) override
    {
        happened.push_back("assigned" + list(partitions));
    }
    void onRevoked(const std::vector<TopicPartition>& partitions, bool lost) override
    {
        happened.push_back((lost ? "lost" : "revoked") + list(partitions));
    }
    static std::string list(const std::vector<TopicPartition>& partitions)
    {
        std::string text;
        for (const TopicPartition& partition : partitions)
            text += " " + partition.text();
        return text;
    }
    Texts records;
    Texts happened;
    std::function<void()> afterRecord;
};

/// One consumer of topic `t` in group `g`, before brokers that do what a test says.
struct Stage
{
    Stage()
        : cluster(world, 2)
        , group(cluster, 2)
        , host(world.addHost({NodeId::client(0), "clients"}))
    {
        cluster.addTopic("t", {1, 2});
    }
    static ConsumerConfig config()
    {
        ConsumerConfig config;
        config.group = "g";
        config.topics = {"t"};
        config.sessionTimeout = 6s;
        config.heartbeatInterval = 2s;
        config.autoCommitInterval = 1s;
        config.reset = OffsetReset::Earliest;
        return config;
    }
    void start(ConsumerConfig with = config(), ConsumerInterceptor* interceptor = nullptr)
    {
        const ClientContext context{host, journal, NodeId::client(1), "c1", cluster.bootstrap()};
        consumer = std::make_unique<Consumer>(context, std::move(with), &listener, interceptor);
        consumer->start();
    }
    bool stable()
    {
        return world.runUntil([&] { return consumer->phase() == MemberPhase::Stable; }, 10s);
    }
    int count(protocol::ApiKey api)
    {
        return cluster.broker(1).count(api) + cluster.broker(2).count(api);
    }

    world::SimWorld world;
    FakeCluster cluster;
    FakeGroup group;
    world::Host& host;
    observe::NullJournal journal;
    Listener listener;
    std::unique_ptr<Consumer> consumer;
};

} // namespace hw::test
