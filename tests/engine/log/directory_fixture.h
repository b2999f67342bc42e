#pragma once

#include <QTest>

#include "engine/log/log_manager.h"
#include "tests/engine/log/log_fixture.h"

namespace hw::log::test {

inline const std::string kClusterId = "abcdefghijklmnopqrstuv";

struct Failures final : LogListener
{
    void checkpointFailed(const Error& error) override { messages.push_back(error.message); }
    std::vector<std::string> messages;
};

/// A broker's log directory over several lives.
class DirectoryFixture
{
public:
    DirectoryFixture()
        : host(world.addHost({NodeId::broker(BrokerId(1)), "broker1"}))
    {
        config.broker = BrokerId(1);
        config.root = "logs";
        config.defaults.segmentBytes = 8192;
    }

    Result<LoadSummary> load()
    {
        manager = std::make_unique<LogManager>(host.loop(), host.disk(), config, &failures);
        std::optional<Result<LoadSummary>> outcome;
        manager->load([&](Result<LoadSummary> loaded) { outcome = std::move(loaded); });
        world.runUntil([&] { return outcome.has_value(); }, 10s);
        if (!*outcome)
            qInfo("%s", outcome->error().message.c_str());
        return *outcome;
    }
    Log& logOf(const TopicPartition& partition)
    {
        return **manager->getOrCreate(partition, config.defaults);
    }
    void write(const TopicPartition& partition, int batches)
    {
        for (int i = 0; i < batches; ++i)
            QVERIFY(logOf(partition).appendAsLeader(batchOf(1, 500), LeaderEpoch(1), kNow));
    }
    void crash(bool power)
    {
        bool done = false;
        host.control([&] {
            manager.reset();
            power ? host.losePower() : host.crash();
            done = true;
        });
        while (!done)
            world.runOne();
    }
    Result<void> shutDown()
    {
        std::optional<Result<void>> outcome;
        manager->shutdown(BrokerEpoch(77), [&](Result<void> done) { outcome = std::move(done); });
        world.runUntil([&] { return outcome.has_value(); }, 10s);
        return *outcome;
    }
    std::string textOfFile(const std::string& name)
    {
        const auto bytes = world::readAll(host.disk(), "logs/" + name);
        return bytes ? textOf(*bytes) : "(" + bytes.error().message + ")";
    }

    world::SimWorld world;
    world::Host& host;
    LogManagerConfig config;
    Failures failures;
    std::unique_ptr<LogManager> manager;
};

inline const TopicPartition kA0{"A", 0};
inline const TopicPartition kA1{"A", 1};
inline const TopicPartition kDashed{"a-b.c", 12};

} // namespace hw::log::test
