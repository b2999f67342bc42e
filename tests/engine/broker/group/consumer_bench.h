#pragma once

#include "engine/protocol/messages/update_metadata.h"
#include "tests/engine/broker/group/group_bench.h"

namespace hw::test {

/// The id that `ConsumerBench` gives a topic.
inline Uuid topicId(const std::string& name)
{
    Uuid id;
    id.bytes.fill(static_cast<std::uint8_t>(name.front()));
    return id;
}

inline group::IdPartitions only(const std::string& topic, std::set<std::int32_t> partitions)
{
    if (partitions.empty())
        return {};
    return {{topicId(topic), std::move(partitions)}};
}

/// A coordinator of the consumer protocol (KIP-848) with topics.
struct ConsumerBench : GroupBench
{
    explicit ConsumerBench(std::int32_t partitions = 6)
    {
        config.consumerSessionTimeout = 6s;
        config.consumerHeartbeatInterval = 1s;
        topic("t", partitions);
        start();
    }
    void topic(const std::string& name, std::int32_t partitions)
    {
        protocol::UpdateMetadataRequest request;
        auto& told = request.topicStates.emplace_back();
        told.topicName = name;
        told.topicId = topicId(name);
        for (std::int32_t number = 0; number < partitions; ++number)
            told.partitionStates.emplace_back().partitionIndex = number;
        metadata.apply(request);
    }

    static group::ConsumerHeartbeat joining(const std::string& memberId)
    {
        group::ConsumerHeartbeat request;
        request.group = "g";
        request.memberId = memberId;
        request.epoch = group::kJoinEpoch;
        request.rebalanceTimeout = 20s;
        request.topics = std::vector<std::string>{"t"};
        request.owned = group::IdPartitions{};
        request.clientId = "c";
        request.clientHost = "/127.0.0.1";
        request.mustNameItself = true;
        return request;
    }
    static group::ConsumerHeartbeat alive(const std::string& memberId, std::int32_t epoch)
    {
        group::ConsumerHeartbeat request;
        request.group = "g";
        request.memberId = memberId;
        request.epoch = Generation{epoch};
        request.clientId = "c";
        request.clientHost = "/127.0.0.1";
        request.mustNameItself = true;
        return request;
    }
    Answer<group::ConsumerHeartbeatResult> ask(group::ConsumerHeartbeat request)
    {
        Answer<group::ConsumerHeartbeatResult> answer =
            std::make_shared<std::optional<group::ConsumerHeartbeatResult>>();
        call([&] {
            coordinator->consumerHeartbeat(std::move(request),
                                           [answer](auto result) { *answer = std::move(result); });
        });
        return answer;
    }
    /// The answer, after replication.
    group::ConsumerHeartbeatResult beat(group::ConsumerHeartbeat request)
    {
        const auto answer = ask(std::move(request));
        run(5ms);
        HW_ASSERT(answer->has_value(), "a heartbeat is answered once it is replicated");
        return std::move(**answer);
    }
    group::ConsumerGroupDescription describeConsumers()
    {
        group::ConsumerGroupDescription description;
        call([&] { description = coordinator->describeConsumers("g"); });
        return description;
    }
    std::string consumerState() { return describeConsumers().state; }
};

/// A consumer as it behaves: it takes what it is told and says so with its next heartbeat.
struct BenchConsumer
{
    BenchConsumer(ConsumerBench& itsBench, std::string itsId)
        : bench(itsBench)
        , id(std::move(itsId))
    {
    }
    ErrorCode join(std::optional<std::string> instance = {})
    {
        auto request = ConsumerBench::joining(id);
        request.instanceId = itsInstance = std::move(instance);
        owned = {};
        return take(bench.beat(std::move(request)));
    }
    /// Says what it owns, and takes what comes.
    ErrorCode beat()
    {
        auto request = ConsumerBench::alive(id, epoch);
        request.instanceId = itsInstance;
        request.owned = owned;
        return take(bench.beat(std::move(request)));
    }
    /// Only that it lives.
    ErrorCode ping()
    {
        auto request = ConsumerBench::alive(id, epoch);
        request.instanceId = itsInstance;
        return take(bench.beat(std::move(request)));
    }
    ErrorCode leave(Generation how = group::kLeaveEpoch)
    {
        auto request = ConsumerBench::alive(id, how.value());
        request.instanceId = itsInstance;
        return bench.beat(std::move(request)).error;
    }
    ErrorCode take(const group::ConsumerHeartbeatResult& result)
    {
        if (result.error != ErrorCode::None)
            return result.error;
        epoch = result.epoch.value();
        if (result.assignment) {
            owned = *result.assignment;
            ++assignments;
        }
        return result.error;
    }
    std::size_t count() const
    {
        std::size_t sum = 0;
        for (const auto& [topic, partitions] : owned)
            sum += partitions.size();
        return sum;
    }

    ConsumerBench& bench;
    std::string id;
    std::optional<std::string> itsInstance;
    std::int32_t epoch = 0;
    group::IdPartitions owned;
    int assignments = 0; ///< how often it was told one
};

/// All of them beat until the group is stable; false if it is not after 20 rounds.
inline bool settle(ConsumerBench& bench, std::vector<BenchConsumer*> consumers)
{
    for (int round = 0; round < 20; ++round) {
        for (BenchConsumer* consumer : consumers)
            consumer->beat();
        if (bench.consumerState() == "Stable")
            return true;
    }
    return false;
}

} // namespace hw::test
