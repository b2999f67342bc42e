#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/writer.h"
#include "engine/broker/core/metadata_cache.h"
#include "engine/broker/core/services.h"
#include "engine/broker/group/group_coordinator.h"
#include "engine/protocol/messages/consumer_protocol.h"
#include "engine/world/sim/sim_world.h"
#include "tests/engine/broker/group/memory_port.h"

namespace hw::test {

using group::ErrorCode;
using State = observe::fact::GroupState;

/// Remembers all facts with their causes.
class EventList final : public observe::Journal
{
public:
    explicit EventList(world::Loop& loop)
        : m_loop(loop)
    {
    }

    struct Entry
    {
        EventId id;
        EventId cause;
        observe::Fact fact;
    };
    std::vector<Entry> entries;

    EventId report(observe::Fact fact) override
    {
        const EventId id{entries.size() + 1};
        entries.push_back({id, m_loop.cause(), std::move(fact)});
        return id;
    }
    bool wantsFlights() const override { return false; }
    FlightId flight(observe::Flight, const Pieces&) override { return kNoFlight; }

    template <class F> std::vector<F> all() const
    {
        std::vector<F> found;
        for (const Entry& entry : entries) {
            if (const F* fact = std::get_if<F>(&entry.fact))
                found.push_back(*fact);
        }
        return found;
    }
    /// The last of its kind; it must be there.
    template <class F> const Entry& last() const
    {
        for (auto it = entries.rbegin(); it != entries.rend(); ++it) {
            if (std::holds_alternative<F>(it->fact))
                return *it;
        }
        HW_ASSERT(false, "no such event");
        return entries.front();
    }

private:
    world::Loop& m_loop;
};

/// What came back, once it did.
template <class T> using Answer = std::shared_ptr<std::optional<T>>;

inline Slice subscription(const std::vector<std::string>& topics)
{
    protocol::ConsumerProtocolSubscription message;
    message.topics = topics;
    Writer writer;
    writer.i16(0);
    message.encode(writer, protocol::ApiVersion{0});
    return Slice(writer.takeBytes());
}

inline Slice assignment(const std::string& topic, std::vector<std::int32_t> partitions)
{
    protocol::ConsumerProtocolAssignment message;
    message.assignedPartitions.push_back({topic, std::move(partitions)});
    Writer writer;
    writer.i16(0);
    message.encode(writer, protocol::ApiVersion{0});
    return Slice(writer.takeBytes());
}

/// One coordinator in a simulated world, over partitions in memory. `call` and what is built on it
/// run inside a task of the broker's loop, as all of the engine does.
class GroupBench
{
public:
    explicit GroupBench(std::uint64_t seed = 1)
        : world({.seed = seed})
        , host(world.addHost({NodeId::broker(BrokerId{1}), "broker1"}))
        , events(host.loop())
        , port(host.loop(), logs)
    {
        config.groupInitialRebalanceDelay = 500ms;
    }

    /// Makes the coordinator and lets it load its partitions.
    void start()
    {
        call([&] {
            coordinator = std::make_unique<group::GroupCoordinator>(
                BrokerId{1}, config, host.loop(), port, events, &metadata);
        });
        for (std::int32_t p = 0; p < config.offsetsTopicPartitions; ++p)
            elect(p, LeaderEpoch{1});
        run(10ms);
    }
    void elect(std::int32_t partition, LeaderEpoch epoch)
    {
        const TopicPartition id{broker::kOffsetsTopic, partition};
        port.led.insert(id);
        call([&] { coordinator->onElected(id, epoch); });
    }
    void resign(std::int32_t partition, std::optional<LeaderEpoch> epoch)
    {
        const TopicPartition id{broker::kOffsetsTopic, partition};
        port.led.erase(id);
        call([&] { coordinator->onResigned(id, epoch); });
    }
    /// The process dies; the logs stay.
    void crash()
    {
        call([&] {
            coordinator.reset();
            host.crash();
        });
        port.led.clear();
    }

    void run(Duration time) { world.runFor(time); }
    template <class F> void call(F&& work)
    {
        bool done = false;
        host.control([&] {
            work();
            done = true;
        });
        while (!done)
            world.runOne();
    }

    // --- requests; times as the classroom preset has them ---

