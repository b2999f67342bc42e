#pragma once

#include <condition_variable>
#include <future>
#include <optional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <QTemporaryDir>
#include <QTest>

#include "engine/world/faults/fault_table.h"
#include "engine/world/live/live_world.h"
#include "engine/world/sim/sim_world.h"

/// What lets one test run against every world: hosts, a way to run something on a host's loop and
/// wait for it, and a log that callbacks write to and tests wait for. Nothing here sleeps.
namespace hw::world::contract {

inline constexpr auto kPatience = std::chrono::seconds(60);

/// Lines written by callbacks on any loop.
class Log
{
public:
    void add(std::string line)
    {
        const std::lock_guard lock(m_mutex);
        m_lines.push_back(std::move(line));
        m_changed.notify_all();
    }
    std::vector<std::string> lines() const
    {
        const std::lock_guard lock(m_mutex);
        return m_lines;
    }
    std::string text() const
    {
        std::string all;
        for (const std::string& line : lines())
            all += (all.empty() ? "" : " ") + line;
        return all;
    }
    std::size_t size() const
    {
        const std::lock_guard lock(m_mutex);
        return m_lines.size();
    }
    bool waitFor(std::size_t count)
    {
        std::unique_lock lock(m_mutex);
        return m_changed.wait_for(lock, kPatience, [&] { return m_lines.size() >= count; });
    }

private:
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::vector<std::string> m_lines;
};

class Env
{
public:
    explicit Env(bool wrapped)
        : m_wrapped(wrapped)
    {
    }
    virtual ~Env() = default;
    Host& addHost(const HostSpec& spec)
    {
        Host& host = world().addHost(spec);
        return m_wrapped ? faults->wrap(host) : host;
    }
    virtual World& world() = 0;
    /// Runs a control task and returns when it ran.
    virtual void run(Host& host, Task task) = 0;
    /// Whether the log reaches that many lines within `kPatience`.
    virtual bool await(Log& log, std::size_t lines) = 0;
    /// All that is on its way between these hosts has arrived, several times over.
    virtual void settle(std::vector<Host*> hosts) = 0;
    /// No task runs after this.
    virtual void stop() = 0;

    template <class F> auto ask(Host& host, F question)
    {
        std::optional<decltype(question())> answer;
        run(host, [&] { answer.emplace(question()); });
        return std::move(*answer);
    }

    /// Of use when the hosts are wrapped. Goes before the world.
    std::unique_ptr<FaultTable> faults = std::make_unique<FaultTable>();

private:
    const bool m_wrapped;
};

class SimEnv final : public Env
{
public:
    explicit SimEnv(bool wrapped = false)
        : Env(wrapped)
    {
    }
    ~SimEnv() override { faults.reset(); }
    World& world() override { return m_world; }
    void run(Host& host, Task task) override
    {
        bool ran = false;
        host.control([&] {
            task();
            ran = true;
        });
        while (!ran)
            m_world.runOne();
    }
    bool await(Log& log, std::size_t lines) override
    {
        return m_world.runUntil([&] { return log.size() >= lines; }, kPatience);
    }
    void settle(std::vector<Host*>) override { m_world.runFor(100ms); }
    void stop() override {}

private:
    SimWorld m_world;
};

class LiveEnv final : public Env
{
public:
    explicit LiveEnv(bool wrapped = false)
        : Env(wrapped)
        , m_world(LiveOptions{m_folder.path().toStdString(), 1})
    {
    }
    ~LiveEnv() override
    {
        m_world.stop();
        faults.reset();
    }
    World& world() override { return m_world; }
    void run(Host& host, Task task) override
    {
        std::promise<void> ran;
        host.control([&] {
            task();
            ran.set_value();
        });
        HW_ASSERT(ran.get_future().wait_for(kPatience) == std::future_status::ready,
                  "a control task runs soon");
    }
    bool await(Log& log, std::size_t lines) override { return log.waitFor(lines); }
    void settle(std::vector<Host*> hosts) override
    {
        for (int i = 0; i < 5; ++i) {
            for (Host* host : hosts) {
                Log passed;
                run(*host, [&] { host->loop().post([&passed] { passed.add("done"); }); });
                HW_ASSERT(passed.waitFor(1), "a posted task runs soon");
            }
        }
    }
    void stop() override { m_world.stop(); }

private:
    QTemporaryDir m_folder;
    LiveWorld m_world;
};

inline std::unique_ptr<Env> makeEnv(const QString& name)
{
    const bool wrapped = name.endsWith(QLatin1String("wrapped"));
    if (name.startsWith(QLatin1String("sim")))
        return std::make_unique<SimEnv>(wrapped);
    return std::make_unique<LiveEnv>(wrapped);
}

/// The rows of a contract test: every world, bare and wrapped.
inline void addWorlds()
{
    QTest::addColumn<QString>("world");
    for (const char* name : {"sim", "live", "sim wrapped", "live wrapped"})
        QTest::newRow(name) << QString(name);
}

inline HostSpec broker(std::int32_t id)
{
    return {NodeId::broker(BrokerId(id)), "broker-" + std::to_string(id)};
}

inline Frame frameOf(std::string_view text)
{
    return {Pieces(Bytes(viewOf(text).begin(), viewOf(text).end())), kNoEvent};
}

inline std::string textIn(const Frame& frame)
{
    return textOf(frame.pieces.flatten().value().view());
}

inline std::string nameOf(CloseReason reason)
{
    switch (reason) {
    case CloseReason::ByPeer:
        return "by-peer";
    case CloseReason::Reset:
        return "reset";
    case CloseReason::Malformed:
        return "malformed";
    case CloseReason::Refused:
        return "refused";
    }
    return "?";
}

} // namespace hw::world::contract