    static group::JoinRequest joinRequest(const std::string& memberId)
    {
        group::JoinRequest request;
        request.group = "g";
        request.memberId = memberId;
        request.clientId = "c";
        request.clientHost = "/127.0.0.1";
        request.sessionTimeout = 6s;
        request.rebalanceTimeout = 20s;
        request.protocolType = "consumer";
        request.protocols = {{"range", subscription({"t"})}};
        return request;
    }
    Answer<group::JoinResult> join(group::JoinRequest request)
    {
        return ask<group::JoinResult>(
            [&](auto done) { coordinator->join(std::move(request), std::move(done)); });
    }
    Answer<group::JoinResult> join(const std::string& memberId = {})
    {
        return join(joinRequest(memberId));
    }
    Answer<group::SyncResult> sync(const std::string& memberId, Generation generation,
                                   std::map<std::string, Slice> assignments = {})
    {
        return ask<group::SyncResult>([&](auto done) {
            group::SyncRequest request;
            request.group = "g";
            request.memberId = memberId;
            request.generation = generation;
            request.assignments = std::move(assignments);
            coordinator->sync(std::move(request), std::move(done));
        });
    }
    ErrorCode heartbeat(const std::string& memberId, Generation generation)
    {
        ErrorCode error{};
        call([&] { error = coordinator->heartbeat({"g", generation, memberId, {}}); });
        return error;
    }
    group::LeaveResult leave(std::vector<group::LeavingMember> members)
    {
        group::LeaveResult result;
        call([&] { result = coordinator->leave({"g", std::move(members)}); });
        return result;
    }
    ErrorCode leave(const std::string& memberId)
    {
        const group::LeaveResult result = leave({{memberId, std::nullopt, {}}});
        return result.error != ErrorCode::None ? result.error : result.members.front().error;
    }
    Answer<group::CommitResult> commit(group::CommitRequest request)
    {
        return ask<group::CommitResult>(
            [&](auto done) { coordinator->commit(std::move(request), std::move(done)); });
    }
    /// Commits one offset of t-0 and waits for the answer.
    ErrorCode commit(const std::string& memberId, Generation generation, std::int64_t offset)
    {
        group::CommitRequest request;
        request.group = "g";
        request.memberId = memberId;
        request.generation = generation;
        request.offsets.push_back({{"t", 0}, Offset{offset}, kNoLeaderEpoch, ""});
        const auto answer = commit(std::move(request));
        run(5ms);
        return answer->value().front();
    }
    /// The committed offset of t-0; -1 if there is none.
    std::int64_t committed()
    {
        group::FetchOffsetsResult result;
        call([&] {
            result = coordinator->fetchOffsets({"g", std::vector<TopicPartition>{{"t", 0}}});
        });
        return result.offsets.front().offset.value();
    }
    group::GroupDescription describe()
    {
        group::GroupDescription description;
        call([&] { description = coordinator->describe("g"); });
        return description;
    }
    std::string state() { return describe().state; }
    std::optional<observe::GroupReport> report()
    {
        std::vector<observe::GroupReport> all;
        call([&] { all = coordinator->reports(); });
        for (const auto& each : all) {
            if (each.group == "g")
                return each;
        }
        return std::nullopt;
    }

    /// Lets `count` members join as one generation and sync; the first leads and t-i goes to the
    /// i-th. Returns their ids; the group is Stable.
    std::vector<std::string> stableGroup(int count)
    {
        std::vector<Answer<group::JoinResult>> joins;
        for (int i = 0; i < count; ++i)
            joins.push_back(join());
        awaitAll(joins);
        return syncAll(joins);
    }
    /// Steps until all have an answer.
    template <class T> void awaitAll(const std::vector<Answer<T>>& answers)
    {
        const bool done = world.runUntil(
            [&] {
                return std::ranges::all_of(answers, [](const auto& a) { return a->has_value(); });
            },
            60s);
        HW_ASSERT(done, "all are answered within a minute");
    }
    std::vector<std::string> syncAll(const std::vector<Answer<group::JoinResult>>& joins)
    {
        std::vector<std::string> ids;
        std::map<std::string, Slice> assignments;
        for (const auto& join : joins) {
            ids.push_back((*join)->memberId);
            assignments[ids.back()] =
                assignment("t", {static_cast<std::int32_t>(assignments.size())});
        }
        const Generation generation = (*joins.front())->generation;
        const std::string leader = (*joins.front())->leader;
        for (const std::string& id : ids)
            sync(id, generation, id == leader ? assignments : std::map<std::string, Slice>());
        run(5ms);
        return ids;
    }

    world::SimWorld world;
    world::Host& host;
    EventList events;
    MemoryLogs logs;
    MemoryPort port;
    broker::BrokerConfig config;
    broker::MetadataCache metadata;
    std::unique_ptr<group::GroupCoordinator> coordinator;

private:
    template <class T, class Ask> Answer<T> ask(Ask&& work)
    {
        Answer<T> answer = std::make_shared<std::optional<T>>();
        call([&] { work(group::Done<T>([answer](T result) { *answer = std::move(result); })); });
        // Answers that do not have to wait come in the next task.
        run(0ms);
        return answer;
    }
};

} // namespace hw::test
